import { type InferSelectModel, type SQL, sql } from "drizzle-orm";
import type { OrgDb, OrgReader } from "../../platform/db/org-db";
import type { orderHistory, orderNotes } from "./table";
import {
  allOrNone,
  fittingRows,
  hasRoomForAny,
  PAGE_LIMIT,
  type PageLimit,
  unmeasuredRows,
  type Weighed,
} from "../../platform/db/list/page-limit";
import type { PageNumber } from "../../platform/db/list/sort";
import type { Statement, WriteStatement } from "../../platform/db/statement";
import { HISTORY_BYTES, MAX_HISTORY_BYTES, MAX_NOTE_BYTES, NOTE_BYTES } from "../text-bytes.sql.ts";

export type NoteRow = InferSelectModel<typeof orderNotes>;
export type HistoryRow = InferSelectModel<typeof orderHistory>;

/** One row where the order exists in this organization. */
export function orderExists(org: OrgReader, id: number): Statement<{ id: number }> {
  return org.rows<{ id: number }>()`select id from orders where organization_id = ${org.key} and id = ${id}`;
}

/** The statements of what an order has in a table. `bytes` is SQL of the size of a row `r`, `maxBytes` the most that it can be. */
function recordsIn<Row>(table: SQL, bytes: SQL, maxBytes: number) {
  return {
    /** Any so many rows fit in a page. */
    maxUnmeasured: unmeasuredRows(maxBytes, PAGE_LIMIT),
    /** A page of them, oldest first. */
    page: (org: OrgReader, orderId: number, { page, size }: PageNumber): Statement<Row> =>
      org.rows<Row>()`select r.* from ${table} r where r.organization_id = ${org.key} and r.order_id = ${orderId}
        order by r.id limit ${size} offset ${(page - 1) * size}`,
    /** All of them, oldest first; none if they do not fit in a page. */
    all: (org: OrgReader, orderId: number): Statement<Row> => {
      const all = sql`select r.id, 1 as page_items, ${bytes} as page_bytes from ${table} r
        where r.organization_id = ${org.key} and r.order_id = ${orderId} limit ${PAGE_LIMIT.items + 1}`;
      return org.rows<Row>()`select r.* from (${allOrNone(all, PAGE_LIMIT)}) w cross join ${table} r on r.id = w.id
        where r.organization_id = ${org.key} order by r.id`;
    },
    /** Up to `limit` of them, newest first, written before the one with id `before` (null: from the newest). */
    before: (org: OrgReader, orderId: number, before: number | null, limit: number): Statement<Row> =>
      org.rows<Row>()`select r.* from ${table} r where r.organization_id = ${org.key} and r.order_id = ${orderId}
        ${before === null ? sql`` : sql`and r.id < ${before}`} order by r.id desc limit ${limit}`,
    /** How many there are. */
    count: (org: OrgReader, orderId: number): Statement<{ total: number }> =>
      org.rows<{
        total: number;
      }>()`select count(*) as total from ${table} r where r.organization_id = ${org.key} and r.order_id = ${orderId}`,
  };
}

export type Records<Row> = ReturnType<typeof recordsIn<Row>>;

/** The notes of an order. */
export const NOTES: Records<NoteRow> = recordsIn(sql`order_notes`, NOTE_BYTES, MAX_NOTE_BYTES);

/** What happened to an order. */
export const HISTORY: Records<HistoryRow> = recordsIn(sql`order_history`, HISTORY_BYTES, MAX_HISTORY_BYTES);

/** One note by its id. */
export function noteById(org: OrgReader, id: number): Statement<NoteRow> {
  return org.rows<NoteRow>()`select * from order_notes where organization_id = ${org.key} and id = ${id}`;
}

/** A new note, by whoever acts, where the order exists in this organization. */
export function insertNote(org: OrgDb, orderId: number, text: string): WriteStatement {
  const { kind, id, name } = org.actor;
  return org.write()`insert into order_notes (organization_id, order_id, author_user_id, author_token_id, author_name, text, created_at)
    select o.organization_id, o.id, ${kind === "user" ? id : null}, ${kind === "credential" ? id : null}, ${name}, ${text}, ${org.now}
    from orders o where o.organization_id = ${org.key} and o.id = ${orderId}`;
}

/** JSON for a marker: the id of an order's newest note. */
export function noteMarker(org: OrgDb, orderId: number) {
  return sql`(select json_object('note_id', max(id)) from order_notes where organization_id = ${org.key} and order_id = ${orderId})`;
}

/** Up to `limit` entries of an order's history behind the one with id `after`, oldest first, as many as fit in a page and one more. */
export function historyAfter(
  org: OrgReader,
  orderId: number,
  after: number,
  limit: number,
  pageLimit: PageLimit,
): Statement<Weighed<HistoryRow>> {
  const rest = sql`and r.order_id = ${orderId} and r.id > ${after} order by r.id limit ${limit}`;
  if (hasRoomForAny(limit, MAX_HISTORY_BYTES, pageLimit)) {
    return org.rows<Weighed<HistoryRow>>()`select r.* from order_history r where r.organization_id = ${org.key} ${rest}`;
  }
  const entries = sql`select r.id, 1 as page_items, ${HISTORY_BYTES} as page_bytes from order_history r where r.organization_id = ${org.key} ${rest}`;
  return org.rows<Weighed<HistoryRow>>()`select r.*, w.page_items, w.page_bytes from (${fittingRows(entries, sql`id`, pageLimit)}) w
    cross join order_history r on r.id = w.id where r.organization_id = ${org.key} order by r.id`;
}

/** Where an order's goods are, as one record. */
export interface TrackingRow {
  tracking_number: string;
  carrier: string | null;
  status: string;
  /** ms since 1970. */
  last_updated: number;
}

/**
 * The earliest fulfillment with a number, else the first item with a code, whose status is unknown
 * (docs/spec/tracking.md#first-tracking-record).
 */
export function trackingOf(org: OrgReader, orderId: number): Statement<TrackingRow> {
  return org.rows<TrackingRow>()`
    select * from (select tracking_number, carrier, status, updated_at as last_updated from fulfillments
      where organization_id = ${org.key} and order_id = ${orderId} and coalesce(tracking_number, '') <> '' order by id limit 1)
    union all
    select * from (select tracking_code, carrier, 'unknown', updated_at from order_items
      where organization_id = ${org.key} and order_id = ${orderId} and coalesce(tracking_code, '') <> '' order by id limit 1)`;
}
