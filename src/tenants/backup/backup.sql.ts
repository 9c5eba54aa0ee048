import { sql } from "drizzle-orm";
import { changeGroup, readChanges, removeChanges } from "../move/rows.sql.ts";
import { BACKED_UP_TABLES, COMPUTED_TABLES, type TenantTable } from "../move/tenant-tables.sql.ts";
import { backupPrefix, backupScope, backupTrackerCount, createBackupTrackers, dropTriggers } from "../move/triggers.sql.ts";
import type { OrganizationsDb } from "../../platform/db/database";
import { first, type RowsOf, Statement } from "../../platform/db/statement";

/** The changes of a database that a backup has to copy, and the state of the database after them. */

const GROUP_SIZE = 500;

/** The ranges of days in this table only ever widen (platform/db/table.ts), so those of a restored one may be narrower: they are not compared. */
const NOT_COMPARED = "order_days";

/** What the database has besides rows: sums of what triggers have computed, and the last ids that were given out. */
export interface DatabaseState {
  /** By table. */
  sums: Record<string, string>;
  /** By name in `sequences`. */
  sequences: Record<string, number>;
  /** By table in `sqlite_sequence`. */
  ids: Record<string, number>;
}

const recordOf = (rows: readonly { name: string; value: number }[]) => Object.fromEntries(rows.map(({ name, value }) => [name, value]));

/**
 * One text with the sums of a table's values, also weighted by a number that depends on the row's key: values that were exchanged between rows change
 * the weighted sums. 97 is a prime, which differs for most keys.
 */
function sumsOf({ name, definitions, key }: TenantTable): Statement<{ sums: string }> {
  const weights = definitions
    .filter((column) => key.includes(column.name))
    .map((column) => (column.type === "number" ? `${column.name} % 97` : `length(${column.name})`));
  const values = definitions.filter((column) => !key.includes(column.name)).map((column) => column.name);
  const weight = weights.join(" + ");
  // The remainders keep sums within the integers of SQLite.
  const sums = values.map((value) => `${value} % 1000003`).flatMap((value) => [`sum(${value})`, `sum(${value} * (${weight}))`]);
  const text = sums.map((sum) => `coalesce(${sum}, 0)`).join(" || ',' || ");
  return new Statement(sql.raw(`select ${text} as sums from ${name}`));
}

const SUMMED = COMPUTED_TABLES.filter(({ name }) => name !== NOT_COMPARED);

const stateStatements = () => ({
  sequences: new Statement<{ name: string; value: number }>(sql`select name, value from sequences order by name`),
  // SQLite does not keep the names of this table unique. The two tables that are left out are not backed up.
  ids: new Statement<{ name: string; value: number }>(
    sql`select name, max(seq) as value from sqlite_sequence where name not in ('d1_migrations', 'row_changes') group by name`,
  ),
  sums: SUMMED.map(sumsOf),
});

function stateOf({ sequences, ids, sums }: RowsOf<ReturnType<typeof stateStatements>>): DatabaseState {
  return {
    sums: Object.fromEntries(SUMMED.map(({ name }, index) => [name, sums[index]?.[0]?.sums ?? ""])),
    sequences: recordOf(sequences),
    ids: recordOf(ids),
  };
}

/** The state of a database, read in one transaction. */
export async function readState(db: OrganizationsDb): Promise<DatabaseState> {
  return stateOf(await db.run(stateStatements()));
}

export async function countAll(db: OrganizationsDb): Promise<Record<string, number>> {
  const counts = await db.run(
    // Organization 0 stands for the installation that is being restored.
    BACKED_UP_TABLES.map(
      ({ name }) =>
        new Statement<{ value: number }>(
          sql.raw(`select count(*) as value from ${name}${name === "halted_organizations" ? " where organization_id > 0" : ""}`),
        ),
    ),
  );
  return recordOf(BACKED_UP_TABLES.map(({ name }, index) => ({ name, value: counts[index]?.[0]?.value ?? 0 })));
}

/** The names of tables that have rows, each in the result of its own statement. None: the database is empty. */
export const usedTables = () =>
  BACKED_UP_TABLES.map(
    ({ name }) => new Statement<{ name: string }>(sql.raw(`select '${name}' as name where exists (select 1 from ${name})`)),
  );

/** The time in the name of a backup's trigger, which identifies the backup (triggers.sql.ts). */
const untilOf = (triggerName: string): number => Number(triggerName.split("_")[1]);

/** Records all changes of a database for a backup, from now until a time in ms since 1970. Removes the triggers and changes of abandoned backups. */
export async function beginTracking(db: OrganizationsDb, until: number, now: number): Promise<void> {
  const found = await db.run(
    new Statement<{ name: string }>(sql`select name from sqlite_schema where type = 'trigger' and name glob 'backup_*'`),
  );
  const ended = found.map(({ name }) => name).filter((name) => untilOf(name) < now);
  await db.run([
    ...dropTriggers(ended),
    ...[...new Set(ended.map(untilOf))].map((endedUntil) => removeChanges(backupScope(endedUntil), Number.MAX_SAFE_INTEGER)),
    ...createBackupTrackers(until, BACKED_UP_TABLES),
  ]);
}

export async function endTracking(db: OrganizationsDb, until: number): Promise<void> {
  const found = await db.run(
    new Statement<{ name: string }>(sql`select name from sqlite_schema where type = 'trigger' and name glob ${`${backupPrefix(until)}*`}`),
  );
  await db.run([...dropTriggers(found.map(({ name }) => name)), removeChanges(backupScope(until), Number.MAX_SAFE_INTEGER)]);
}

export interface ChangedRows {
  /** Whether the backup has all its triggers. Without some of them, changes are missing. */
  isComplete: boolean;
  rows: { table: TenantTable; key: string; row: string | null }[];
  /** The last change of these. Null: there are none. */
  last: number | null;
  hasMore: boolean;
  /** The state after these changes, read in the same transaction. Null if there are more changes, and without `withState`. */
  state: DatabaseState | null;
}

/**
 * Reads the next group of changes, and forgets those up to `after`, which the backup has. The rows are as they are now, which may be after
 * later changes. Once there are no more, all rows of the backup are as they were at one time, that of this transaction.
 */
export async function readChangedRows(
  db: OrganizationsDb,
  { until, after, withState }: { until: number; after: number; withState: boolean },
): Promise<ChangedRows> {
  const scope = backupScope(until);
  const { triggers, group, changed, state } = await db.run({
    removed: removeChanges(scope, after),
    triggers: first(
      new Statement<{ count: number }>(
        sql`select count(*) as count from sqlite_schema where type = 'trigger' and name glob ${`${backupPrefix(until)}*`}`,
      ),
    ),
    group: first(changeGroup(scope, GROUP_SIZE)),
    changed: BACKED_UP_TABLES.map((table) => readChanges(table, scope, { limit: GROUP_SIZE, uncopied: null })),
    state: withState ? stateStatements() : null,
  });
  const { last, newest } = group ?? { last: null, newest: null };
  return {
    isComplete: triggers?.count === backupTrackerCount(BACKED_UP_TABLES),
    rows: BACKED_UP_TABLES.flatMap((table, index) => (changed[index] ?? []).map(({ key, row }) => ({ table, key, row }))),
    last,
    hasMore: last !== newest,
    state: "sums" in state && last === newest ? stateOf(state) : null,
  };
}
