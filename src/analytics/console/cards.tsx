import { changeOf, figureText, type Measure } from "./change";
import { NEEDS_COSTS, PartialMark } from "./cost-figure";
import type { Totals } from "./report";

interface Card {
  name: string;
  measure: Measure;
  /** Null where there is none. */
  of: (totals: Totals) => number | null;
  /** Whether more of it is good news; null: neither. */
  more: "good" | "bad" | null;
  /** Whether it can't be known without costs. */
  ofCosts?: boolean;
}

function cardsIn(currency: string): readonly Card[] {
  const money = { unit: "money", currency } as const;
  return [
    { name: "Net revenue", measure: money, of: ({ revenue }) => revenue.net, more: "good" },
    { name: "Costs", measure: money, of: ({ costs }) => costs.total, more: null, ofCosts: true },
    { name: "Expenses", measure: money, of: ({ expenses }) => expenses.total, more: null },
    { name: "Net profit", measure: money, of: ({ profit }) => profit.net, more: "good", ofCosts: true },
    { name: "Margin", measure: { unit: "percent" }, of: ({ profit }) => profit.margin_pct, more: "good", ofCosts: true },
    { name: "Orders", measure: { unit: "count" }, of: ({ orders }) => orders.count, more: "good" },
    { name: "Average order", measure: money, of: ({ orders }) => orders.average_value, more: "good" },
  ];
}

interface FigureCardProps {
  card: Card;
  totals: Totals;
  previous: Totals | null;
}

function FigureCard({ card: { name, measure, of, more, ofCosts = false }, totals, previous }: FigureCardProps) {
  const value = of(totals);
  const before = previous === null ? null : of(previous);
  // A figure that some costs are missing from can't be compared: how much is missing differs from period to period.
  const isPartial = ofCosts && totals.coverage.is_partial;
  const comparable = !isPartial && !(ofCosts && previous?.coverage.is_partial === true);
  const change = comparable ? changeOf(value, before, measure) : null;
  const isGood = (change?.direction === "up") === (more === "good");
  const none = ofCosts && totals.costs.total === null ? NEEDS_COSTS : "None";
  const tone = change === null || change.direction === "same" || more === null ? "soft" : isGood ? "rise" : "fall";
  return (
    <div class="measure">
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

/** The figures of a period at a glance, each beside that of the period before. */
export function Cards({ currency, totals, previous }: { currency: string; totals: Totals; previous: Totals | null }) {
  return (
    <dl class="measures">
      {cardsIn(currency).map((card) => (
        <FigureCard card={card} totals={totals} previous={previous} />
      ))}
    </dl>
  );
}
