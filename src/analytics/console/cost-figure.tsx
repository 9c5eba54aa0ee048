import { Money } from "../../console/parts/values";

/** Replaces a figure that is unknown because no order has a cost. */
export const NEEDS_COSTS = "Needs costs";

/** Marks a figure some of whose orders have no cost. */
export function PartialMark() {
  return (
    <span class="partial soft" title="Some of these orders have no cost.">
      partial
    </span>
  );
}

/** An amount that depends on costs: null if they are unknown, and marked if some are missing. */
export function CostMoney({ amount, currency, isPartial }: { amount: number | null; currency: string; isPartial: boolean }) {
  if (amount === null) return <span class="soft">{NEEDS_COSTS}</span>;
  return (
    <>
      <Money amount={amount} currency={currency} /> {isPartial ? <PartialMark /> : null}
    </>
  );
}
