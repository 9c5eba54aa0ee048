import { databaseOf } from "../../../src/platform/db/database";
import { env, exports } from "cloudflare:workers";
import { organizationDatabase } from "../../kit/databases";
import { type ApiResponse, type Shop } from "../../kit/client";
import { processMessage } from "../../../src/resources/connections/inbox/process";

export { shopifyFulfillment, shopifyOrder, wooOrder } from "./payloads";
export { bigcommerceEvent, bigcommerceOrder, bigcommerceShipment } from "./payloads-bigcommerce";

/** HMAC-SHA256 in base64, as the platforms sign. */
export async function hmacBase64(secret: string, body: string): Promise<string> {
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(body))).toBase64();
}

/** API access to an unreachable shop. */
export const API = { shop_url: "https://shop.example.com", key: "ck_0123456789abcdef", secret: "cs_0123456789abcdef" };

/** A connection in a test. */
export interface TestConnection {
  id: string;
  path: string;
  secret: string;
}

/** Connects the store of a shop. */
export async function connect(shop: Shop, fields: Record<string, unknown> = {}): Promise<TestConnection> {
  const { status, body, text } = await shop.v2("/connections", { body: { store: "gift", platform: "woocommerce", ...fields } });
  if (status !== 201) throw new Error(text);
  const secret = body.webhook_secret ?? fields["webhook_secret"];
  return { id: body.id, path: new URL(body.delivery_url).pathname, secret };
}

let callers = 0;

/** A request to the address of a connection, which is not in the OpenAPI documents. Each comes from another client, because those are limited. */
export async function request(
  path: string,
  init: { method?: string; body?: string; headers?: Record<string, string> } = {},
): Promise<ApiResponse> {
  callers += 1;
  const response = await exports.default.fetch(`https://api.example.com${path}`, {
    method: "POST",
    ...init,
    headers: {
      "CF-Connecting-IP": `2001:db8:77:${(callers % 0x10000).toString(16)}::1`,
      "Content-Type": "application/json",
      ...init.headers,
    },
  });
  const text = await response.text();
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json") === true;
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
}

/** Delivers a payload as WooCommerce does. */
export async function deliverWoo(
  { path, secret }: Pick<TestConnection, "path" | "secret">,
  payload: unknown,
  { topic = "order.updated", signature }: { topic?: string; signature?: string | null | undefined } = {},
): Promise<ApiResponse> {
  const body = typeof payload === "string" ? payload : JSON.stringify(payload);
  const own = signature === undefined ? await hmacBase64(secret, body) : signature;
  return await request(path, {
    body,
    headers: { "X-WC-Webhook-Topic": topic, "X-WC-Webhook-ID": "5", ...(own !== null && { "X-WC-Webhook-Signature": own }) },
  });
}

/** Delivers a payload as Shopify does. */
export async function deliverShopify(
  { path, secret }: TestConnection,
  payload: unknown,
  { topic = "orders/updated", event = crypto.randomUUID() }: { topic?: string; event?: string } = {},
): Promise<ApiResponse> {
  const body = typeof payload === "string" ? payload : JSON.stringify(payload);
  const headers = { "X-Shopify-Topic": topic, "X-Shopify-Event-Id": event, "X-Shopify-Hmac-Sha256": await hmacBase64(secret, body) };
  return await request(path, { body, headers });
}

/** The headers of a Standard Webhooks signature, as BigCommerce signs. */
export async function bigcommerceHeaders(secret: string, body: string, id = crypto.randomUUID()): Promise<Record<string, string>> {
  // The age of a signature is not checked.
  const time = "1773242245";
  const signature = await hmacBase64(secret, `${id}.${time}.${body}`);
  return { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": `v1,${signature}` };
}

/** Delivers an event as BigCommerce does. */
export async function deliverBigcommerce({ path, secret }: Pick<TestConnection, "path" | "secret">, event: unknown): Promise<ApiResponse> {
  const body = JSON.stringify(event);
  return await request(path, { body, headers: await bigcommerceHeaders(secret, body) });
}

/** The messages of a connection as they are stored, oldest first. */
export async function inboxOf(connection: { id: string }): Promise<Record<string, unknown>[]> {
  const d1 = databaseOf(env, { database: organizationDatabase() });
  const { results } = await d1.prepare("select * from connection_inbox where connection_id = ? order by rowid").bind(connection.id).all();
  return results;
}

/** Processes all pending messages in the order of their arrival. The queue may have processed some already. */
export async function processInbox(shop: Pick<Shop, "id">, connection: { id: string }): Promise<void> {
  for (const { id, status } of await inboxOf(connection)) {
    if (status === "pending") await processMessage(env, { id: String(id), organization_id: shop.id });
  }
}

/** The order with an external id, as v2 returns it with all fields. */
export async function orderOf(shop: Shop, externalId: string): Promise<ApiResponse["body"]> {
  const { body } = await shop.v2(`/orders?external_id=${externalId}`);
  const id = body.data[0]?.id;
  return id === undefined ? null : (await shop.v2(`/orders/${id}`)).body;
}
