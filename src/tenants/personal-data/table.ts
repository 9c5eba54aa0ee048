import { sql } from "drizzle-orm";
import { index, integer, text } from "drizzle-orm/sqlite-core";
import { organizations } from "../../accounts/table";
import { controlTable, moment, organizationId } from "../../platform/db/columns";

/** In the directory: erasures of people's data. Ended ones stay as a record, which does not say who was erased. */
export const erasures = controlTable(
  "erasures",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    organization_id: organizationId().references(() => organizations.id),
    /** What identifies the person, encrypted. Null once the erasure is done. */
    person: text(),
    /** JSON of where it has got to (erasure.ts). */
    position: text().notNull(),
    /** How many rows were changed so far. */
    rows: integer().notNull().default(0),
    actor_kind: text({ enum: ["user", "operator"] }).notNull(),
    actor_id: integer(),
    actor_name: text().notNull(),
    requested_at: moment().notNull(),
    finished_at: moment(),
  },
  (t) => [
    index("erasures_organization").on(t.organization_id, t.id),
    index("erasures_unfinished")
      .on(t.organization_id)
      .where(sql`${t.finished_at} is null`),
  ],
);

/** In the directory: how long organizations keep people's data. No row: as long as the service does. */
export const retentionSettings = controlTable("retention_settings", {
  organization_id: integer()
    .primaryKey()
    .references(() => organizations.id),
  /** Days after the last change of a closed order. Null: for ever. */
  customer_days: integer(),
  /** Days of events and deliveries. Null: as long as the service keeps them. */
  event_days: integer(),
  /** JSON of the last order that was checked: `[updated_at, id]`. */
  position: text(),
  /** When the job last applied it, ms since 1970. Null: not since it was changed. */
  applied_at: integer(),
});
