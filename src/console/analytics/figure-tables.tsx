import { countText, Money } from "../parts/figures";
import { Table } from "../parts/table";
import type { Section, Totals } from "./report";
import { daysText } from "./words";

type Figures = Pick<Totals, "orders" | "revenue" | "costs" | "expenses" | "profit">;

const COLUMNS = ["Orders", "Net revenue", "Costs", "Expenses", "Net profit", "Margin"].map((name) => ({ name, figures: true }));

function cellsOf({ orders, revenue, costs, expenses, profit }: Figures, currency: string) {
  const amounts = [revenue.net, costs.total, expenses.total, profit.net].map((amount) => <Money amount={amount} currency={currency} />);
  return [countText(orders.count), ...amounts, profit.margin_pct === null ? "None" : `${profit.margin_pct} %`];
}

/** The figures of a chart over time. */
export function TimeTable({ section: { currency, units }, grouping }: { section: Section; grouping: string }) {
  const rows = units.map((unit) => ({ cells: [daysText(unit), ...cellsOf(unit, currency)] }));
  return (
    <details class="numbers">
      <summary>
        The figures by {grouping}, {currency}
      </summary>
      <Table
        caption={`By ${grouping}, in ${currency}`}
        columns={[{ name: "Days", main: true }, ...COLUMNS]}
        rows={rows}
        empty="There is nothing in this period."
      />
    </details>
  );
}

/** What a store is called; overhead has none. */
export function storeText(name: string | null): string {
  return name ?? "No store: overhead";
}

/** The figures of every store. */
export function StoreTable({ section: { currency, stores } }: { section: Section }) {
  const rows = stores.map((store) => ({ cells: [storeText(store.store_name), ...cellsOf(store, currency)] }));
  return (
    <details class="numbers">
      <summary>The figures of every store, {currency}</summary>
      <Table
        caption={`By store, in ${currency}`}
        columns={[{ name: "Store", main: true }, ...COLUMNS]}
        rows={rows}
        empty="There is nothing in this period."
      />
    </details>
  );
}
