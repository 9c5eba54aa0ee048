import type { OrgReader } from "../../platform/db/org-db";
import {
  storeById,
  storeCount,
  storePage,
  storeReference,
  storesAfter,
  storeStatistics,
  type StoreRow,
  type StoresAfter,
  type StoreStatistics,
} from "./list.sql.ts";
import type { StoreFilter } from "./filters";
import type { PageNumber } from "../../platform/db/list/sort";
import { notFound, orNotFound } from "../../platform/api-error";
import { firstRows } from "../../platform/db/list/first-rows";

/** Reads a store. Throws 404 Not Found if this organization has none with that id. */
export async function readStore(org: OrgReader, id: number): Promise<StoreRow> {
  const [store] = await org.read(storeById(org, id));
  return orNotFound(store);
}

/**
 * The text by which an incoming order can refer to a store: preferably its name (see `storeReference`). Throws 404 Not Found for an unknown
 * store.
 */
export async function readStoreReference(org: OrgReader, id: number): Promise<string> {
  const [store] = await org.read(storeReference(org, id));
  if (store === undefined) throw notFound("store", "There is no such store.");
  return store.reference;
}

/** Lists a numbered page of stores by name, with their total. One round trip. */
export async function listStores(org: OrgReader, page: PageNumber): Promise<{ stores: StoreRow[]; total: number }> {
  const { stores, counts } = await org.read({ stores: storePage(org, page), counts: storeCount(org) });
  return { stores, total: counts[0]?.total ?? 0 };
}

/** Lists up to `limit` stores by name, after a position, and whether there are more. One round trip. */
export async function listStoresAfter(
  org: OrgReader,
  filter: StoreFilter,
  { after, limit }: StoresAfter,
): Promise<{ rows: StoreRow[]; hasMore: boolean }> {
  const rows = await org.read(storesAfter(org, filter, { after, limit: limit + 1 }));
  return firstRows(rows, limit);
}

/** Reads the store that a write marker refers to, in its current state. */
export function storeFromMarker(org: OrgReader, marker: unknown): Promise<StoreRow> {
  return readStore(org, (marker as { store_id: number }).store_id);
}

/**
 * Counts a store's orders, in any status, and the products that list it and are not archived (docs/spec/stores.md#store-statistics).
 * Throws 404 Not Found for an unknown store.
 */
export async function readStatistics(org: OrgReader, id: number): Promise<StoreStatistics> {
  const [statistics] = await org.read(storeStatistics(org, id));
  return orNotFound(statistics);
}
