import type { SourceState } from "./adapter";

/** The status of a new order. */
export const NEW_STATUSES = {
  unpaid: "New",
  open: "New",
  complete: "Complete",
  cancelled: "Cancelled",
  cancelled_unpaid: "Cancelled",
} as const satisfies Record<SourceState, string>;
