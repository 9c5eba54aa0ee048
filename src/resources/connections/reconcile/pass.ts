import { ApiError } from "../../../platform/api-error";
import { sha256Hex } from "../../../platform/crypto/digest";
import { utf8Length } from "../../../platform/crypto/encoding";
import type { MasterSecrets } from "../../../platform/crypto/master-key";
import type { Budget } from "../../../platform/budget";
import { newId } from "../../../platform/crypto/random";
import { withPageMemory } from "../../../platform/db/list/page-memory";
import type { OrgDb } from "../../../platform/db/org-db";
import { withMemory } from "../../../platform/reading/memory";
import { findOrderStates } from "../../orders/read-order";
import type { OrderState } from "../../orders/find-order.sql.ts";
import { type ConnectionRow, storeOf } from "../connections.sql.ts";
import { insertMessage, MAX_BODY_BYTES } from "../inbox/inbox.sql.ts";
import { isAheadOfClocks, receivedTime, trustedTime } from "../../../platform/values/outside-clock";
import { ingestPlatformOrder } from "../ingest-order";
import {
  type CallShop,
  type ChangedOrders,
  type MappedOrder,
  type ShopAdapter,
  type ShopAccess,
  UnmappableError,
} from "../platforms/adapter";
import { mapPayload } from "../platforms/payload";
import { readOrders } from "../shop-client";
import { ShopError } from "../shop-error";
import { propertyMapOf } from "../stored-property-map";

/** A place in the orders that a shop has changed since a time (ms since 1970). `cursor` is the adapter's; null is the beginning. */
export interface PassPosition {
  since: number;
  cursor: string | null;
}

/** What a part of a pass has done. `next` is where it continues; null at the end. */
export interface PassResult {
  next: PassPosition | null;
  /** Orders that were missing or out of date, and those of them that were stored. */
  gapsFound: number;
  gapsFilled: number;
  /** The latest change of the shop that was read, as all before it were, in ms since 1970. Null: none. */
  reachedTo: number | null;
}

/** What a pass reads from, and where it writes. */
export interface Pass {
  org: OrgDb;
  connection: ConnectionRow;
  adapter: ShopAdapter;
  call: CallShop;
  access: ShopAccess;
  masterSecrets: MasterSecrets;
}

/** Where a part of a pass ends: orders that changed after `before` are not read, and no other order is begun once the budget is spent. */
interface PassEnd {
  before: number;
  budget: Pick<Budget, "isSpent">;
}

/**
 * Reads one page of changed orders and stores those that are missing or out of date. Orders that changed after `before` are left to a later
 * pass, because their webhooks may still arrive. An order whose time is ahead of all clocks is stored at once, because every later pass would leave it
 * to the next one, too. A page that is not finished in time is read again: what is stored of it is skipped then. Throws ShopError.
 */
export async function readPage(pass: Pass, position: PassPosition, end: PassEnd): Promise<PassResult> {
  const page = await fetchPage(pass, position);
  return await withMemory(pass.org.organization.id, async (memory) => {
    await memory.reserveResponse(page.payloads.reduce((sum, { length }) => sum + length, 0));
    return await storePage(pass, page, { position, ...end });
  });
}

async function storePage(
  pass: Pass,
  { payloads, next }: ChangedOrders,
  { position, before, budget }: PassEnd & { position: PassPosition },
): Promise<PassResult> {
  const result: PassResult = { next: null, gapsFound: 0, gapsFilled: 0, reachedTo: null };
  const mapped = [];
  for (const payload of payloads) mapped.push({ payload, order: await mapToOrder(pass, payload) });
  // All states are read together, so that the orders that an earlier run has stored cost no round trips.
  const externalIds = mapped.flatMap(({ order }) => (order instanceof UnmappableError ? [] : [order.body.external_id]));
  const states = await findOrderStates(pass.org, { storeId: storeOf(pass.connection), externalIds });
  for (const [index, { payload, order }] of mapped.entries()) {
    // Gaps that could not be filled are counted when the page is read again.
    if (index > 0 && budget.isSpent) return { ...result, gapsFound: result.gapsFilled, next: position };
    if (order instanceof UnmappableError) {
      await recordFailedOrder(pass.org, pass.connection, { payload, reason: order.message, externalId: null });
      result.gapsFound += 1;
      continue;
    }
    const { updatedAt } = order;
    if (updatedAt !== null && updatedAt > before && !isAheadOfClocks(updatedAt, pass.org.now)) return result;
    const outcome = await storeOrder(pass, { order, payload, stored: states.get(order.body.external_id) });
    if (updatedAt !== null) result.reachedTo = Math.max(result.reachedTo ?? 0, receivedTime(updatedAt, pass.org.now));
    if (outcome === "current") continue;
    result.gapsFound += 1;
    if (outcome === "failed") continue;
    result.gapsFilled += 1;
  }
  return { ...result, next: next === null ? null : { since: position.since, cursor: next } };
}

/** A page of changed orders. A cursor that the shop no longer accepts starts the pass again, which changes nothing that is stored. */
async function fetchPage({ org, adapter, call, access }: Pass, { since, cursor }: PassPosition) {
  const fetchAt = async (position: PassPosition) =>
    await readOrders(org.organization.id, async (keep) => await adapter.fetchChanged(call, access, position, keep));
  try {
    return await fetchAt({ since, cursor });
  } catch (error) {
    if (cursor === null || !(error instanceof ShopError) || error.status !== 400) throw error;
    return await fetchAt({ since, cursor: null });
  }
}

/** Maps an order of a page. Returns the error if it can't be mapped. */
async function mapToOrder({ org, adapter, connection }: Pass, payload: string): Promise<MappedOrder | UnmappableError> {
  try {
    const mapped = await mapPayload({ organizationId: org.organization.id, adapter, propertyMap: propertyMapOf(connection) }, payload);
    if (mapped.kind !== "order") throw new UnmappableError("The shop returned only the id of the order.");
    return mapped.order;
  } catch (error) {
    if (error instanceof UnmappableError) return error;
    throw error;
  }
}

/** Stores an order of a page. `current`: what is stored is not older. `failed`: it is rejected, and is in the inbox now. */
async function storeOrder(
  { org, connection, masterSecrets }: Pass,
  { order, payload, stored }: { order: MappedOrder; payload: string; stored: OrderState | undefined },
): Promise<"current" | "stored" | "failed"> {
  const externalId = order.body.external_id;
  const storedTime = trustedTime(stored?.source_updated_at ?? null, org.now);
  const { updatedAt } = order;
  if (storedTime !== null && updatedAt !== null && storedTime >= updatedAt) return "current";
  try {
    const store = { storeId: storeOf(connection), masterSecrets };
    const { outcome } = await withPageMemory(org, async (db) => await ingestPlatformOrder(db, store, order));
    // Such an order comes with each pass, so its time says nothing of a change.
    if (outcome === "unchanged" && (updatedAt === null || isAheadOfClocks(updatedAt, org.now))) return "current";
    return outcome === "unpaid" || outcome === "outdated" ? "current" : "stored";
  } catch (error) {
    if (!(error instanceof UnmappableError) && !(error instanceof ApiError && error.status < 500)) throw error;
    await recordFailedOrder(org, connection, { payload, reason: error.message, externalId });
    return "failed";
  }
}

/** Puts an order that can't be stored into the inbox, once for each of its states. */
async function recordFailedOrder(
  org: OrgDb,
  { id: connection_id }: ConnectionRow,
  { payload, reason, externalId }: { payload: string; reason: string; externalId: string | null },
): Promise<void> {
  const event_key = sha256Hex(`reconciliation/${payload}`);
  const message = { id: newId("inb", org.now), connection_id, event_key, topic: "reconciliation", source_order_id: externalId };
  const body = utf8Length(payload) > MAX_BODY_BYTES ? null : payload;
  const writes = insertMessage(org, { ...message, body, status: "failed", reason });
  await org.commit({ writes, marker: {} });
}
