import { eq, sql } from "drizzle-orm";
import { inTextOrder } from "../../platform/db/columns";
import { type FilterStatements, whereOf } from "../../platform/db/list/filter-sql";
import type { RowsAfter } from "../../platform/db/list/sort";
import type { OrgReader } from "../../platform/db/org-db";
import type { Statement } from "../../platform/db/statement";
import type { SupplierFilter } from "./filters";
import { suppliers } from "./table";

export type SupplierRow = typeof suppliers.$inferSelect;

export type SupplierValues = Omit<SupplierRow, "id" | "organization_id" | "name_sort_key" | "version" | "created_at" | "updated_at">;

const SUPPLIER_SQL: FilterStatements<SupplierFilter, null> = {
  isActive: { where: (isActive) => sql`s.is_active = ${isActive ? 1 : 0}` },
};

const SORT_KEY = inTextOrder(sql`s.name_sort_key`, sql`s.name`);

export function supplierById(org: OrgReader, id: string): Statement<SupplierRow> {
  return org.find(suppliers, eq(suppliers.id, id));
}

/** The position after which a page continues: the sort key, or without one the name, and the id of the last supplier. */
export type SupplierPosition = readonly [key: string, id: string];

export type SuppliersAfter = Omit<RowsAfter<"name", SupplierPosition>, "sort">;

/** Up to `limit` suppliers by name, after a position. The filter has no index: an organization has few suppliers. */
export function suppliersAfter(org: OrgReader, filter: SupplierFilter, { after, limit }: SuppliersAfter): Statement<SupplierRow> {
  // SQLite uses the index only for the first condition: it cannot seek by a row value that contains an expression.
  const keyset = after === null ? sql`` : sql`and ${SORT_KEY} >= ${after[0]} and (${SORT_KEY}, s.id) > (${after[0]}, ${after[1]})`;
  return org.rows<SupplierRow>()`select s.* from suppliers s indexed by suppliers_name_order
    where s.organization_id = ${org.key} ${whereOf(SUPPLIER_SQL, filter, null)} ${keyset} order by ${SORT_KEY}, s.id limit ${limit}`;
}

/** How many terms a supplier has: its name, its code and its id. */
const TERMS = 3;

/** Up to `limit` suppliers of which a term begins with the folded text `beginning`: the name, the code or the id. */
export function suppliersBeginning(org: OrgReader, beginning: string, limit: number): Statement<SupplierRow> {
  // All terms of a supplier may begin with what people type, so this many times as many are enough. The last code point sorts after every text that
  // begins so.
  return org.rows<SupplierRow>()`select s.* from suppliers s
    where s.organization_id = ${org.key} and s.id in (select t.supplier_id from supplier_terms t where t.organization_id = ${org.key}
      and t.term >= ${beginning} and t.term < ${`${beginning}\u{10ffff}`} limit ${TERMS * limit}) limit ${limit}`;
}
