import { type SQL, sql } from "drizzle-orm";
import type { OrganizationsDb } from "../platform/db/database";
import { WriteStatement } from "../platform/db/statement";
import { deleteSome } from "./rows.sql.ts";
import { COMPUTED_TABLES, COPIED_TABLES } from "./tenant-tables.sql.ts";

/** The full-text indexes, with the tables whose ids they have. */
const INDEXES = new Map<string, SQL>([
  ["orders", sql`order_search`],
  ["order_items", sql`item_search`],
  ["products", sql`product_search`],
]);

/** Rows that refer to others are deleted first. Triggers change the counts with each row, so those go last. */
const TABLES = [...COPIED_TABLES.toReversed(), ...COMPUTED_TABLES];

/**
 * Deletes rows of an organization from a database, in batches until `until` (ms since 1970). Returns whether all are deleted. In the directory, `keep`
 * (a time) keeps later entries of the audit log and all write markers, which can be about control data.
 */
export async function removeCopy(
  db: OrganizationsDb,
  organizationId: number,
  { keepsControlAfter, until }: { keepsControlAfter: number | null; until: number },
): Promise<boolean> {
  for (const table of TABLES) {
    if (keepsControlAfter !== null && table.name === "write_markers") continue;
    for (;;) {
      if (Date.now() >= until) return false;
      const later = keepsControlAfter !== null && table.name === "audit_log" ? sql`at <= ${keepsControlAfter}` : sql`true`;
      const remove = deleteSome(table, organizationId, later);
      const index = INDEXES.get(table.name);
      const words = index === undefined ? [] : [new WriteStatement(sql`delete from ${index} where rowid in (${remove.rows})`)];
      const removed = (await db.run(...words, remove.statement)).at(-1) ?? [];
      if (removed.length === 0) break;
    }
  }
  return true;
}
