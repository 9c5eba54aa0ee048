import { type CallShop, type ShopAccess, type ShopAdapter } from "../adapter";
import { assertOrderList, leadingOrder, MAX_PAGE_ORDERS, pagePayloads } from "../payload";
import { hmacCheck } from "../signature";
import { optionalRecord, textOf } from "../values";
import { type AdminApi, dataOf } from "./admin-api";
import { mapOrder } from "./map-order";
import { pushFulfillment } from "./push-fulfillment";

const API_VERSION = "2026-07";

/** Requests a token with the client-credentials grant of the merchant's own app. It is valid for a day, and used for one run. */
async function requestToken(call: CallShop, { url, key, secret }: ShopAccess): Promise<string> {
  // An app from before 2026 has a permanent token instead, which starts with this prefix.
  if (secret.startsWith("shpat_")) return secret;
  const request = {
    method: "POST",
    url: new URL("/admin/oauth/access_token", url).href,
    headers: { Accept: "application/json" },
    json: JSON.stringify({ client_id: key, client_secret: secret, grant_type: "client_credentials" }),
  } as const;
  // Without a token in the response, the next call has an empty one, which the shop rejects.
  return await call(request, ({ body }) => textOf(optionalRecord(body)["access_token"], 4096) ?? "");
}

/** Calls the Admin API with one token, which it gets with the first call. */
function adminApi(call: CallShop, access: ShopAccess): AdminApi {
  let token: Promise<string> | null = null;
  const authorized = async (path: string) => {
    token ??= requestToken(call, access);
    const headers = { "X-Shopify-Access-Token": await token, Accept: "application/json" };
    return { url: new URL(`/admin/api/${API_VERSION}/${path}`, access.url).href, headers };
  };
  return {
    get: async (path, read) => await call({ method: "GET", ...(await authorized(path)) }, read),
    graphql: async (query, variables, read) => {
      const request = { method: "POST", json: JSON.stringify({ query, variables }), ...(await authorized("graphql.json")) } as const;
      return await call(request, ({ body }) => read(dataOf(body)));
    },
  };
}

/** Shopify: webhooks of the topics `orders/*` in the format JSON, and the Admin API: REST to read orders, GraphQL to send fulfillments. */
export const shopify = {
  kind: "shop",
  name: "Shopify",
  secretFrom: "Shopify’s admin shows it below the list of webhooks, under Settings, Notifications, Webhooks.",
  afterCreation: "After you create the connection, you get the URL for the shop’s webhooks.",
  propertiesShownAs: "Personalization",
  orderPage: (shopUrl, externalId) => new URL(`/admin/orders/${externalId}`, shopUrl).href,
  setupSteps: [
    "In Shopify’s admin, open Settings, Notifications, Webhooks, and choose “Create webhook”.",
    "Set the event to “Order creation” and the format to JSON, and paste the URL. Save the webhook.",
    "Repeat this with the events “Order update”, “Order cancellation” and “Order deletion”.",
  ],
  access: {
    url: "https://name.myshopify.com",
    key: "Client id",
    secret: "Client secret",
    source:
      "In Shopify: create an app in the Dev Dashboard with the scope read_orders, and install it in your shop. To send tracking, it also needs read_merchant_managed_fulfillment_orders and write_merchant_managed_fulfillment_orders.",
    scopes: "read_orders,read_merchant_managed_fulfillment_orders,write_merchant_managed_fulfillment_orders",
    namesShop: "shop_url",
  },
  registration: null,
  ping: null,

  readSubject: (headers, start) => {
    const topic = headers.get("X-Shopify-Topic") ?? "";
    // The body of an edit is no order. A webhook of the order follows.
    return { topic, isOrder: topic.startsWith("orders/") && topic !== "orders/edited", ...leadingOrder(start) };
  },

  signatureCheck: ({ headers }, secrets) => hmacCheck([headers.get("X-Shopify-Hmac-Sha256")], secrets),

  map: mapOrder,

  checkAccess: async (call, access) => {
    await adminApi(call, access).get("orders.json?status=any&limit=1&fields=id", ({ body }) =>
      assertOrderList(optionalRecord(body)["orders"]),
    );
  },

  fetchChanged: async (call, access, { since, cursor }) => {
    const query =
      cursor === null
        ? { status: "any", updated_at_min: new Date(since).toISOString(), order: "updated_at asc", limit: String(MAX_PAGE_ORDERS) }
        : { page_info: cursor, limit: String(MAX_PAGE_ORDERS) };
    return await adminApi(call, access).get(`orders.json?${new URLSearchParams(query).toString()}`, ({ body, headers }) => ({
      payloads: pagePayloads(optionalRecord(body)["orders"]),
      next: nextPage(headers.get("Link")),
    }));
  },

  fetchOrder: async (call, access, externalId) => {
    return await adminApi(call, access).get(`orders/${externalId}.json`, ({ body }) =>
      JSON.stringify(optionalRecord(body)["order"] ?? null),
    );
  },

  pushFulfillment: async (call, access, fulfillment) => await pushFulfillment(adminApi(call, access), fulfillment),
} as const satisfies ShopAdapter;

/** The cursor in a Link header (RFC 8288) with rel="next"; null at the end. */
function nextPage(link: string | null): string | null {
  const next = link?.split(",").find((each) => each.includes('rel="next"'));
  const url = /<([^<>]{1,4000})>/.exec(next ?? "")?.[1];
  return url === undefined || !URL.canParse(url) ? null : new URL(url).searchParams.get("page_info");
}
