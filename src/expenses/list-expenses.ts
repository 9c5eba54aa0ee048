import {
  expenseCount,
  type ExpenseFilter,
  expensePage,
  type ExpenseSortField,
  expenseTally,
  expenseTotals,
  type SummedFilter,
} from "./list.sql.ts";
import type { ExpenseRow } from "./rows.sql.ts";
import type { Sort } from "../platform/db/list/sort";
import type { OrgReader } from "../platform/db/org-db";
import { toAmount } from "../platform/values/money";
import { PAYROLL, readCategory } from "./fields";

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

/** The same, as the roll-up can be asked for it; null where it can't: by an employee, or a category other than payroll. */
function summedFilter({ category, employeeName, ...query }: ExpenseQuery): SummedFilter | null {
  if (employeeName !== undefined) return null;
  if (category !== undefined && readCategory(category).name !== PAYROLL) return null;
  return { ...expenseFilter(query), ...(category !== undefined && { kind: PAYROLL }) };
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
  const summed = summedFilter(query);
  const count = summed === null ? expenseCount(org, filter) : expenseTally(org, summed);
  const [expenses, counts] = await org.read(expensePage(org, filter, sort, page, size), count);
  return { expenses, total: counts[0]?.total ?? 0 };
}

/**
 * What the expenses of a list come to, an amount for each currency; one trip, whatever their number. Null where its filters ask for
 * what no roll-up has: an employee, or a category other than payroll.
 */
export async function sumExpenses(org: OrgReader, query: ExpenseQuery): Promise<{ currency: string; amount: number }[] | null> {
  const summed = summedFilter(query);
  if (summed === null) return null;
  const [totals] = await org.read(expenseTotals(org, summed));
  return totals.map(({ currency, amount }) => ({ currency, amount: toAmount(Number(amount)) }));
}
