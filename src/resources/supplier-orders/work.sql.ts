import { type SQL, sql } from "drizzle-orm";
import { fittingIds } from "../../platform/db/list/page-limit.sql.ts";
import type { Weight } from "../../platform/db/list/page-limit";
import type { OrgReader } from "../../platform/db/org-db";
import type { Statement } from "../../platform/db/statement";
import { FILE_ID_LENGTH } from "../../platform/values/file-url";
import type { FileRow } from "../files/rows.sql.ts";
import { hasHold } from "../orders/holds/held.sql.ts";
import type { StoredItem, StoredOrder } from "../orders/rows.sql.ts";
import { lineColumns, type LineRow, LINES_WEIGHT, type SupplierOrderRow } from "./rows.sql.ts";
import type { Snapshot } from "./snapshot";
import { WORK_STATES } from "./states";

/** Which supplier orders are meant: all of a supplier, or one. */
export type WorkOf = { supplierId: string } | { supplierOrderId: string };

const STATES = sql.raw(WORK_STATES.map((state) => `'${state}'`).join(", "));

/** SQL condition: a supplier order `r` is one of them. */
const belongs = (of: WorkOf): SQL => ("supplierId" in of ? sql`r.supplier_id = ${of.supplierId}` : sql`r.id = ${of.supplierOrderId}`);

/** Up to `limit` orders that a supplier works on: those that are due first come first. */
export function workOrders(org: OrgReader, of: WorkOf, limit: number): Statement<SupplierOrderRow & Weight> {
  return org.rows<SupplierOrderRow & Weight>()`select r.*, p.name as supplier_name, ${LINES_WEIGHT} from supplier_orders r
    join suppliers p on p.organization_id = r.organization_id and p.id = r.supplier_id
    where r.organization_id = ${org.key} and ${belongs(of)} and r.state in (${STATES}) order by r.due_date is null, r.due_date, r.id limit ${limit}`;
}

/** An order of a supplier that was sent to it, in any state. A draft that was cancelled never was. */
export function sentOrder(org: OrgReader, of: WorkOf, id: string): Statement<SupplierOrderRow> {
  return org.rows<SupplierOrderRow>()`select r.*, p.name as supplier_name from supplier_orders r
    join suppliers p on p.organization_id = r.organization_id and p.id = r.supplier_id
    where r.organization_id = ${org.key} and ${belongs(of)} and r.id = ${id} and r.sent_at is not null`;
}

/** A shipped order in a list of them. */
export type ShippedOrderRow = Pick<SupplierOrderRow, "id" | "number" | "shipped_at">;

/** The shipped ones among the latest orders of a supplier, newest first. */
export function shippedOrders(
  org: OrgReader,
  supplierId: string,
  { searched, listed }: { searched: number; listed: number },
): Statement<ShippedOrderRow> {
  return org.rows<ShippedOrderRow>()`select id, number, shipped_at from (select r.id, r.number, r.shipped_at, r.state from supplier_orders r
      where r.organization_id = ${org.key} and r.supplier_id = ${supplierId} order by r.id desc limit ${searched})
    where state = 'shipped' order by shipped_at desc, id desc limit ${listed}`;
}

/** A line with what its item and its order say about whether it is still to be made. */
export type WorkLine = LineRow & {
  item_status: StoredItem["status"];
  item_quantity: number;
  item_cancelled: number;
  item_shipped: number;
  /** 1: it, or its order, is on hold. */
  is_held: number;
  order_status: StoredOrder["status"];
  order_is_refunded: number;
};

/** SQL of a snapshot of a line with some of its texts, which is enough to list it. */
export const listedSnapshot = (names: readonly (keyof Snapshot)[]): SQL =>
  sql`json_object(${sql.join(
    names.map((name) => sql.raw(`'${name}', l.snapshot->>'${name}'`)),
    sql`, `,
  )})`;

/** The lines of supplier orders with their items. `ids` is SQL of the ids of supplier orders, and `snapshot` of what is read of the snapshots. */
export function workLines(org: OrgReader, ids: SQL, snapshot?: SQL): Statement<WorkLine> {
  return org.rows<WorkLine>()`select ${lineColumns(org, snapshot)}, i.status as item_status, i.quantity as item_quantity, i.cancelled_quantity as item_cancelled,
      i.shipped_quantity as item_shipped, (i.status = 'On Hold' or ${hasHold("i", org.now)} or ${hasHold("o", org.now)}) as is_held,
      o.status as order_status, o.is_refunded as order_is_refunded
    from supplier_order_lines l cross join order_items i on i.organization_id = l.organization_id and i.id = l.order_item_id
    cross join orders o on o.organization_id = i.organization_id and o.id = i.order_id
    where l.organization_id = ${org.key} and l.supplier_order_id in (${ids}) order by l.supplier_order_id, l.order_id, l.order_item_id`;
}

/** SQL of the ids of the orders that a supplier works on, as `workOrders` has them: the first ones that fit in a page. */
export function idsOfWork(org: OrgReader, of: WorkOf, limit: number): SQL {
  const rows = sql`select r.id, r.due_date, ${LINES_WEIGHT} from supplier_orders r
    where r.organization_id = ${org.key} and ${belongs(of)} and r.state in (${STATES}) order by r.due_date is null, r.due_date, r.id limit ${limit}`;
  return fittingIds(rows, sql`due_date is null, due_date, id`, org.pageLimit);
}

/**
 * SQL of the ids of the orders of a supplier that were sent and have one of these numbers or lines with one of these items, also if nothing is left of
 * them. Up to `limit`.
 */
export const idsOfSent = (
  org: OrgReader,
  of: WorkOf,
  { numbers, itemIds, limit }: { numbers: readonly number[]; itemIds: readonly number[]; limit: number },
): SQL => sql`select x.id from (
    select r.id from json_each(${JSON.stringify(numbers)}) j cross join supplier_orders r on r.organization_id = ${org.key} and r.number = j.value
      where ${belongs(of)} and r.sent_at is not null
    union select r.id from json_each(${JSON.stringify(itemIds)}) j
      cross join supplier_order_lines l on l.organization_id = ${org.key} and l.order_item_id = j.value
      cross join supplier_orders r on r.organization_id = l.organization_id and r.id = l.supplier_order_id
      where ${belongs(of)} and r.sent_at is not null
  ) x order by x.id limit ${limit}`;

/** The supplier orders with these ids. `ids` is SQL of them. */
export function ordersOfIds(org: OrgReader, ids: SQL): Statement<SupplierOrderRow> {
  return org.rows<SupplierOrderRow>()`select r.*, p.name as supplier_name from supplier_orders r
    join suppliers p on p.organization_id = r.organization_id and p.id = r.supplier_id
    where r.organization_id = ${org.key} and r.id in (${ids}) order by r.number`;
}

/** SQL of the ids of the customers' orders of the open lines of supplier orders. `itemIds` null: of all their lines, and otherwise of those items. */
export function customerOrderIdsOfLines(org: OrgReader, supplierOrderIds: readonly string[], itemIds: readonly number[] | null): SQL {
  const some = itemIds === null ? sql`` : sql`and l.order_item_id in (select value from json_each(${JSON.stringify(itemIds)}))`;
  return sql`select distinct l.order_id as id from supplier_order_lines l where l.organization_id = ${org.key} and l.state = 'open'
    and l.supplier_order_id in (select value from json_each(${JSON.stringify(supplierOrderIds)})) ${some}`;
}

/** A line of another supplier order, with the parcels of it. */
export type LineParcels = Pick<LineRow, "supplier_order_id" | "order_item_id" | "shipments">;

/** The lines with these items that are in other supplier orders than these. */
export function parcelsElsewhere(org: OrgReader, itemIds: readonly number[], supplierOrderIds: readonly string[]): Statement<LineParcels> {
  return org.rows<LineParcels>()`select l.supplier_order_id, l.order_item_id, l.shipments
    from (select distinct value from json_each(${JSON.stringify(itemIds)})) j cross join supplier_order_lines l on l.order_item_id = j.value
    where l.organization_id = ${org.key} and l.shipped_quantity > 0
      and l.supplier_order_id not in (select value from json_each(${JSON.stringify(supplierOrderIds)}))`;
}

/** The file of a design, with the URL that the line has. */
export type DesignFileRow = FileRow & { design_url: string };

/** The file whose id is at the end of the URL of the design of a line that is still to be made. */
export function designOfLine(org: OrgReader, of: WorkOf, { id, itemId }: { id: string; itemId: number }): Statement<DesignFileRow> {
  const url = sql`l.snapshot->>'design_url'`;
  return org.rows<DesignFileRow>()`select f.*, ${url} as design_url from supplier_orders r
    cross join supplier_order_lines l on l.organization_id = r.organization_id and l.supplier_order_id = r.id and l.order_item_id = ${itemId}
    cross join order_items i on i.organization_id = l.organization_id and i.id = l.order_item_id
    cross join orders o on o.organization_id = i.organization_id and o.id = i.order_id
    cross join files f on f.organization_id = r.organization_id and f.id = substr(${url}, ${-FILE_ID_LENGTH})
    where r.organization_id = ${org.key} and ${belongs(of)} and r.id = ${id} and r.state in (${STATES}) and l.state = 'open'
      and l.shipped_quantity < l.quantity and i.shipped_quantity + i.cancelled_quantity < i.quantity
      and i.status not in ('Cancelled', 'Refunded') and o.status <> 'Cancelled' and o.is_refunded is not 1`;
}
