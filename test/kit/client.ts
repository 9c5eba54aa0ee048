import { env, exports } from "cloudflare:workers";
import { databaseOf } from "../../src/platform/db/database";
import type { Scope } from "../../src/platform/http/scopes";
import { assertKeepsContract } from "./contract";
import { d1For, organizationDatabase } from "./databases";
import { uploadHeaders } from "./file-texts";
import { keepToken, noteSecret, tokenHeader } from "./passed-tokens";
import { V1_SCOPES, V2_SCOPES } from "../../src/platform/http/scopes";

/** A response with its parsed body. */
export interface ApiResponse {
  status: number;
  headers: Headers;
  text: string;
  // Tests read bodies of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any -- a body's shape is what the test asserts
  body: any;
}

export interface Call {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

const BASE = "https://api.example.com";

let callers = 0;

/** An address that has not failed to authenticate before. */
function anAddress(): string {
  callers += 1;
  return `2001:db8:${(callers >>> 16).toString(16)}:${(callers % 0x10000).toString(16)}::1`;
}

/**
 * One request through the Worker's entry point, whose response is checked against its contract. An object is sent as JSON, a string
 * unchanged.
 */
export async function call(path: string, { method, body, headers = {} }: Call = {}): Promise<ApiResponse> {
  const type: Record<string, string> = body === undefined ? {} : { "Content-Type": "application/json" };
  const verb = method ?? (body === undefined ? "GET" : "POST");
  const response = await exports.default.fetch(BASE + path, {
    method: verb,
    headers: { ...type, "CF-Connecting-IP": anAddress(), ...uploadHeaders(path, body), ...headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  // `text()` would print a warning for a body that is not text, such as an icon.
  const text = new TextDecoder().decode(await response.arrayBuffer());
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json") === true && text !== "";
  const parsed: unknown = isJson ? JSON.parse(text) : undefined;
  assertKeepsContract(verb, new URL(BASE + path).pathname, response, parsed);
  return { status: response.status, headers: response.headers, text, body: parsed };
}

const operator = { Authorization: `Bearer ${env.OPERATOR_TOKEN}` };

/** A request of the operator API that must succeed. */
export async function asOperator(path: string, body: unknown): Promise<ApiResponse["body"]> {
  const response = await call(`/operator${path}`, { method: "POST", body, headers: operator });
  if (response.status >= 300) throw new Error(`${path}: ${response.status} ${response.text}`);
  return response.body;
}

export interface Credential {
  id: number;
  secret: string;
}

/** An organization with one store, and a credential of each kind with all scopes and a high rate limit. */
export interface Shop {
  id: number;
  /** The number of the database with its rows. */
  database: number;
  store: { id: number; name: string };
  key: Credential;
  token: Credential;
  v1: (path: string, call?: Call) => Promise<ApiResponse>;
  v2: (path: string, call?: Call) => Promise<ApiResponse>;
}

export async function createCredential(
  organizationId: number,
  kind: "api_key" | "api_token",
  extras: Record<string, unknown> = {},
): Promise<Credential> {
  const scopes = Object.keys(kind === "api_key" ? V1_SCOPES : V2_SCOPES) as Scope[];
  const credential: Credential = await asOperator(`/organizations/${organizationId}/credentials`, {
    kind,
    name: `test ${kind}`,
    scopes,
    rate_limit: 100_000,
    ...(env.REPLICA !== undefined && { reads: "nearest" }),
    ...extras,
  });
  noteSecret(credential.secret, organizationId);
  return credential;
}

export function v1As({ secret }: Credential) {
  return async (path: string, options: Call = {}) =>
    keepToken(secret, await call(path, { ...options, headers: { "x-api-key": secret, ...tokenHeader(secret), ...options.headers } }));
}

export function v2As({ secret }: Credential) {
  return async (path: string, options: Call = {}) => {
    const headers = { Authorization: `Bearer ${secret}`, ...tokenHeader(secret), ...options.headers };
    return keepToken(secret, await call(`/api/v2${path}`, { ...options, headers }));
  };
}

export async function createShop(organization: Record<string, unknown> = {}): Promise<Shop> {
  const { id, database } = await asOperator("/organizations", {
    name: "Shop",
    currency: "USD",
    timezone: "UTC",
    database: organizationDatabase(),
    ...organization,
  });
  const store = await asOperator(`/organizations/${id}/stores`, { name: "Gift shop", code: "gift", platform: "custom" });
  const key = await createCredential(id, "api_key");
  const token = await createCredential(id, "api_token");
  return { id, database, store, key, token, v1: v1As(key), v2: v2As(token) };
}

let numbered = 0;

/** An unused idempotency key. */
export function idempotencyKey(): Record<string, string> {
  numbered += 1;
  return { "Idempotency-Key": `key-${numbered}-${crypto.randomUUID()}` };
}

/** A small order with these fields. */
export function orderBody(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return { store: "Gift shop", items: [{ name: "Mug", quantity: 2, price: 9.99, sku: "MUG" }], ...fields };
}

/** Creates an order and returns it. */
export async function ingestOrder(shop: Shop, fields: Record<string, unknown> = {}): Promise<ApiResponse["body"]> {
  const response = await shop.v2("/orders", { body: orderBody(fields) });
  if (response.status >= 300) throw new Error(response.text);
  return response.body;
}

/** Runs a query or a write and returns its rows: in the directory for control data, otherwise in the database of the test file's organizations. */
export async function rows<Row = Record<string, unknown>>(sql: string, ...bindings: unknown[]): Promise<Row[]> {
  return await rowsIn<Row>(d1For(sql), sql, ...bindings);
}

/** The same in the directory, for tables of every database: the audit log and the write markers. */
export async function directoryRows<Row = Record<string, unknown>>(sql: string, ...bindings: unknown[]): Promise<Row[]> {
  return await rowsIn<Row>(env.DB, sql, ...bindings);
}

/** The same in the database of an organization. */
export async function rowsOf<Row = Record<string, unknown>>(
  { database }: Pick<Shop, "database">,
  sql: string,
  ...bindings: unknown[]
): Promise<Row[]> {
  return await rowsIn<Row>(databaseOf(env, { database }), sql, ...bindings);
}

/** The same in one database. */
export async function rowsIn<Row = Record<string, unknown>>(d1: D1Database, sql: string, ...bindings: unknown[]): Promise<Row[]> {
  const { results } = await d1
    .prepare(sql)
    .bind(...bindings)
    .all<Row>();
  return results;
}

/** Inserts an erasure that has ended for an organization, and returns its id. Its position is the step that waits for a move. */
export async function insertFinishedErasure(organizationId: number): Promise<number> {
  const [erasure] = await rows<{ id: number }>(
    `insert into erasures (organization_id, position, actor_kind, actor_name, requested_at, finished_at)
     values (?, '["move"]', 'operator', 'Operator', 1, 2) returning id`,
    organizationId,
  );
  return erasure?.id ?? 0;
}
