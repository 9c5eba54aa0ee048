import { index, integer, text } from "drizzle-orm/sqlite-core";
import { organizations } from "../../accounts/table";
import { controlTable, moment, organizationId } from "../../platform/db/columns";

/**
 * The steps of a move, in order (move.ts). `draining`: deliveries end. `closed`: the source rejects all changes. `switched`: requests go to the
 * target, whose deliveries start next. `moved`: late writes may still arrive at the source. `settled`: only the old copy is left to be removed.
 */
export const STEPS = ["preparing", "copying", "draining", "closed", "switched", "moved", "settled", "done"] as const;

/** In the directory: the move of an organization to another database (docs/design/moving.md). The last one stays as a record. */
export const moves = controlTable(
  "moves",
  {
    organization_id: integer()
      .primaryKey()
      .references(() => organizations.id),
    source: integer().notNull(),
    target: integer().notNull(),
    step: text({ enum: STEPS }).notNull(),
    /** JSON of where the copy has got to, or the merging of indexes after the old copy was removed. Null: at its start. */
    position: text(),
    /** What prevented the last attempt to switch, for the operator. */
    problem: text(),
    started_at: moment().notNull(),
    switched_at: moment(),
    /** Only the process with this token continues the move, until the lease ends. */
    lease_token: text(),
    lease_until: moment().notNull().default(0),
  },
  (t) => [index("moves_step").on(t.step)],
);

/**
 * In each database: organizations whose deliveries and jobs do not run here, because they are moving, have moved away, or are deleted or being
 * restored. Until `closed_until`, triggers reject every change of the rows of a moving one (move/triggers.sql.ts). Organization 0 stands for the
 * installation while a backup is restored into it.
 */
export const haltedOrganizations = controlTable("halted_organizations", {
  organization_id: integer().primaryKey(),
  closed_until: moment().notNull().default(0),
  /** Who has halted it: the latest process that moves the organization, a closing, or a backup. Nothing is accepted from an earlier process. */
  token: text().notNull(),
});

/** In each database: the rows of a moving organization that have changed since its move began. Written by triggers. */
export const rowChanges = controlTable(
  "row_changes",
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    organization_id: organizationId(),
    table_name: text().notNull(),
    /** JSON array of the primary key. */
    key: text().notNull(),
    /** Size of its texts at that time. */
    bytes: integer().notNull(),
  },
  (t) => [index("row_changes_organization").on(t.organization_id, t.seq)],
);
