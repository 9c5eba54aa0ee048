import type { Context } from "hono";
import { settingsOf } from "../../platform/env";
import { ApiError } from "../../platform/api-error";
import { sha256Hex } from "../../platform/crypto/digest";
import { newId } from "../../platform/crypto/random";
import type { OrgDb } from "../../platform/db/org-db";
import type { HttpEnv } from "../../platform/http/context";
import { withUnverifiedMemory } from "../../platform/http/isolate-memory";
import { decodeUtf8 } from "../../platform/reading/json";
import type { WorkMemory } from "../../platform/reading/memory";
import { ReadError } from "../../platform/reading/read-stream";
import { MAX_UNVERIFIED_SENDING_MS, maxBodyBytes, readRequest } from "../../platform/reading/request-body";
import { addressedOrganization } from "./addressee";
import { connectionById, type ConnectionRow, recordHealth } from "./connections.sql.ts";
import { countDelivery, countRejection, rejectUnknown, tooManyDeliveries } from "./delivery-limits";
import { insertMessage, MAX_BODY_BYTES, messageStored, type NewMessage } from "./inbox/inbox.sql.ts";
import { enqueueInbox } from "./inbox/relay";
import { type DeliverySubject, UnmappableError } from "./platforms/adapter";
import type { CarrierAdapter } from "./platforms/carrier-adapter";
import { parsePayload } from "./platforms/payload";
import { adapterOf, type PlatformAdapter } from "./platforms/platforms";
import { type DeliveredBody, readDelivery } from "./read-delivery";
import { acceptedSecrets } from "./secrets";
import type { ConnectionToken } from "./token";

/** A larger body is accepted without being read. No order is that large. */
const MAX_READ_BYTES = 8 * 1024 * 1024;
/** The unsigned test of an address is at most this long. */
const MAX_PING_BYTES = 64;

/** What has become of a delivery. `full`: too many messages wait. `limited`: too many deliveries arrive. */
type Result = "stored" | "duplicate" | "ignored" | "full" | "limited";

/** Verifies a delivery of a shop or a carrier service and stores it. Throws 400, 401, 404, 429 and 503. */
export async function receive(c: Context<HttpEnv>, token: ConnectionToken): Promise<Result> {
  const { org, connection, adapter, secrets } = await findReceiver(c, token);
  if (!countDelivery(c, connection.id)) return unstoredResult(adapter, "limited");
  const { headers } = c.req.raw;
  const check = await adapter.signatureCheck({ headers, token: c.req.query("token") ?? null }, secrets);
  if (check === null) {
    if (await isPing(c, adapter, connection.id)) return "ignored";
    throw await countRejection(c, new ApiError("unauthorized"), connection.id);
  }
  const bytes = Math.min(maxBodyBytes(c.req.raw, MAX_READ_BYTES), MAX_BODY_BYTES);
  return await withUnverifiedMemory(c, { bytes, to: connection.id }, async (memory) => {
    const body = await readDelivery(c, { check, connectionId: connection.id, keptBytes: MAX_BODY_BYTES, maxBytes: MAX_READ_BYTES });
    if (body === null || connection.status === "paused") return "ignored";
    const content =
      adapter.kind === "shop"
        ? await contentOf(memory, body, adapter.readSubject(headers, startOf(body)))
        : await memory.process(body.bytes.byteLength, () => reportOf(adapter, body, org.now));
    if (content === null) return "ignored";
    const result = await store(c, org, { id: newId("inb", org.now), connection_id: connection.id, ...content });
    return result === "full" ? unstoredResult(adapter, result) : result;
  });
}

/**
 * The result of a delivery that is not stored although its signature is valid, or its sender has proven itself before. A shop gets no error,
 * because it would disable its webhook, and the next reconciliation reads what was left out. A carrier service sends a report again that gets an
 * error: 429 Too Many Requests.
 */
function unstoredResult({ kind }: PlatformAdapter, result: "full" | "limited"): Result {
  if (kind === "carrier") throw tooManyDeliveries();
  return result;
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
  const org = await addressedOrganization(c, token);
  const [connection] = await org.read(connectionById(org, token.connectionId));
  if (connection === undefined || connection.deleted_at !== null) throw await rejectUnknown(c, token);
  const secrets = await acceptedSecrets(settingsOf(c.env).masterSecrets, connection, org.now);
  return { org, connection, adapter: adapterOf(connection.platform), secrets };
}

/** Whether a request without a signature is the platform's test of the address. Reads a few bytes. */
async function isPing(c: Context<HttpEnv>, adapter: PlatformAdapter, connectionId: string): Promise<boolean> {
  if (adapter.kind !== "shop" || adapter.ping === null) return false;
  try {
    const limits = { maxBytes: MAX_PING_BYTES, ms: MAX_UNVERIFIED_SENDING_MS };
    const read = async () => await readRequest(c.req.raw, limits);
    const bytes = await withUnverifiedMemory(c, { bytes: MAX_PING_BYTES, to: connectionId }, read);
    return adapter.ping.test(decodeUtf8(bytes) ?? "");
  } catch (error) {
    if (error instanceof ReadError) return false;
    throw error;
  }
}

/** How much of a payload is searched for what it is about, also if it is too large to be stored. */
const SEARCHED_BYTES = 4096;
const MAX_TOPIC_LENGTH = 64;

function startOf({ bytes }: DeliveredBody): string {
  return new TextDecoder().decode(bytes.subarray(0, SEARCHED_BYTES));
}

type Content = Omit<NewMessage, "id" | "connection_id">;

/** What is stored of a delivery of a shop. It is parsed only to know whether it can be. Null: it is not about an order. */
async function contentOf(
  memory: WorkMemory,
  { bytes, isCut, hash }: DeliveredBody,
  { topic, isOrder, orderId, isDeletion }: DeliverySubject,
): Promise<Content | null> {
  if (!isOrder) return null;
  // Headers with an id of the event are not signed: whoever has seen a delivery could repeat it with another id.
  const content = { event_key: hash, topic: topic.slice(0, MAX_TOPIC_LENGTH), source_order_id: orderId, isDeletion: !isCut && isDeletion };
  if (isCut) return { ...content, body: null, status: "pending", reason: null };
  try {
    await memory.process(bytes.byteLength, () => void parsePayload(bytes));
    return { ...content, body: decodeUtf8(bytes), status: "pending", reason: null };
  } catch (error) {
    if (!(error instanceof UnmappableError)) throw error;
    return { ...content, body: null, status: "failed", reason: error.message };
  }
}

/** What is stored of a report of a carrier service: what it says, and not its body. Null: it is not about a parcel. */
function reportOf(adapter: CarrierAdapter, { bytes, isCut, hash }: DeliveredBody, now: number): Content | null {
  const content = { event_key: hash, topic: "", source_order_id: null, body: null };
  try {
    if (isCut) throw new UnmappableError("The body is larger than 1 MiB.");
    const payload = parsePayload(bytes);
    const eventId = adapter.eventId(payload);
    if (typeof eventId === "string") content.event_key = sha256Hex(`id/${eventId}`);
    const mapped = adapter.map(payload);
    if (mapped === null) return null;
    const { trackingNumber: tracking_number, carrier, serviceStatus: topic, status: fulfillment_status } = mapped;
    // A clock that is ahead must not make later reports outdated.
    const report = { tracking_number, carrier, fulfillment_status, occurred_at: Math.min(mapped.occurredAt, now) };
    return { ...content, topic, report, status: "pending", reason: null };
  } catch (error) {
    if (!(error instanceof UnmappableError)) throw error;
    return { ...content, status: "failed", reason: error.message };
  }
}

async function store(c: Context<HttpEnv>, org: OrgDb, message: NewMessage): Promise<Result> {
  const [result] = await org.commit({
    writes: [...insertMessage(org, message), recordHealth(org, message.connection_id, { last_event_at: org.now })],
    marker: {},
    returning: messageStored(org, message),
  });
  if (result?.stored !== 1) return result?.known === 1 ? "duplicate" : "full";
  if (message.status !== "pending") return "stored";
  const due = [{ organization_id: org.organization.id, id: message.id }];
  c.executionCtx.waitUntil(enqueueInbox(c.env, org.organization.database, due));
  return "stored";
}
