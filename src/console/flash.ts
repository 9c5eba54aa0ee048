/** The messages that a page shows after an action. The URL contains the name of a message, so that nobody can link to a page with another text. */
export const FLASH_MESSAGES = {
  saved: "Saved.",
  changed: "All selected orders are changed.",
  created: "Created.",
  deleted: "Deleted.",
  refunded: "Refund recorded.",
  archived: "Archived. It no longer appears in lists and searches.",
  tested: "Test event sent. The result is below.",
  paused: "Paused. Deliveries are held from now on.",
  resumed: "Resumed. Deliveries continue.",
  redelivering: "The event is being redelivered. Reload this page in a moment to see the result.",
  recovering: "Recovery started. Reload this page to see its progress.",
  revoked: "Revoked. Requests that use it are rejected from now on.",
  withdrawn: "Invitation withdrawn. Its link no longer works.",
  renamed: "Name saved.",
  password_changed: "Password changed. All other sessions are ended.",
  sessions_ended: "All other sessions are ended.",
  second_factor_off: "The second factor is off. Signing in needs only your password.",
  second_factor_reset: "Second factor reset. Their next sign-in needs only the password.",
  removed: "Member removed. They no longer have access to the organization.",
  reached: "The shop’s API can be used.",
  backfilling: "Reading past orders has started. Reload this page to see its progress.",
  retrying: "The delivery is processed again. Reload this page in a moment to see the result.",
  erasing: "The erasure has started. Reload this page to see whether it is finished.",
  repeated:
    "This form was processed once, but may have been submitted twice. If it created a secret or a link, only the first response showed it.",
} as const;

export type FlashName = keyof typeof FLASH_MESSAGES;

/** Returns the message with a name from the URL; null if there is none. */
export function flashText(name: string | null): string | null {
  return name !== null && Object.hasOwn(FLASH_MESSAGES, name) ? FLASH_MESSAGES[name as FlashName] : null;
}
