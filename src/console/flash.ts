/** The messages that a page shows after an action. The URL contains the name of a message, so that nobody can link to a page with another text. */
export const FLASH_MESSAGES = {
  saved: "Saved.",
  created: "Created.",
  deleted: "Deleted.",
  archived: "Archived. It is in no list and no search any more.",
  tested: "The test was sent. What became of it is below.",
  paused: "Paused. What is due from now on is held.",
  resumed: "It gets deliveries again.",
  redelivering: "It is sent again. Load this page again in a moment to see what became of it.",
  recovering: "What it missed is on its way. Load this page again to see how far that is.",
  revoked: "Revoked. Whatever uses it is refused from now on.",
  removed: "Removed. They see nothing of this organization any more.",
  repeated: "This form was sent twice, but processed only once. Anything that is shown only once was in the other response.",
} as const;

export type FlashName = keyof typeof FLASH_MESSAGES;

/** Returns the message with a name from the URL; null if there is none. */
export function flashText(name: string | null): string | null {
  return name !== null && Object.hasOwn(FLASH_MESSAGES, name) ? FLASH_MESSAGES[name as FlashName] : null;
}
