import { untilWon } from "../platform/db/change";
import { type ExpenseRow, expenseById, storesReferred } from "./rows.sql.ts";
import { rememberExpense, updateExpense } from "./write.sql.ts";
import type { OrgDb } from "../platform/db/org-db";
import { notFound, Refusal } from "../platform/refusal";
import { mustBeAsSeen } from "../platform/values/seen-version";
import { storeIds, storeRefs } from "./expense-stores";
import { mergedValues } from "./expense-values";
import type { ExpensePatch } from "./incoming-expense";

/**
 * Lays a patch over an expense (docs/spec/requests.md#partial-updates). 404 for an unknown expense or store, 412 where it is no longer in
 * the version that was `seen`. Two trips.
 */
export async function changeExpense(org: OrgDb, id: number, patch: ExpensePatch, seen?: number): Promise<ExpenseRow> {
  return await untilWon(
    async () => {
      const [[stored], stores] = await org.read(expenseById(org, id), storesReferred(org, storeRefs([patch])));
      if (stored === undefined) throw notFound();
      mustBeAsSeen(stored.version, seen);
      const [storeId] = patch.store_id === undefined ? [] : storeIds([patch], stores, () => "store_id");
      const { rows } = await org.commit({
        writes: updateExpense(org, stored, mergedValues(org, stored, patch, storeId)),
        events: [],
        remember: rememberExpense(id),
        answer: [expenseById(org, id)],
      });
      return rows[0][0] ?? stored;
    },
    () => new Refusal("conflict", [{ code: "too_much_contention", message: "This expense is being changed by many requests at once." }]),
  );
}
