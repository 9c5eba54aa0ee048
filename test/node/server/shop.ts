import { randomUUID } from "node:crypto";
import { V1_SCOPES, V2_SCOPES } from "../../../src/platform/http/scopes.ts";
import { OPERATOR_TOKEN } from "./worker.ts";

export interface ApiResponse {
  status: number;
  headers: Headers;
  // Tests read bodies of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any -- a body's shape is what the test asserts
  body: any;
}

/** Makes one request: POST if there is a body, unless another method is named. */
export type Client = (path: string, body?: unknown, headers?: Record<string, string>, method?: string) => Promise<ApiResponse>;

function clientOf(base: string, credential: Record<string, string>): Client {
  return async (path, body, headers = {}, method = body === undefined ? "GET" : "POST") => {
    const response = await fetch(base + path, {
      method,
      headers: { ...credential, ...(body !== undefined && { "Content-Type": "application/json" }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const isJson = response.headers.get("Content-Type")?.startsWith("application/json") === true;
    return { status: response.status, headers: response.headers, body: isJson ? await response.json() : await response.text() };
  };
}

/** The same client for requests that must succeed. */
export function succeedingClient(client: Client): Client {
  return async (...request) => {
    const [path] = request;
    const response = await client(...request);
    if (response.status >= 300) throw new Error(`${path}: ${response.status} ${JSON.stringify(response.body)}`);
    return response;
  };
}

interface Identity {
  id: number;
  storeId: number;
  key: string;
  token: string;
}

/** An organization with one store and credentials with all scopes, as a client of one Worker. */
export interface Shop {
  id: number;
  storeId: number;
  /** Its API token. */
  token: string;
  v1: Client;
  v2: Client;
  /** Creates an order of one item with these fields, and returns it. */
  order: (fields?: Record<string, unknown>) => Promise<ApiResponse["body"]>;
  /** Creates a webhook endpoint, and returns it with its secret. */
  webhook: (target: string, events: string[]) => Promise<ApiResponse["body"]>;
  /** The delivery log of an endpoint, newest first. */
  deliveries: (webhookId: string) => Promise<ApiResponse["body"][]>;
  /** The same shop in a Worker that was started again. */
  at: (url: string) => Shop;
}

const operatorOf = (url: string): Client => succeedingClient(clientOf(`${url}/operator`, { Authorization: `Bearer ${OPERATOR_TOKEN}` }));

/** Creates a shop through the operator API, by default in the newest database. */
export async function openShop(url: string, organization: Record<string, unknown> = {}): Promise<Shop> {
  const operator = operatorOf(url);
  const { id } = (await operator("/organizations", { name: "Shop", ...organization })).body;
  const store = await operator(`/organizations/${id}/stores`, { name: "Gift shop", code: "gift", platform: "custom" });
  return await shopOf(url, id, store.body.id);
}

/** The shop of an organization, with new credentials. */
export async function shopOf(url: string, id: number, storeId: number): Promise<Shop> {
  const operator = operatorOf(url);
  const createCredential = async (kind: string, scopes: object) => {
    const wanted = { kind, name: kind, scopes: Object.keys(scopes), rate_limit: 100_000 };
    return (await operator(`/organizations/${id}/credentials`, wanted)).body.secret;
  };
  const key = await createCredential("api_key", V1_SCOPES);
  return shopAt(url, { id, storeId, key, token: await createCredential("api_token", V2_SCOPES) });
}

function shopAt(url: string, identity: Identity): Shop {
  const v2 = clientOf(`${url}/api/v2`, { Authorization: `Bearer ${identity.token}` });
  const must = succeedingClient(v2);
  return {
    id: identity.id,
    storeId: identity.storeId,
    token: identity.token,
    v1: clientOf(url, { "x-api-key": identity.key }),
    v2,
    order: async (fields) => (await must("/orders", orderBody(fields))).body,
    webhook: async (target, events) => (await must("/webhooks", { url: target, events })).body,
    deliveries: async (webhookId) => (await must(`/webhooks/${webhookId}/deliveries`)).body.data,
    at: (other) => shopAt(other, identity),
  };
}

/** A small order with these fields. */
export function orderBody(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return { store: "Gift shop", items: [{ name: "Mug", quantity: 2, price: 9.99 }], ...fields };
}

/** The header with an unused idempotency key. */
export function idempotencyKey(): Record<string, string> {
  return { "Idempotency-Key": randomUUID() };
}
