import { type InferSelectModel, type SQL, sql } from "drizzle-orm";
import type { OrgDb } from "../../../platform/db/org-db";
import { textKeys } from "../../../platform/db/text/text-keys";
import type { WriteStatement } from "../../../platform/db/statement";
import type { OrderStatus } from "../order-status";
import { isLive } from "./item-status";
import { orderItems } from "./table";

/**
 * How far an item has ever come, as the column `progress` stores it: not sent to a supplier, sent, or shipped
 * (docs/spec/amounts-and-figures.md#sent-and-shipped-items). It never goes down.
 */
export const PROGRESS = { notSent: 0, sent: 1, shipped: 2 } as const;

const STATUS_PROGRESS = new Map<string, number>([
  ["Sent to Supplier", PROGRESS.sent],
  ["In Production", PROGRESS.sent],
  ["Reprint", PROGRESS.sent],
  ["Shipped", PROGRESS.shipped],
  ["Delivered", PROGRESS.shipped],
]);

function progressOf(status: string): number {
  return STATUS_PROGRESS.get(status) ?? PROGRESS.notSent;
}

/** The columns of an item that its status decides, except the keys of its text. `progress` is that of the item before, if there was one. */
export function statusColumns(status: string, progress: number = PROGRESS.notSent): { status: string; progress: number } {
  return { status, progress: Math.max(progress, progressOf(status)) };
}

/**
 * SQL assignments that set the status of an item and every column that the status decides. Units of an item that is no longer Refunded are to be
 * shipped again (docs/spec/tracking.md#what-is-left).
 */
export function setStatusColumns(status: string): SQL {
  const keys = Object.entries(textKeys(orderItems, { status })).map(([name, key]) => sql`${sql.raw(name)} = ${key}`);
  const units = isLive(status) ? REFUNDED_COLUMNS.map((name) => sql.raw(`${name} = iif(status = 'Refunded', 0, ${name})`)) : [];
  return sql.join([sql`status = ${status}`, ...keys, sql`progress = max(progress, ${progressOf(status)})`, ...units], sql`, `);
}

const REFUNDED_COLUMNS = ["cancelled_quantity", "refunded_quantity"] as const satisfies readonly (keyof InferSelectModel<
  typeof orderItems
>)[];

/** The statuses from which an order that becomes Cancelled counts as sent. A Complete order does not become Cancelled. */
export const SENT_ORDER_STATUSES = ["In Production", "Shipped"] as const satisfies readonly OrderStatus[];

/** Marks the items of orders that become Cancelled from one of SENT_ORDER_STATUSES as sent. `orderIds` is SQL of a query of their ids. */
export function markItemsSent(org: OrgDb, orderIds: SQL): WriteStatement {
  return org.write()`update order_items set progress = ${PROGRESS.sent} where organization_id = ${org.key} and order_id in (${orderIds})
    and progress < ${PROGRESS.sent} and status <> 'Cancelled' and is_removed = 0`;
}

/** Sets `shipped_quantity` and `cancelled_quantity` of items. `items` is a JSON array of objects with `id`, `shipped` and `cancelled`. */
export function setShippedQuantities(org: OrgDb, items: string): WriteStatement {
  // The `+` keeps SQLite from scanning the organization's items (see ingest/write.sql.ts).
  return org.write()`update order_items set shipped_quantity = j.value->>'shipped', cancelled_quantity = j.value->>'cancelled' from json_each(${items}) j
    where +order_items.organization_id = ${org.key} and order_items.id = j.value->>'id'`;
}

/** Marks items as shipped, because a fulfillment contains them. `items` is a JSON array of objects with their ids. */
export function markItemsShipped(org: OrgDb, items: string): WriteStatement {
  // The `+` as above.
  return org.write()`update order_items set progress = ${PROGRESS.shipped} from json_each(${items}) j
    where +order_items.organization_id = ${org.key} and order_items.id = j.value->>'id' and order_items.progress < ${PROGRESS.shipped}`;
}
