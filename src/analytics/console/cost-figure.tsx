import { Money } from "../../console/parts/values";

/** Shown in place of a figure that nobody knows, because no order has a cost. */
export const NEEDS_COSTS = "Needs costs";

/** Says of a figure that some of the orders behind it have no cost. */
export function PartialMark() {
  return (
    <span class="partial soft" title="Some of these orders have no cost.">
      partial
    </span>
  );
}

/** An amount that depends on costs: null where they are not known, marked where only some of them are. */
export function CostMoney({ amount, currency, isPartial }: { amount: number | null; currency: string; isPartial: boolean }) {
  if (amount === null) return <span class="soft">{NEEDS_COSTS}</span>;
  return (
    <>
      <Money amount={amount} currency={currency} /> {isPartial ? <PartialMark /> : null}
    </>
  );
}
