import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { sql } from "drizzle-orm";
import { moment, organizationId } from "../../platform/db/columns";
import { organizations } from "../table";

/** Every change of credentials, members, webhook endpoints and settings: who, when, what. Never a secret. */
export const auditLog = sqliteTable(
  "audit_log",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    organization_id: organizationId().references(() => organizations.id),
    at: moment().notNull(),
    actor_kind: text({ enum: ["credential", "user", "operator", "system"] }).notNull(),
    actor_id: integer(),
    actor_name: text().notNull(),
    /** `credential.created` and the like. */
    action: text().notNull(),
    /** Id and name of what was changed, as they were then. */
    target_id: text().notNull(),
    target_name: text().notNull(),
    /** JSON object: what was said, without secrets. */
    details: text().notNull(),
  },
  (t) => [
    index("audit_log_organization").on(t.organization_id, t.id),
    check("audit_log_actor", sql`${t.actor_kind} in ('credential','user','operator','system')`),
  ],
);
