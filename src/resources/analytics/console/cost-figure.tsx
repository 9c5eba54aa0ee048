import { Money } from "../../../console/parts/values";

/** Replaces a figure that is unknown because no order has a cost. */
export const NEEDS_COSTS = "No costs entered";

/** Marks a figure some of whose orders have no cost. */
export function PartialMark() {
  return (
    <span class="partial soft" title="Some of these orders have no cost.">
      partial
    </span>
  );
}

/** An amount in stored units that depends on costs: null if they are unknown, and marked if some are missing. */
export function CostMoney({ units, currency, isPartial }: { units: bigint | null; currency: string; isPartial: boolean }) {
  if (units === null) return <span class="soft">{NEEDS_COSTS}</span>;
  return (
    <>
      <Money units={units} currency={currency} /> {isPartial ? <PartialMark /> : null}
    </>
  );
}
