import { type InferSelectModel, sql } from "drizzle-orm";
import type { OrgDb, OrgReader } from "../../platform/db/org-db";
import type { orderHistory, orderNotes } from "./table";
import { allOrNone, fittingRows, hasRoomForAny, PAGE_LIMIT, type PageLimit, type Weighed } from "../../platform/db/list/page-limit";
import type { Statement, WriteStatement } from "../../platform/db/statement";
import { HISTORY_BYTES, MAX_HISTORY_BYTES, NOTE_BYTES } from "../text-bytes.sql.ts";

export type NoteRow = InferSelectModel<typeof orderNotes>;
export type HistoryRow = InferSelectModel<typeof orderHistory>;

/** A part of a list: a 1-based page and its size. */
export interface Part {
  page: number;
  size: number;
}

const limited = ({ page, size }: Part) => sql`limit ${size} offset ${(page - 1) * size}`;

/** One row where the order exists in this organization. */
export function orderExists(org: OrgReader, id: number): Statement<{ id: number }> {
  return org.rows<{ id: number }>()`select id from orders where organization_id = ${org.key} and id = ${id}`;
}

/** A part of the notes of an order, oldest first. */
export function notesOf(org: OrgReader, orderId: number, part: Part): Statement<NoteRow> {
  return org.rows<NoteRow>()`select * from order_notes where organization_id = ${org.key} and order_id = ${orderId} order by id ${limited(part)}`;
}

/** All notes of an order, oldest first; none if they do not fit in a page. */
export function allNotesOf(org: OrgReader, orderId: number): Statement<NoteRow> {
  const all = sql`select n.id, 1 as page_items, ${NOTE_BYTES} as page_bytes from order_notes n
    where n.organization_id = ${org.key} and n.order_id = ${orderId} limit ${PAGE_LIMIT.items + 1}`;
  return org.rows<NoteRow>()`select n.* from (${allOrNone(all, PAGE_LIMIT)}) w cross join order_notes n on n.id = w.id
    where n.organization_id = ${org.key} order by n.id`;
}

/** Up to `limit` notes of an order, newest first, made before the one with id `before` (null: from the newest). */
export function notesBefore(org: OrgReader, orderId: number, before: number | null, limit: number): Statement<NoteRow> {
  return org.rows<NoteRow>()`select * from order_notes where organization_id = ${org.key} and order_id = ${orderId}
    ${before === null ? sql`` : sql`and id < ${before}`} order by id desc limit ${limit}`;
}

/** How many notes an order has. */
export function noteCount(org: OrgReader, orderId: number): Statement<{ total: number }> {
  return org.rows<{
    total: number;
  }>()`select count(*) as total from order_notes where organization_id = ${org.key} and order_id = ${orderId}`;
}

/** One note by its id. */
export function noteById(org: OrgReader, id: number): Statement<NoteRow> {
  return org.rows<NoteRow>()`select * from order_notes where organization_id = ${org.key} and id = ${id}`;
}

/** The note that the statement before this one has inserted. */
export function newestNote(org: OrgReader, orderId: number): Statement<NoteRow> {
  return org.rows<NoteRow>()`select * from order_notes where organization_id = ${org.key} and order_id = ${orderId} order by id desc limit 1`;
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

/** A part of what happened to an order, oldest first. */
export function historyOf(org: OrgReader, orderId: number, part: Part): Statement<HistoryRow> {
  return org.rows<HistoryRow>()`select * from order_history where organization_id = ${org.key} and order_id = ${orderId} order by id ${limited(part)}`;
}

/** All that happened to an order, oldest first; nothing if it does not fit in a page. */
export function allHistoryOf(org: OrgReader, orderId: number): Statement<HistoryRow> {
  const all = sql`select h.id, 1 as page_items, ${HISTORY_BYTES} as page_bytes from order_history h
    where h.organization_id = ${org.key} and h.order_id = ${orderId} limit ${PAGE_LIMIT.items + 1}`;
  return org.rows<HistoryRow>()`select h.* from (${allOrNone(all, PAGE_LIMIT)}) w cross join order_history h on h.id = w.id
    where h.organization_id = ${org.key} order by h.id`;
}

/** Up to `limit` entries of an order's history behind the one with id `after`, oldest first, as many as fit in a page and one more. */
export function historyAfter(
  org: OrgReader,
  orderId: number,
  after: number,
  limit: number,
  pageLimit: PageLimit,
): Statement<Weighed<HistoryRow>> {
  const rest = sql`and h.order_id = ${orderId} and h.id > ${after} order by h.id limit ${limit}`;
  if (hasRoomForAny(limit, MAX_HISTORY_BYTES, pageLimit)) {
    return org.rows<Weighed<HistoryRow>>()`select h.* from order_history h where h.organization_id = ${org.key} ${rest}`;
  }
  const entries = sql`select h.id, 1 as page_items, ${HISTORY_BYTES} as page_bytes from order_history h where h.organization_id = ${org.key} ${rest}`;
  return org.rows<Weighed<HistoryRow>>()`select h.*, w.page_items, w.page_bytes from (${fittingRows(entries, sql`id`, pageLimit)}) w
    cross join order_history h on h.id = w.id where h.organization_id = ${org.key} order by h.id`;
}

/** Up to `limit` lines of an order's history, newest first, written before the one with id `before` (null: from the newest). */
export function historyBefore(org: OrgReader, orderId: number, before: number | null, limit: number): Statement<HistoryRow> {
  return org.rows<HistoryRow>()`select * from order_history where organization_id = ${org.key} and order_id = ${orderId}
    ${before === null ? sql`` : sql`and id < ${before}`} order by id desc limit ${limit}`;
}

/** How many lines an order's history has. */
export function historyCount(org: OrgReader, orderId: number): Statement<{ total: number }> {
  return org.rows<{
    total: number;
  }>()`select count(*) as total from order_history where organization_id = ${org.key} and order_id = ${orderId}`;
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
