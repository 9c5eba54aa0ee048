import type { LineRow } from "../rows.sql.ts";
import type { SupplierOrderState } from "../states";

const LABELS = {
  draft: "Draft",
  sent: "Sent",
  accepted: "Accepted",
  in_production: "In production",
  shipped: "Shipped",
  rejected: "Rejected",
  cancelled: "Cancelled",
} as const satisfies Record<SupplierOrderState, string>;

export const stateLabel = (state: SupplierOrderState): string => LABELS[state];

const LINE_LABELS = { open: "Open", rejected: "Rejected", cancelled: "Cancelled" } as const satisfies Record<LineRow["state"], string>;

export const lineStateLabel = (state: LineRow["state"]): string => LINE_LABELS[state];

/** What the button that gives an order a state says. */
export const STATE_BUTTONS = {
  draft: "Draft",
  sent: "Send",
  accepted: "Mark as accepted",
  in_production: "Mark as in production",
  shipped: "Mark as shipped",
  rejected: "Reject",
  cancelled: "Cancel",
} as const satisfies Record<SupplierOrderState, string>;
