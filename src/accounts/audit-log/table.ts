import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { foldedColumn, moment, organizationId } from "../../platform/db/columns";
import { organizations } from "../table";
import { ACTOR_KINDS } from "../../platform/values/actor-kinds";

/** Every change of credentials, members, links, webhook endpoints, connections and settings, with its actor and time. Never contains a secret. */
export const auditLog = sqliteTable(
  "audit_log",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    organization_id: organizationId().references(() => organizations.id),
    at: moment().notNull(),
    actor_kind: text({ enum: [...ACTOR_KINDS, "operator"] }).notNull(),
    actor_id: integer(),
    actor_name: text().notNull(),
    actor_name_folded: foldedColumn(),
    /** For example `credential.created`. */
    action: text().notNull(),
    /** Id and name of the changed resource at that time. */
    target_id: text().notNull(),
    target_name: text().notNull(),
    target_name_folded: foldedColumn(),
    /** JSON object with the values of the change, without secrets. */
    details: text().notNull(),
  },
  (t) => [index("audit_log_time").on(t.organization_id, t.at, t.id)],
);
