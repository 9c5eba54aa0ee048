import { getTableColumns, type InferSelectModel, type SQL, sql } from "drizzle-orm";
import { foldedText } from "../../platform/db/columns";
import { type FilterStatements, whereOf } from "../../platform/db/list/filter-sql";
import { allOrNone } from "../../platform/db/list/page-limit.sql.ts";
import { LargePage, type Weight } from "../../platform/db/list/page-limit";
import type { OrgReader } from "../../platform/db/org-db";
import type { Statement } from "../../platform/db/statement";
import { isToSend } from "../orders/readiness/blockers.sql.ts";
import { SHIPPED_OF_LINE, unsentUnits } from "../orders/items/unsent.sql.ts";
import { ITEM_COLUMNS, JOIN_ORDER } from "../orders/select.sql.ts";
import type { ItemRow, OrderRow } from "../orders/rows.sql.ts";
import type { SupplierOrderFilter } from "./filters";
import { MAX_SENT_LINES, OPEN_STATES } from "./states";
import type { Viewer } from "./viewer";
import { supplierOrderLines, type supplierOrders } from "./table";

export type SupplierOrderRow = InferSelectModel<typeof supplierOrders> & { supplier_name: string };
/** `page_bytes`: of its snapshot. */
export type LineRow = InferSelectModel<typeof supplierOrderLines> & { page_bytes: number };

/** A supplier order that contains an item, with its line of it. */
export type ItemSupplierOrder = Pick<SupplierOrderRow, "id" | "number" | "supplier_name" | "state" | "due_date"> &
  Pick<LineRow, "quantity"> & { line_state: LineRow["state"] };

export interface OpenCounts {
  total: number;
  unaccepted: number;
  late: number;
}

const OPEN = sql.raw(OPEN_STATES.map((state) => `'${state}'`).join(", "));

const FILTER_SQL: FilterStatements<SupplierOrderFilter, OrgReader> = {
  supplier: { where: (id) => sql`r.supplier_id = ${id}` },
  state: { where: (state) => sql`r.state = ${state}` },
  lateOn: { where: (day) => sql`r.state in (${OPEN}) and r.due_date < ${day}` },
};

const FROM = sql`supplier_orders r join suppliers p on p.organization_id = r.organization_id and p.id = r.supplier_id`;

export function supplierOrderById(org: OrgReader, id: string): Statement<SupplierOrderRow> {
  return org.rows<SupplierOrderRow>()`select r.*, p.name as supplier_name from ${FROM} where r.organization_id = ${org.key} and r.id = ${id}`;
}

export function supplierOrderByNumber(org: OrgReader, number: number): Statement<SupplierOrderRow> {
  return org.rows<SupplierOrderRow>()`select r.*, p.name as supplier_name from ${FROM}
    where r.organization_id = ${org.key} and r.number = ${number}`;
}

export function supplierOrdersByIds(org: OrgReader, ids: readonly string[]): Statement<SupplierOrderRow> {
  return org.rows<SupplierOrderRow>()`select r.*, p.name as supplier_name from ${FROM}
    where r.organization_id = ${org.key} and r.id in (select value from json_each(${JSON.stringify(ids)})) order by r.number`;
}

const LINE_COLUMNS = sql.raw(
  Object.keys(getTableColumns(supplierOrderLines))
    .filter((name) => name !== "snapshot")
    .map((name) => `l."${name}"`)
    .join(", "),
);

/**
 * SQL of the columns of lines `l`, with what `snapshot` has of their snapshots. Before the last limit, all snapshots are empty if they do not fit in
 * a page together (`assertLinesFit`).
 */
export function lineColumns({ pageLimit: { bytes, next } }: OrgReader, snapshot: SQL = sql`l.snapshot`): SQL {
  const fits = next === undefined ? sql`1` : sql`sum(octet_length(l.snapshot)) over () <= ${bytes}`;
  return sql`${LINE_COLUMNS}, iif(${fits}, ${snapshot}, '') as snapshot, octet_length(l.snapshot) as page_bytes`;
}

/** Returns the lines that were read. Throws LargePage if their snapshots do not fit in a page together, and may fit in one of the next limit. */
export function assertLinesFit<Line extends LineRow>(org: OrgReader, lines: readonly Line[]): readonly Line[] {
  assertBytesFit(
    org,
    lines.reduce((sum, { page_bytes }) => sum + page_bytes, 0),
  );
  return lines;
}

/** Throws LargePage if so many bytes of snapshots do not fit in a page before the last limit. */
export function assertBytesFit({ pageLimit: { bytes, next } }: OrgReader, read: number): void {
  if (next !== undefined && read > bytes) throw new LargePage(next, [{ page_items: 0, page_bytes: read }]);
}

/** SQL of what the lines of a supplier order `r` add to a page. */
export const LINES_WEIGHT = sql`(select count(*) from supplier_order_lines l where l.organization_id = r.organization_id and l.supplier_order_id = r.id) as page_items,
  (select coalesce(sum(octet_length(l.snapshot)), 0) from supplier_order_lines l
    where l.organization_id = r.organization_id and l.supplier_order_id = r.id) as page_bytes`;

/** Up to `limit` supplier orders before an id, newest first. */
export function supplierOrdersBefore(
  org: OrgReader,
  filter: SupplierOrderFilter,
  { before, limit, viewer }: { before: string | null; limit: number; viewer: Viewer },
): Statement<SupplierOrderRow & Weight> {
  const keyset = before === null ? sql`` : sql`and r.id < ${before}`;
  // The same as `assertVisible`.
  const visible = viewer === null ? sql`` : sql`and r.supplier_id = ${viewer} and r.sent_at is not null`;
  return org.rows<SupplierOrderRow & Weight>()`select r.*, p.name as supplier_name, ${LINES_WEIGHT} from ${FROM}
    where r.organization_id = ${org.key} ${visible} ${whereOf(FILTER_SQL, filter, org)} ${keyset} order by r.id desc limit ${limit}`;
}

/** An open supplier order with the number of its lines, and the name and the design of the first one. */
export type OpenSupplierOrderRow = SupplierOrderRow & { line_count: number; first_name: string | null; first_design: string | null };

/** Open supplier orders: those that are late first, then by the day on which they are due. */
export function openSupplierOrders(org: OrgReader, limit: number): Statement<OpenSupplierOrderRow> {
  const lines = sql`supplier_order_lines l where l.organization_id = r.organization_id and l.supplier_order_id = r.id`;
  const first = (name: "name" | "design_url") =>
    sql`(select l.snapshot->>${sql.raw(`'${name}'`)} from ${lines} order by l.order_item_id limit 1)`;
  return org.rows<OpenSupplierOrderRow>()`select r.*, p.name as supplier_name, (select count(*) from ${lines}) as line_count,
      ${first("name")} as first_name, ${first("design_url")} as first_design
    from ${FROM} where r.organization_id = ${org.key} and r.state in (${OPEN}) order by r.due_date is null, r.due_date, r.id limit ${limit}`;
}

/** The newest supplier orders that contain an item, with the quantity and the state of its line. */
export function ordersOfItem(org: OrgReader, itemId: number, limit: number): Statement<ItemSupplierOrder> {
  return org.rows<ItemSupplierOrder>()`select r.id, r.number, r.state, r.due_date, p.name as supplier_name, l.quantity, l.state as line_state
    from supplier_order_lines l indexed by supplier_order_lines_item
    cross join supplier_orders r on r.organization_id = l.organization_id and r.id = l.supplier_order_id
    cross join suppliers p on p.organization_id = r.organization_id and p.id = r.supplier_id
    where l.organization_id = ${org.key} and l.order_item_id = ${itemId} order by r.number desc limit ${limit}`;
}

/** What people have to look after among up to `limit` open supplier orders: those that nobody has accepted, and those that are late on a day. */
export function openCounts(org: OrgReader, { today, limit }: { today: string; limit: number }): Statement<OpenCounts> {
  return org.rows<OpenCounts>()`select count(*) as total, coalesce(sum(n.state = 'sent'), 0) as unaccepted, coalesce(sum(n.due_date < ${today}), 0) as late
    from (select r.state, r.due_date from supplier_orders r where r.organization_id = ${org.key} and r.state in (${OPEN}) limit ${limit}) n`;
}

/** An item that may be sent, with what decides whether it is. */
export type SendableRow = ItemRow & {
  order_version: number;
  order_status: OrderRow["status"];
  order_ship_name: string | null;
  /** How many units of it are left to send. */
  unsent: number;
  /** The supplier to which its text refers, active or not. Null: its text refers to none. */
  supplier_id: string | null;
  /** What that supplier charges for one unit, if it is known in the currency of the order. */
  supplier_unit_cost: number | null;
};

const UNSENT = sql.raw(unsentUnits("i"));

/** The orders of items, with their sizes. */
export function sizesOfOrders(org: OrgReader, ids: SQL): Statement<Weight & { id: number }> {
  return org.rows<Weight & { id: number }>()`select * from (${orderSizes(org, ids)}) where ${org.key} is not null`;
}

const orderSizes = (org: OrgReader, ids: SQL): SQL => sql`select o.id, o.item_count as page_items, o.text_bytes as page_bytes from orders o
  where o.organization_id = ${org.key} and o.id in (${idsOfOrders(org, ids)})`;

/** The items with these ids, or none if their orders do not fit in a page together. */
export function sendableItems(org: OrgReader, ids: SQL): Statement<SendableRow> {
  const term = sql`t.organization_id = i.organization_id and t.term = ${foldedText("i", "assigned_supplier")}`;
  return org.rows<SendableRow>()`select ${ITEM_COLUMNS}, o.version as order_version, o.status as order_status, o.ship_name as order_ship_name,
      max(0, ${UNSENT}) as unsent, (select t.supplier_id from supplier_terms t where ${term}) as supplier_id,
      (select c.unit_cost from supplier_terms t cross join supplier_costs c on c.organization_id = t.organization_id
        and c.supplier_id = t.supplier_id and c.sku_key = ${foldedText("i", "sku")} and c.currency = o.currency where ${term}) as supplier_unit_cost
    from (${ids}) n cross join order_items i on i.id = n.id ${JOIN_ORDER}
    where i.organization_id = ${org.key} and i.order_id in (${allOrNone(orderSizes(org, ids), org.pageLimit)}) order by i.order_id, i.id`;
}

/** SQL of the ids of the items of orders that are to be sent: up to one more than a request may have. */
export function itemsToSendOf(org: OrgReader, orderIds: readonly number[]): SQL {
  return sql`select i.id from (select distinct value from json_each(${JSON.stringify(orderIds)})) j cross join order_items i on i.organization_id = ${org.key} and i.order_id = j.value
    where ${isToSend("i")} limit ${MAX_SENT_LINES + 1}`;
}

/** SQL of a column `id` of these ids of items. */
export const idsOfItems = (ids: readonly number[]): SQL => sql`select value as id from json_each(${JSON.stringify(ids)})`;
/** SQL of these ids that are texts, such as those of supplier orders. */
export const idsOfTexts = (ids: readonly string[]): SQL => sql`select value from json_each(${JSON.stringify(ids)})`;

/** SQL of the ids of the orders of items. */
export const idsOfOrders = (org: OrgReader, ids: SQL): SQL =>
  sql`select x.order_id from (${ids}) n cross join order_items x on x.organization_id = ${org.key} and x.id = n.id`;

/** SQL of the ids of the customers' orders of a parcel: lines of a supplier order were shipped with this tracking number. */
export const customerOrderIdsOfParcel = (org: OrgReader, id: string, trackingNumber: string | null): SQL => sql`
  select distinct l.order_id as id from supplier_order_lines l where l.organization_id = ${org.key} and l.supplier_order_id = ${id}
    and exists (select 1 from json_each(l.shipments) s where s.value->>'tracking_number' is ${trackingNumber})`;

/** The item of a line, with what decides whether the state of the line changes its status. */
export interface LineState {
  supplier_order_id: string;
  id: number;
  order_id: number;
  version: number;
  status: string;
  /** How many units of it are left to send. Negative: supplier orders have more than there is. */
  unsent: number;
  /** How many units of it other supplier orders have and have not shipped. */
  unshipped_elsewhere: number;
  order_version: number;
  order_status: OrderRow["status"];
}

export function lineStates(org: OrgReader, supplierOrderIds: readonly string[]): Statement<LineState> {
  return org.rows<LineState>()`select n.supplier_order_id, i.id, i.order_id, i.version, i.status, ${UNSENT} as unsent,
      (select coalesce(sum(l.quantity - ${sql.raw(SHIPPED_OF_LINE)}), 0) from supplier_order_lines l where l.organization_id = i.organization_id
        and l.order_item_id = i.id and l.is_allocated = 1 and l.supplier_order_id <> n.supplier_order_id) as unshipped_elsewhere,
      o.version as order_version, o.status as order_status
    from supplier_order_lines n cross join order_items i on i.organization_id = n.organization_id and i.id = n.order_item_id
    cross join orders o on o.organization_id = i.organization_id and o.id = i.order_id
    where n.organization_id = ${org.key} and n.supplier_order_id in (${idsOfTexts(supplierOrderIds)}) order by i.id`;
}
