import { sql } from "drizzle-orm";
import { invalid } from "../../platform/api-error";
import type { OrgDb } from "../../platform/db/org-db";
import type { WriteStatement } from "../../platform/db/statement";
import { MAX_AMOUNT, SCALE } from "../../platform/values/money";
import { countSupplierCosts } from "../orders/items/supplier-costs.sql.ts";
import { updateOrdersFromItems } from "../orders/order-from-items.sql.ts";

interface CostedLine {
  order_item_id: number;
  order_id: number;
  /** What one unit costs. Null: unknown, before and now, so that the line changes no cost. */
  cost: number | null;
}

/** A line of more would make sums of an order inexact. */
const MAX_LINE_COST = MAX_AMOUNT * SCALE;

/** Throws 400 Bad Request for a line whose units cost too much together. */
export function assertLineCost(path: string, { quantity, unit_cost }: { quantity: number; unit_cost: number | null }): void {
  if (Math.abs((unit_cost ?? 0) * quantity) <= MAX_LINE_COST) return;
  throw invalid(path, "too_big", `Expected a cost of which all ${quantity} units together cost at most ${MAX_AMOUNT}.`);
}

/**
 * Brings items and their orders up to what the lines of their supplier orders cost (docs/spec/amounts-and-figures.md#cost-of-an-item), after the
 * lines have changed in the same batch. `statuses` are the writes of the statuses that change with them, which update the `movedOrders` themselves.
 */
export function withItemCosts(
  org: OrgDb,
  lines: readonly CostedLine[],
  { statuses, movedOrders }: { statuses: readonly WriteStatement[]; movedOrders: readonly number[] },
): WriteStatement[] {
  const known = lines.filter(({ cost }) => cost !== null);
  if (known.length === 0) return [...statuses];
  const moved = new Set(movedOrders);
  const others = [...new Set(known.map(({ order_id }) => order_id))].filter((id) => !moved.has(id));
  const changes = others.map((orderId) => ({
    orderId,
    version: null,
    followsItems: false,
    changedFields: ["items.cost"],
    eventsBefore: 0,
  }));
  const ids = JSON.stringify(known.map(({ order_item_id }) => order_item_id));
  return [
    countSupplierCosts(org, sql`select value from json_each(${ids})`),
    ...statuses,
    ...(changes.length === 0 ? [] : updateOrdersFromItems(org, changes, { endsItems: false })),
  ];
}
