import { type SQL, sql } from "drizzle-orm";
import type { OrgDb } from "../../platform/db/org-db";
import { sumOfLines } from "../../platform/values/money";
import { isLive } from "./items/item-status";
import { shippedUnits, unitsLeft } from "./items/units-left";
import { amountTooLarge } from "./order-amounts";
import type { OrderStatus } from "./order-status";
import type { StoredItem, StoredOrder } from "./rows.sql.ts";

/** The columns of an order that derive from its status and its items, whatever changes them. */
export const DERIVED_COLUMNS = [
  "missing_sku",
  "missing_design",
  "missing_cost",
  "units",
  "production_cost",
  "has_cost",
  "fulfillment_state",
] as const;

export type DerivedColumns = Pick<StoredOrder, (typeof DERIVED_COLUMNS)[number]>;

type Item = Pick<
  StoredItem,
  | "status"
  | "progress"
  | "is_removed"
  | "is_goods"
  | "quantity"
  | "shipped_quantity"
  | "cancelled_quantity"
  | "cost"
  | "supplier_quantity"
  | "supplier_cost"
  | "sku"
  | "custom_sku"
  | "design_url"
>;

// `progress` is how far an item has ever come: 0 not sent to a supplier, 1 sent, 2 shipped (items/progress.sql.ts).

// What an item counts for is defined twice below: in TypeScript for writes that compute whole rows, and in SQL for those that change orders
// without reading their items. test/worker/orders/derived-columns.test.ts compares both.

/** Whether the cost of an item counts (docs/spec/amounts-and-figures.md#what-an-item-counts-for). */
function costCounts({ status, progress, is_removed }: Item, orderStatus: OrderStatus): boolean {
  return is_removed === 0 && (progress > 0 || (status !== "Cancelled" && orderStatus !== "Cancelled"));
}

/** Whether the cost of an item counts although the item or its order is Cancelled. */
export function hasCancelledCost(item: Item, orderStatus: OrderStatus): boolean {
  const isCancelled = item.status === "Cancelled" || orderStatus === "Cancelled";
  return isCancelled && ownUnits(item) > 0 && (item.cost ?? 0) !== 0 && costCounts(item, orderStatus);
}

/** How many units of an item have its own cost: those that no supplier makes at a known one. */
const ownUnits = ({ quantity, supplier_quantity }: Item): number => Math.max(0, quantity - supplier_quantity);

/** Whether any unit of an item has a cost, and whether all have one (docs/spec/amounts-and-figures.md#cost-of-an-item). */
const hasSomeCost = ({ cost, supplier_quantity }: Item): boolean => cost !== null || supplier_quantity > 0;
const hasWholeCost = (item: Item): boolean => item.cost !== null || ownUnits(item) === 0;

/** Whether the cost of an item must be known. */
function needsCost({ status, progress, is_removed, is_goods }: Item): boolean {
  return is_removed === 0 && is_goods === 1 && (isLive(status) || (status === "Refunded" && progress > 0));
}

/** Whether an item is one of the sold ones, whose quantities are the number of items. */
function isSold({ status, is_removed }: Item): boolean {
  return is_removed === 0 && status !== "Cancelled";
}

/** How much of an order was shipped: of its live goods, and of what was shipped and is not live any more. */
function fulfillmentState(items: readonly Item[]): StoredOrder["fulfillment_state"] {
  const shipped = items.reduce((sum, item) => sum + shippedUnits(item), 0);
  const liveGoods = items.filter(({ status, is_goods }) => is_goods === 1 && isLive(status));
  if (shipped === 0) return "none";
  return liveGoods.every((item) => unitsLeft(item, shippedUnits(item)) === 0) ? "all" : "partial";
}

/** The derived columns of an order. Throws 400 Bad Request if the costs of its items together exceed the maximum total. */
export function derivedColumns(orderStatus: OrderStatus, items: readonly Item[]): DerivedColumns {
  const liveGoods = items.filter(({ status, is_goods }) => isLive(status) && is_goods === 1);
  const countedItems = items.filter((item) => costCounts(item, orderStatus));
  // Any item may count later, because statuses change. So the costs of all must fit.
  if (costOf(items) === null) throw amountTooLarge("cost");
  const isCancelled = orderStatus === "Cancelled";
  return {
    missing_sku: Number(liveGoods.some(({ sku, custom_sku }) => !sku && !custom_sku)),
    missing_design: Number(liveGoods.some(({ design_url }) => !design_url)),
    missing_cost: Number(liveGoods.some((item) => !hasWholeCost(item))),
    units: items.filter(isSold).reduce((sum, { quantity }) => sum + quantity, 0),
    production_cost: costOf(countedItems) ?? 0,
    has_cost: Number(!isCancelled && countedItems.some(hasSomeCost) && !items.some((item) => needsCost(item) && !hasWholeCost(item))),
    fulfillment_state: fulfillmentState(items),
  };
}

/** The sum of what the items cost. Null if it exceeds the maximum total. */
function costOf(items: readonly Item[]): number | null {
  return sumOfLines(
    items.flatMap((item) => [
      [item.cost ?? 0, ownUnits(item)],
      [item.supplier_cost, 1],
    ]),
  );
}

/** SQL conditions on an item `i`: whether its cost counts in an order that is not Cancelled, whether in one that is, and whether it has to be known. */
const COST_COUNTS = "i.is_removed = 0 and (i.progress > 0 or i.status <> 'Cancelled')";
const COST_COUNTS_IF_CANCELLED = "i.is_removed = 0 and i.progress > 0";
const NEEDS_COST =
  "i.is_removed = 0 and i.is_goods = 1 and (i.status not in ('Cancelled', 'Refunded') or (i.status = 'Refunded' and i.progress > 0))";

/** SQL of what an item `i` costs, and whether the cost of any of its units and of all is known. */
const COST = "(i.supplier_cost + coalesce(i.cost, 0) * max(0, i.quantity - i.supplier_quantity))";
const HAS_SOME_COST = "(i.cost is not null or i.supplier_quantity > 0)";
const LACKS_COST = "(i.cost is null and i.supplier_quantity < i.quantity)";

const IS_SOLD = "i.is_removed = 0 and i.status <> 'Cancelled'";

/** SQL for how many units of an item `i` were shipped, and for whether units of it are left to ship. */
const SHIPPED_UNITS = "iif(i.is_goods = 0, 0, iif(i.status in ('Shipped', 'Delivered'), i.quantity, min(i.quantity, i.shipped_quantity)))";
const UNITS_LEFT = `i.quantity - i.cancelled_quantity - ${SHIPPED_UNITS}`;
const IS_LEFT = `i.is_goods = 1 and i.status not in ('Cancelled', 'Refunded') and ${UNITS_LEFT} > 0`;

/** SQL condition: an item `i` is not goods, and does not hold back the status of its order. */
const IS_LIVE_NO_GOODS = "i.is_goods = 0 and i.status not in ('Cancelled', 'Refunded')";

/**
 * SQL for a query of the orders `orderIds` (SQL of a query of ids) with what the derived columns, and the status that follows the items, need of
 * them: `live`, `shipped`, `delivered` and `refunded` are numbers of items, of which the live ones that are not goods count as shipped
 * (delivered) once anything is. `was_shipped` and `shipped_not_refunded` are 1 if any item was shipped, and if any such item is
 * not Refunded now. `cost` and `is_covered` are for an order that is not Cancelled: `is_covered` is 1 if an item has a cost, and none lacks one that
 * it needs.
 */
export function itemFacts(org: OrgDb, orderIds: SQL): SQL {
  return sql`select i.order_id, ${sql.raw(`count(*) filter (where i.status not in ('Cancelled', 'Refunded')) as live,
      iif(max(i.status in ('Shipped', 'Delivered')),
        count(*) filter (where i.status in ('Shipped', 'Delivered') or (${IS_LIVE_NO_GOODS})), 0) as shipped,
      iif(max(i.status = 'Delivered'), count(*) filter (where i.status = 'Delivered' or (${IS_LIVE_NO_GOODS})), 0) as delivered,
      count(*) filter (where i.status = 'Refunded') as refunded,
      max(i.progress = 2) as was_shipped, max(i.progress = 2 and i.status <> 'Refunded') as shipped_not_refunded,
      coalesce(max(i.missing_sku), 0) as missing_sku, coalesce(max(i.missing_design), 0) as missing_design,
      coalesce(max(i.missing_cost), 0) as missing_cost,
      iif(sum(${SHIPPED_UNITS}) = 0, 'none', iif(max(${IS_LEFT}), 'partial', 'all')) as fulfillment_state,
      sum(iif(${IS_SOLD}, i.quantity, 0)) as units,
      sum(iif(${COST_COUNTS}, ${COST}, 0)) as cost,
      sum(iif(${COST_COUNTS_IF_CANCELLED}, ${COST}, 0)) as cost_if_cancelled,
      max(${COST_COUNTS} and ${HAS_SOME_COST}) and not max(${NEEDS_COST} and ${LACKS_COST}) as is_covered`)}
    from order_items i where i.organization_id = ${org.key} and i.order_id in (${orderIds}) group by i.order_id`;
}

/** SQL of each derived column of an order, from a row of `itemFacts`. `status` is SQL of the order's status. */
function derivedValues(facts: string, status: SQL): Record<(typeof DERIVED_COLUMNS)[number], SQL> {
  const fact = (name: string): SQL => sql.raw(`${facts}.${name}`);
  return {
    missing_sku: fact("missing_sku"),
    missing_design: fact("missing_design"),
    missing_cost: fact("missing_cost"),
    fulfillment_state: fact("fulfillment_state"),
    units: fact("units"),
    production_cost: sql`iif(${status} = 'Cancelled', ${fact("cost_if_cancelled")}, ${fact("cost")})`,
    has_cost: sql`(${status} <> 'Cancelled' and ${fact("is_covered")})`,
  };
}

/** SQL assignments of the derived columns of `orders`, from a row of `itemFacts`. `status` is SQL of the order's status. */
export function setDerivedColumns(facts: string, status: SQL): SQL {
  const values = derivedValues(facts, status);
  return sql.join(
    DERIVED_COLUMNS.map((name) => sql`${sql.raw(name)} = ${values[name]}`),
    sql`, `,
  );
}

/** SQL condition: a derived column of `orders` is not what `setDerivedColumns` would set. */
export function derivedColumnsDiffer(facts: string, status: SQL): SQL {
  const values = derivedValues(facts, status);
  const conditions = DERIVED_COLUMNS.map((name) => sql`orders.${sql.raw(name)} is not ${values[name]}`);
  return sql`(${sql.join(conditions, sql` or `)})`;
}
