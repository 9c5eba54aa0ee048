/** The keys of the actions on the selected rows of a list, as `keyName` in browser/bulk-keys.ts names them: Shift is named only with a capital letter. */
export const SHORTCUTS = {
  status: "s",
  assign: "a",
  tag: "t",
  ship: "Shift+S",
  production: "u",
  hold: "h",
  print: "p",
  export: "e",
} as const;

/** Another key for tags, which some people know as labels. */
export const LABEL_KEY = "l";

/** The key that leads from the list to the bar. */
export const BAR_KEY = "b";
