import { type SQL, sql } from "drizzle-orm";
import type { Budget } from "../../platform/budget";
import type { OrganizationsDb } from "../../platform/db/database";
import { lastIdBefore } from "../../platform/db/id-range";
import { type Assertion, WriteStatement } from "../../platform/db/statement";
import { deleteSome } from "./rows.sql.ts";
import { COMPUTED_TABLES, COPIED_TABLES, type TenantTable } from "./tenant-tables.sql.ts";

/** The full-text indexes, with the tables whose ids they have. */
const INDEXES = new Map<string, SQL>([
  ["orders", sql`order_search`],
  ["order_items", sql`item_search`],
  ["products", sql`product_search`],
]);

/** Rows that refer to others are deleted first, or with them. Triggers change the counts with each row, so those go last. */
const TABLES = [...COPIED_TABLES.filter(({ parent }) => parent === null).toReversed(), ...COMPUTED_TABLES];

/** Deletes the rows of other tables that are found by these rows only. */
function removeChildren({ name }: TenantTable, rows: SQL): WriteStatement[] {
  return COPIED_TABLES.filter(({ parent }) => parent === name).map(
    (table) => new WriteStatement(sql`delete from ${sql.raw(table.name)} where ${sql.raw(`"${table.key[0]}"`)} in (${rows})`),
  );
}

/** The last entry of the audit log that was copied from another database. 0: none. */
export async function lastCopiedAuditEntry(target: OrganizationsDb, organizationId: number): Promise<number> {
  const [row] = await target.rows<{ id: number }>(sql`select coalesce(max(id), 0) as id from audit_log
    where organization_id = ${organizationId} and id <= ${lastIdBefore(target.number)}`);
  return row?.id ?? 0;
}

interface Removal {
  /**
   * In the directory: the last entry of the audit log to delete. Later entries stay, and so do all write markers, which can be about control
   * data. Null: everything is deleted.
   */
  lastAuditEntry: number | null;
  /** When it is spent, the removal stops. */
  budget: Pick<Budget, "isSpent">;
  /** Fails a batch if the rows may no longer be deleted. */
  assertions: readonly Assertion[];
}

/** The tables with rows of an organization, found at once: a call for each empty table would use up a small budget. */
async function tablesWithRows(db: OrganizationsDb, organizationId: number): Promise<Set<string>> {
  const found = TABLES.map(({ name }) => sql.raw(`exists (select 1 from ${name}, o where organization_id = o.id) as "${name}"`));
  const [row = {}] = await db.rows<Record<string, number>>(
    sql`with o (id) as (select ${organizationId}) select ${sql.join(found, sql`, `)}`,
  );
  return new Set(Object.keys(row).filter((name) => row[name] === 1));
}

/** Deletes rows of an organization from a database, in batches. Returns whether all are deleted. */
export async function removeCopy(
  db: OrganizationsDb,
  organizationId: number,
  { lastAuditEntry, budget, assertions }: Removal,
): Promise<boolean> {
  const present = await tablesWithRows(db, organizationId);
  for (const table of TABLES) {
    if (!present.has(table.name) || (lastAuditEntry !== null && table.name === "write_markers")) continue;
    for (;;) {
      if (budget.isSpent) return false;
      const isCopied = lastAuditEntry !== null && table.name === "audit_log" ? sql`id <= ${lastAuditEntry}` : sql`true`;
      const remove = deleteSome(table, organizationId, isCopied);
      const index = INDEXES.get(table.name);
      const words = index === undefined ? [] : [new WriteStatement(sql`delete from ${index} where rowid in (${remove.rows})`)];
      const removed = (await db.run([...assertions, ...words, ...removeChildren(table, remove.rows), remove.statement])).at(-1) ?? [];
      if (removed.length === 0) break;
    }
  }
  return true;
}
