import { type SQL, sql } from "drizzle-orm";
import type { OrgDb } from "../../platform/db/org-db";
import { countedChunks, jsonRows } from "../../platform/db/sql-values";
import { EventStatement, type WriteStatement } from "../../platform/db/statement";
import { momentText } from "../../platform/values/zone";
import type { EventType } from "./events";
import type { EventFields, NewEvent } from "./new-event";

/** An event whose columns are SQL, and the ids that it may get. */
interface ComputedEvent {
  ids: readonly string[];
  id: SQL;
  type: EventType | SQL;
  /** JSON text. */
  body: SQL;
  orderId?: SQL | undefined;
}

/** Inserts an event for each row of `source` (SQL: FROM and WHERE). */
export function insertComputedEvents(org: OrgDb, { ids, id, type, body, orderId }: ComputedEvent, source: SQL): EventStatement {
  const { query } = org.write()`insert into events (id, organization_id, type, order_id, body, occurred_at)
    select ${id}, ${org.key}, ${type}, ${orderId ?? null}, ${body}, ${org.now} ${source}`;
  return new EventStatement(query, ids);
}

/** SQL for the body of the event of a row of `insertEvents`. */
export const EVENT_BODY = sql`j.value->'event'->'body'`;

/** Inserts the event of each row. `orderId` and `body` are SQL that may use the row as JSON `j.value`. Without `body`, it is the event's. */
export function insertEvents(
  org: OrgDb,
  rows: readonly { event: NewEvent }[],
  { orderId, body = EVENT_BODY }: { orderId?: SQL; body?: SQL } = {},
): EventStatement[] {
  const ids = rows.map(({ event }) => event.id);
  const [id, type] = [sql`j.value->'event'->>'id'`, sql`j.value->'event'->>'type'`];
  // The chunks have the rows in order, so each takes the first ids that are left.
  return countedChunks(rows, (row) => row).map(({ json, count }) =>
    insertComputedEvents(org, { ids: ids.splice(0, count), id, type, body, orderId }, sql`from ${jsonRows(json)} j`),
  );
}

/** Inserts the event of a test, which only the endpoint that is tested gets (docs/spec/webhooks.md#test). */
export function insertTestEvent(org: OrgDb, { id, body }: { id: string; body: string }): WriteStatement {
  return org.write()`insert into events (id, organization_id, type, order_id, body, occurred_at)
    values (${id}, ${org.key}, 'webhook.test', null, ${body}, ${org.now})`;
}

/** Fields with SQL values. Numbers must be SQL, because D1 binds every number as a real, which JSON would show as 1.0. */
type SqlFields<T extends EventType> = { [K in keyof EventFields<T>]: SQL | Extract<EventFields<T>[K], string> };

/** SQL for the body of an event whose fields the batch computes. Fields that are SQL null are included as null. */
export function eventBody<const T extends EventType>(org: OrgDb, { id, type }: { id: string | SQL; type: T }, fields: SqlFields<T>): SQL {
  const { sequence, ...rest } = fields as Record<string, SQL | string>;
  const head = { event: type, event_id: id, organization_id: sql`cast(${org.key} as integer)` };
  const all = { ...head, ...(sequence !== undefined && { sequence }), occurred_at: momentText(org.now), ...rest };
  return sql`json_object(${sql.join(
    Object.entries(all).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`),
    sql`, `,
  )})`;
}
