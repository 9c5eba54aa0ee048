import { type InferSelectModel, type SQL, sql } from "drizzle-orm";
import { equalsIgnoringCase } from "../../platform/db/columns";
import { foldCase } from "../../platform/values/fold-case";
import type { OrgReader } from "../../platform/db/org-db";
import type { expenses } from "./table";
import type { Statement } from "../../platform/db/statement";

/** An expense with its store's name, which is null for overhead. */
export type ExpenseRow = InferSelectModel<typeof expenses> & { store_name: string | null };

/** Columns of an expense `e` with its store `s`, and the join between them. */
export const EXPENSE_COLUMNS = sql`e.*, s.name as store_name`;
export const JOIN_STORE = sql`left join stores s on s.organization_id = e.organization_id and s.id = e.store_id`;

/** One expense. `id` may be SQL, for an expense that the same batch inserts. */
export function expenseById(org: OrgReader, id: number | SQL): Statement<ExpenseRow> {
  return org.rows<ExpenseRow>()`select ${EXPENSE_COLUMNS} from expenses e ${JOIN_STORE} where e.organization_id = ${org.key} and e.id = ${id}`;
}

export interface ReferredStore {
  ref: string;
  id: number;
}

/**
 * Finds the stores that these texts refer to, by id, else by code, ignoring case (docs/spec/expenses.md#expense-store). A text without a
 * store has no row.
 */
export function findStoresByRef(org: OrgReader, refs: readonly string[]): Statement<ReferredStore> {
  // Two lookups by index, because a single one with OR would read every store for every text.
  return org.rows<ReferredStore>()`select * from (select j.value->>'ref' as ref, coalesce(
      (select n.id from stores n where n.organization_id = ${org.key} and n.id = cast(j.value->>'ref' as integer) and cast(n.id as text) = j.value->>'ref'),
      (select n.id from stores n where n.organization_id = ${org.key} and ${equalsIgnoringCase("n", "code", sql`j.value->>'folded'`)})) as id
    from json_each(${JSON.stringify(refs.map((ref) => ({ ref, folded: foldCase(ref) })))}) j) where id is not null`;
}
