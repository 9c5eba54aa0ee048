import type { Change } from "../../model/change.ts";
import type { SentAmounts, SentItem, SentOrder } from "../../model/create.ts";
import type { SentFulfillment } from "../../model/fulfillments.ts";
import { NOW } from "../../model/order.ts";
import { toNumber } from "../../model/units.ts";
import type { ItemPatch } from "../../model/update.ts";
import type { ApiResponse, Shop } from "../../kit/client";

/** Sends changes of the model as requests. */

const number = (amount: bigint | null | undefined): number | null | undefined =>
  amount === null || amount === undefined ? amount : toNumber(amount);

/** JSON omits undefined fields. */
export function amountsBody(sent: SentAmounts) {
  return {
    subtotal: number(sent.subtotal),
    tax: number(sent.tax),
    shipping_cost: number(sent.shipping),
    fees: number(sent.fees),
    discount: number(sent.discount),
    total_amount: number(sent.total),
    taxes_included: sent.taxesIncluded,
    refund_amount: number(sent.refund),
    refund_tax: number(sent.refundTax),
    is_refunded: sent.isRefunded,
    requires_audit: sent.requiresAudit,
  };
}

export const patchBody = ({ quantity, price, cost, tax }: ItemPatch) => ({
  quantity: quantity === undefined ? undefined : Number(quantity),
  price: number(price),
  cost: number(cost),
  tax: number(tax),
});

export const itemBody = ({ externalId, sku, status, ...amounts }: SentItem) => ({
  external_id: externalId,
  name: "Mug",
  sku,
  status,
  ...patchBody(amounts),
});

export function orderBody({ currency, status, items, onImplausible, ...amounts }: SentOrder, key: Key) {
  return {
    store: "gift",
    external_id: key.externalId,
    // Every payload differs from the previous one.
    customer_name: key.note,
    currency,
    status,
    ...amountsBody(amounts),
    items: items.map(itemBody),
    on_implausible: onImplausible,
    on_conflict: "update",
  };
}

/** The ids of an order of the model. */
export interface Ids {
  order: number;
  items: readonly string[];
  fulfillments: string[];
}

/** Identifies an order of the model: its external id, and a text that differs in every request. */
export interface Key {
  externalId: string;
  note: string;
}

export const trackingNumberOf = ({ externalId }: Key, suffix: string): string => `${externalId} ${suffix}`;

/** The code of the error of a request, or of one of the elements of a bulk request. Null: it succeeded. */
export type Outcome = string | null;

export const outcomeOf = ({ status, body }: Pick<ApiResponse, "status" | "body">): Outcome =>
  status < 300 ? null : `${status} ${body.error.details?.[0]?.code ?? body.error.code}`;

/** The status of an error of an element, whose code has one. */
const STATUS_OF: Readonly<Record<string, number>> = { validation_error: 400, conflict: 409, invalid_transition: 409, not_found: 404 };

interface BulkResult {
  outcome: string;
  error: { code: string; details?: { code: string }[] } | null;
}

export const resultOf = ({ outcome, error }: BulkResult): Outcome =>
  outcome === "failed" && error !== null ? `${STATUS_OF[error.code] ?? error.code} ${error.details?.[0]?.code ?? error.code}` : null;

/** One change as a request of its own. */
export async function sendOne(shop: Shop, ids: Ids, change: Change, key: Key): Promise<Outcome> {
  const itemId = (index: number): string => ids.items[index] ?? "";
  const post = async (path: string, body: unknown, method = "POST"): Promise<Outcome> => outcomeOf(await shop.v2(path, { method, body }));
  switch (change.kind) {
    case "update": {
      const [only, ...others] = change.items;
      const isOfItem = Object.keys(change.amounts).length === 0 && others.length === 0 && only !== undefined;
      if (isOfItem) return post(`/order-items/${itemId(only[0])}`, patchBody(only[1]), "PATCH");
      if (change.items.size === 0) return post(`/orders/${ids.order}`, amountsBody(change.amounts), "PATCH");
      return (await sendUpdates(shop, [{ ids, change }]))[0] ?? null;
    }
    case "ingest":
      return post("/orders", orderBody(change.order, key));
    case "add_item":
      return post(`/orders/${ids.order}/items`, itemBody(change.item));
    case "remove_item":
      return post(`/order-items/${itemId(change.item)}`, undefined, "DELETE");
    case "item_status": {
      const [only, ...others] = change.items;
      if (only !== undefined && others.length === 0) return post(`/order-items/${itemId(only)}/status`, { status: change.status });
      return sendItemAction(shop, change.items.map(itemId), { set_status: { status: change.status } });
    }
    case "order_status":
      return post(`/orders/${ids.order}/status`, { status: change.status, ...(change.hasReason && { reason: "a reason" }) });
    case "order_supplier":
      return (await sendAction(shop, [{ ids }], { supplier: change.supplier }))[0] ?? null;
    case "item_supplier":
      return sendItemAction(shop, change.items.map(itemId), { supplier: change.supplier });
    case "fulfillment":
      return post(`/orders/${ids.order}/fulfillments`, fulfillmentBody(change, ids, key));
    case "fulfillment_status":
      return post(`/fulfillments/${ids.fulfillments[change.fulfillment]}`, { status: change.status }, "PATCH");
    case "carrier_report":
      return post("/tracking", {
        // Numbers match in any letter case.
        tracking_number: trackingNumberOf(key, change.trackingNumber).toUpperCase(),
        status: change.status,
        ...(change.at !== NOW && { occurred_at: new Date(change.at).toISOString() }),
      });
    case "match":
    case "erasure":
      throw new Error(`${change.kind} is about all orders.`);
  }
}

export function fulfillmentBody({ status, trackingNumber, lines }: SentFulfillment, ids: Ids, key: Key) {
  return {
    status,
    ...(trackingNumber !== undefined && { tracking_number: trackingNumberOf(key, trackingNumber) }),
    items: lines?.map(({ item, quantity }) => ({
      order_item_id: ids.items[item] ?? "",
      ...(quantity !== undefined && { quantity: Number(quantity) }),
    })),
  };
}

interface Sent<Kind extends Change["kind"]> {
  ids: Ids;
  change: Extract<Change, { kind: Kind }>;
}

async function bulk(shop: Shop, path: string, body: unknown): Promise<Outcome[]> {
  const { status, text, body: found } = await shop.v2(path, { body });
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
  return found.results.map(resultOf);
}

/** Updates of several orders in one request. */
export function sendUpdates(shop: Shop, sent: readonly Sent<"update">[]): Promise<Outcome[]> {
  const orders = sent.map(({ ids, change }) => ({
    id: ids.order,
    ...amountsBody(change.amounts),
    items: [...change.items].map(([index, patch]) => ({ id: ids.items[index], ...patchBody(patch) })),
  }));
  return bulk(shop, "/orders/bulk-updates", { orders });
}

/** Sends orders in one request, for the first time or again. */
export function sendOrders(shop: Shop, orders: readonly ReturnType<typeof orderBody>[]): Promise<Outcome[]> {
  return bulk(shop, "/orders/bulk", { orders, on_error: "skip" });
}

/** Sends one action on several items. */
export async function sendItemAction(shop: Shop, ids: readonly string[], action: Record<string, unknown>): Promise<Outcome> {
  return outcomeOf(await shop.v2("/order-items/bulk-actions", { body: { ids, ...action } }));
}

/** Sends a status, a supplier or a fulfillment of several orders in one request. */
export function sendAction(shop: Shop, sent: readonly { ids: Ids }[], action: Record<string, unknown>): Promise<Outcome[]> {
  return bulk(shop, "/orders/bulk-actions", { ids: sent.map(({ ids }) => ids.order), ...action });
}
