import { countText } from "../../../console/count-text";
import { PageLink } from "../../../console/parts/link";
import { Cards } from "./cards";
import { BarChart, type BarRow } from "./chart-bars";
import { TimeChart } from "./chart-time";
import { CostMoney } from "./cost-figure";
import { storeText, StoreTable, TimeTable } from "./figure-tables";
import type { Grouping, Section, Totals } from "./report";
import { currencyName } from "./labels";
import { divideHalfUp } from "../../../platform/values/money";

const GROUPING_LABELS = { day: "Day by day", week: "Week by week", month: "Month by month" } as const;

/** The number of stores in the chart. The table below it has all of them. */
const MAX_STORES = 10;

/** How many orders have a known cost, and how that affects the figures. */
function Coverage({ coverage: { orders_with_cost, orders_missing_cost, is_partial } }: Totals) {
  if (orders_missing_cost === 0) return null;
  const known = `${countText(orders_with_cost)} of ${countText(orders_with_cost + orders_missing_cost)} orders have a known cost`;
  return (
    <p class="coverage">
      {is_partial
        ? `${known}. Costs are therefore too low, and profit and margin are too high.`
        : `${known}. Enter the cost of at least one order to see costs, profit and margin.`}{" "}
      <PageLink page="/attention/cost">Fill in costs</PageLink>
    </p>
  );
}

function shareText(part: bigint | null, whole: bigint): string {
  return part !== null && whole > 0n ? `${divideHalfUp(part * 100n, whole)}%` : "";
}

/** Where net revenue goes: what orders cost, what running the business costs, and what remains. */
function Breakdown({ section: { currency, totals } }: { section: Section }) {
  const { revenue, costs, expenses, profit, coverage } = totals;
  const isLoss = profit.net !== null && profit.net < 0n;
  const { is_partial: isPartial } = coverage;
  const figures: readonly Omit<BarRow, "more">[] = [
    { name: "Net revenue", amount: revenue.net, kind: "revenue" },
    { name: "Production costs", amount: costs.production, kind: "outgo", isPartial },
    { name: "Operating expenses", amount: expenses.operating, kind: "outgo" },
    { name: "Payroll", amount: expenses.payroll, kind: "outgo" },
    { name: isLoss ? "Net loss" : "Net profit", amount: profit.net, kind: isLoss ? "loss" : "profit", isPartial },
  ];
  const rows = figures.map((figure) => ({ ...figure, more: [shareText(figure.amount, revenue.net)] }));
  return (
    <figure>
      <figcaption>
        <h3>Breakdown</h3>
      </figcaption>
      <BarChart
        caption={`Revenue, costs and expenses, in ${currency}`}
        columns={["Item", "Amount", "Share of revenue"]}
        rows={rows}
        currency={currency}
      />
    </figure>
  );
}

function ByStore({ section }: { section: Section }) {
  const { currency, stores } = section;
  const shown = stores.toSorted((one, other) => Number(other.revenue.net - one.revenue.net)).slice(0, MAX_STORES);
  const rows = shown.map(({ store_name, revenue, profit, coverage }): BarRow => ({
    name: storeText(store_name),
    amount: revenue.net,
    kind: "revenue",
    more: [<CostMoney units={profit.net} currency={currency} isPartial={coverage.is_partial} />],
  }));
  return (
    <figure>
      <figcaption>
        <h3>By store</h3>
      </figcaption>
      <BarChart
        caption={`Net revenue by store, in ${currency}`}
        columns={["Store", "Net revenue", "Net profit"]}
        rows={rows}
        currency={currency}
      />
      <StoreTable section={section} />
    </figure>
  );
}

/** The figures of one currency. Amounts in different currencies are never summed. */
export function CurrencySection({ section, grouping }: { section: Section; grouping: Grouping | null }) {
  const { currency, totals, previous, units, stores } = section;
  return (
    <section class="currency" id={currency}>
      <h2>{currencyName(currency)}</h2>
      <Cards currency={currency} totals={totals} previous={previous} />
      <Coverage {...totals} />
      {grouping === null ? (
        <p class="hint">
          This period is too long for a chart over time. <PageLink page="/analytics?period=this_year">Show this year</PageLink>
        </p>
      ) : null}
      {grouping === null || units.length < 2 ? null : (
        <figure>
          <figcaption>
            <h3>{GROUPING_LABELS[grouping]}</h3>
          </figcaption>
          <TimeChart section={section} grouping={grouping} />
          <TimeTable section={section} grouping={grouping} />
        </figure>
      )}
      <div class="side-by-side">
        <Breakdown section={section} />
        {stores.length === 0 ? null : <ByStore section={section} />}
      </div>
    </section>
  );
}
