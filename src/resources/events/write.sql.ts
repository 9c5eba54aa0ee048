import { type SQL, sql } from "drizzle-orm";
import type { OrgDb } from "../../platform/db/org-db";
import type { WriteStatement } from "../../platform/db/statement";
import { momentText } from "../../platform/values/zone";
import type { EventType } from "./events";
import type { EventFields } from "./new-event";

/** The row of an event. */
interface EventRow {
  id: string | SQL;
  type: EventType | "webhook.test" | SQL;
  /** JSON text. */
  body: string | SQL;
  orderId?: number | SQL;
}

/** Inserts an event, or one for each row of `source` (SQL: FROM and WHERE). */
export function insertEvent(org: OrgDb, { id, type, body, orderId }: EventRow, source: SQL = sql``): WriteStatement {
  return org.write()`insert into events (id, organization_id, type, order_id, body, occurred_at)
    select ${id}, ${org.key}, ${type}, ${orderId ?? null}, ${body}, ${org.now} ${source}`;
}

/** SQL for the row of the event in the field `event` of a JSON object `j.value`. */
export const EVENT_IN_JSON = {
  id: sql`j.value->'event'->>'id'`,
  type: sql`j.value->'event'->>'type'`,
  body: sql`j.value->'event'->'body'`,
} as const;

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
