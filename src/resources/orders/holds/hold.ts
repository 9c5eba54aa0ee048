/** The hold of an order or an item, as it is stored. */
export interface StoredHold {
  /** Null: it is not on hold. */
  hold_reason: string | null;
  /** ms since 1970. Null: it has no end. */
  hold_until: number | null;
}

/** Whether a hold is in effect: it ends by itself, without a write (docs/spec/holds.md#the-end-of-a-hold). */
export function isOnHold({ hold_reason, hold_until }: StoredHold, now: number): boolean {
  return hold_reason !== null && (hold_until === null || hold_until > now);
}

export const MAX_HOLD_REASON_LENGTH = 500;
