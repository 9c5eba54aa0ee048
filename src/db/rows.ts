import type { InferSelectModel } from "drizzle-orm";
import type { fulfillments, orderItems, orders } from "./schema";

/** An order with its store's name. */
export type OrderRow = InferSelectModel<typeof orders> & { store_name: string };

/** An order item with what it takes from its order and store. */
export type ItemRow = InferSelectModel<typeof orderItems> & {
  store_name: string;
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

/** A parcel, its items as JSON text `[{order_item_id, quantity}]`. */
export type FulfillmentRow = InferSelectModel<typeof fulfillments> & { items: string };

/** An order as it is read for an answer. */
export interface OrderParts {
  order: OrderRow;
  items: ItemRow[];
  fulfillments: FulfillmentRow[];
}
