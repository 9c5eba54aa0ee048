import type { Child } from "hono/jsx";
import { ExpenseListQuery } from "../v1/contract";
import type { ExpenseSortField } from "../list.sql.ts";
import type { ExpenseRow } from "../rows.sql.ts";
import { EXPENSE_FILTERS } from "../filters";
import { listExpenses, sumExpenses } from "../read-expense";
import { isFiltered, readFilter } from "../../../platform/http/input/filters";
import { page } from "../../../console/page";
import { FilterForm } from "../../../console/parts/filter-form";
import { PageButton, PageLink } from "../../../console/parts/link";
import { EmptyState } from "../../../console/parts/notice";
import { type Column, Pager, Table } from "../../../console/parts/table";
import { moneyText } from "../../../platform/values/money-text";
import { Day, Money } from "../../../console/parts/values";
import { listStoreOptions } from "../../stores/console/store-options";
import { CATEGORY_NAMES, categoryName } from "./expense-values";

const COLUMNS: readonly (string | Column<ExpenseSortField>)[] = [
  { name: "Category", by: "category" },
  { name: "Date", by: "date", first: "desc" },
  "Description",
  "Store",
  { name: "Amount", figures: true, by: "amount", first: "desc" },
];

const SORT_CHOICES = [
  ["date:desc", "Latest date first"],
  ["date:asc", "Earliest date first"],
  ["amount:desc", "Highest amount first"],
  ["amount:asc", "Lowest amount first"],
  ["category:asc", "Category, A to Z"],
  ["created_at:desc", "Recently entered first"],
] as const;

function rowOf({ id, category, date, description, employee_name, store_name, amount, currency }: ExpenseRow): Child[] {
  return [
    <PageLink page={`/expenses/${id}`}>
      {categoryName(category)}
      <span class="hidden">, {moneyText(amount, currency)}</span>
    </PageLink>,
    <Day day={date} />,
    [employee_name, description].filter((text) => text !== null).join(": "),
    store_name,
    <Money units={amount} currency={currency} />,
  ];
}

function Sums({ sums }: { sums: readonly { currency: string; units: bigint }[] }) {
  if (sums.length === 0) return null;
  return (
    <p class="sums">
      <span class="soft">Total</span>
      {sums.map((sum) => (
        <Money {...sum} />
      ))}
    </p>
  );
}

export const expenseListPage = page(
  { path: "/expenses", permission: "money", query: ExpenseListQuery },
  async ({ org, query, search, member: { organization } }) => {
    const filter = readFilter(EXPENSE_FILTERS, org, query.filter);
    const [{ expenses, total }, sums, offered] = await Promise.all([
      listExpenses(org, filter, query),
      sumExpenses(org, filter),
      listStoreOptions(org),
    ]);
    const currencies = new Set([organization.currency, ...offered.stores.map(({ currency }) => currency)]);
    const body = (
      <>
        <FilterForm
          list="expenses"
          filters={EXPENSE_FILTERS}
          sorts={SORT_CHOICES}
          choices={{ category: CATEGORY_NAMES, currency: [...currencies].toSorted() }}
          stores={offered}
          search={search}
        />
        <Table
          caption="Expenses"
          columns={COLUMNS}
          sort={query.sort}
          rows={expenses.map(rowOf)}
          empty={
            isFiltered(query.filter) || total > 0 ? (
              "No expenses match."
            ) : (
              <EmptyState
                plural="expenses"
                purpose="Analytics subtracts them from the revenue, for example fees, advertising, rent and payroll."
                button="Create the first expense"
                to="/expenses/new"
              />
            )
          }
        />
        <Sums sums={sums ?? []} />
        <Pager {...query} total={total} />
      </>
    );
    const actions = (
      <>
        <PageButton page="/expenses/new?category=payroll" label="Create payroll expense" icon="plus" permission="write" />
        <PageButton page="/expenses/new" label="Create expense" icon="plus" primary permission="write" />
      </>
    );
    return { title: "Expenses", actions, body };
  },
);
