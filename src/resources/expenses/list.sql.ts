import { type SQL, sql } from "drizzle-orm";
import { EXPENSE_COLUMNS, type ExpenseRow, JOIN_STORE } from "./rows.sql.ts";
import { type FilterStatements, indexOf, rollUpOf, whereOf } from "../../platform/db/list/filter-sql";
import { type NumberedPage, orderOf, type RowsAfter } from "../../platform/db/list/sort";
import { PAYROLL } from "./fields";
import type { ExpenseFilter } from "./filters";
import { storeIdByRef } from "../stores/lookup.sql.ts";
import type { OrgReader } from "../../platform/db/org-db";
import { equalsIgnoringCase, inTextOrder } from "../../platform/db/columns";
import type { Statement } from "../../platform/db/statement";

export type ExpenseSortField = "date" | "amount" | "category" | "created_at" | "id";

const SORT_COLUMN: Record<ExpenseSortField, SQL> = {
  date: sql`e.date`,
  amount: sql`e.amount`,
  category: inTextOrder(sql`e.category_sort_key`, sql`e.category`),
  created_at: sql`e.created_at`,
  id: sql`e.id`,
};

/**
 * The SQL for each filter, for expenses `e` and roll-up rows `r`. The roll-up distinguishes only payroll from other categories. Filters are
 * ordered by how few expenses they usually match, because the first one that is set determines the index.
 */
const EXPENSE_SQL: FilterStatements<ExpenseFilter, OrgReader> = {
  employeeName: { where: (name) => equalsIgnoringCase("e", "employee_name", name), index: () => sql`expenses_employee_date` },
  category: {
    // A standard category is stored in its canonical spelling. The comparison of others ignores case.
    where: ({ name, isStandard }) => (isStandard ? sql`e.category = ${name}` : equalsIgnoringCase("e", "category", name)),
    rollUp: ({ name }) => (name === PAYROLL ? sql`r.kind = ${PAYROLL}` : null),
    index: ({ isStandard }) => (isStandard ? sql`expenses_category_date` : sql`expenses_category`),
  },
  store: {
    where: (store, org) => sql`e.store_id = ${storeIdByRef(org, store)}`,
    rollUp: (store, org) => sql`r.store_id = ${storeIdByRef(org, store)}`,
    index: () => sql`expenses_store_date`,
  },
  currency: {
    where: (currency) => sql`e.currency = ${currency}`,
    rollUp: (currency) => sql`r.currency = ${currency}`,
    index: () => sql`expenses_currency_date`,
  },
  dateFrom: { where: (day) => sql`e.date >= ${day}`, index: () => sql`expenses_date` },
  dateTo: { where: (day) => sql`e.date <= ${day}`, index: () => sql`expenses_date` },
};

/** FROM expenses `e`, with an explicit index: otherwise SQLite reads all expenses in the order of the sort. */
function fromClause(filter: ExpenseFilter, fallback: SQL | null = null): SQL {
  const index = indexOf(EXPENSE_SQL, filter) ?? fallback;
  return index === null ? sql`expenses e` : sql`expenses e indexed by ${index}`;
}

export function expensePage(
  org: OrgReader,
  filter: ExpenseFilter,
  { sort, page, size }: NumberedPage<ExpenseSortField>,
): Statement<ExpenseRow> {
  return org.rows<ExpenseRow>()`select ${EXPENSE_COLUMNS} from ${fromClause(filter)} ${JOIN_STORE}
    where e.organization_id = ${org.key} ${whereOf(EXPENSE_SQL, filter, org)} order by ${orderOf(sort, SORT_COLUMN)} limit ${size} offset ${(page - 1) * size}`;
}

/** The only field by which v2 sorts its list: each index that a filter may use has the expenses by date. */
export type ExpenseListSort = Extract<ExpenseSortField, "date">;

/** The position after which a page continues: the date and id of the last expense. */
export type ExpensePosition = readonly [date: string, id: number];

export type ExpensesAfter = RowsAfter<ExpenseListSort, ExpensePosition>;

export function expensesAfter(org: OrgReader, filter: ExpenseFilter, { sort, after, limit }: ExpensesAfter): Statement<ExpenseRow> {
  const comparison = sort.direction === "asc" ? sql`>` : sql`<`;
  const keyset = after === null ? sql`` : sql`and (e.date, e.id) ${comparison} (${after[0]}, ${after[1]})`;
  return org.rows<ExpenseRow>()`select ${EXPENSE_COLUMNS} from ${fromClause(filter, sql`expenses_date`)} ${JOIN_STORE}
    where e.organization_id = ${org.key} ${whereOf(EXPENSE_SQL, filter, org)} ${keyset}
    order by ${orderOf(sort, SORT_COLUMN)} limit ${limit}`;
}

/** The conditions of the filters for roll-up rows `r`. The row for all days has the date ''. null if the roll-up does not have one of the filters. */
function rollUpConditions(org: OrgReader, { dateFrom, dateTo, ...filter }: ExpenseFilter): SQL | null {
  const where = rollUpOf(EXPENSE_SQL, filter, org);
  if (where === null) return null;
  if (dateFrom === undefined && dateTo === undefined) return sql`and r.date = '' ${where}`;
  return sql`and r.date between ${dateFrom ?? "0000-01-01"} and ${dateTo ?? "9999-12-31"} ${where}`;
}

/** Counts the expenses that match: from the roll-up if it has all filters, otherwise row by row through an index. */
export function expenseCount(org: OrgReader, filter: ExpenseFilter): Statement<{ total: number }> {
  const where = rollUpConditions(org, filter);
  if (where !== null) {
    return org.rows<{ total: number }>()`
      select coalesce(sum(r.expenses), 0) as total from expense_rollups r where r.organization_id = ${org.key} ${where}`;
  }
  return org.rows<{ total: number }>()`select count(*) as total from ${fromClause(filter)}
    where e.organization_id = ${org.key} ${whereOf(EXPENSE_SQL, filter, org)}`;
}

export interface ExpenseTotal {
  currency: string;
  /** Stored units as text, because a sum can exceed the integers that a number represents exactly. */
  amount: string;
}

/** Sums the expenses that match, from the roll-up alone. null if it does not have one of the filters. */
export function expenseTotals(org: OrgReader, filter: ExpenseFilter): Statement<ExpenseTotal> | null {
  const where = rollUpConditions(org, filter);
  if (where === null) return null;
  return org.rows<ExpenseTotal>()`select r.currency, cast(sum(r.amount) as text) as amount from expense_rollups r
    where r.organization_id = ${org.key} ${where} group by r.currency having sum(r.expenses) > 0 order by r.currency`;
}
