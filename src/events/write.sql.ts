import { type SQL, sql } from "drizzle-orm";
import type { OrgDb } from "../platform/db/org-db";
import type { WriteStatement } from "../platform/db/statement";
import { momentText } from "../platform/values/zone";
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

/** The row of an event that is the `event` of a JSON object `j.value`. */
export const EVENT_IN_JSON = {
  id: sql`j.value->'event'->>'id'`,
  type: sql`j.value->'event'->>'type'`,
  body: sql`j.value->'event'->'body'`,
} as const;

/** A number, a boolean or a list is given as SQL: D1 binds every number as a real, which JSON would show as 1.0. */
type SqlFields<T extends EventType> = { [K in keyof EventFields<T>]: SQL | Extract<EventFields<T>[K], string> };

/** SQL of the body of an event whose fields the batch computes; those whose value is SQL null stay in it. */
export function eventBody<const T extends EventType>(org: OrgDb, type: T, id: string, fields: SqlFields<T>): SQL {
  const { sequence, ...rest } = fields as Record<string, SQL | string>;
  const head = { event: type, event_id: id, organization_id: sql`cast(${org.key} as integer)` };
  const all = { ...head, ...(sequence !== undefined && { sequence }), occurred_at: momentText(org.now), ...rest };
  return sql`json_object(${sql.join(
    Object.entries(all).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`),
    sql`, `,
  )})`;
}
