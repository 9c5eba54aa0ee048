import type { InferSelectModel } from "drizzle-orm";
import type { fulfillments } from "./fulfillments/table";
import type { orderItems } from "./items/table";
import type { orders } from "./table";
import { SHIP_ADDRESS } from "./text-columns";

/** An order as it is stored. */
export type StoredOrder = InferSelectModel<typeof orders>;

/** An order with its store's name. */
export type OrderRow = StoredOrder & { store_name: string };

/** An order item as it is stored. */
export type StoredItem = InferSelectModel<typeof orderItems>;

/** The columns of the order that an item is read with. */
export const INHERITED_COLUMNS = [
  "number",
  "external_id",
  "currency",
  "customer_name",
  "customer_address",
  ...SHIP_ADDRESS,
  "is_gift",
] as const satisfies readonly (keyof StoredOrder)[];

/** The columns that an item takes from its order and store. */
type Inherited = { store_name: string } & { [K in (typeof INHERITED_COLUMNS)[number] as `order_${K}`]: StoredOrder[K] };

export type ItemRow = StoredItem & Inherited;

const INHERITED_NAMES = INHERITED_COLUMNS.map((name) => [`order_${name}`, name] as const);

/** The columns that the items of an order take from it. */
export function inheritedOf(order: OrderRow): Inherited {
  const columns = Object.fromEntries(INHERITED_NAMES.map(([inherited, name]) => [inherited, order[name]]));
  return { ...columns, store_name: order.store_name } as Inherited;
}

/** A fulfillment, with its items as JSON text `[{order_item_id, quantity}]`. */
export type FulfillmentRow = InferSelectModel<typeof fulfillments> & { items: string };

/** An order as it is read for a response. `fulfillments` is empty if they were not requested. */
export interface OrderParts {
  order: OrderRow;
  items: ItemRow[];
  fulfillments: FulfillmentRow[];
}
