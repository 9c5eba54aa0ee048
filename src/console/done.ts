/** What the page after an action says of it. It travels in the address: a name of this list, never a text. */
export const DONE = {
  saved: "Saved.",
  created: "Created.",
  deleted: "Deleted.",
  archived: "Archived. It is in no list and no search any more.",
  tested: "The test was sent. What became of it is below.",
  paused: "Paused. What is due from now on is held.",
  resumed: "It gets deliveries again.",
  sent_again: "It is sent again. Load this page again in a moment to see what became of it.",
  recovering: "What it missed is on its way. Load this page again to see how far that is.",
  revoked: "Revoked. Whatever uses it is refused from now on.",
  removed: "Removed. They see nothing of this organization any more.",
  repeated: "This form was sent twice. It was done once; what was to be seen once was on the other answer.",
} as const;

export type Done = keyof typeof DONE;

/** The text of a name from an address; null for any other. */
export function doneText(name: string | null): string | null {
  return name !== null && Object.hasOwn(DONE, name) ? DONE[name as Done] : null;
}
