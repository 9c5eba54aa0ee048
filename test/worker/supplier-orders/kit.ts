import type { z } from "zod";
import { SupplierOrder } from "../../../src/resources/supplier-orders/supplier-order-view";
import { type ApiResponse, createShop, ingestOrder, rows, type Shop } from "../../kit/client";

export type SupplierOrderResponse = z.output<typeof SupplierOrder>;

/** A shop with two suppliers. Its items need nothing else before they are sent to one. */
export async function aProducingShop(): Promise<Shop> {
  const shop = await createShop();
  await shop.v2(`/stores/${shop.store.id}`, { method: "PATCH", body: { send_blockers: [] } });
  await shop.v2("/suppliers", { body: { name: "Acme", code: "ac", lead_time_days: 3 } });
  await shop.v2("/suppliers", { body: { name: "Bag works", default_shipping: "to_us" } });
  return shop;
}

/** An item as a shop sends it. */
export const anItem = (fields: Record<string, unknown> = {}) => ({
  name: "Mug",
  price: 10,
  quantity: 3,
  cost: 2.5,
  assigned_supplier: "Acme",
  ...fields,
});

/** Ingests an order with these items. */
export const orderOf = (shop: Shop, ...items: Record<string, unknown>[]) =>
  ingestOrder(shop, { number: "#1", ship_name: "Ann Lee", ship_city: "Bath", items });

/** Creates supplier orders for items, or for all items of orders. */
export const send = (shop: Shop, body: Record<string, unknown>, headers: Record<string, string> = {}): Promise<ApiResponse> =>
  shop.v2("/supplier-orders", { body, headers });

/** The supplier orders of a response. */
export function sentIn(response: ApiResponse): SupplierOrderResponse[] {
  if (response.status !== 201) throw new Error(`${response.status} ${response.text}`);
  return response.body.supplier_orders.map((order: unknown) => SupplierOrder.parse(order));
}

/** Sends everything of orders, and returns the supplier order of the supplier that has the first item. */
export async function sendAll(shop: Shop, ...orderIds: number[]): Promise<SupplierOrderResponse> {
  const [order] = sentIn(await send(shop, { order_ids: orderIds }));
  if (order === undefined) throw new Error("Nothing was sent.");
  return order;
}

export const change = (shop: Shop, id: string, body: unknown): Promise<ApiResponse> =>
  shop.v2(`/supplier-orders/${id}`, { method: "PATCH", body });

export const reject = (shop: Shop, id: string, itemId: string, reason = "Out of stock"): Promise<ApiResponse> =>
  shop.v2(`/supplier-orders/${id}/lines/${itemId}/reject`, { body: { reason } });

/** The status of an order, and those of its items. */
export async function statusesOf(shop: Shop, id: number): Promise<string[]> {
  const { body } = await shop.v2(`/orders/${id}`);
  return [body.status, ...body.items.map(({ status }: { status: string }) => status)];
}

/** The status of a response, and the codes of its errors. */
export const statusAndCodes = ({ status, body }: ApiResponse): unknown[] => [
  status,
  ...(body.error?.details ?? []).map(({ code }: { code: string }) => code),
];

/** The ids of the items of which supplier orders have more units than there are, in all organizations. */
export const overAllocated = () =>
  rows(`select i.id from order_items i where i.quantity < (select coalesce(sum(l.quantity), 0) from supplier_order_lines l
    where l.organization_id = i.organization_id and l.order_item_id = i.id and l.is_allocated = 1)`);
