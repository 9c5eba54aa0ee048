import { env } from "cloudflare:workers";
import { databaseOf } from "../../../src/platform/db/database";
import { directoryRows } from "../../kit/client";
import { hasControlData } from "../../kit/databases";

/** Tables with numeric ids, in the order of their ranges. */
const SEQUENCES = ["orders", "order_items", "expenses"] as const;
const AUTOMATIC = [
  "products",
  "tickets",
  "stores",
  "order_notes",
  "order_history",
  "organizations",
  "credentials",
  "users",
  "audit_log",
  "saved_views",
  "member_invitations",
  "erasures",
  "ticket_messages",
  "ticket_history",
  "ticket_templates",
] as const;
export const NUMBERED = [...SEQUENCES, ...AUTOMATIC] as const;
export type Numbered = (typeof NUMBERED)[number];

/** Makes each table continue with the id after `after(table)`, for an organization in this database. SQLite never assigns an id below an existing one. */
export async function continueIdsAt(after: (table: Numbered) => number, database: number): Promise<void> {
  const automatic = await directoryRows<{ name: string }>(
    "select name from sqlite_schema where type = 'table' and sql like '%autoincrement%'",
  );
  // Requests name no row of the last three by its number.
  const known = new Set<string>([...NUMBERED, "events", "row_changes", "d1_migrations"]);
  const strange = automatic.filter(({ name }) => !known.has(name));
  // A new table with numeric ids must be covered like the others.
  if (strange.length > 0) throw new Error(`The isolation tests know no range for ${strange.map(({ name }) => name).join(", ")}: add one.`);
  const d1 = databaseOf(env, { database });
  await d1.batch([
    ...SEQUENCES.map((name) => d1.prepare("update sequences set value = ? where name = ?").bind(after(name), name)),
    ...AUTOMATIC.filter((name) => !hasControlData(name)).flatMap((name) => continueAt(d1, name, after(name))),
  ]);
  await env.DB.batch([
    ...AUTOMATIC.filter(hasControlData).flatMap((name) => continueAt(env.DB, name, after(name))),
    // Every database has an audit log. The ids of that in database 0 begin in the middle of the million that a twin has for a table.
    ...(database === 0 ? [] : continueAt(env.DB, "audit_log", after("audit_log") + 5e5)),
  ]);
}

const continueAt = (d1: D1Database, table: Numbered, id: number): D1PreparedStatement[] => [
  d1.prepare("delete from sqlite_sequence where name = ?").bind(table),
  d1.prepare("insert into sqlite_sequence (name, seq) values (?, ?)").bind(table, id),
];
