import type { InferSelectModel } from "drizzle-orm";
import type { fulfillments } from "./fulfillments/table";
import type { orderItems } from "./items/table";
import type { orders } from "./table";

/** An order as it is stored. */
export type StoredOrder = InferSelectModel<typeof orders>;

/** An order with its store's name. */
export type OrderRow = StoredOrder & { store_name: string };

/** An order item as it is stored. */
export type StoredItem = InferSelectModel<typeof orderItems>;

/** An order item with what it takes from its order and store. */
export type ItemRow = StoredItem & {
  store_name: string;
  order_number: string | null;
  order_external_id: string | null;
  order_currency: string;
  order_customer_name: string | null;
  order_customer_address: string | null;
  order_ship_address1: string | null;
  order_ship_address2: string | null;
  order_ship_city: string | null;
  order_ship_state: string | null;
  order_ship_zipcode: string | null;
  order_ship_country: string | null;
  order_is_gift: number | null;
};

/** An item with what it takes from its order, where both rows are at hand. */
export function itemOf(order: OrderRow, item: StoredItem): ItemRow {
  return {
    ...item,
    store_name: order.store_name,
    order_number: order.number,
    order_external_id: order.external_id,
    order_currency: order.currency,
    order_customer_name: order.customer_name,
    order_customer_address: order.customer_address,
    order_ship_address1: order.ship_address1,
    order_ship_address2: order.ship_address2,
    order_ship_city: order.ship_city,
    order_ship_state: order.ship_state,
    order_ship_zipcode: order.ship_zipcode,
    order_ship_country: order.ship_country,
    order_is_gift: order.is_gift,
  };
}

/** A fulfillment, its items as JSON text `[{order_item_id, quantity}]`. */
export type FulfillmentRow = InferSelectModel<typeof fulfillments> & { items: string };

/** An order as it is read for an answer. */
export interface OrderParts {
  order: OrderRow;
  items: ItemRow[];
  fulfillments: FulfillmentRow[];
}
