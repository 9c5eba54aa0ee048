import { ApiError, type ErrorDetail } from "../../platform/api-error";
import type { OrgReader } from "../../platform/db/org-db";
import { dayNumber, dayText } from "../../platform/values/zone";
import { BLOCKERS } from "../stores/blockers";
import { blockersText, type ItemReadiness } from "../orders/readiness/readiness";
import type { SupplierRow } from "../suppliers/rows.sql.ts";
import { assertLineCost } from "./item-costs.sql.ts";
import type { SendableRow } from "./rows.sql.ts";
import { type Snapshot, snapshotOf } from "./snapshot";

/** An item to send. Without a quantity, all of it that is left to send. Without a cost, the usual one. */
export interface RequestedItem {
  order_item_id: string;
  quantity?: number | undefined;
  /** In stored units of the order's currency. */
  unit_cost?: number | null | undefined;
  /** How many units of it must be left to send. Absent: any number. */
  left?: number | undefined;
}

/** What was read to plan a request. */
export interface Sendable {
  items: readonly SendableRow[];
  readiness: readonly ItemReadiness[];
  suppliers: readonly SupplierRow[];
}

export interface PlannedLine {
  item: SendableRow;
  quantity: number;
  unit_cost: number | null;
  snapshot: Snapshot;
}

export interface PlannedOrder {
  supplier: SupplierRow;
  due_date: string | null;
  lines: PlannedLine[];
}

/** What one unit costs unless a request says otherwise: what the supplier charges for its SKU, or else the cost of the item. */
export const usualCost = ({ supplier_unit_cost, cost }: SendableRow): number | null => supplier_unit_cost ?? cost;

/** These always keep an item from being sent: nobody could make it, or somebody wants it to wait. */
const ALWAYS_BLOCKING: readonly string[] = ["supplier", "hold"] satisfies readonly (typeof BLOCKERS)[number][];

/** What keeps an item from being sent, with a reason to override it or without. */
export function sendingBlockers({ blockers, blocks }: ItemReadiness, { isOverridden }: { isOverridden: boolean }): readonly string[] {
  return isOverridden
    ? blockers.filter((blocker) => ALWAYS_BLOCKING.includes(blocker))
    : [...new Set([...blocks.send, ...blockers.filter((one) => ALWAYS_BLOCKING.includes(one))])];
}

/** The day on which an order that is sent now is due. Null if the supplier's lead time is unknown. */
export function dueDateOf(org: OrgReader, { lead_time_days }: SupplierRow): string | null {
  return lead_time_days === null ? null : dayText(dayNumber(org.now, org.organization.timezone) + lead_time_days);
}

/**
 * Groups items by their suppliers. Throws 404 Not Found for unknown items, and 409 Conflict with every item that is not ready (`not_ready`) or of
 * which less is left (`quantity_exceeded`) or not as much as expected (`left_changed`).
 */
export function planSending(
  org: OrgReader,
  { items, readiness, suppliers }: Sendable,
  { requested, isOverridden }: { requested: readonly RequestedItem[]; isOverridden: boolean },
): PlannedOrder[] {
  const itemOf = new Map(items.map((item) => [String(item.id), item]));
  const readinessOf = new Map(readiness.map((one) => [String(one.id), one]));
  const supplierOf = new Map(suppliers.map((supplier) => [supplier.id, supplier]));
  const unknown: ErrorDetail[] = [];
  const conflicts: ErrorDetail[] = [];
  const planned = new Map<string, PlannedOrder>();
  for (const [index, { order_item_id, quantity, unit_cost, left }] of requested.entries()) {
    const path = `items[${index}]`;
    const item = itemOf.get(order_item_id);
    const state = readinessOf.get(order_item_id);
    if (item === undefined) {
      unknown.push({ path: `${path}.order_item_id`, code: "not_found", message: "No such item in this organization." });
      continue;
    }
    const supplier = supplierOf.get(item.supplier_id ?? "");
    const problem = problemOf(item, { state, quantity, expected: left, isOverridden });
    if (problem !== null || supplier === undefined) {
      conflicts.push({ path, order_item_id, ...(problem ?? notReady(item.name, ["supplier"])) });
      continue;
    }
    const order = planned.get(supplier.id) ?? { supplier, due_date: dueDateOf(org, supplier), lines: [] };
    const agreed = {
      quantity: quantity ?? item.unsent,
      unit_cost: unit_cost === undefined ? usualCost(item) : unit_cost,
    };
    assertLineCost(`${path}.unit_cost`, agreed);
    order.lines.push({
      item,
      ...agreed,
      // It has the buyer's address only for a supplier that ships to the buyer.
      snapshot: snapshotOf(item, supplier.default_shipping === "to_buyer"),
    });
    planned.set(supplier.id, order);
  }
  if (unknown.length > 0) throw new ApiError("not_found", unknown);
  if (conflicts.length > 0) throw new ApiError("conflict", conflicts);
  return [...planned.values()];
}

function notReady(name: string, blockers: readonly string[]): ErrorDetail {
  const known = BLOCKERS.filter((blocker) => blockers.includes(blocker));
  return { code: "not_ready", message: `${name} is not ready: ${blockersText(known)}.`, blockers: known };
}

/** Why an item cannot be sent; null if it can. */
function problemOf(
  item: SendableRow,
  {
    state,
    quantity,
    expected,
    isOverridden,
  }: { state: ItemReadiness | undefined; quantity: number | undefined; expected: number | undefined; isOverridden: boolean },
): ErrorDetail | null {
  if (state === undefined || item.order_status === "Cancelled") {
    return { code: "not_sendable", message: `${item.name} is not to be made: it is cancelled, refunded or no goods.` };
  }
  const blockers = sendingBlockers(state, { isOverridden });
  if (blockers.length > 0) return notReady(item.name, blockers);
  const left = item.unsent;
  // A second person, or the same one in a second window, would send the same units again.
  if (left > 0 && expected !== undefined && expected !== left)
    return {
      code: "left_changed",
      message: `${left} of ${item.name} are left now, and not ${expected}.`,
      left,
    };
  if ((quantity ?? left) <= left && left > 0) return null;
  return { code: "quantity_exceeded", message: `Only ${left} of ${item.name} can still be sent to a supplier.`, left };
}
