import { createHmac } from "node:crypto";
import { listPlatforms } from "../platform-list.ts";

/** The secret that all connections of the scene share with their platforms and services. */
export const SHARED_SECRET = "a-secret-of-the-sender-0123456789";

const hmac = (body: Buffer, secret: string, encoding: "base64" | "hex", prefix = "") =>
  createHmac("sha256", secret).update(prefix).update(body).digest(encoding);

/** The headers with which each platform and service signs a delivery. Their times may be of any age: the product does not check them. */
export const SIGNED_HEADERS: Readonly<Record<string, (body: Buffer, secret: string) => Record<string, string>>> = {
  woocommerce: (body, secret) => ({ "X-WC-Webhook-Signature": hmac(body, secret, "base64"), "X-WC-Webhook-Topic": "order.updated" }),
  shopify: (body, secret) => ({ "X-Shopify-Hmac-Sha256": hmac(body, secret, "base64"), "X-Shopify-Topic": "orders/updated" }),
  bigcommerce: (body, secret) => ({
    "webhook-id": "msg_1",
    "webhook-timestamp": "1790000000",
    "webhook-signature": `v1,${hmac(body, secret, "base64", "msg_1.1790000000.")}`,
  }),
  easypost: (body, secret) => ({ "X-Hmac-Signature": `hmac-sha256-hex=${hmac(body, secret, "hex")}` }),
  shippo: (body, secret) => ({ "Shippo-Auth-Signature": `t=1790000000,v1=${hmac(body, secret, "hex", "1790000000.")}` }),
  aftership: (body, secret) => ({ "aftership-hmac-sha256": hmac(body, secret, "base64") }),
};

/** A POST to the API of an organization. */
type Post = <T>(path: string, body: unknown) => Promise<T>;

interface Receivers {
  /** The path to which each platform and service delivers. */
  paths: Record<string, string>;
  /** The ids of their connections. */
  ids: Record<string, string>;
}

/** Connects every platform, each with a store of its own, and every carrier service. */
export async function connectAll(post: Post): Promise<Receivers> {
  const connected: [string, { id: string; delivery_url: string }][] = [];
  for (const { platform, kind } of await listPlatforms()) {
    const isShop = kind === "shop";
    if (isShop) await post("/stores", { name: platform, code: platform, platform });
    // Access to an API that is never called, because BigCommerce requires it.
    const api = { shop_url: "https://shop.example.com", key: "key", secret: "access-token-0123456789" };
    const store = isShop ? { store: platform, ...(platform === "bigcommerce" && { api }) } : {};
    connected.push([platform, await post("/connections", { ...store, platform, webhook_secret: SHARED_SECRET })]);
  }
  const valueOf = (of: (created: { id: string; delivery_url: string }) => string) =>
    Object.fromEntries(connected.map(([name, created]) => [name, of(created)]));
  return { paths: valueOf(({ delivery_url }) => new URL(delivery_url).pathname), ids: valueOf(({ id }) => id) };
}
