import { first } from "../../platform/db/statement";
import { expenseById, type ExpenseRow, type ReferredStore, findStoresByRef } from "./rows.sql.ts";
import { createdExpenseId, type ExpenseToCreate, insertExpenses, expenseMarker, removeExpense, updateExpense } from "./write.sql.ts";
import type { MoneyDb } from "../../platform/db/org-db";
import { conflictError, notFound, orNotFound, ApiError } from "../../platform/api-error";
import { mergedValues, planCreate } from "./expense-values";
import type { ExpensePatch, IncomingExpense } from "./fields";
import { WriteConflict, retryOnConflict } from "../../platform/db/change";
import { assertVersion, type ChangeTarget } from "../../platform/values/assert-version";

/**
 * Creates an expense and sends expense.created. Throws 404 Not Found for an unknown store. One round trip, or two if the expense names a
 * store.
 */
export async function createExpense(org: MoneyDb, incoming: IncomingExpense): Promise<ExpenseRow> {
  const creates = await planCreates(org, [incoming], () => "store_id");
  const id = createdExpenseId();
  const [written] = await org.commit({
    writes: insertExpenses(org, creates),
    marker: expenseMarker(id),
    returning: expenseById(org, id),
  });
  return orNotFound(written);
}

/** Creates several expenses, all or none, and sends expense.created for each. Returns their number. Round trips as in `createExpense`. */
export async function createExpenses(org: MoneyDb, incoming: readonly IncomingExpense[]): Promise<number> {
  const creates = await planCreates(org, incoming, (index) => `expenses[${index}].store_id`);
  await org.commit({
    writes: insertExpenses(org, creates),
    marker: { count: creates.length },
  });
  return creates.length;
}

async function planCreates(
  org: MoneyDb,
  incoming: readonly IncomingExpense[],
  path: (index: number) => string,
): Promise<ExpenseToCreate[]> {
  const refs = storeRefs(incoming);
  const stores = await org.read(refs.length > 0 ? findStoresByRef(org, refs) : null);
  const ids = storeIds(incoming, stores, path);
  return incoming.map((expense, index) => planCreate(org, expense, ids[index] ?? null));
}

/**
 * Updates the fields that are sent (docs/spec/requests.md#partial-updates). Throws 404 Not Found for an unknown expense or store, 412
 * Precondition Failed if the expense's version is not `expectedVersion`. Two round trips.
 */
export async function changeExpense(org: MoneyDb, { id, expectedVersion }: ChangeTarget, patch: ExpensePatch): Promise<ExpenseRow> {
  return await retryOnConflict(
    async () => {
      const { stored, stores } = await org.read({ stored: first(expenseById(org, id)), stores: findStoresByRef(org, storeRefs([patch])) });
      if (stored === undefined) throw notFound();
      assertVersion(stored.version, expectedVersion);
      const [storeId] = patch.store_id === undefined ? [] : storeIds([patch], stores, () => "store_id");
      const [written] = await org.commit({
        writes: updateExpense(org, stored, mergedValues(org, { stored, patch, storeId })),
        marker: expenseMarker(id),
        returning: expenseById(org, id),
      });
      return written ?? stored;
    },
    () => conflictError("this expense"),
  );
}

/** Deletes an expense. Throws 404 Not Found if it does not exist or was already deleted. One round trip. */
export async function deleteExpense(org: MoneyDb, id: number): Promise<void> {
  try {
    await org.commit({ writes: removeExpense(org, id), marker: expenseMarker(id) });
  } catch (error) {
    // A missing row is the only possible conflict: nothing refers to an expense.
    throw error instanceof WriteConflict ? notFound() : error;
  }
}

function storeRefs(expenses: readonly { store_id?: string | null | undefined }[]): string[] {
  return [...new Set(expenses.flatMap(({ store_id }) => store_id ?? []))];
}

/**
 * The id of each expense's store, or null for overhead. Throws 404 Not Found with a detail for every unknown store
 * (docs/spec/errors.md#missing-references).
 */
function storeIds(
  expenses: readonly { store_id?: string | null | undefined }[],
  stores: readonly ReferredStore[],
  path: (index: number) => string,
): (number | null)[] {
  const known = new Map(stores.map(({ ref, id }) => [ref, id]));
  const details = expenses.flatMap(({ store_id: ref }, index) =>
    ref === null || ref === undefined || known.has(ref)
      ? []
      : [{ path: path(index), code: "not_found", message: `No store has the id or code ${ref}.` }],
  );
  if (details.length > 0) throw new ApiError("not_found", details);
  return expenses.map(({ store_id: ref }) => (ref === null || ref === undefined ? null : (known.get(ref) ?? null)));
}
