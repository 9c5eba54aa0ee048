import type { CallShop, PlatformAdapter, ShopAccess } from "../adapter";
import { hasHmac } from "../signature";
import { optionalRecord, textOf } from "../values";
import { mapOrder } from "./map-order";

const API_VERSION = "2026-07";
const PAGE_SIZE = 50;

/** Gets a token with the client-credentials grant of the merchant's own app. It is valid for a day, and used for one run. */
async function tokenOf(call: CallShop, { url, key, secret }: ShopAccess): Promise<string> {
  // An app from before 2026 has a permanent token instead, which starts with this prefix.
  if (secret.startsWith("shpat_")) return secret;
  const { body } = await call({
    method: "POST",
    url: new URL("/admin/oauth/access_token", url).href,
    headers: { Accept: "application/json" },
    json: { client_id: key, client_secret: secret, grant_type: "client_credentials" },
  });
  return textOf(optionalRecord(body)["access_token"], 4096) ?? "";
}

async function get(call: CallShop, access: ShopAccess, path: string) {
  const headers = { "X-Shopify-Access-Token": await tokenOf(call, access), Accept: "application/json" };
  return await call({ method: "GET", url: new URL(`/admin/api/${API_VERSION}/${path}`, access.url).href, headers });
}

/** Shopify: webhooks of the topics `orders/*` in the format JSON, and the Admin API (REST). */
export const shopify: PlatformAdapter = {
  platform: "shopify",
  secretIssuedBy: "platform",
  isPing: () => false,

  announce: (headers) => {
    const topic = headers.get("X-Shopify-Topic") ?? "";
    const event = headers.get("X-Shopify-Event-Id");
    // One event may be delivered to several topics.
    return { topic, isOrder: topic.startsWith("orders/"), eventKey: event === null ? null : `${event}/${topic}` };
  },

  verify: async ({ headers, bytes }, secrets) => await hasHmac(headers.get("X-Shopify-Hmac-Sha256"), bytes, secrets),

  map: mapOrder,

  fetchChanged: async (call, access, { since, cursor }) => {
    const query =
      cursor === null
        ? { status: "any", updated_at_min: new Date(since).toISOString(), order: "updated_at asc", limit: String(PAGE_SIZE) }
        : { page_info: cursor, limit: String(PAGE_SIZE) };
    const { body, headers } = await get(call, access, `orders.json?${new URLSearchParams(query).toString()}`);
    const { orders } = optionalRecord(body);
    return { payloads: Array.isArray(orders) ? (orders as unknown[]) : [], next: nextPage(headers.get("Link")) };
  },

  fetchOrder: async (call, access, externalId) => {
    const { body } = await get(call, access, `orders/${externalId}.json`);
    return optionalRecord(body)["order"];
  },
};

/** The cursor in a Link header (RFC 8288) with rel="next"; null at the end. */
function nextPage(link: string | null): string | null {
  const next = link?.split(",").find((each) => each.includes('rel="next"'));
  const url = /<([^<>]{1,4000})>/.exec(next ?? "")?.[1];
  return url === undefined || !URL.canParse(url) ? null : new URL(url).searchParams.get("page_info");
}
