import { ApiError } from "../../platform/api-error";
import { sha256Hex } from "../../platform/crypto/digest";
import type { MasterSecrets } from "../../platform/crypto/master-key";
import { newId } from "../../platform/crypto/random";
import { withPageMemory } from "../../platform/db/list/page-memory";
import type { OrgDb } from "../../platform/db/org-db";
import { findOrderState } from "../../orders/find-order";
import type { ConnectionRow } from "../connections.sql.ts";
import { insertMessage, MAX_BODY_BYTES } from "../inbox/inbox.sql.ts";
import { ingestPlatformOrder } from "../ingest-order";
import { type CallShop, type MappedOrder, type PlatformAdapter, type ShopAccess, UnmappableError } from "../platforms/adapter";
import { ShopError } from "../shop-error";

/** A place in the changed orders of a shop. */
export interface PassPosition {
  since: number;
  cursor: string | null;
}

/** What a part of a pass has done. `next` is where it continues; null at the end. */
export interface PassResult {
  next: PassPosition | null;
  /** Orders that were stored or changed. */
  written: number;
  /** Orders that were missing or out of date, although the shop changed them long enough ago, and those of them that were stored. */
  gapsFound: number;
  gapsFilled: number;
  /** The latest change of the shop that was read, if all before it were read too. */
  reachedTo: number | null;
}

/** What a pass reads from, and where it writes. */
export interface Pass {
  org: OrgDb;
  connection: ConnectionRow;
  adapter: PlatformAdapter;
  call: CallShop;
  access: ShopAccess;
  masterSecrets: MasterSecrets;
}

/**
 * Reads one page of changed orders and stores those that are missing or out of date. Orders that changed after `before` are left to a later
 * pass, because their webhooks may still arrive. Throws ShopError.
 */
export async function readPage(pass: Pass, position: PassPosition, before: number): Promise<PassResult> {
  const { payloads, next } = await fetchPage(pass, position);
  const result: PassResult = { next: null, written: 0, gapsFound: 0, gapsFilled: 0, reachedTo: null };
  for (const payload of payloads) {
    const order = await mappedOrder(pass, payload);
    if (order === null) {
      result.gapsFound += 1;
      continue;
    }
    if (order.updatedAt > before) return result;
    const outcome = await storeOrder(pass, order, payload);
    result.reachedTo = Math.max(result.reachedTo ?? 0, order.updatedAt);
    if (outcome === "current") continue;
    result.gapsFound += 1;
    if (outcome === "failed") continue;
    result.gapsFilled += 1;
    result.written += 1;
  }
  return { ...result, next: next === null ? null : { since: position.since, cursor: next } };
}

/** A page of changed orders. A cursor that the shop no longer accepts starts the pass again, which changes nothing that is stored. */
async function fetchPage({ adapter, call, access }: Pass, { since, cursor }: PassPosition) {
  try {
    return await adapter.fetchChanged(call, access, { since, cursor });
  } catch (error) {
    if (cursor === null || !(error instanceof ShopError) || error.status !== 400) throw error;
    return await adapter.fetchChanged(call, access, { since, cursor: null });
  }
}

/** An order of a page. Null if it can't be mapped, which its message in the inbox says. */
async function mappedOrder({ org, connection, adapter }: Pass, payload: unknown): Promise<MappedOrder | null> {
  try {
    const mapped = adapter.map(payload);
    if (mapped.kind !== "order") throw new UnmappableError("The shop returned only the id of the order.");
    return mapped.order;
  } catch (error) {
    if (!(error instanceof UnmappableError)) throw error;
    await keepFailed(org, connection, { payload, reason: error.message, externalId: null });
    return null;
  }
}

async function storeOrder(
  { org, connection, masterSecrets }: Pass,
  order: MappedOrder,
  payload: unknown,
): Promise<"current" | "stored" | "failed"> {
  const externalId = order.body.external_id;
  const stored = await findOrderState(org, { storeId: connection.store_id, externalId });
  if (stored?.source_updated_at !== undefined && stored.source_updated_at !== null && stored.source_updated_at >= order.updatedAt) {
    return "current";
  }
  try {
    const store = { storeId: connection.store_id, masterSecrets };
    const { outcome } = await withPageMemory(org, async (db) => await ingestPlatformOrder(db, store, order));
    return outcome === "unpaid" || outcome === "outdated" ? "current" : "stored";
  } catch (error) {
    if (!(error instanceof UnmappableError) && !(error instanceof ApiError && error.status < 500)) throw error;
    await keepFailed(org, connection, { payload, reason: error.message, externalId });
    return "failed";
  }
}

/** Puts an order that can't be stored into the inbox, once for each of its states. */
async function keepFailed(
  org: OrgDb,
  { id: connection_id }: ConnectionRow,
  { payload, reason, externalId }: { payload: unknown; reason: string; externalId: string | null },
): Promise<void> {
  const body = JSON.stringify(payload);
  const event_key = sha256Hex(`reconciliation/${body}`);
  const message = { id: newId("inb", org.now), connection_id, event_key, topic: "reconciliation", source_order_id: externalId };
  const kept = new TextEncoder().encode(body).length > MAX_BODY_BYTES ? null : body;
  const writes = insertMessage(org, { ...message, body: kept, status: "failed", reason });
  await org.commit({ writes, events: [], markerResult: "{}", returning: [] });
}
