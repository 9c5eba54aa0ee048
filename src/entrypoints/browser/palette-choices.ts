/** A row of the palette. */
export interface Choice {
  label: string;
  detail?: string;
  /** What it is, if it is no page of the navigation. */
  kind?: string;
  open: () => void;
}

const textOf = (element: Element): string => (element.textContent ?? "").replaceAll(/\s+/g, " ").trim();

/** The sections and the actions of the page whose name contains the text. Without a text, the sections and the actions of the selection. */
export function pageChoices(text: string): Choice[] {
  const wanted = text.toLowerCase();
  const matches = ({ label }: Choice) => label.toLowerCase().includes(wanted);
  const selection = selectionChoices();
  const sections = linkChoices("header .wide nav a");
  if (text === "") return [...selection, ...sections];
  return [...selection, ...linkChoices("main .page-head .actions a", "Action"), ...sections].filter(matches);
}

function linkChoices(selector: string, kind?: string): Choice[] {
  return [...document.querySelectorAll<HTMLAnchorElement>(selector)].map((link) => ({
    label: textOf(link),
    ...(kind !== undefined && { kind }),
    open: () => link.click(),
  }));
}

/** What can be done with the selected rows of a list: the menus of the bar that is shown for them. */
function selectionChoices(): Choice[] {
  const bar = document.querySelector<HTMLFormElement>("form.bulk.floating:not([hidden])");
  if (bar === null) return [];
  return [...bar.querySelectorAll<HTMLDetailsElement>("details.bulk-menu")].map((menu) => ({
    label: `${textOf(menu.querySelector("summary") ?? menu)} selected`,
    kind: "Action",
    open: () => {
      menu.open = true;
      menu.querySelector<HTMLElement>("input, select, textarea, button")?.focus();
    },
  }));
}
