import { AT_SUPPLIER, NOT_TO_SEND } from "../orders/items/item-status";

/** The states of a supplier order (docs/spec/supplier-orders.md#states). */
export const SUPPLIER_ORDER_STATES = ["draft", "sent", "accepted", "in_production", "shipped", "rejected", "cancelled"] as const;

export type SupplierOrderState = (typeof SUPPLIER_ORDER_STATES)[number];

/** The states to which each state may change. */
const NEXT: Record<SupplierOrderState, readonly SupplierOrderState[]> = {
  draft: ["sent", "cancelled"],
  sent: ["accepted", "in_production", "shipped", "rejected", "cancelled"],
  accepted: ["in_production", "shipped", "cancelled"],
  in_production: ["shipped", "cancelled"],
  shipped: [],
  rejected: [],
  cancelled: [],
};

export const nextStates = (state: SupplierOrderState): readonly SupplierOrderState[] => NEXT[state];

/** The states of an order that the supplier still has to work on. */
export const OPEN_STATES = ["draft", "sent", "accepted", "in_production"] as const satisfies readonly SupplierOrderState[];

/** The open states that the supplier sees: a draft is not sent yet. */
export const WORK_STATES = ["sent", "accepted", "in_production"] as const satisfies readonly SupplierOrderState[];

export const isWorkState = (state: SupplierOrderState): boolean => WORK_STATES.some((work) => work === state);

export const isOpen = (state: SupplierOrderState): boolean => OPEN_STATES.some((open) => open === state);

/** Whether a state frees the quantities of its lines, so that they can be sent again. It needs a reason. */
export const freesLines = (state: SupplierOrderState): boolean => state === "rejected" || state === "cancelled";

/** The status of the items of an order in a state; null if the state changes none. */
export function itemStatusOf(state: SupplierOrderState): "Sent to Supplier" | "In Production" | null {
  if (state === "sent") return "Sent to Supplier";
  return state === "accepted" || state === "in_production" ? "In Production" : null;
}

/** The states of a line. It stays `open` when it is shipped, also if the rest of it is rejected (docs/spec/supplier-orders.md#states). */
export const LINE_STATES = ["open", "rejected", "cancelled"] as const;

/** Lines of one request to send, and with it the lines of one supplier order. */
export const MAX_SENT_LINES = 500;

export const MAX_REASON_LENGTH = 500;

export const MAX_INVOICE_NUMBER_LENGTH = 100;

/** The statuses of items that sending does not change. */
const SENT_OR_ENDED: ReadonlySet<string> = new Set([...AT_SUPPLIER, ...NOT_TO_SEND]);

/** Whether an item has a status that a supplier order has given it. */
export const isAtSupplier = (status: string): boolean => AT_SUPPLIER.includes(status);

/** Whether an item with this status becomes Sent to Supplier when it is sent. */
export const becomesSentToSupplier = (status: string): boolean => !SENT_OR_ENDED.has(status);

/** Whether an item with this status becomes In Production when its supplier makes it. */
export const becomesInProduction = (status: string): boolean => status === "Sent to Supplier" || becomesSentToSupplier(status);
