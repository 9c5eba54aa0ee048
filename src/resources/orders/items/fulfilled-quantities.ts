import { parseFulfillment, quantitiesIn } from "../fulfillments/fulfillment";
import type { FulfillmentRow } from "../rows.sql.ts";

/** How many of an item are in fulfillments that are neither lost, returned nor cancelled, and how many of them were shipped and delivered. */
export interface FulfilledQuantities {
  fulfilled: number;
  shipped: number;
  delivered: number;
}

/** The quantities of an item by its id. */
export type FulfilledOf = (itemId: number) => FulfilledQuantities;

export const NOT_FULFILLED: FulfilledQuantities = { fulfilled: 0, shipped: 0, delivered: 0 };

/** An order with the quantities of its items. The fulfillments are parsed when they are first needed, because most changes do not need them. */
export function fulfilledParts<Parts extends { fulfillments: readonly FulfillmentRow[] }>(
  parts: Parts,
): Parts & { fulfilledOf: FulfilledOf } {
  let sums: ReadonlyMap<number, number>[] | undefined;
  const fulfilledOf: FulfilledOf = (itemId) => {
    sums ??= sumsOf(parts.fulfillments);
    const [fulfilled = 0, shipped = 0, delivered = 0] = sums.map((quantities) => quantities.get(itemId) ?? 0);
    return { fulfilled, shipped, delivered };
  };
  return { ...parts, fulfilledOf };
}

function sumsOf(rows: readonly FulfillmentRow[]): ReadonlyMap<number, number>[] {
  const fulfillments = rows.map(parseFulfillment);
  return [
    quantitiesIn(fulfillments, () => true),
    quantitiesIn(fulfillments, ({ shipped_at }) => shipped_at !== null),
    quantitiesIn(fulfillments, ({ delivered_at }) => delivered_at !== null),
  ];
}
