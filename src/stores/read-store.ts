import type { OrgReader } from "../platform/db/org-db";
import { storeById, storeCount, storePage, type StorePosition, type StoreRow, storeReference, storesAfter } from "./list.sql.ts";
import type { StoreFilter } from "./filters";
import type { PageNumber } from "../platform/db/list/sort";
import { storeStatistics, type StoreStatistics } from "./statistics.sql.ts";
import { notFound, orNotFound } from "../platform/api-error";

/** One store; 404 where this organization has none with that id. */
export async function readStore(org: OrgReader, id: number): Promise<StoreRow> {
  const [[store]] = await org.read(storeById(org, id));
  return orNotFound(store);
}

/** What an incoming order may call a store, as people would: its name where that names no other; or 404. */
export async function readReference(org: OrgReader, id: number): Promise<string> {
  const [[store]] = await org.read(storeReference(org, id));
  if (store === undefined) throw notFound("store", "There is no such store.");
  return store.reference;
}

/** A numbered page of stores by name, and how many there are; one trip. */
export async function listStores(org: OrgReader, page: PageNumber): Promise<{ stores: StoreRow[]; total: number }> {
  const [stores, counts] = await org.read(storePage(org, page), storeCount(org));
  return { stores, total: counts[0]?.total ?? 0 };
}

/** Up to `limit` stores by name, behind a position, and whether there are more; one trip. */
export async function storesBehind(
  org: OrgReader,
  filter: StoreFilter,
  after: StorePosition | null,
  limit: number,
): Promise<{ rows: StoreRow[]; hasMore: boolean }> {
  const [rows] = await org.read(storesAfter(org, filter, after, limit + 1));
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
}

/** The store that a marker names, as it now is. */
export function storeFromMarker(org: OrgReader, marker: unknown): Promise<StoreRow> {
  return readStore(org, (marker as { store_id: number }).store_id);
}

/**
 * How many orders a store has, in any status, and how many products that are not archived name it (docs/spec/stores.md#store-statistics);
 * or 404.
 */
export async function readStatistics(org: OrgReader, id: number): Promise<StoreStatistics> {
  const [[statistics]] = await org.read(storeStatistics(org, id));
  return orNotFound(statistics);
}
