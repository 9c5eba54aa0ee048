import { type SQL, sql } from "drizzle-orm";
import { EXPENSE_COLUMNS, type ExpenseRow, JOIN_STORE } from "./rows.sql.ts";
import type { Sort } from "../platform/db/list/sort";
import { storeNamed } from "../stores/lookup.sql.ts";
import type { OrgReader } from "../platform/db/org-db";
import { inTextOrder } from "../platform/db/columns";
import type { Statement } from "../platform/db/statement";

/** Filters of an expense list. */
export interface ExpenseFilter {
  /** `documented`: spelled as the documentation does, as such rows are; any other is compared without regard to case. */
  category?: { name: string; documented: boolean };
  /** Id, code or exact name. */
  store?: string;
  /** Days, YYYY-MM-DD, both inclusive. */
  dateFrom?: string;
  dateTo?: string;
  employeeName?: string;
  currency?: string;
}

export type ExpenseSortField = "date" | "amount" | "category" | "created_at" | "id";

const SORT_COLUMN: Record<ExpenseSortField, SQL> = {
  date: sql`e.date`,
  amount: sql`e.amount`,
  category: inTextOrder(sql`e.category_sort_key`, sql`e.category`),
  created_at: sql`e.created_at`,
  id: sql`e.id`,
};

function matching(org: OrgReader, filter: ExpenseFilter): SQL {
  const { category, store, dateFrom, dateTo, employeeName, currency } = filter;
  const all: SQL[] = [];
  if (category !== undefined) all.push(sql`e.category = ${category.name} ${category.documented ? sql`` : sql`collate nocase`}`);
  if (store !== undefined) all.push(sql`e.store_id = ${storeNamed(org, store)}`);
  if (dateFrom !== undefined) all.push(sql`e.date >= ${dateFrom}`);
  if (dateTo !== undefined) all.push(sql`e.date <= ${dateTo}`);
  if (employeeName !== undefined) all.push(sql`e.employee_name = ${employeeName} collate nocase`);
  if (currency !== undefined) all.push(sql`e.currency = ${currency}`);
  return all.length === 0 ? sql`` : sql`and ${sql.join(all, sql` and `)}`;
}

/** The index of the filter that is likely to leave the fewest expenses; null where nothing is filtered. */
function indexOf({ category, store, dateFrom, dateTo, employeeName, currency }: ExpenseFilter): string | null {
  if (employeeName !== undefined) return "expenses_employee_date";
  if (category !== undefined) return category.documented ? "expenses_category_date" : "expenses_category";
  if (store !== undefined) return "expenses_store_date";
  if (currency !== undefined) return "expenses_currency_date";
  return dateFrom !== undefined || dateTo !== undefined ? "expenses_date" : null;
}

/** Expenses `e`. The index is named: left to itself, SQLite reads all expenses in the order of the sort. */
function source(filter: ExpenseFilter): SQL {
  const index = indexOf(filter);
  return index === null ? sql`expenses e` : sql`expenses e indexed by ${sql.identifier(index)}`;
}

/** A numbered page of expenses; `page` is 1-based. */
export function expensePage(
  org: OrgReader,
  filter: ExpenseFilter,
  sort: Sort<ExpenseSortField>,
  page: number,
  size: number,
): Statement<ExpenseRow> {
  const direction = sort.direction === "asc" ? sql`asc` : sql`desc`;
  const order = sort.field === "id" ? sql`e.id ${direction}` : sql`${SORT_COLUMN[sort.field]} ${direction}, e.id ${direction}`;
  return org.rows<ExpenseRow>()`select ${EXPENSE_COLUMNS} from ${source(filter)} ${JOIN_STORE}
    where e.organization_id = ${org.key} ${matching(org, filter)} order by ${order} limit ${size} offset ${(page - 1) * size}`;
}

/** How many expenses match, counted one by one: for what no roll-up knows. An index serves each filter. */
export function expenseCount(org: OrgReader, filter: ExpenseFilter): Statement<{ total: number }> {
  return org.rows<{
    total: number;
  }>()`select count(*) as total from ${source(filter)} where e.organization_id = ${org.key} ${matching(org, filter)}`;
}

/** What expenses come to in one currency. */
export interface ExpenseTotal {
  currency: string;
  /** Text of stored units, as the sums of orders are. */
  amount: string;
}

/** What the roll-up of expenses knows to ask for. */
export type SummedFilter = Pick<ExpenseFilter, "store" | "dateFrom" | "dateTo" | "currency"> & { kind?: "operating" | "payroll" };

/** The rows `r` of the roll-up that the filter asks for. */
function rolledUp(org: OrgReader, { store, dateFrom, dateTo, currency, kind }: SummedFilter): SQL {
  const isAllTime = dateFrom === undefined && dateTo === undefined;
  const conditions = [
    isAllTime ? sql`and r.date = ''` : sql`and r.date between ${dateFrom ?? "0000-01-01"} and ${dateTo ?? "9999-12-31"}`,
    store === undefined ? sql`` : sql`and r.store_id = ${storeNamed(org, store)}`,
    currency === undefined ? sql`` : sql`and r.currency = ${currency}`,
    kind === undefined ? sql`` : sql`and r.kind = ${kind}`,
  ];
  return sql.join(conditions, sql` `);
}

/** How many expenses match, from the roll-up: no expense is read. */
export function expenseTally(org: OrgReader, filter: SummedFilter): Statement<{ total: number }> {
  return org.rows<{
    total: number;
  }>()`select coalesce(sum(r.expenses), 0) as total from expense_rollups r where r.organization_id = ${org.key} ${rolledUp(org, filter)}`;
}

/** The sums of the expenses that match, from the roll-up: no expense is read. */
export function expenseTotals(org: OrgReader, filter: SummedFilter): Statement<ExpenseTotal> {
  return org.rows<ExpenseTotal>()`select r.currency, cast(sum(r.amount) as text) as amount from expense_rollups r
    where r.organization_id = ${org.key} ${rolledUp(org, filter)} group by r.currency having sum(r.expenses) > 0 order by r.currency`;
}
