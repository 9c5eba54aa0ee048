import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { OrganizationsDb } from "../../../platform/db/database";
import { NOT_HALTED } from "../../../platform/db/halted.sql.ts";
import type { OrgDb, OrgReader } from "../../../platform/db/org-db";
import { Statement, WriteStatement } from "../../../platform/db/statement";
import { connectionInbox } from "../table";
import { deletionKey } from "./deletion-key.sql.ts";

/** A message of an inbox as it is stored. */
export type InboxRow = typeof connectionInbox.$inferSelect;

/** A message without its body, which only its processing reads. */
export type InboxEntry = Omit<InboxRow, "body">;

/** What a report of a carrier service says. */
export type ReportColumns = Pick<InboxRow, "tracking_number" | "carrier" | "fulfillment_status" | "occurred_at">;

/** The columns of a new message. One that can't be read, or stored as an order, is inserted as `failed`. */
export type NewInboxRow = Pick<InboxRow, "id" | "connection_id" | "event_key" | "topic" | "source_order_id" | "body" | "status" | "reason">;

/** A message to store. */
export interface NewMessage extends NewInboxRow {
  /** Whether it has only the id of an order that was deleted. */
  isDeletion?: boolean;
  report?: ReportColumns | null;
}

/** How many messages of a connection may wait, how many failed ones keep their body, and how many there are at all. */
const MAX_PENDING = 2000;
const MAX_FAILED_BODIES = 1000;
const MAX_MESSAGES = 50_000;
/** The body of a larger message is not stored. Its order is then read from the shop. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** SQL for the number of messages of a connection with a status, at most `max`. */
function countOf(org: OrgDb, connectionId: SQL, { status, max }: { status: string; max: number }): SQL {
  return sql`(select count(*) from (select 1 from connection_inbox x where x.organization_id = ${org.organization.id}
    and x.connection_id = ${connectionId} and x.status = ${status} limit ${max}))`;
}

/**
 * Stores a message, unless it was delivered before, or too many messages of the connection wait. Then the oldest messages beyond the limit are
 * deleted, except those that wait.
 */
export function insertMessage(org: OrgDb, row: NewMessage): WriteStatement[] {
  const { connection_id } = row;
  const trim = org.write()`delete from connection_inbox where organization_id = ${org.key} and connection_id = ${connection_id}
    and status <> 'pending' and seq <= ${lastSeq(org, connection_id)} - ${MAX_MESSAGES}`;
  return [insertRow(org, row), trim];
}

/** SQL for the number of the newest message of a connection. */
function lastSeq(org: OrgDb, connectionId: string): SQL {
  return sql`(select max(x.seq) from connection_inbox x where x.organization_id = ${org.organization.id} and x.connection_id = ${connectionId})`;
}

function insertRow(org: OrgDb, row: NewMessage): WriteStatement {
  const event_key = row.isDeletion === true ? deletionKey(org, row) : sql`${row.event_key}`;
  const { id, connection_id, topic, source_order_id, body, status, reason } = row;
  const countFor = (counted: string, max: number) => countOf(org, sql`${connection_id}`, { status: counted, max });
  const keptBody =
    status === "failed" ? sql`case when ${countFor("failed", MAX_FAILED_BODIES)} < ${MAX_FAILED_BODIES} then ${body} end` : body;
  const { tracking_number = null, carrier = null, fulfillment_status = null, occurred_at = null } = row.report ?? {};
  return org.write()`insert into connection_inbox (id, organization_id, connection_id, event_key, topic, source_order_id, body, status, reason,
      tracking_number, carrier, fulfillment_status, occurred_at, seq, next_attempt_at, received_at)
    select ${id}, ${org.key}, ${connection_id}, ${event_key}, ${topic}, ${source_order_id}, ${keptBody}, ${status}, ${reason},
      ${tracking_number}, ${carrier}, ${fulfillment_status}, ${occurred_at}, coalesce(${lastSeq(org, connection_id)}, 0) + 1, ${org.now}, ${org.now}
    where ${countFor("pending", MAX_PENDING)} < ${MAX_PENDING}
    on conflict (organization_id, connection_id, event_key) do nothing`;
}

/** Whether a message was stored, and whether one about the same event is: itself, or an earlier delivery. */
export function messageStored(org: OrgReader, { id, connection_id, event_key }: NewInboxRow): Statement<{ stored: 0 | 1; known: 0 | 1 }> {
  return org.rows<{ stored: 0 | 1; known: 0 | 1 }>()`select
    exists (select 1 from connection_inbox where organization_id = ${org.key} and id = ${id}) as stored,
    exists (select 1 from connection_inbox where organization_id = ${org.key} and connection_id = ${connection_id}
      and event_key = ${event_key}) as known`;
}

export function messageById(org: OrgReader, id: string): Statement<InboxRow> {
  return org.find(connectionInbox, eq(connectionInbox.id, id));
}

const ENTRY_COLUMNS = sql.raw(
  Object.keys(getTableColumns(connectionInbox))
    .filter((name) => name !== "body")
    .join(", "),
);

/** A message without its body. */
export function entryById(org: OrgReader, id: string): Statement<InboxEntry> {
  return org.rows<InboxEntry>()`select ${ENTRY_COLUMNS} from connection_inbox where organization_id = ${org.key} and id = ${id}`;
}

/** A position in the list of messages, newest first. */
export type InboxPosition = readonly [receivedAt: number, id: string];

/** The next messages of a connection, newest first. */
export function messagesAfter(
  org: OrgReader,
  connectionId: string,
  { status, after, limit }: { status: string | undefined; after: InboxPosition | null; limit: number },
): Statement<InboxEntry> {
  const ofStatus: SQL = status === undefined ? sql`` : sql`and status = ${status}`;
  const position: SQL = after === null ? sql`` : sql`and (received_at, id) < (${after[0]}, ${after[1]})`;
  return org.rows<InboxEntry>()`select ${ENTRY_COLUMNS} from connection_inbox where organization_id = ${org.key} and connection_id = ${connectionId}
    ${ofStatus} ${position} order by received_at desc, id desc limit ${limit}`;
}

/** What the processing of a message has ended with. */
export type Outcome = Pick<InboxRow, "status" | "reason" | "order_id">;

/** Records the end of a message that is still pending. Only a failed message keeps its body, so that it can be retried. */
export function settleMessage(org: OrgDb, id: string, { status, reason, order_id }: Outcome): WriteStatement {
  const failed = countOf(org, sql`connection_inbox.connection_id`, { status: "failed", max: MAX_FAILED_BODIES });
  const body = status === "failed" ? sql`case when ${failed} < ${MAX_FAILED_BODIES} then body end` : sql`null`;
  return org.write()`update connection_inbox set status = ${status}, reason = ${reason}, order_id = coalesce(${order_id}, order_id),
    attempts = attempts + 1, next_attempt_at = null, processed_at = ${org.now}, body = ${body}
    where organization_id = ${org.key} and id = ${id} and status = 'pending'`;
}

/** Schedules the next attempt of a message that could not be processed yet. */
export function postponeMessage(org: OrgDb, id: string, { reason, at }: { reason: string; at: number }): WriteStatement {
  return org.write()`update connection_inbox set reason = ${reason}, attempts = attempts + 1, next_attempt_at = ${at}
    where organization_id = ${org.key} and id = ${id} and status = 'pending'`;
}

/** Makes a failed or ignored message pending again. */
export function reopenMessage(org: OrgDb, { id, connection_id }: InboxEntry): WriteStatement {
  return org.write()`update connection_inbox set status = 'pending', reason = null, attempts = 0, next_attempt_at = ${org.now},
      processed_at = null
    where organization_id = ${org.key} and id = ${id} and connection_id = ${connection_id} and status in ('failed', 'ignored')`;
}

export interface DueMessage {
  id: string;
  organization_id: number;
}

/**
 * Takes messages that were due before a time: their queue messages are lost, or they are retried. Those that are not processed are due again at
 * `until`.
 */
export async function takeDueMessages(
  db: OrganizationsDb,
  { before, until, limit }: { before: number; until: number; limit: number },
): Promise<DueMessage[]> {
  return await db.run(
    new WriteStatement<DueMessage>(sql`update connection_inbox set next_attempt_at = ${until} where id in
        (select id from connection_inbox where status = 'pending' and next_attempt_at <= ${before} and organization_id ${NOT_HALTED}
          order by next_attempt_at limit ${limit}) returning id, organization_id`),
  );
}

/** More messages are not counted, so that the cost does not grow with the backlog. */
const MAX_COUNTED = 1_000;

/**
 * How many messages are not processed yet, and when the first of those arrived that were never tried. One that was tried waits for its shop or
 * for its next attempt.
 */
export const INBOX_BACKLOG = new Statement<{ pending: number; oldest: number | null }>(sql`
  select count(*) as pending, min(case when attempts = 0 then received_at end) as oldest
  from (select attempts, received_at from connection_inbox
    where status = 'pending' and organization_id ${NOT_HALTED} order by next_attempt_at limit ${MAX_COUNTED})`);

/** Deletes messages from before a time. Returns how many. */
export async function purgeMessages(db: OrganizationsDb, { before, limit }: { before: number; limit: number }): Promise<number> {
  const deleted = await db.run(
    new WriteStatement(sql`delete from connection_inbox where id in (select id from connection_inbox where received_at < ${before}
      and organization_id ${NOT_HALTED} order by received_at limit ${limit}) returning 1`),
  );
  return deleted.length;
}
