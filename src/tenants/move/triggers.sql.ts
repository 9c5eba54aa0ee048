import { sql } from "drizzle-orm";
import { ORGANIZATION_CLOSED } from "../../platform/db/change";
import { WriteStatement } from "../../platform/db/statement";
import { bytesOf } from "./rows.sql.ts";
import { COPIED_TABLES, type TenantTable } from "./tenant-tables.sql.ts";

/**
 * Triggers for one organization that is moving away, or for a backup of all. They exist only during the move or the backup, so nothing else
 * pays for them, and they see every change, whoever makes it.
 */

const EVENTS = [
  ["insert", "new"],
  ["update", "new"],
  ["delete", "old"],
] as const;

const trackerName = (organizationId: number, table: string, event: string) => `move_${organizationId}_${table}_${event}`;
const guardName = (organizationId: number, table: string, event: string) => `closed_${organizationId}_${table}_${event}`;

/** Records each change of the organization's rows in `row_changes`. */
export function createTrackers(organizationId: number): WriteStatement[] {
  return COPIED_TABLES.flatMap((table) =>
    EVENTS.map((event) =>
      track(table, event, {
        name: trackerName(organizationId, table.name, event[0]),
        organizationId,
        when: `${event[1]}.organization_id = ${organizationId}`,
      }),
    ),
  );
}

/** A trigger that records changes of rows in `row_changes`, under an organization. */
function track(
  table: TenantTable,
  [event, row]: (typeof EVENTS)[number],
  { name, organizationId, when }: { name: string; organizationId: number; when: string },
): WriteStatement {
  return raw(`create trigger if not exists ${name} after ${event} on ${table.name} when ${when} begin
      insert into row_changes (organization_id, table_name, key, bytes)
      values (${organizationId}, '${table.name}', ${keyOf(table, row)}, ${bytesOf(table, `${row}.`)});
    end`);
}

/** The start of the names of a backup's triggers. `until` identifies the backup. */
export const backupPrefix = (until: number): string => `backup_${until}_`;

/** Where a backup's changes are in `row_changes`: under no organization. */
export const backupScope = (until: number): number => -until;

/** Records each change of all rows of these tables for a backup, `until` a time in ms since 1970. A backup that is abandoned costs nothing then. */
export function createBackupTrackers(until: number, some: readonly TenantTable[]): WriteStatement[] {
  return some.flatMap((table) =>
    EVENTS.map((event) =>
      track(table, event, {
        name: `${backupPrefix(until)}${table.name}_${event[0]}`,
        organizationId: backupScope(until),
        when: `unixepoch('subsec') * 1000 < ${until}`,
      }),
    ),
  );
}

export const backupTrackerCount = (some: readonly TenantTable[]): number => some.length * EVENTS.length;

/** Rejects each change of the organization's rows while it is closed in this database. */
export function createGuards(organizationId: number, database: number): WriteStatement[] {
  return guardedTables(database).flatMap(({ name }) =>
    EVENTS.map(([event, row]) =>
      raw(`create trigger if not exists ${guardName(organizationId, name, event)} before ${event} on ${name}
        when ${row}.organization_id = ${organizationId} and unixepoch('subsec') * 1000 <
          (select closed_until from halted_organizations where organization_id = ${organizationId})
        begin select raise(abort, '${ORGANIZATION_CLOSED}'); end`),
    ),
  );
}

export function dropTrackers(organizationId: number): WriteStatement[] {
  return dropTriggers(COPIED_TABLES.flatMap(({ name }) => EVENTS.map(([event]) => trackerName(organizationId, name, event))));
}

export function dropGuards(organizationId: number): WriteStatement[] {
  return dropTriggers(COPIED_TABLES.flatMap(({ name }) => EVENTS.map(([event]) => guardName(organizationId, name, event))));
}

/** Changes of control data write to these two tables of the directory, also while the organization's own data is closed there. */
const ALSO_CONTROL: ReadonlySet<string> = new Set(["audit_log", "write_markers"]);

/** The tables of a database that an organization's closing closes. */
export const guardedTables = (database: number): readonly TenantTable[] =>
  database === 0 ? COPIED_TABLES.filter(({ name }) => !ALSO_CONTROL.has(name)) : COPIED_TABLES;

const keyOf = ({ key }: TenantTable, row: string) => `json_array(${key.map((name) => `${row}."${name}"`).join(", ")})`;

const raw = (statement: string) => new WriteStatement(sql.raw(statement));

export const dropTriggers = (names: readonly string[]) => names.map((name) => raw(`drop trigger if exists ${name}`));
