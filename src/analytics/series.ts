import type { Days } from "./calendar-unit";
import { type Entry, sumsOf } from "./entry";
import { figuresOf } from "./figures";

/** The days, as an answer names them. */
export function daysText({ from, to }: Days): { from: string; to: string } {
  return { from: from.toString(), to: to.toString() };
}

/** Figures of each unit, the n-th being span n, of those that nothing happened in too. */
export function seriesByTime(entries: readonly Entry[], units: readonly Days[], minor: bigint) {
  const bySpan = Map.groupBy(entries, ({ span }) => span);
  return units.map((unit, span) => ({ ...daysText(unit), ...figuresOf(sumsOf(bySpan.get(span)), minor) }));
}

/** Figures of each store that has any, in the order of `stores`; last, without a store, what is spent for all of them. */
export function seriesByStore(entries: readonly Entry[], stores: readonly { id: number; name: string }[], minor: bigint) {
  const byStore = Map.groupBy(entries, ({ storeId }) => storeId);
  const named = [...stores.map(({ id, name }) => ({ id, store_id: id, store_name: name })), { id: 0, store_id: null, store_name: null }];
  return named.flatMap(({ id, ...store }) => {
    const own = byStore.get(id);
    return own === undefined ? [] : [{ ...store, ...figuresOf(sumsOf(own), minor) }];
  });
}
