import { EventEmitter } from "node:events";
import { V1_SCOPES, V2_SCOPES } from "../../../src/platform/http/scopes.ts";
import { OPERATOR_TOKEN } from "../server/worker.ts";
import type { CrashingWorker } from "./crashing-worker.ts";
import type { ClientState } from "./client-state.ts";
import { createOrder } from "./order-writes.ts";
import { createProduct } from "./v1-writes.ts";
import { type Access, Writer } from "./writer.ts";

/** The number of orders that all writers change. */
const SHARED_ORDER_COUNT = 3;

/** A limit per 60 s that no client reaches. */
const HIGH_RATE_LIMIT = 100_000;
/** The limit per 60 s, low enough for its client to get 429 sometimes. */
const LOW_RATE_LIMIT = 72;

interface Clients {
  prefix: string;
  organizationId: number;
  count: number;
  endpointId: string;
}

/**
 * Clients of one organization with this prefix in their names, each with its own credentials, and the orders that all of them change,
 * which the founder has created. `responses` emits "answer" for each response.
 */
export async function openWriters(crashing: CrashingWorker, { prefix, organizationId, count, endpointId }: Clients) {
  const shared: ClientState["shared"] = { orders: [], endpointId };
  const responses = new EventEmitter();
  const onResponse = () => void responses.emit("answer");
  const open = async (name: string, rate: number) =>
    new Writer(name, await createAccess(crashing, organizationId, rate, onResponse), shared);
  const founder = await open(`${prefix}w0`, HIGH_RATE_LIMIT);
  for (let n = 0; n < SHARED_ORDER_COUNT; n += 1) await founder.write("POST /orders", createOrder);
  // So that no index is empty when the indexes are recounted, whatever the writers draw.
  await founder.write("POST /products", createProduct);
  shared.orders.push(...founder.state.orders);
  const writers = await Promise.all(
    Array.from({ length: count }, async (_, n) => await open(`${prefix}w${n + 1}`, n === 0 ? LOW_RATE_LIMIT : HIGH_RATE_LIMIT)),
  );
  return { founder, writers, responses };
}

/** Creates an API key and a token with all scopes and this limit per 60 s. */
async function createAccess(crashing: CrashingWorker, organizationId: number, rateLimit: number, onResponse: () => void): Promise<Access> {
  const createCredential = async (kind: "api_key" | "api_token", scopes: object): Promise<string> => {
    const response = await fetch(`${crashing.worker.url}/operator/organizations/${organizationId}/credentials`, {
      method: "POST",
      headers: { Authorization: `Bearer ${OPERATOR_TOKEN}`, "Content-Type": "application/json" },
      body: JSON.stringify({ kind, name: kind, scopes: Object.keys(scopes), rate_limit: rateLimit }),
    });
    if (!response.ok) throw new Error(`No credential: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { secret: string }).secret;
  };
  const [key, token] = await Promise.all([createCredential("api_key", V1_SCOPES), createCredential("api_token", V2_SCOPES)]);
  return {
    url: () => crashing.url,
    credentials: { v1: { "x-api-key": key }, v2: { Authorization: `Bearer ${token}` } },
    onResponse,
  };
}
