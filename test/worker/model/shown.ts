import { type Moment, NOW, type Order } from "../../model/order.ts";
import { toNumber } from "../../model/units.ts";
import { rows } from "../../kit/client";

/** The returned and stored values of an order, and the same values from the model. */

/** The values of an order that the API returns. */
export function viewOf(order: Order) {
  return {
    status: order.status,
    currency: order.currency,
    subtotal: toNumber(order.subtotal),
    tax: toNumber(order.tax),
    shipping_cost: toNumber(order.shipping),
    fees: order.fees === null ? null : toNumber(order.fees),
    discount: toNumber(order.discount),
    total_amount: toNumber(order.total),
    is_refunded: order.isRefunded,
    requires_audit: order.requiresAudit,
    items: order.items.map(({ quantity, price, status, tax, supplier }) => ({
      quantity: Number(quantity),
      price: toNumber(price),
      status,
      tax: tax === null ? null : toNumber(tax),
      assigned_supplier: supplier,
    })),
  };
}

type View = ReturnType<typeof viewOf>;
const VIEW = [
  "status",
  "currency",
  "subtotal",
  "tax",
  "shipping_cost",
  "fees",
  "discount",
  "total_amount",
  "is_refunded",
  "requires_audit",
] as const;

/** The same values from a response, and the ids of the items in the order in which they were added. */
export function shown(order: Record<string, unknown> & { items: { id: string }[] }) {
  const items = order.items.toSorted((one, other) => Number(one.id) - Number(other.id)) as unknown as (View["items"][number] & {
    id: string;
  })[];
  return {
    view: {
      ...Object.fromEntries(VIEW.map((name) => [name, order[name]])),
      items: items.map(({ quantity, price, status, tax, assigned_supplier }) => ({ quantity, price, status, tax, assigned_supplier })),
    },
    itemIds: items.map(({ id }) => id),
  };
}

interface StoredFulfillment {
  id: string;
  order_id: number;
  status: string;
  shipped_at: number | null;
  delivered_at: number | null;
}

/** The fulfillments of an organization, by the ids of their orders. */
export async function storedFulfillments(organizationId: number): Promise<Map<number, StoredFulfillment[]>> {
  const stored = await rows<StoredFulfillment>(
    "select id, order_id, status, shipped_at, delivered_at from fulfillments where organization_id = ?",
    organizationId,
  );
  return Map.groupBy(stored, ({ order_id }) => order_id);
}

/** A stored time in the form of the model, which has NOW for every time since the test began. Carriers report earlier times. */
const momentOf = (time: number | null, begunAt: number): Moment | null => (time === null || time < begunAt ? time : NOW);

/** A stored fulfillment in the form of `fulfillmentsOf`. */
export const shownFulfillment = ({ status, shipped_at, delivered_at }: StoredFulfillment, begunAt: number) => ({
  status,
  shippedAt: momentOf(shipped_at, begunAt),
  deliveredAt: momentOf(delivered_at, begunAt),
});

export const fulfillmentsOf = ({ fulfillments }: Order) =>
  fulfillments.map(({ status, shippedAt, deliveredAt }) => ({ status, shippedAt, deliveredAt }));
