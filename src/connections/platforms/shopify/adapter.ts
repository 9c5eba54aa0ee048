import type { CallShop, PlatformAdapter, ShopAccess } from "../adapter";
import { hasHmac } from "../signature";
import { optionalRecord, textOf } from "../values";
import { type AdminApi, dataOf } from "./admin-api";
import { mapOrder } from "./map-order";
import { pushFulfillment } from "./push-fulfillment";

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

/** Calls the Admin API with one token, which it gets with the first call. */
function adminApi(call: CallShop, access: ShopAccess): AdminApi {
  let token: Promise<string> | null = null;
  const request = async (path: string, rest: { method: "GET" } | { method: "POST"; json: unknown }) => {
    token ??= tokenOf(call, access);
    const headers = { "X-Shopify-Access-Token": await token, Accept: "application/json" };
    return await call({ ...rest, url: new URL(`/admin/api/${API_VERSION}/${path}`, access.url).href, headers });
  };
  return {
    get: async (path) => await request(path, { method: "GET" }),
    graphql: async (query, variables) => dataOf((await request("graphql.json", { method: "POST", json: { query, variables } })).body),
  };
}

/** Shopify: webhooks of the topics `orders/*` in the format JSON, and the Admin API (REST). */
export const shopify: PlatformAdapter = {
  platform: "shopify",
  secretIssuedBy: "platform",
  isPing: () => false,

  announce: (headers) => {
    const topic = headers.get("X-Shopify-Topic") ?? "";
    return { topic, isOrder: topic.startsWith("orders/") };
  },

  verify: async ({ headers, bytes }, secrets) => await hasHmac(headers.get("X-Shopify-Hmac-Sha256"), bytes, secrets),

  map: mapOrder,

  fetchChanged: async (call, access, { since, cursor }) => {
    const query =
      cursor === null
        ? { status: "any", updated_at_min: new Date(since).toISOString(), order: "updated_at asc", limit: String(PAGE_SIZE) }
        : { page_info: cursor, limit: String(PAGE_SIZE) };
    const { body, headers } = await adminApi(call, access).get(`orders.json?${new URLSearchParams(query).toString()}`);
    const { orders } = optionalRecord(body);
    return { payloads: Array.isArray(orders) ? (orders as unknown[]) : [], next: nextPage(headers.get("Link")) };
  },

  fetchOrder: async (call, access, externalId) => {
    const { body } = await adminApi(call, access).get(`orders/${externalId}.json`);
    return optionalRecord(body)["order"];
  },

  pushFulfillment: async (call, access, fulfillment) => await pushFulfillment(adminApi(call, access), fulfillment),
};

/** The cursor in a Link header (RFC 8288) with rel="next"; null at the end. */
function nextPage(link: string | null): string | null {
  const next = link?.split(",").find((each) => each.includes('rel="next"'));
  const url = /<([^<>]{1,4000})>/.exec(next ?? "")?.[1];
  return url === undefined || !URL.canParse(url) ? null : new URL(url).searchParams.get("page_info");
}
