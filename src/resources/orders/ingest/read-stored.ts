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
  mayUpdate: boolean;
}

/** Reads what an ingest compares its orders with, and what products supply to their items. One round trip. */
export async function readStored(org: OrgReader, { refs, keys, elements, mayUpdate }: Lookup) {
  const skus = distinctSkus(elements.flatMap((element) => ("order" in element ? element.order.items.map(({ sku }) => sku) : [])));
  const { entries, ...stored } = await org.read({
    stores: findStoresByRef(org, refs),
    orders: ordersByExternalKey(org, keys),
    changed: mayUpdate ? changedByExternalKey(org, keys) : null,
    items: mayUpdate ? itemsByExternalKey(org, keys) : null,
    fulfillments: mayUpdate ? fulfillmentsByExternalKey(org, keys) : null,
    fulfilled: mayUpdate ? fulfilledByExternalKey(org, keys) : null,
    entries: catalogEntries(org, skus),
  });
  return { ...stored, entries: entries.flat() };
}
