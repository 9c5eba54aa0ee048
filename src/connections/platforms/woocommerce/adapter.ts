import type { CallShop, ChangedOrders, PlatformAdapter, ShopAccess } from "../adapter";
import { hasHmac } from "../signature";
import { decodeEntities } from "./html-entities";
import { mapOrder } from "./map-order";

const PAGE_SIZE = 50;

function headersOf({ key, secret }: ShopAccess): Record<string, string> {
  return { Authorization: `Basic ${new TextEncoder().encode(`${key}:${secret}`).toBase64()}`, Accept: "application/json" };
}

/** WooCommerce: webhooks of the topics `order.*`, and the REST API, version 3. */
export const woocommerce: PlatformAdapter = {
  platform: "woocommerce",
  secretIssuedBy: "us",

  /** Saving a webhook sends `webhook_id=N` without a signature, and needs exactly 200. */
  isPing: ({ headers, bytes }) =>
    headers.get("X-WC-Webhook-Signature") === null && bytes.length < 64 && /^webhook_id=\d{1,12}$/.test(new TextDecoder().decode(bytes)),

  announce: (headers) => {
    const topic = headers.get("X-WC-Webhook-Topic") ?? "";
    // X-WC-Webhook-Delivery-ID is a hash of the webhook and the current second, so two orders can share it.
    return { topic, isOrder: topic.startsWith("order."), eventKey: null };
  },

  /** WordPress decodes the HTML entities of the secret before it signs. */
  verify: async ({ headers, bytes }, secrets) =>
    await hasHmac(headers.get("X-WC-Webhook-Signature"), bytes, [
      ...new Set(secrets.flatMap((secret) => [secret, decodeEntities(secret)])),
    ]),

  map: mapOrder,

  fetchChanged: async (call: CallShop, access, { since, cursor }): Promise<ChangedOrders> => {
    const page = cursor === null ? 1 : Number(cursor);
    const url = new URL("/wp-json/wc/v3/orders", access.url);
    url.search = new URLSearchParams({
      modified_after: new Date(since).toISOString().slice(0, 19),
      dates_are_gmt: "true",
      orderby: "modified",
      order: "asc",
      per_page: String(PAGE_SIZE),
      page: String(page),
    }).toString();
    const { body } = await call({ method: "GET", url: url.href, headers: headersOf(access) });
    const payloads: unknown[] = Array.isArray(body) ? body : [];
    return { payloads, next: payloads.length < PAGE_SIZE ? null : String(page + 1) };
  },

  fetchOrder: async (call, access, externalId) => {
    const url = new URL(`/wp-json/wc/v3/orders/${externalId}`, access.url);
    return (await call({ method: "GET", url: url.href, headers: headersOf(access) })).body;
  },
};
