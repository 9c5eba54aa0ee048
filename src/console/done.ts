/** What the page after an action says of it. It travels in the address: a name of this list, never a text. */
export const DONE = {
  saved: "Saved.",
  created: "Created.",
  deleted: "Deleted.",
  repeated: "This form was sent twice. It was saved once.",
} as const;

export type Done = keyof typeof DONE;

/** The text of a name from an address; null for any other. */
export function doneText(name: string | null): string | null {
  return name !== null && Object.hasOwn(DONE, name) ? DONE[name as Done] : null;
}
