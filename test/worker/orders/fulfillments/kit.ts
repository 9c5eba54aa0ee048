import { type ApiResponse, rows, type Shop } from "../../../kit/client";

/** An order of three mugs and one tee. */
export const MUGS_AND_TEE = {
  items: [
    { name: "Mug", quantity: 3, price: 10 },
    { name: "Tee", quantity: 1, price: 20 },
  ],
};

/** Creates a fulfillment of an order. */
export function createFulfillment(shop: Shop, orderId: number, body: Record<string, unknown> = {}): Promise<ApiResponse> {
  return shop.v2(`/orders/${orderId}/fulfillments`, { body });
}

/** Changes fields of a fulfillment, such as its status. */
export function updateFulfillment(shop: Shop, id: string, body: Record<string, unknown>): Promise<ApiResponse> {
  return shop.v2(`/fulfillments/${id}`, { method: "PATCH", body });
}

export interface EventBody extends Record<string, unknown> {
  event: string;
  sequence: number;
}

/** The bodies of an order's events in commit order, without order.created. */
export async function eventsOf(orderId: number): Promise<EventBody[]> {
  const stored = await rows<{ body: string }>("select body from events where order_id = ? order by seq", orderId);
  return stored.map(({ body }) => JSON.parse(body) as EventBody).filter(({ event }) => event !== "order.created");
}

/** The status of an order, followed by those of its items. */
export async function statusesOf(shop: Shop, orderId: number): Promise<string[]> {
  const { body } = await shop.v2(`/orders/${orderId}`);
  return [body.status, ...body.items.map(({ status }: { status: string }) => status)];
}
