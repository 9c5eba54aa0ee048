import { sql } from "drizzle-orm";
import type { ControlDb } from "../../platform/db/control-db";
import { ControlStatement } from "../../platform/db/statement";
import { actorOf } from "../actor";
import { differences } from "../audit-log/audit-log.sql.ts";
import { insertPersonEntries } from "../audit-log/person-entries.sql.ts";
import type { Person } from "./sessions.sql.ts";

/** Changes a person's name, and audits it in their organizations. */
export async function setName(control: ControlDb, person: Person, name: string | null): Promise<void> {
  const { now } = control;
  const details = differences({ name: person.name }, { name });
  const entry = { action: "member.renamed", target_id: person.id, target_name: person.email, details } as const;
  await control.run([
    new ControlStatement(sql`update users set name = ${name}, updated_at = ${now} where id = ${person.id}`),
    insertPersonEntries(person.id, actorOf(person), entry, now),
  ]);
}
