import { rows } from "../../kit/client";
import { organizationD1 } from "../../kit/databases";

/** Tables whose ids are numbers, in the order in which they take their ranges. */
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
] as const;
export const NUMBERED = [...SEQUENCES, ...AUTOMATIC] as const;
export type Numbered = (typeof NUMBERED)[number];

/** Has the next row of each table take the id behind this one. SQLite never goes back behind an id that is there. */
export async function continueIdsAt(after: (table: Numbered) => number): Promise<void> {
  const automatic = await rows<{ name: string }>("select name from sqlite_schema where type = 'table' and sql like '%autoincrement%'");
  const known = new Set<string>([...NUMBERED, "events", "d1_migrations"]);
  const strange = automatic.filter(({ name }) => !known.has(name));
  // A new table with numbers of its own must be looked for like the others.
  if (strange.length > 0) throw new Error(`The isolation tests know no range for ${strange.map(({ name }) => name).join(", ")}: add one.`);
  await organizationD1().batch([
    ...SEQUENCES.map((name) => organizationD1().prepare("update sequences set value = ? where name = ?").bind(after(name), name)),
    ...AUTOMATIC.flatMap((name) => [
      organizationD1().prepare("delete from sqlite_sequence where name = ?").bind(name),
      organizationD1().prepare("insert into sqlite_sequence (name, seq) values (?, ?)").bind(name, after(name)),
    ]),
  ]);
}
