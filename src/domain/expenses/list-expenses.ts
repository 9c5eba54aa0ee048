import { expenseCount, type ExpenseFilter, expensePage, type ExpenseSortField, expenseTotals } from "../../db/expense-list";
import type { ExpenseRow } from "../../db/expense-rows";
import type { Sort } from "../../db/order-list";
import type { OrgReader } from "../../db/org-db";
import { toAmount } from "../money";
import { PAYROLL, readCategory } from "./categories";

/** Filters of an expense list as a caller words them; the dates are days, both inclusive. */
export interface ExpenseQuery {
  category?: string | undefined;
  /** Id, code or exact name. */
  store?: string | undefined;
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
  employeeName?: string | undefined;
  currency?: string | undefined;
}

function expenseFilter({ category, store, dateFrom, dateTo, employeeName, currency }: ExpenseQuery): ExpenseFilter {
  return {
    ...(category !== undefined && { category: readCategory(category) }),
    ...(store !== undefined && { store }),
    ...(dateFrom !== undefined && { dateFrom }),
    ...(dateTo !== undefined && { dateTo }),
    ...(employeeName !== undefined && { employeeName }),
    ...(currency !== undefined && { currency }),
  };
}

/** A numbered page of expenses and how many there are; one trip. */
export async function listExpenses(
  org: OrgReader,
  query: ExpenseQuery,
  sort: Sort<ExpenseSortField>,
  page: number,
  size: number,
): Promise<{ expenses: ExpenseRow[]; total: number }> {
  const filter = expenseFilter(query);
  const [expenses, counts] = await org.read(expensePage(org, filter, sort, page, size), expenseCount(org, filter));
  return { expenses, total: counts[0]?.total ?? 0 };
}

/**
 * What the expenses of a list come to, an amount for each currency; one trip, whatever their number. Null where its filters ask for
 * what no roll-up has: an employee, or a category other than payroll.
 */
export async function sumExpenses(
  org: OrgReader,
  { category, employeeName, ...query }: ExpenseQuery,
): Promise<{ currency: string; amount: number }[] | null> {
  if (employeeName !== undefined) return null;
  if (category !== undefined && readCategory(category).name !== PAYROLL) return null;
  const [totals] = await org.read(expenseTotals(org, { ...expenseFilter(query), ...(category !== undefined && { kind: PAYROLL }) }));
  return totals.map(({ currency, amount }) => ({ currency, amount: toAmount(Number(amount)) }));
}
