import { findOrganization } from "../../../accounts/control.sql.ts";
import { isInMaintenance, settingsOf } from "../../../platform/env";
import { organizationRows } from "../../webhooks/organization-rows";
import { controlDb } from "../../../platform/db/database";
import { assertRowsChanged } from "../../../platform/db/change";
import { withPageMemory } from "../../../platform/db/list/page-memory";
import type { OrgDb } from "../../../platform/db/org-db";
import { logError } from "../../../platform/log";
import { connectionById, type ConnectionRow, storeOf } from "../connections.sql.ts";
import { cancelOrder, ingestPlatformOrder } from "../ingest-order";
import { type MappedPayload, UnmappableError } from "../platforms/adapter";
import { mapPayload } from "../platforms/payload";
import { adapterOf, shopAdapterOf } from "../platforms/platforms";
import { shopAccess } from "../secrets";
import { propertyMapOf } from "../stored-property-map";
import { callShop, readOrders } from "../shop-client";
import { ShopError } from "../shop-error";
import { applyReport, isContention } from "./apply-report";
import { isRepeatedDeletion } from "./deletion-key.sql.ts";
import { type DueMessage, type InboxRow, messageById, type Outcome, postponeMessage, settleMessage } from "./inbox.sql.ts";

const ACTOR = { kind: "system", id: null, name: "Connection" } as const;

/** A message is given up after this many attempts, about 18 hours. */
const MAX_ATTEMPTS = 10;
/** The delay after the first attempt. Each further one is three times as long, up to the longest. */
const FIRST_DELAY_MS = 60_000;
const MAX_DELAY_MS = 4 * 3_600_000;

/**
 * Processes a message of an inbox: maps its body and stores the order, or applies a report to the fulfillments. Every step can be repeated, so a
 * message may be processed twice, also at the same time. Errors of ours are logged, and the message is processed again later. Never throws.
 */
export async function processMessage(env: Env, { id, organization_id }: DueMessage): Promise<void> {
  try {
    const now = Date.now();
    const organization = await findOrganization(controlDb(env, { now }), organization_id);
    if (organization === null || organization.closed_for !== null || isInMaintenance(settingsOf(env), organization.database)) return;
    const { own: org } = organizationRows(env, organization, { actor: ACTOR, now });
    const [message] = await org.read(messageById(org, id));
    if (message?.status !== "pending") return;
    const [connection] = await org.read(connectionById(org, message.connection_id));
    if (connection !== undefined) await processAndRecord(env, org, { message, connection });
  } catch (error) {
    logError("connections.process", error, { organization_id, inbox_id: id });
  }
}

interface Work {
  message: InboxRow;
  connection: ConnectionRow;
}

async function processAndRecord(env: Env, org: OrgDb, { message, connection }: Work): Promise<void> {
  try {
    const outcome = await applyMessage(env, org, { message, connection });
    if (outcome !== null) await commit(org, [settleMessage(org, message.id, outcome)]);
  } catch (error) {
    if (error instanceof UnmappableError || (error instanceof ShopError && !error.isTemporary)) {
      return await commit(org, [settleMessage(org, message.id, { status: "failed", reason: error.message, order_id: null })]);
    }
    const isBusy = isContention(error);
    const ownReason = isBusy ? "Others were changing the order." : "An internal error occurred.";
    const reason = error instanceof ShopError ? error.message : ownReason;
    if (message.attempts + 1 >= MAX_ATTEMPTS)
      await commit(org, [settleMessage(org, message.id, { status: "failed", reason, order_id: null })]);
    else await commit(org, [postponeMessage(org, message.id, { reason, at: org.now + delayOf(message.attempts) })]);
    if (!(error instanceof ShopError) && !isBusy) throw error;
  }
}

function delayOf(attempts: number): number {
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 3 ** attempts);
}

async function commit(org: OrgDb, writes: Parameters<OrgDb["commit"]>[0]["writes"]): Promise<void> {
  await org.commit({ writes, marker: {} });
}

/**
 * Stores the order or applies the report of a message. Returns the outcome for the caller to record; null if it is recorded. Throws UnmappableError
 * and ShopError.
 */
async function applyMessage(env: Env, org: OrgDb, { message, connection }: Work): Promise<Outcome | null> {
  if (connection.deleted_at !== null) return { status: "ignored", reason: "The connection was deleted.", order_id: null };
  if (adapterOf(connection.platform).kind === "carrier") {
    const record = (outcome: Outcome) => [settleMessage(org, message.id, outcome), assertRowsChanged()];
    return await withPageMemory(org, async (db) => await applyReport(db, message, record));
  }
  // Mapping needs as much memory as a large page, so it ends before the memory of a page is reserved.
  const mapped = await mapMessage(env, org, { message, connection });
  return await withPageMemory(org, async (db) => await storeMapped(env, db, { message, connection, mapped }));
}

/** Stores the order that a message has, or cancels it if the shop no longer has it (`mapped` null). */
async function storeMapped(
  env: Env,
  org: OrgDb,
  { message, connection, mapped }: Work & { mapped: MappedPayload | null },
): Promise<Outcome> {
  if (mapped === null || mapped.kind === "deleted") {
    const externalId = mapped?.externalId ?? message.source_order_id ?? "";
    const orderId = await cancelOrder(org, { storeId: storeOf(connection), externalId });
    if (orderId === null) return { status: "ignored", reason: "The order was deleted, and is not known here.", order_id: null };
    return { status: "processed", reason: null, order_id: orderId };
  }
  if (mapped.kind === "ignored") return { status: "ignored", reason: mapped.reason, order_id: null };
  if (mapped.kind === "thin") throw new UnmappableError("The shop returned only the id of the order.");
  const { outcome, orderId, note } = await ingestPlatformOrder(
    org,
    { storeId: storeOf(connection), masterSecrets: settingsOf(env).masterSecrets },
    mapped.order,
  );
  if (outcome === "unpaid") return { status: "ignored", reason: "The order is not paid yet.", order_id: null };
  return { status: "processed", reason: outcome === "outdated" ? "A newer state of the order is stored." : note, order_id: orderId };
}

/**
 * Maps the body of a message. Without a body, or with only an id, and for a second deletion, the order is read from the shop. Null: the shop no
 * longer has it.
 */
async function mapMessage(env: Env, org: OrgDb, { message, connection }: Work): Promise<MappedPayload | null> {
  const adapter = shopAdapterOf(connection.platform);
  const mapping = { organizationId: org.organization.id, adapter, propertyMap: propertyMapOf(connection) };
  const mapped = message.body === null ? null : await mapPayload(mapping, message.body);
  // Whoever has seen the first deletion can send it again, so the shop is asked about a second one.
  const asksShop = mapped?.kind === "deleted" && connection.api_credentials !== null && isRepeatedDeletion(message);
  if (mapped !== null && mapped.kind !== "thin" && !asksShop) return mapped;
  const externalId = mapped?.externalId ?? message.source_order_id;
  if (externalId === null) throw new UnmappableError("The body is not stored, and the id of its order is not known.");
  const settings = settingsOf(env);
  const access = await shopAccess(settings.masterSecrets, connection);
  if (access === null) throw new UnmappableError("The body has no order, and the connection has no access to the shop's API to read it.");
  try {
    const call = callShop({ settings, access, organizationId: org.organization.id });
    const payload = await readOrders(org.organization.id, async (keep) => await adapter.fetchOrder(call, access, externalId, keep));
    return await mapPayload(mapping, payload);
  } catch (error) {
    if (error instanceof ShopError && error.status === 404) return null;
    throw error;
  }
}
