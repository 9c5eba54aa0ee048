import { type SQL, sql } from "drizzle-orm";
import { foldCase } from "../../../platform/values/fold-case";
import type { OrgReader } from "../../../platform/db/org-db";
import { storeIdByRef } from "../../stores/lookup.sql.ts";
import { allOrNone } from "../../../platform/db/list/page-limit.sql.ts";
import type { Weight } from "../../../platform/db/list/page-limit";
import type { StoredItem, StoredOrder } from "../rows.sql.ts";
import type { Statement } from "../../../platform/db/statement";
import { RELEASING_STATUSES } from "../fulfillments/fulfillment-status";
import type { FulfilledQuantities } from "../items/fulfilled-quantities";
import { weightOf } from "../list/weight.sql.ts";

/** A store, with the text in the request that names it. */
export interface NamedStore {
  ref: string;
  id: number;
  name: string;
  currency: string;
}

/** What a payload is compared with: a stored order, with the index of its key in the request, and the size of the order and its items. */
export type ComparedOrder = Pick<StoredOrder, "id" | "version" | "source_hash" | "source_updated_at"> & Weight & { ordinal: number };

/** Finds stores by id, code or name. Returns one row for each text that names a store. */
export function findStoresByRef(org: OrgReader, refs: readonly string[]): Statement<NamedStore> {
  return org.rows<NamedStore>()`select j.value->>'ref' as ref, s.id, s.name, s.currency
    from json_each(${JSON.stringify(refs.map((ref) => ({ ref, folded: foldCase(ref) })))}) j
    cross join stores s on s.organization_id = ${org.key} and s.id = ${storeIdByRef(org, sql`j.value->>'folded'`)}`;
}

/** The key of an incoming order, and the hash of its payload. */
export interface ExternalKey {
  store: string;
  external_id: string | null;
  hash: string | null;
}

/** Finds the stored orders with these keys. `ordinal` is the index of the key. */
export function ordersByExternalKey(org: OrgReader, keys: readonly ExternalKey[]): Statement<ComparedOrder> {
  return org.rows<ComparedOrder>()`select j.key as ordinal, o.id, o.version, o.source_hash, o.source_updated_at, ${weightOf({})}
    from ${fromExternalKeys(org, keys)} where o.organization_id = ${org.key}`;
}

/** SQL for the ids of the orders whose payload has changed, or for none if they do not fit in a page. */
function changedOrders(org: OrgReader, keys: readonly ExternalKey[]): SQL {
  const changed = sql`select distinct o.id, ${weightOf({})} from ${fromExternalKeys(org, keys)}
    where o.source_hash is not j.value->>'hash'`;
  return allOrNone(changed, org.pageLimit);
}

/** Reads the orders whose payload has changed. Returns none if they do not fit in a page. */
export function changedByExternalKey(org: OrgReader, keys: readonly ExternalKey[]): Statement<StoredOrder> {
  return org.rows<StoredOrder>()`select o.* from orders o where o.organization_id = ${org.key} and o.id in (${changedOrders(org, keys)})`;
}

/** Reads the items of the same orders, sorted by position. */
export function itemsByExternalKey(org: OrgReader, keys: readonly ExternalKey[]): Statement<StoredItem> {
  return org.rows<StoredItem>()`select i.* from order_items i where i.organization_id = ${org.key}
    and i.order_id in (${changedOrders(org, keys)}) order by i.order_id, i.id`;
}

export interface TrackedFulfillment {
  order_id: number;
  tracking_number: string;
}

/** Reads the tracking numbers of the same orders, which are part of their search words. Returns at most one more than fit in a page. */
export function fulfillmentsByExternalKey(org: OrgReader, keys: readonly ExternalKey[]): Statement<TrackedFulfillment> {
  return org.rows<TrackedFulfillment>()`select f.order_id, f.tracking_number from fulfillments f where f.organization_id = ${org.key}
    and f.order_id in (select o.id from ${fromExternalKeys(org, keys)} where o.source_hash is not j.value->>'hash') and f.tracking_number is not null
    limit ${org.pageLimit.items + 1}`;
}

export interface FulfilledItem extends FulfilledQuantities {
  order_item_id: number;
}

/** Reads the quantities in fulfillments of the items of the same orders. Items that are in none are left out. */
export function fulfilledByExternalKey(org: OrgReader, keys: readonly ExternalKey[]): Statement<FulfilledItem> {
  return org.rows<FulfilledItem>()`select x.order_item_id, sum(x.quantity) as fulfilled,
      sum(iif(f.shipped_at is null, 0, x.quantity)) as shipped, sum(iif(f.delivered_at is null, 0, x.quantity)) as delivered
    from fulfillments f cross join fulfillment_items x on x.organization_id = f.organization_id and x.fulfillment_id = f.id
    where f.organization_id = ${org.key} and f.order_id in (${changedOrders(org, keys)})
      and f.status not in (select value from json_each(${JSON.stringify(RELEASING_STATUSES)}))
    group by x.order_item_id`;
}

function fromExternalKeys(org: OrgReader, keys: readonly ExternalKey[]): SQL {
  return sql`json_each(${JSON.stringify(keys.map(({ store, ...key }) => ({ ...key, store: foldCase(store) })))}) j cross join orders o on o.organization_id = ${org.key}
    and o.external_id = j.value->>'external_id' and o.store_id = ${storeIdByRef(org, sql`j.value->>'store'`)}`;
}
