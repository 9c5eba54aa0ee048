import type { MasterSecrets } from "../../../platform/crypto/master-key";
import { sha256Hex } from "../../../platform/crypto/digest";
import type { OrgDb, OrgReader } from "../../../platform/db/org-db";
import { conflict, invalid, notFound } from "../../../platform/api-error";
import { canonicalJson } from "../../../platform/values/canonical-json";
import { recordOf } from "../../../platform/values/record";
import { changeOrders, returnOrder } from "../change-order";
import type { IncomingItem, IncomingOrder } from "../ingest/incoming-order";
import { planCreate } from "../ingest/ingest-changes";
import { comparableHash } from "../ingest/payload-hash";
import { createdOrderId, INGEST_CONFLICTS, ingestWrites } from "../ingest/write.sql.ts";
import { isLive } from "../items/item-status";
import { MAX_NAME_LENGTH } from "../order-limits";
import { readOrder, readReprintable } from "../read-order";
import type { OrderParts, StoredItem } from "../rows.sql.ts";
import { ITEM_TEXTS, SHIP_ADDRESS } from "../text-columns";
import { reprintId } from "./reprint-id";

/** What to make again. Without items, all goods that are neither cancelled nor refunded. */
export interface Reprint {
  /** 1 for the first reprint of the order. The same number again is the same reprint. */
  number: number;
  items?: readonly { order_item_id: string; quantity?: number | undefined }[] | undefined;
}

interface ReprintOptions extends Reprint {
  masterSecrets: MasterSecrets;
}

const ORDER_COPIES = [
  "customer_name",
  "customer_address",
  "customer_email",
  "customer_phone",
  "ship_name",
  "ship_company",
  ...SHIP_ADDRESS,
  "shipping_service",
  "buyer_note",
  "gift_message",
  "metadata",
] as const;

/** The texts about the shipment of an item, which its reprint does not copy. */
const NOT_COPIED: ReadonlySet<string> = new Set(["tracking_code", "carrier"]);
const ITEM_COPIES = ITEM_TEXTS.filter((name) => !NOT_COPIED.has(name));

/** The tag of every reprint, by which lists can be searched. */
const TAGS = JSON.stringify(["reprint"]);

/**
 * Creates an order that reprints items of an order for the same customer, free of charge (docs/spec/orders.md#reprints). If the reprint
 * with this number exists with the same items, it is returned and nothing changes. Throws 404 Not Found for an unknown order or item, and
 * 409 Conflict if that reprint has other items. Two round trips.
 */
export async function reprintOrder(
  org: OrgDb,
  id: number,
  { masterSecrets, ...reprint }: ReprintOptions,
): Promise<{ parts: OrderParts; isNew: boolean }> {
  return await changeOrders(
    org,
    async () => await readReprintable(org, id),
    async ({ parts, reprints }) => {
      const hash = sha256Hex(canonicalJson({ reprint_of: id, ...reprint }));
      const external_id = reprintId(id, reprint.number);
      const existing = reprints.find((row) => row.external_id === external_id);
      if (existing !== undefined) {
        if ((await comparableHash(masterSecrets, hash, existing.source_hash)) !== existing.source_hash)
          throw conflict("external_id_taken", `Reprint ${reprint.number} of this order exists and has other items.`, { id: existing.id });
        return { unchanged: { parts: await readOrder(org, existing.id), isNew: false } };
      }
      return createReprint(org, parts, { reprint, external_id, hash });
    },
    "this order",
  );
}

/** The decision to create the order of a reprint. */
function createReprint(
  org: OrgDb,
  original: OrderParts,
  { reprint, external_id, hash }: { reprint: Reprint; external_id: string; hash: string },
) {
  const { store_id, store_name, currency } = original.order;
  const order = { ...incomingOrder(original, reprint), external_id };
  const { create } = planCreate(org, { order, store: { id: store_id, name: store_name, currency }, hash, sourceUpdatedAt: null });
  return {
    writes: ingestWrites(org, [create], []),
    conflicts: INGEST_CONFLICTS,
    ...returnOrder(org, createdOrderId({ count: 1, ordinal: 0 }), (parts) => ({ parts, isNew: true })),
  };
}

function incomingOrder({ order, items }: OrderParts, { number, items: requested }: Reprint): IncomingOrder {
  return {
    store: String(order.store_id),
    number: `${order.number ?? order.external_id ?? order.id}-R${number}`.slice(-MAX_NAME_LENGTH),
    currency: order.currency,
    ...recordOf(ORDER_COPIES, (name) => order[name]),
    tags: TAGS,
    is_gift: order.is_gift === null ? null : order.is_gift === 1,
    items: requestedItems(items, requested).map(({ item, quantity }) => incomingItem(item, quantity)),
  };
}

/** A copy of an item that the customer does not pay again. It costs as much to make. */
function incomingItem(item: StoredItem, quantity: number): IncomingItem {
  return {
    name: item.name,
    quantity,
    price: 0,
    cost: item.cost,
    is_gift: item.is_gift === null ? null : item.is_gift === 1,
    requires_shipping: item.requires_shipping === null ? null : item.requires_shipping === 1,
    ...recordOf(ITEM_COPIES, (name) => item[name]),
  };
}

/** How many units of an item are reprinted unless the request gives a quantity: those that were to be shipped, at least one. */
export const unitsToReprint = ({ quantity, cancelled_quantity }: StoredItem): number => Math.max(1, quantity - cancelled_quantity);

function requestedItems(items: readonly StoredItem[], requested: Reprint["items"]): { item: StoredItem; quantity: number }[] {
  if (requested === undefined) {
    const live = items
      .filter(({ status, is_goods }) => isLive(status) && is_goods === 1)
      .map((item) => ({ item, quantity: unitsToReprint(item) }));
    if (live.length === 0)
      throw invalid("items", "nothing_to_reprint", "All items are cancelled, refunded or not goods. Name the ones to reprint.");
    return live;
  }
  const byId = new Map(items.map((item) => [String(item.id), item]));
  return requested.map(({ order_item_id, quantity }, index) => {
    const item = byId.get(order_item_id);
    if (item === undefined) throw notFound(`items[${index}].order_item_id`, "This order has no item with this id.");
    return { item, quantity: quantity ?? unitsToReprint(item) };
  });
}

export async function reprintFromMarker(org: OrgReader, marker: unknown): Promise<OrderParts> {
  return await readOrder(org, idFromMarker(marker));
}

export function idFromMarker(marker: unknown): number {
  return (marker as { order_id: number }).order_id;
}
