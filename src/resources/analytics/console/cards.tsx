import { changeOf, type Figure, figureText, type Measure } from "./change";
import { NEEDS_COSTS, PartialMark } from "./cost-figure";
import type { Totals } from "./report";

interface Card {
  name: string;
  measure: Measure;
  /** Reads the figure. Null if there is none. */
  valueOf: (totals: Totals) => Figure | null;
  /** Whether an increase is good or bad. Null if it is neither. */
  increase: "good" | "bad" | null;
  /** Whether the figure depends on costs. */
  needsCosts?: boolean;
  /** Whether it is in the second row, which is quieter. */
  isMinor?: true;
}

function cardsIn(currency: string): readonly Card[] {
  const money = { unit: "money", currency } as const;
  return [
    { name: "Net revenue", measure: money, valueOf: ({ revenue }) => revenue.net, increase: "good" },
    { name: "Net profit", measure: money, valueOf: ({ profit }) => profit.net, increase: "good", needsCosts: true },
    { name: "Margin", measure: { unit: "percent" }, valueOf: ({ profit }) => profit.margin_pct, increase: "good", needsCosts: true },
    { name: "Orders", measure: { unit: "count" }, valueOf: ({ orders }) => orders.count, increase: "good" },
    { name: "Average order", measure: money, valueOf: ({ orders }) => orders.average_value, increase: "good" },
    { name: "Costs", measure: money, valueOf: ({ costs }) => costs.total, increase: null, needsCosts: true, isMinor: true },
    { name: "Expenses", measure: money, valueOf: ({ expenses }) => expenses.total, increase: null, isMinor: true },
  ];
}

interface FigureCardProps {
  card: Card;
  totals: Totals;
  previous: Totals | null;
}

function FigureCard({ card: { name, measure, valueOf, increase, needsCosts = false, isMinor }, totals, previous }: FigureCardProps) {
  const value = valueOf(totals);
  const before = previous === null ? null : valueOf(previous);
  // A figure with missing costs cannot be compared, because the missing share differs between periods.
  const isPartial = needsCosts && totals.coverage.is_partial;
  const comparable = !isPartial && !(needsCosts && previous?.coverage.is_partial === true);
  const change = comparable ? changeOf(value, before, measure) : null;
  const hasTone = change !== null && change.direction !== "same" && increase !== null;
  const goodTone = (change?.direction === "up") === (increase === "good") ? "rise" : "fall";
  const none = needsCosts && totals.costs.total === null ? NEEDS_COSTS : "None";
  const tone = hasTone ? goodTone : "soft";
  return (
    <div class={isMinor === true ? "measure minor" : "measure"}>
      <dt>{name}</dt>
      <dd class="value figure">{value === null ? <span class="soft">{none}</span> : figureText(value, measure)}</dd>
      {isPartial && value !== null ? (
        <dd>
          <PartialMark />
        </dd>
      ) : null}
      {change === null ? null : (
        <dd class="change figure" title={change.sentence}>
          <span class={tone} aria-hidden="true">
            {change.short}
          </span>
          {before === null || change.direction === "same" ? null : (
            <span class="was soft" aria-hidden="true">
              was {figureText(before, measure)}
            </span>
          )}
          <span class="hidden">{change.sentence}</span>
        </dd>
      )}
    </div>
  );
}

/** The main figures of a period, each compared with the previous period. */
export function Cards({ currency, totals, previous }: { currency: string; totals: Totals; previous: Totals | null }) {
  return (
    <dl class="measures">
      {cardsIn(currency).map((card) => (
        <FigureCard card={card} totals={totals} previous={previous} />
      ))}
    </dl>
  );
}
