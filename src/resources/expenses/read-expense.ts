import type { ExpenseFilter } from "./filters";
import { expenseCount, expensePage, type ExpensesAfter, expensesAfter, type ExpenseSortField, expenseTotals } from "./list.sql.ts";
import { type ExpenseRow, expenseById } from "./rows.sql.ts";
import type { NumberedPage } from "../../platform/db/list/sort";
import type { MoneyReader } from "../../platform/db/org-db";
import { orNotFound } from "../../platform/api-error";
import { firstRows } from "../../platform/db/list/first-rows";

/** Reads an expense. Throws 404 Not Found if this organization has none with that id. One round trip. */
export async function readExpense(org: MoneyReader, id: number): Promise<ExpenseRow> {
  const [expense] = await org.read(expenseById(org, id));
  return orNotFound(expense);
}

/** Reads the expense that a write marker refers to, in its current state. */
export function expenseFromMarker(org: MoneyReader, marker: unknown): Promise<ExpenseRow> {
  return readExpense(org, (marker as { expense_id: number }).expense_id);
}

/** Lists a numbered page of expenses, with their total. One round trip. */
export async function listExpenses(
  org: MoneyReader,
  filter: ExpenseFilter,
  page: NumberedPage<ExpenseSortField>,
): Promise<{ expenses: ExpenseRow[]; total: number }> {
  const { expenses, counts } = await org.read({ expenses: expensePage(org, filter, page), counts: expenseCount(org, filter) });
  return { expenses, total: counts[0]?.total ?? 0 };
}

/** Lists up to `limit` expenses after a position, and whether there are more. One round trip. */
export async function listExpensesAfter(
  org: MoneyReader,
  filter: ExpenseFilter,
  { limit, ...list }: ExpensesAfter,
): Promise<{ rows: ExpenseRow[]; hasMore: boolean }> {
  // One more row than requested shows whether there is another page.
  const found = await org.read(expensesAfter(org, filter, { ...list, limit: limit + 1 }));
  return firstRows(found, limit);
}

/**
 * Sums the expenses of a list in stored units, for each currency. One round trip, whose cost does not depend on their number. null if the roll-up does not
 * have a filter: an employee, or a category other than payroll.
 */
export async function sumExpenses(org: MoneyReader, filter: ExpenseFilter): Promise<{ currency: string; units: bigint }[] | null> {
  const sums = expenseTotals(org, filter);
  if (sums === null) return null;
  const totals = await org.read(sums);
  return totals.map(({ currency, amount }) => ({ currency, units: BigInt(amount) }));
}
