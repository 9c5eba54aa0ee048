import { type InferSelectModel, type SQL, sql } from "drizzle-orm";
import type { OrgReader } from "../platform/db/org-db";
import type { expenses } from "./table";
import type { Statement } from "../platform/db/statement";

/** An expense with its store's name; null for overhead. */
export type ExpenseRow = InferSelectModel<typeof expenses> & { store_name: string | null };

/** Columns of an expense `e` with its store `s`, and the join between them. */
export const EXPENSE_COLUMNS = sql`e.*, s.name as store_name`;
export const JOIN_STORE = sql`left join stores s on s.organization_id = e.organization_id and s.id = e.store_id`;

/** One expense; `id` may be SQL, for an id that the same batch has just given out. */
export function expenseById(org: OrgReader, id: number | SQL): Statement<ExpenseRow> {
  return org.rows<ExpenseRow>()`select ${EXPENSE_COLUMNS} from expenses e ${JOIN_STORE} where e.organization_id = ${org.key} and e.id = ${id}`;
}

/** A store under the text that named it. */
export interface ReferredStore {
  ref: string;
  id: number;
}

/**
 * The stores that these texts name, by id, else by code without regard to case (docs/spec/expenses.md#expense-store); a row for each that
 * names one.
 */
export function storesReferred(org: OrgReader, refs: readonly string[]): Statement<ReferredStore> {
  // Two look-ups by index, not one condition with an "or": that would read every store for every text.
  return org.rows<ReferredStore>()`select * from (select j.value as ref, coalesce(
      (select n.id from stores n where n.organization_id = ${org.key} and n.id = cast(j.value as integer) and cast(n.id as text) = j.value),
      (select n.id from stores n where n.organization_id = ${org.key} and n.code = j.value collate nocase)) as id
    from json_each(${JSON.stringify(refs)}) j) where id is not null`;
}
