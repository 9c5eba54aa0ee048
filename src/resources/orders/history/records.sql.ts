import { type InferSelectModel, type SQL, sql } from "drizzle-orm";
import type { OrgDb, OrgReader } from "../../../platform/db/org-db";
import { orderHistory, orderNotes } from "./table";
import { allOrNone, columnsInPage, fittingRows } from "../../../platform/db/list/page-limit.sql.ts";
import type { Weighed } from "../../../platform/db/list/page-limit";
import type { PageNumber } from "../../../platform/db/list/sort";
import type { Statement, WriteStatement } from "../../../platform/db/statement";
import { HISTORY_BYTES, NOTE_BYTES } from "../text-bytes.sql.ts";

export type NoteRow = InferSelectModel<typeof orderNotes>;
export type HistoryRow = InferSelectModel<typeof orderHistory>;

/** Returns one row if the order exists in this organization, else none. */
export function orderExists(org: OrgReader, id: number): Statement<{ id: number }> {
  return org.rows<{ id: number }>()`select id from orders where organization_id = ${org.key} and id = ${id}`;
}

export interface RowsAfterId<Id> {
  orderId: number;
  after: Id;
  limit: number;
}

/** Statements that read an order's rows in a table. `text` is the column that can be long, and `bytes` is SQL of the size of a row `r`. */
function recordStatements<Row>(table: typeof orderNotes | typeof orderHistory, text: string, bytes: SQL) {
  const long = { table, alias: "r", long: [text], bytes: sql.raw(`octet_length(r.${text})`) };
  return {
    page: (org: OrgReader, orderId: number, { page, size }: PageNumber): Statement<Weighed<Row>> =>
      org.rows<Weighed<Row>>()`select ${columnsInPage(org.pageLimit, size, long)} from ${table} r
        where r.organization_id = ${org.key} and r.order_id = ${orderId} order by r.id limit ${size} offset ${(page - 1) * size}`,
    /** All rows, oldest first. Returns none if they do not fit in a page. */
    all: (org: OrgReader, orderId: number): Statement<Row> => {
      const all = sql`select r.id, 1 as page_items, ${bytes} as page_bytes from ${table} r
        where r.organization_id = ${org.key} and r.order_id = ${orderId} limit ${org.pageLimit.items + 1}`;
      return org.rows<Row>()`select r.* from (${allOrNone(all, org.pageLimit)}) w cross join ${table} r on r.id = w.id
        where r.organization_id = ${org.key} order by r.id`;
    },
    /** Up to `limit` rows after id `after`, oldest first: as many as fit in a page, and one more. */
    after: (org: OrgReader, { orderId, after, limit }: RowsAfterId<number>): Statement<Weighed<Row>> => {
      const rest = sql`and r.order_id = ${orderId} and r.id > ${after} order by r.id limit ${limit}`;
      // Before the last limit, long texts are not read: a page that may not fit is read again with the next limit.
      if (org.pageLimit.next !== undefined) {
        const columns = columnsInPage(org.pageLimit, limit, long);
        return org.rows<Weighed<Row>>()`select ${columns} from ${table} r where r.organization_id = ${org.key} ${rest}`;
      }
      const rows = sql`select r.id, 1 as page_items, ${bytes} as page_bytes from ${table} r where r.organization_id = ${org.key} ${rest}`;
      return org.rows<Weighed<Row>>()`select r.*, w.page_items, w.page_bytes from (${fittingRows(rows, sql`id`, org.pageLimit)}) w
        cross join ${table} r on r.id = w.id where r.organization_id = ${org.key} order by r.id`;
    },
    /** Up to `limit` rows before the one with id `before`, newest first. If it is null, starts at the newest. */
    before: (org: OrgReader, orderId: number, { before, limit }: { before: number | null; limit: number }): Statement<Row> =>
      org.rows<Row>()`select r.* from ${table} r where r.organization_id = ${org.key} and r.order_id = ${orderId}
        ${before === null ? sql`` : sql`and r.id < ${before}`} order by r.id desc limit ${limit}`,
    count: (org: OrgReader, orderId: number): Statement<{ total: number }> =>
      org.rows<{ total: number }>()`select count(*) as total from ${table} r
        where r.organization_id = ${org.key} and r.order_id = ${orderId}`,
  };
}

export type Records<Row> = ReturnType<typeof recordStatements<Row>>;

export const NOTES: Records<NoteRow> = recordStatements(orderNotes, "text", NOTE_BYTES);

export const HISTORY: Records<HistoryRow> = recordStatements(orderHistory, "reason", HISTORY_BYTES);

/** An entry in an order's history, without its time and author. Values may be SQL that refers to the statement's `source`. */
export interface HistoryEntry {
  change:
    | "updated"
    | "status"
    | "item_status"
    | "roll_up"
    | "fulfillment"
    | "fulfillment_late"
    | "refund"
    | "design"
    | "override"
    | "supplier_order"
    | "proof";
  orderId: SQL | number;
  itemId?: SQL | number;
  fulfillmentId?: SQL | string;
  from?: SQL | string | null;
  to?: SQL | string;
  changedFields?: SQL | string;
  reason?: string | null;
}

/** Inserts a history entry by the caller. With `source` (SQL: FROM, and WHERE if needed), it inserts one for each row. */
export function addHistory(org: OrgDb, entry: HistoryEntry, source: SQL = sql``): WriteStatement {
  const { kind, id, name } = org.actor;
  const { change, orderId, itemId = null, fulfillmentId = null, from = null, to = null, changedFields = null, reason = null } = entry;
  return org.write()`insert into order_history (organization_id, order_id, order_item_id, fulfillment_id, at, "change", from_value,
      to_value, changed_fields, reason, actor_kind, actor_id, actor_name)
    select ${org.key}, ${orderId}, ${itemId}, ${fulfillmentId}, ${org.now}, ${change}, ${from},
      ${to}, ${changedFields}, ${reason}, ${kind}, ${id}, ${name} ${source}`;
}

export function noteById(org: OrgReader, id: number): Statement<NoteRow> {
  return org.rows<NoteRow>()`select * from order_notes where organization_id = ${org.key} and id = ${id}`;
}

/** Inserts a note by the caller if the order exists in this organization. */
export function insertNote(org: OrgDb, orderId: number, text: string): WriteStatement {
  const { kind, id, name } = org.actor;
  return org.write()`insert into order_notes (organization_id, order_id, author_user_id, author_token_id, author_name, text, created_at)
    select o.organization_id, o.id, ${kind === "user" ? id : null}, ${kind === "credential" ? id : null}, ${name}, ${text}, ${org.now}
    from orders o where o.organization_id = ${org.key} and o.id = ${orderId}`;
}

/** The result that a write marker stores: the id of the order's newest note. */
export function noteMarker(org: OrgDb, orderId: number) {
  return sql`(select json_object('note_id', max(id)) from order_notes where organization_id = ${org.key} and order_id = ${orderId})`;
}

export interface TrackingRow {
  tracking_number: string;
  carrier: string | null;
  status: string;
  /** ms since 1970. */
  last_updated: number;
}

/**
 * The earliest fulfillment with a tracking number, then the first item with a tracking code, which has the status `unknown`. The first row
 * is the order's first tracking record (docs/spec/tracking.md#first-tracking-record).
 */
export function firstTracking(org: OrgReader, orderId: number): Statement<TrackingRow> {
  return org.rows<TrackingRow>()`
    select * from (select tracking_number, carrier, status, updated_at as last_updated from fulfillments
      where organization_id = ${org.key} and order_id = ${orderId} and coalesce(tracking_number, '') <> '' order by id limit 1)
    union all
    select * from (select tracking_code, carrier, 'unknown', updated_at from order_items
      where organization_id = ${org.key} and order_id = ${orderId} and coalesce(tracking_code, '') <> '' order by id limit 1)`;
}
