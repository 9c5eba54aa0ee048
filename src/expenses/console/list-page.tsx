import type { Child } from "hono/jsx";
import { ExpenseListQuery } from "../v1/contract";
import type { ExpenseSortField } from "../list.sql.ts";
import type { ExpenseRow } from "../rows.sql.ts";
import type { Sort } from "../../platform/db/list/sort";
import { EXPENSE_FILTERS } from "../filters";
import { listExpenses, sumExpenses } from "../list-expenses";
import { toAmount } from "../../platform/values/money";
import { isFiltered, readFilter } from "../../platform/http/input/filters";
import { usePageRequest, useCan } from "../../console/page-request";
import { page } from "../../console/page";
import { Money } from "../../console/parts/figures";
import { FilterForm } from "../../console/parts/filter-form";
import { PageButton, PageLink } from "../../console/parts/link";
import { EmptyState } from "../../console/parts/empty-state";
import { PageHead } from "../../console/parts/page-head";
import { Pager } from "../../console/parts/pager";
import { type Sortable, sortable } from "../../console/parts/sortable";
import { Table } from "../../console/parts/table";
import { offeredStores } from "../../stores/console/store-field";
import { CATEGORY_NAMES, categoryName } from "./category-names";
import { Day } from "./day";

const COLUMNS: readonly Sortable<ExpenseSortField>[] = [
  { name: "Category", main: true, by: "category" },
  { name: "Day", by: "date", first: "desc" },
  { name: "For" },
  { name: "Store" },
  { name: "Amount", figures: true, by: "amount", first: "desc" },
];

const SORT_CHOICES = [
  ["date:desc", "Latest day first"],
  ["date:asc", "Earliest day first"],
  ["amount:desc", "Highest amount first"],
  ["amount:asc", "Lowest amount first"],
  ["category:asc", "Category, A to Z"],
  ["created_at:desc", "Last entered first"],
] as const;

function Expenses({ expenses, sort, empty }: { expenses: readonly ExpenseRow[]; sort: Sort<ExpenseSortField>; empty: Child }) {
  const rows = expenses.map(({ id, category, date, description, employee_name, store_name, amount, currency }) => ({
    cells: [
      <PageLink page={`/expenses/${id}`}>
        {categoryName(category)}
        <span class="hidden">, expense {id}</span>
      </PageLink>,
      <Day day={date} />,
      [employee_name, description].filter((text) => text !== null).join(": "),
      store_name,
      <Money amount={toAmount(amount)} currency={currency} />,
    ],
  }));
  return <Table caption="Expenses" columns={sortable(COLUMNS, sort, usePageRequest().here)} rows={rows} empty={empty} />;
}

/** What the whole list comes to, each currency by itself. */
function Sums({ sums }: { sums: readonly { currency: string; amount: number }[] }) {
  if (sums.length === 0) return null;
  return (
    <p class="sums">
      <span class="soft">All of them together</span>
      {sums.map((sum) => (
        <Money {...sum} />
      ))}
    </p>
  );
}

function Head() {
  return (
    <PageHead title="Expenses">
      {useCan("write") ? (
        <>
          <PageButton page="/expenses/new?category=payroll" label="New payroll" />
          <PageButton page="/expenses/new" label="New expense" primary />
        </>
      ) : null}
    </PageHead>
  );
}

/** The expenses, by the API's filters. */
export const expenseListPage = page(
  { path: "/expenses", permission: "read", query: ExpenseListQuery },
  async ({ org, query, search, member: { organization } }) => {
    const filter = readFilter(EXPENSE_FILTERS, org, query.filter);
    const [{ expenses, total }, sums, offered] = await Promise.all([
      listExpenses(org, filter, query),
      sumExpenses(org, filter),
      offeredStores(org),
    ]);
    const currencies = new Set([organization.currency, ...offered.stores.map(({ currency }) => currency)]);
    const body = (
      <>
        <Head />
        <FilterForm
          list="expenses"
          filters={EXPENSE_FILTERS}
          sorts={SORT_CHOICES}
          choices={{ category: CATEGORY_NAMES, currency: [...currencies].toSorted() }}
          stores={offered}
          search={search}
        />
        <Expenses
          expenses={expenses}
          sort={query.sort}
          empty={
            isFiltered(query.filter) || total > 0 ? (
              "No expenses match."
            ) : (
              <EmptyState plural="expenses" make="Create the first expense." to="/expenses/new" />
            )
          }
        />
        <Sums sums={sums ?? []} />
        <Pager {...query} total={total} />
      </>
    );
    return { title: "Expenses", body };
  },
);
