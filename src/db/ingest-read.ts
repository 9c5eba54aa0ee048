import { type SQL, sql } from "drizzle-orm";
import type { OrgReader } from "./org-db";
import { storeNamed } from "./order-rows";
import type { StoredItem, StoredOrder } from "./rows";
import type { Statement } from "./statement";

/** A store under the text that named it. */
export interface NamedStore {
  ref: string;
  id: number;
  name: string;
  currency: string;
}

/** An order under the key that named it. */
export type NamedOrder = StoredOrder & { ordinal: number };

/** The stores that these texts name; one row for each text that names one. */
export function storesNamed(org: OrgReader, refs: readonly string[]): Statement<NamedStore> {
  return org.rows<NamedStore>()`select j.value as ref, s.id, s.name, s.currency from json_each(${JSON.stringify(refs)}) j
    cross join stores s on s.organization_id = ${org.key} and s.id = ${storeNamed(org, sql`j.value`)}`;
}

/** What an incoming order is known by. */
export interface ExternalKey {
  store: string;
  external_id: string | null;
}

/** The orders that are already there under these keys; `ordinal` is the key's place. */
export function ordersUnder(org: OrgReader, keys: readonly ExternalKey[]): Statement<NamedOrder> {
  return org.rows<NamedOrder>()`select j.key as ordinal, o.* from ${under(org, keys)} where o.organization_id = ${org.key}`;
}

/** The items of those orders, in order of position. */
export function itemsUnder(org: OrgReader, keys: readonly ExternalKey[]): Statement<StoredItem> {
  return org.rows<StoredItem>()`select i.* from order_items i where i.organization_id = ${org.key}
    and i.order_id in (select o.id from ${under(org, keys)}) order by i.order_id, i.id`;
}

/** A parcel that has a tracking number. */
export interface TrackedParcel {
  order_id: number;
  tracking_number: string;
}

/** The tracking numbers of those orders' parcels: search words of the orders hold them. */
export function parcelsUnder(org: OrgReader, keys: readonly ExternalKey[]): Statement<TrackedParcel> {
  return org.rows<TrackedParcel>()`select f.order_id, f.tracking_number from fulfillments f where f.organization_id = ${org.key}
    and f.order_id in (select o.id from ${under(org, keys)}) and f.tracking_number is not null`;
}

function under(org: OrgReader, keys: readonly ExternalKey[]): SQL {
  return sql`json_each(${JSON.stringify(keys)}) j cross join orders o on o.organization_id = ${org.key}
    and o.external_id = j.value->>'external_id' and o.store_id = ${storeNamed(org, sql`j.value->>'store'`)}`;
}
