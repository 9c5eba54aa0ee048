import { countText } from "../../../console/count-text";
import { Money } from "../../../console/parts/values";
import { Table } from "../../../console/parts/table";
import { figureText } from "./change";
import { CostMoney, NEEDS_COSTS, PartialMark } from "./cost-figure";
import type { Section, Totals } from "./report";
import { daysText } from "./labels";

const COLUMNS = ["Orders", "Net revenue", "Costs", "Expenses", "Net profit", "Margin"].map((name) => ({ name, figures: true }));

function cellsOf({ orders, revenue, costs, expenses, profit, coverage }: Totals, currency: string) {
  const ofCosts = (units: bigint | null) => <CostMoney units={units} currency={currency} isPartial={coverage.is_partial} />;
  const margin = (percent: number) => (
    <>
      {figureText(percent, { unit: "percent" })} {coverage.is_partial ? <PartialMark /> : null}
    </>
  );
  const noMargin = <span class="soft">{costs.total === null ? NEEDS_COSTS : "None"}</span>;
  return [
    countText(orders.count),
    <Money units={revenue.net} currency={currency} />,
    ofCosts(costs.total),
    <Money units={expenses.total} currency={currency} />,
    ofCosts(profit.net),
    profit.margin_pct === null ? noMargin : margin(profit.margin_pct),
  ];
}

export function TimeTable({ section: { currency, units }, grouping }: { section: Section; grouping: string }) {
  const rows = units.map((unit) => [daysText(unit), ...cellsOf(unit, currency)]);
  return (
    <details class="numbers">
      <summary>
        Figures by {grouping}, in {currency}
      </summary>
      <Table
        caption={`By ${grouping}, in ${currency}`}
        columns={["Days", ...COLUMNS]}
        rows={rows}
        empty="There is nothing in this period."
      />
    </details>
  );
}

/** The name of a store. Overhead belongs to no store. */
export function storeText(name: string | null): string {
  return name ?? "No store: overhead";
}

export function StoreTable({ section: { currency, stores } }: { section: Section }) {
  const rows = stores.map((store) => [storeText(store.store_name), ...cellsOf(store, currency)]);
  return (
    <details class="numbers">
      <summary>Figures by store, in {currency}</summary>
      <Table caption={`By store, in ${currency}`} columns={["Store", ...COLUMNS]} rows={rows} empty="There is nothing in this period." />
    </details>
  );
}
