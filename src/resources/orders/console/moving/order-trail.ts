import * as z from "zod";
import { withParameters } from "../../../../console/trail";
import type { OrgReader } from "../../../../platform/db/org-db";
import { listPlaces } from "../../list/list-orders";
import { MAX_BULK_ACTION_IDS } from "../../order-limits";
import { MAX_IDS_LENGTH } from "../chosen-ids";
import { TRACKING_FIELD } from "../fulfillment-panel";
import { MAX_LIST_QUERY_LENGTH, type OrderListParams, OrderListQuery, readOrderFilter } from "../order-query";

/** Where an order was opened from: its list, its place in it, and the selected orders that are shipped after it. */
export interface OrderTrail {
  /** The query of the list, without its page. */
  query: string;
  list: OrderListParams;
  /** Its place in the whole list, from 0. Null: unknown, because it was opened from a selection. */
  at: number | null;
  queue: readonly number[];
  /** How many orders of the selection were shipped before. */
  shipped: number;
}

const Ids = z
  .string()
  .max(MAX_IDS_LENGTH)
  .regex(/^\d{1,15}(?:,\d{1,15})*$/)
  .transform((text) => text.split(",").map(Number).slice(0, MAX_BULK_ACTION_IDS))
  .catch([]);
const WholeNumber = z.coerce.number().int().min(0).max(10_000_000).nullable().catch(null);

/** Reads the trail from the query of an order's page. Null if there is none, or if the query of its list is invalid now. */
export function trailOf(search: URLSearchParams): OrderTrail | null {
  const query = search.get("list");
  if (query === null || query.length > MAX_LIST_QUERY_LENGTH) return null;
  const parameters = new URLSearchParams(query);
  parameters.delete("page");
  const list = OrderListQuery.safeParse(Object.fromEntries(parameters));
  if (!list.success) return null;
  const at = search.get("at");
  return {
    query: parameters.toString(),
    list: list.data,
    at: at === null ? null : WholeNumber.parse(at),
    queue: Ids.parse(search.get("queue") ?? ""),
    shipped: WholeNumber.parse(search.get("shipped") ?? "0") ?? 0,
  };
}

/** How many places before and after that of an order are read. The list may have changed by so many since the order was opened. */
const REACH = 25;

/** An order of a list and its place in it. */
interface Place {
  id: number;
  at: number;
}

/** The orders before and after one in the list that it was opened from. */
export interface Neighbors {
  previous: Place | null;
  next: Place | null;
  /** Its own place. If it has left the list, the one that it had. */
  at: number;
}

/**
 * Reads the orders before and after one in its list. An order that is no longer there, for example because it was shipped, is before the one that is
 * now at its place. One round trip, two for a place after the first 26, as for a deep page, or none without a list.
 */
export async function readNeighbors(org: OrgReader, id: number, trail: OrderTrail | null): Promise<Neighbors | null> {
  if (trail === null || trail.at === null) return null;
  const { at, list } = trail;
  const offset = Math.max(0, at - REACH);
  const ids = await listPlaces(org, readOrderFilter(org, list.filter), { sort: list.sort, offset, limit: at - offset + REACH + 1 });
  const foundIndex = ids.indexOf(id);
  const place = (index: number): Place | null => {
    const other = ids[index];
    return other === undefined || other === id ? null : { id: other, at: offset + index };
  };
  const ownIndex = foundIndex === -1 ? at - offset : foundIndex;
  return { previous: place(ownIndex - 1), next: place(foundIndex === -1 ? ownIndex : ownIndex + 1), at: offset + ownIndex };
}

/** The page of an order of the same list. */
export function placePath({ query }: OrderTrail, { id, at }: Place): string {
  return withParameters(`/orders/${id}`, [
    ["list", query],
    ["at", String(at)],
  ]);
}

/** The page of the list that has an order. A script goes to the order that the fragment names (browser/moving.ts). */
export function listPath({ query, list: { size } }: OrderTrail, id: number, at: number | null): `/${string}` {
  const page = at === null ? 1 : Math.floor(at / size) + 1;
  const search = new URLSearchParams(query);
  if (page > 1) search.set("page", String(page));
  return `/orders${search.size === 0 ? "" : `?${search.toString()}`}#order-${id}`;
}

/** The page of the first order of `ids`, with the form that ships it open. The others are shipped after it. */
export function queuePath({ list, ids, shipped }: { list: string; ids: readonly number[]; shipped: number }): `/${string}` {
  const [first, ...rest] = ids;
  const search = new URLSearchParams({ list, ...(rest.length > 0 && { queue: rest.join(",") }), shipped: String(shipped) });
  return `/orders/${first ?? 0}?${search.toString()}#${TRACKING_FIELD}`;
}

/** Whether an order was opened to ship a selection one by one. */
export function isQueued(search: URLSearchParams): boolean {
  return search.has("list") && search.has("shipped");
}
