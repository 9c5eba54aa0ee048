import type { Context } from "hono";
import { settingsOf } from "../env";
import { ApiError, notFound } from "../platform/api-error";
import { sha256HexOfBytes } from "../platform/crypto/digest";
import { newId } from "../platform/crypto/random";
import type { OrgDb } from "../platform/db/org-db";
import type { HttpEnv } from "../platform/http/context";
import { readBytes } from "../platform/http/input/body";
import { addressee, rejected } from "./addressee";
import { connectionById, type ConnectionRow, recordHealth } from "./connections.sql.ts";
import { insertMessage, MAX_BODY_BYTES, messageStored, type NewMessage } from "./inbox/inbox.sql.ts";
import { enqueueInbox } from "./inbox/relay";
import type { Delivered, PlatformAdapter } from "./platforms/adapter";
import { adapterOf } from "./platforms/platforms";
import { acceptedSecrets } from "./secrets";
import type { ConnectionToken } from "./token";

/** A larger body is accepted without being read. No order is that large. */
const MAX_READ_BYTES = 8 * 1024 * 1024;

/** What happened to a delivery. Only "stored" and "duplicate" are about an order. */
type Result = "stored" | "duplicate" | "ignored" | "full";

/** Verifies a delivery of a shop and stores it. Throws 401, 404, 429 and 503. */
export async function receiveOrder(c: Context<HttpEnv>, token: ConnectionToken): Promise<Result> {
  const { org, connection, adapter, secrets } = await findReceiver(c, token);
  const bytes = await readBytes(c.req.raw, MAX_READ_BYTES).catch(() => new Uint8Array());
  // An error would count toward disabling the webhook. Nothing is stored: the next reconciliation reads the order.
  if (bytes === null) return "ignored";
  const delivered: Delivered = { headers: c.req.raw.headers, bytes };
  if (adapter.isPing(delivered)) return "ignored";
  if (!(await adapter.verify(delivered, secrets))) throw await rejected(c, new ApiError("unauthorized"));
  const announcement = adapter.announce(delivered.headers);
  if (!announcement.isOrder || connection.status === "paused") return "ignored";
  const message = await messageOf(connection, adapter, delivered);
  return await store(c, org, { ...message, id: newId("inb", org.now) });
}

/** A connection and what a delivery to it needs. */
interface Receiver {
  org: OrgDb;
  connection: ConnectionRow;
  adapter: PlatformAdapter;
  secrets: string[];
}

/** Finds the connection of the address. Throws 404 Not Found, also for a connection of another organization than the address names. */
async function findReceiver(c: Context<HttpEnv>, { organizationId, connectionId }: ConnectionToken): Promise<Receiver> {
  const org = await addressee(c, organizationId, "Connection");
  const [[connection]] = await org.read(connectionById(org, connectionId));
  if (connection === undefined || connection.deleted_at !== null) throw await rejected(c, notFound());
  const secrets = await acceptedSecrets(settingsOf(c.env).masterSecrets, connection, org.now);
  return { org, connection, adapter: adapterOf(connection.platform), secrets };
}

/** The id of the order at the beginning of a payload. */
function orderIdOf(text: string): string | null {
  return /^\s*\{\s*"id"\s*:\s*"?([1-9]\d{0,18})\b/.exec(text)?.[1] ?? null;
}

/** Whether a payload has only an id, which says that the order was deleted. */
function isDeletion(text: string): boolean {
  return /^\s*\{\s*"id"\s*:\s*(?:\d{1,19}|"\d{1,19}")\s*\}\s*$/.test(text);
}

/** The message to store. */
async function messageOf(
  connection: ConnectionRow,
  adapter: PlatformAdapter,
  { headers, bytes }: Delivered,
): Promise<Omit<NewMessage, "id">> {
  const { topic } = adapter.announce(headers);
  const isTooLarge = bytes.length > MAX_BODY_BYTES;
  const text = new TextDecoder().decode(isTooLarge ? bytes.subarray(0, 4096) : bytes);
  return {
    connection_id: connection.id,
    // Headers with an id of the event are not signed: whoever has seen a delivery could repeat it with another id.
    event_key: await sha256HexOfBytes(bytes),
    topic: topic.slice(0, 64),
    source_order_id: orderIdOf(text),
    isDeletion: isDeletion(text),
    body: isTooLarge ? null : isJson(text) ? text : null,
    ...(isTooLarge || isJson(text) ? { status: "pending", reason: null } : { status: "failed", reason: "The body is not JSON." }),
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function store(c: Context<HttpEnv>, org: OrgDb, message: NewMessage): Promise<Result> {
  const { rows } = await org.commit({
    writes: [...insertMessage(org, message), recordHealth(org, message.connection_id, { last_event_at: org.now })],
    events: [],
    markerResult: "{}",
    returning: [messageStored(org, message)],
  });
  const [result] = rows[0];
  if (result?.stored !== 1) return result?.known === 1 ? "duplicate" : "full";
  const due = [{ organization_id: org.organization.id, id: message.id }];
  c.executionCtx.waitUntil(enqueueInbox(c.env, org.organization.database, due));
  return "stored";
}
