import type { Context } from "hono";
import { settingsOf } from "../../platform/env";
import { ApiError } from "../../platform/api-error";
import { newId } from "../../platform/crypto/random";
import type { OrgDb } from "../../platform/db/org-db";
import type { HttpEnv } from "../../platform/http/context";
import { withUnverifiedMemory } from "../../platform/http/isolate-memory";
import { decodeUtf8 } from "../../platform/reading/json";
import type { WorkMemory } from "../../platform/reading/memory";
import { ReadError } from "../../platform/reading/read-stream";
import { MAX_UNVERIFIED_SENDING_MS, maxBodyBytes, readRequest } from "../../platform/reading/request-body";
import { addressee } from "./addressee";
import { connectionById, type ConnectionRow, recordHealth } from "./connections.sql.ts";
import { countDelivery, rejected, rejectUnknown } from "./delivery-limits";
import { insertMessage, MAX_BODY_BYTES, messageStored, type NewMessage } from "./inbox/inbox.sql.ts";
import { enqueueInbox } from "./inbox/relay";
import { type PlatformAdapter, UnmappableError } from "./platforms/adapter";
import { parsePayload } from "./platforms/payload";
import { adapterOf } from "./platforms/platforms";
import { type DeliveredBody, readDelivery } from "./read-delivery";
import { acceptedSecrets } from "./secrets";
import type { ConnectionToken } from "./token";

/** A larger body is accepted without being read. No order is that large. */
const MAX_READ_BYTES = 8 * 1024 * 1024;
/** The unsigned test of an address is at most this long. */
const MAX_PING_BYTES = 64;

/** What happened to a delivery. Only "stored" and "duplicate" are about an order. */
type Result = "stored" | "duplicate" | "ignored" | "full" | "limited";

/** Verifies a delivery of a shop and stores it. Throws 400, 401, 404, 429 and 503. */
export async function receiveOrder(c: Context<HttpEnv>, token: ConnectionToken): Promise<Result> {
  const { org, connection, adapter, secrets } = await findReceiver(c, token);
  // An error would count toward disabling the webhook. The next reconciliation reads what was left out.
  if (!countDelivery(c, connection.id)) return "limited";
  const { headers } = c.req.raw;
  const check = adapter.signatureCheck(headers, secrets);
  if (check === null) {
    if (await isPing(c, adapter, connection.id)) return "ignored";
    throw await rejected(c, new ApiError("unauthorized"), connection.id);
  }
  const bytes = Math.min(maxBodyBytes(c.req.raw, MAX_READ_BYTES), MAX_BODY_BYTES);
  return await withUnverifiedMemory(c, { bytes, to: connection.id }, async (memory) => {
    const reading = { check, connectionId: connection.id, keptBytes: MAX_BODY_BYTES, maxBytes: MAX_READ_BYTES };
    const body = await readDelivery(c, reading);
    const { topic, isOrder } = adapter.announce(headers);
    if (body === null || !isOrder || connection.status === "paused") return "ignored";
    const row = { id: newId("inb", org.now), connection_id: connection.id, topic: topic.slice(0, 64) };
    return await store(c, org, { ...row, ...(await contentOf(memory, body)) });
  });
}

/** A connection and what a delivery to it needs. */
interface Receiver {
  org: OrgDb;
  connection: ConnectionRow;
  adapter: PlatformAdapter;
  secrets: string[];
}

/** Finds the connection of the address. Throws 404 Not Found, also for a connection of another organization than the address names. */
async function findReceiver(c: Context<HttpEnv>, token: ConnectionToken): Promise<Receiver> {
  const org = await addressee(c, token, "Connection");
  const [connection] = await org.read(connectionById(org, token.connectionId));
  if (connection === undefined || connection.deleted_at !== null) throw await rejectUnknown(c, token);
  const secrets = await acceptedSecrets(settingsOf(c.env).masterSecrets, connection, org.now);
  return { org, connection, adapter: adapterOf(connection.platform), secrets };
}

/** Whether a request without a signature is the platform's test of the address. Reads a few bytes. */
async function isPing(c: Context<HttpEnv>, { ping }: PlatformAdapter, connectionId: string): Promise<boolean> {
  if (ping === null) return false;
  try {
    const limits = { maxBytes: MAX_PING_BYTES, ms: MAX_UNVERIFIED_SENDING_MS };
    const read = async () => await readRequest(c.req.raw, limits);
    const bytes = await withUnverifiedMemory(c, { bytes: MAX_PING_BYTES, to: connectionId }, read);
    return ping.test(decodeUtf8(bytes) ?? "");
  } catch (error) {
    if (error instanceof ReadError) return false;
    throw error;
  }
}

/** The id of the order at the beginning of a payload. */
function orderIdOf(text: string): string | null {
  return /^\s*\{\s*"id"\s*:\s*"?([1-9]\d{0,18})\b/.exec(text)?.[1] ?? null;
}

/** Whether a payload has only an id, which says that the order was deleted. */
function isDeletion(text: string): boolean {
  return /^\s*\{\s*"id"\s*:\s*(?:\d{1,19}|"\d{1,19}")\s*\}\s*$/.test(text);
}

/** How much of a payload that is too large to be stored is searched for the id of its order. */
const SEARCHED_BYTES = 4096;

type Content = Pick<NewMessage, "event_key" | "source_order_id" | "isDeletion" | "body" | "status" | "reason">;

/** What is stored of a body. It is parsed only to know whether it can be. */
async function contentOf(memory: WorkMemory, { bytes, isCut, hash }: DeliveredBody): Promise<Content> {
  // Headers with an id of the event are not signed: whoever has seen a delivery could repeat it with another id.
  const start = new TextDecoder().decode(bytes.subarray(0, SEARCHED_BYTES));
  const content = { event_key: hash, source_order_id: orderIdOf(start), isDeletion: !isCut && isDeletion(start) };
  if (isCut) return { ...content, body: null, status: "pending", reason: null };
  try {
    await memory.process(bytes.byteLength, () => void parsePayload(bytes));
    return { ...content, body: decodeUtf8(bytes), status: "pending", reason: null };
  } catch (error) {
    if (!(error instanceof UnmappableError)) throw error;
    return { ...content, body: null, status: "failed", reason: error.message };
  }
}

async function store(c: Context<HttpEnv>, org: OrgDb, message: NewMessage): Promise<Result> {
  const [result] = await org.commit({
    writes: [...insertMessage(org, message), recordHealth(org, message.connection_id, { last_event_at: org.now })],
    marker: {},
    returning: messageStored(org, message),
  });
  if (result?.stored !== 1) return result?.known === 1 ? "duplicate" : "full";
  const due = [{ organization_id: org.organization.id, id: message.id }];
  c.executionCtx.waitUntil(enqueueInbox(c.env, org.organization.database, due));
  return "stored";
}
