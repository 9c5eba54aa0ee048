import type { OrgReader } from "../../../platform/db/org-db";
import { catalogEntries, distinctSkus } from "../../products/catalog";
import type { OrderInput } from "./ingest-plan";
import {
  changedByExternalKey,
  type ExternalKey,
  findStoresByRef,
  fulfilledByExternalKey,
  fulfillmentsByExternalKey,
  itemsByExternalKey,
  ordersByExternalKey,
} from "./read.sql.ts";

interface Lookup {
  /** The texts that name stores. */
  refs: readonly string[];
  keys: readonly ExternalKey[];
  elements: readonly OrderInput[];
  /** Whether to read the items and fulfillments too. */
  mayUpdate: boolean;
}

/** Reads what an ingest compares its orders with, and what products supply to their items. One round trip. */
export async function readStored(org: OrgReader, { refs, keys, elements, mayUpdate }: Lookup) {
  const skus = distinctSkus(elements.flatMap((element) => ("order" in element ? element.order.items.map(({ sku }) => sku) : [])));
  const products = catalogEntries(org, skus);
  const lookups = [findStoresByRef(org, refs), ordersByExternalKey(org, keys)] as const;
  if (!mayUpdate) {
    const [stores, orders, ...entries] = await org.read(...lookups, ...products);
    return { stores, orders, changed: [], items: [], fulfillments: [], fulfilled: [], entries: entries.flat() };
  }
  const parts = [
    changedByExternalKey(org, keys),
    itemsByExternalKey(org, keys),
    fulfillmentsByExternalKey(org, keys),
    fulfilledByExternalKey(org, keys),
  ] as const;
  const [stores, orders, changed, items, fulfillments, fulfilled, ...entries] = await org.read(...lookups, ...parts, ...products);
  return { stores, orders, changed, items, fulfillments, fulfilled, entries: entries.flat() };
}
