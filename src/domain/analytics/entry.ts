import type { ExpenseSums } from "../../db/analytics-expenses";
import type { OrderSums } from "../../db/analytics-orders";
import { sumOf, type Sums } from "./figures";

/** Sums under their currency, span and store. */
export interface Entry {
  currency: string;
  /** Place of the span among those that were asked for. */
  span: number;
  /** Null where stores are summed together, 0 for overhead. */
  storeId: number | null;
  sums: Partial<Sums>;
}

/** A Cancelled order counts as cancelled and as nothing else (decisions G). */
export function ofOrders(row: OrderSums): Entry {
  const { currency, span, store_id: storeId, cancelled } = row;
  if (cancelled === 1) return { currency, span, storeId, sums: { cancelled: BigInt(row.orders) } };
  const sums = {
    orders: BigInt(row.orders),
    items: BigInt(row.items),
    refunded: BigInt(row.refunded),
    with_cost: BigInt(row.with_cost),
    total: BigInt(row.total_amount),
    gross: BigInt(row.subtotal),
    discounts: BigInt(row.discount),
    refunds: BigInt(row.refund_amount),
    shipping: BigInt(row.shipping_cost),
    tax: BigInt(row.tax),
    production: BigInt(row.production_cost),
  };
  return { currency, span, storeId, sums };
}

export function ofExpenses({ currency, span, store_id: storeId, kind, amount }: ExpenseSums): Entry {
  return { currency, span, storeId, sums: { [kind]: BigInt(amount) } };
}

/** All that entries hold; zeros where there is none. */
export function sumsOf(entries: readonly Entry[] = []): Sums {
  return sumOf(entries.map(({ sums }) => sums));
}
