import { type ExpenseRow, expenseById, storesReferred } from "./rows.sql.ts";
import { createdExpenseId, type ExpenseToCreate, insertExpenses, rememberExpense } from "./write.sql.ts";
import type { OrgDb } from "../platform/db/org-db";
import { notFound } from "../platform/refusal";
import { storeIds, storeRefs } from "./expense-stores";
import { toCreate } from "./expense-values";
import type { IncomingExpense } from "./incoming-expense";

/** Records an expense and sends expense.created. 404 for an unknown store. One trip, and one more where a store is named. */
export async function createExpense(org: OrgDb, incoming: IncomingExpense): Promise<ExpenseRow> {
  const creates = await prepared(org, [incoming], () => "store_id");
  const id = createdExpenseId();
  const { rows } = await org.commit({
    writes: insertExpenses(org, creates),
    events: creates.map(({ event }) => event.id),
    remember: rememberExpense(id),
    answer: [expenseById(org, id)],
  });
  const [[row]] = rows;
  if (row === undefined) throw notFound();
  return row;
}

/** Records several expenses, all or none, and sends expense.created for each; their number. Trips as for one. */
export async function createExpenses(org: OrgDb, incoming: readonly IncomingExpense[]): Promise<number> {
  const creates = await prepared(org, incoming, (index) => `expenses[${index}].store_id`);
  await org.commit({
    writes: insertExpenses(org, creates),
    events: creates.map(({ event }) => event.id),
    remember: JSON.stringify({ count: creates.length }),
    answer: [],
  });
  return creates.length;
}

async function prepared(org: OrgDb, incoming: readonly IncomingExpense[], path: (index: number) => string): Promise<ExpenseToCreate[]> {
  const refs = storeRefs(incoming);
  const [stores] = refs.length > 0 ? await org.read(storesReferred(org, refs)) : [[]];
  const ids = storeIds(incoming, stores, path);
  return incoming.map((expense, index) => toCreate(org, expense, ids[index] ?? null));
}
