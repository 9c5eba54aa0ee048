import { first } from "../../../platform/db/statement";
import { ApiError } from "../../../platform/api-error";
import type { OrgDb } from "../../../platform/db/org-db";
import { changeOrders, decisionOf } from "../change-order";
import { amendOrder, type ItemPatch } from "../amend-order";
import { ingestWrites } from "../ingest/write.sql.ts";
import type { OrderToUpdate } from "../ingest/write.sql.ts";
import { assemble } from "../list/list-orders";
import { fulfilledParts } from "../items/fulfilled-quantities";
import { orderSet } from "../order-set.sql.ts";
import { fitsInSet, wholeOrders } from "../read-order-set";
import type { OrderParts } from "../rows.sql.ts";
import {
  type Candidates,
  lastCandidate,
  type Match,
  matchedOrders,
  MAX_SCANNED_ITEMS,
  type MatchPosition,
  selectMatches,
} from "./match.sql.ts";

export type { MatchPosition };

/** How many items one request completes. If their orders are too large together, it completes fewer. */
const BATCH_SIZES = [200, 20, 1] as const;

/** What one request has matched. */
export interface MatchResult {
  items: number;
  orders: number;
  /** Orders that the product would make invalid, for example too large. They stay as they are. */
  failed: { order_id: number; code: string; message: string }[];
  /** The position after which the next request continues. Null at the end. */
  next: MatchPosition | null;
}

/**
 * Completes the next items of open orders with what the products of their SKUs supply, as ingest does, and writes all of them in one batch.
 * A value that an item has is never replaced. Two round trips, and more only for orders that are very large together.
 */
export async function matchItems(org: OrgDb, query: Omit<Candidates, "limit">): Promise<MatchResult> {
  return await changeOrders(
    org,
    async () => await readLargestBatch(org, query),
    (batch) => planBatch(org, batch),
  );
}

export function matchFromMarker(marker: unknown): MatchResult {
  return marker as MatchResult;
}

interface Batch {
  orders: OrderParts[];
  matches: Match[];
  next: MatchPosition | null;
}

async function readLargestBatch(org: OrgDb, query: Omit<Candidates, "limit">): Promise<Batch> {
  for (const limit of BATCH_SIZES) {
    const batch = await readBatch(org, { ...query, limit });
    if (batch !== null) return batch;
  }
  throw new Error("A single order always fits.");
}

/** Reads the next items to complete and their orders. Null if these are too large together. One round trip. */
async function readBatch(org: OrgDb, query: Candidates): Promise<Batch | null> {
  const { last, matches, orders, ...parts } = await org.read({
    last: first(lastCandidate(org, query)),
    matches: selectMatches(org, query),
    ...orderSet(org, matchedOrders(org, query)),
  });
  if (!fitsInSet(org, orders)) return null;
  // A full batch continues after its last match, another one after the last item that was looked at, unless that was the last of all.
  const match = matches.length === query.limit ? matches.at(-1) : undefined;
  const next = match ?? (last?.count === MAX_SCANNED_ITEMS ? last : null);
  return { orders: assemble({ orders: wholeOrders(orders), ...parts }), matches, next: next === null ? null : [next.sku, next.id] };
}

function patchOf({ cost, design_url, assigned_supplier, material }: Match): ItemPatch {
  const supplied = Object.entries({ cost, design_url, assigned_supplier, material }).filter(([, value]) => value !== null);
  return Object.fromEntries(supplied);
}

function planBatch(org: OrgDb, { orders, matches, next }: Batch) {
  const patches = Map.groupBy(matches, ({ order_id }) => order_id);
  const updates: OrderToUpdate[] = [];
  const failed: MatchResult["failed"] = [];
  let itemCount = 0;
  for (const { order: row, items, fulfillments } of orders) {
    const { store_name: _name, ...order } = row;
    const ownMatches = patches.get(order.id) ?? [];
    try {
      const parts = fulfilledParts({ order, items, fulfillments });
      const amended = amendOrder(org, parts, { items: new Map(ownMatches.map((match) => [match.id, patchOf(match)])) });
      if (amended === null) continue;
      updates.push(amended.update);
      itemCount += ownMatches.length;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      failed.push({ order_id: order.id, code: error.details[0]?.code ?? error.code, message: error.details[0]?.message ?? error.message });
    }
  }
  const result: MatchResult = { items: itemCount, orders: updates.length, failed, next };
  return decisionOf(ingestWrites(org, [], updates), result, result);
}
