import type { ExpenseSums, OrderSums } from "./sums.sql.ts";
import { figuresOf, addSums, type Sums } from "./figures";
import type { Days } from "./calendar-unit";

interface Entry {
  currency: string;
  /** The index of its span in the query. */
  span: number;
  /** Null if all stores are summed together, 0 for overhead. */
  storeId: number | null;
  sums: Partial<Sums>;
}

/** Parses a sum from SQL. It is an integer up to 2^63 (9.2e14 currency units). A larger sum is a float and approximate. */
function parseSum(text: string): bigint {
  return /^-?\d+$/.test(text) ? BigInt(text) : BigInt(Math.round(Number(text)));
}

/** The entry of a row of order sums. Of Cancelled orders, only their number and their costs count (docs/spec/analytics.md#cancelled-orders). */
export function orderEntry(row: OrderSums): Entry {
  const { currency, span, store_id: storeId, cancelled } = row;
  const production = parseSum(row.production_cost);
  if (cancelled === 1) return { currency, span, storeId, sums: { cancelled: BigInt(row.orders), production } };
  const sums = {
    orders: BigInt(row.orders),
    items: BigInt(row.items),
    refunded: BigInt(row.refunded),
    with_cost: BigInt(row.with_cost),
    total: parseSum(row.total_amount),
    gross: parseSum(row.subtotal),
    discounts: parseSum(row.discount),
    refunds: parseSum(row.refund_amount),
    refunded_tax: parseSum(row.refunded_tax),
    shipping: parseSum(row.shipping_cost),
    tax: parseSum(row.tax),
    production,
  };
  return { currency, span, storeId, sums };
}

export function expenseEntry({ currency, span, store_id: storeId, kind, amount }: ExpenseSums): Entry {
  return { currency, span, storeId, sums: { [kind]: parseSum(amount) } };
}

export function sumEntries(entries: readonly Entry[] = []): Sums {
  return addSums(entries.map(({ sums }) => sums));
}

/** The days in the form of a response. */
export function daysText({ from, to }: Days): { from: string; to: string } {
  return { from: from.toString(), to: to.toString() };
}

/** Figures of each unit, including empty ones. The span of an entry is the index of its unit. */
export function seriesByTime(entries: readonly Entry[], units: readonly Days[], minor: bigint) {
  const bySpan = Map.groupBy(entries, ({ span }) => span);
  return units.map((unit, span) => ({ ...daysText(unit), ...figuresOf(sumEntries(bySpan.get(span)), minor) }));
}

/** Figures of each store that has entries, in the order of `stores`. The last ones, without a store, are overhead. */
export function seriesByStore(entries: readonly Entry[], stores: readonly { id: number; name: string }[], minor: bigint) {
  const byStore = Map.groupBy(entries, ({ storeId }) => storeId);
  const groups = [...stores.map(({ id, name }) => ({ id, store_id: id, store_name: name })), { id: 0, store_id: null, store_name: null }];
  return groups.flatMap(({ id, ...store }) => {
    const own = byStore.get(id);
    return own === undefined ? [] : [{ ...store, ...figuresOf(sumEntries(own), minor) }];
  });
}
