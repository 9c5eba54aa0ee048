import type { OrderFulfillments } from "../orders/fulfillments/fulfillment";
import type { ReadinessRow } from "../orders/readiness/blockers.sql.ts";
import type { LineState, SupplierOrderRow } from "./rows.sql.ts";
import type { WorkLine } from "./work.sql.ts";

/** What a supplier has sent off: lines of one of its orders. Without `lines`, everything that is left and may be shipped. */
export interface Shipment {
  supplier_order_id: string;
  lines?: readonly RequestedLine[] | undefined;
  tracking_number: string | null;
  /** Absent: the carrier that the number shows. */
  carrier?: string | null | undefined;
  tracking_url?: string | null | undefined;
}

/** Units of a line. Without `quantity`, all that are left. */
export interface RequestedLine {
  order_item_id: number;
  quantity?: number | undefined;
  /** How many must be left of it. Absent: any number. */
  left?: number | undefined;
}

/** A line that a supplier will not make. */
export interface Rejection {
  supplier_order_id: string;
  order_item_id: number;
  reason: string;
}

/** The stored rows that a shipment or a rejection is planned from. */
export interface WorkToChange {
  orders: readonly SupplierOrderRow[];
  /** All lines of these orders. */
  lines: readonly WorkLine[];
  /** The states of the lines of orders of which something is rejected. */
  lineStates: readonly LineState[];
  /** The customers' orders of what is shipped, by their ids. */
  customerOrders: ReadonlyMap<number, OrderFulfillments>;
  /** What the items of these customers' orders lack. */
  readiness: readonly ReadinessRow[];
}
