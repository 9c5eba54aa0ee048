import { parseStored } from "../../../../platform/reading/json";
import { type CallShop, type ChangedOrders, type ShopAccess, type ShopAdapter } from "../adapter";
import { assertOrderList, leadingOrder, MAX_PAGE_ORDERS, pagePayloads } from "../payload";
import { hmacCheck } from "../signature";
import { optionalRecord, textOf } from "../values";
import { decodeEntities } from "../../../../platform/values/html-entities";
import { mapOrder } from "./map-order";
import { pushFulfillment } from "./push-fulfillment";

function headersOf({ key, secret }: ShopAccess): Record<string, string> {
  return { Authorization: `Basic ${new TextEncoder().encode(`${key}:${secret}`).toBase64()}`, Accept: "application/json" };
}

/** A place in the orders, sorted by their last change: the changes after a time, page by page. */
interface Position {
  after: number;
  page: number;
}

/**
 * The place after a full page. An order that is changed meanwhile moves to the end, and all behind it move up by one. So the next place is a
 * time, and not a page, unless all orders of the page have the same time.
 */
function positionAfter({ after, page }: Position, payloads: readonly unknown[]): Position {
  const times = [payloads[0], payloads.at(-1)].map((payload) =>
    Date.parse(`${textOf(optionalRecord(payload)["date_modified_gmt"]) ?? ""}Z`),
  );
  const [first = NaN, last = NaN] = times;
  // Times are in seconds, and the page may have ended between two orders of the same second. A time before the page's own is not believed.
  return last > Math.max(first, after) ? { after: last - 1000, page: 1 } : { after, page: page + 1 };
}

/** WooCommerce: webhooks of the topics `order.*`, and the REST API, version 3. */
export const woocommerce = {
  kind: "shop",
  name: "WooCommerce",
  secretFrom: null,
  afterCreation: "After you create the connection, you get the URL for the shop’s webhooks.",
  propertiesShownAs: "Variations",
  // WooCommerce redirects it to the page of the order, wherever it stores orders.
  orderPage: (shopUrl, externalId) => new URL(`/wp-admin/post.php?post=${externalId}&action=edit`, shopUrl).href,
  setupSteps: [
    "In WordPress, open WooCommerce, Settings, Advanced, Webhooks, and choose “Add webhook”.",
    "Set the status to Active, the topic to “Order created”, and the API version to “WP REST API Integration v3”.",
    "Paste the URL as the delivery URL, and the secret as the secret. Save the webhook.",
    "Repeat this with the topics “Order updated”, “Order deleted” and “Order restored”.",
  ],
  access: {
    url: "https://shop.example.com",
    key: "Consumer key",
    secret: "Consumer secret",
    source: "In WordPress: WooCommerce, Settings, Advanced, REST API, “Add key” with the permission Read, or Read/Write to send tracking.",
    namesShop: "shop_url",
  },
  registration: null,

  /** Saving a webhook sends `webhook_id=N` without a signature, and needs exactly 200. */
  ping: /^webhook_id=\d{1,12}$/,

  readSubject: (headers, start) => {
    const topic = headers.get("X-WC-Webhook-Topic") ?? "";
    return { topic, isOrder: topic.startsWith("order."), ...leadingOrder(start) };
  },

  /** WordPress decodes the HTML entities of the secret before it signs. */
  signatureCheck: ({ headers }, secrets) =>
    hmacCheck([headers.get("X-WC-Webhook-Signature")], [...new Set(secrets.flatMap((secret) => [secret, decodeEntities(secret)]))]),

  map: mapOrder,

  checkAccess: async (call, access) => {
    const url = new URL("/wp-json/wc/v3/orders?per_page=1&_fields=id", access.url);
    await call({ method: "GET", url: url.href, headers: headersOf(access) }, ({ body }) => assertOrderList(body));
  },

  fetchChanged: async (call: CallShop, access, { since, cursor }): Promise<ChangedOrders> => {
    const position: Position = cursor === null ? { after: since, page: 1 } : parseStored<Position>(cursor);
    const url = new URL("/wp-json/wc/v3/orders", access.url);
    url.search = new URLSearchParams({
      // Without milliseconds and zone, which `dates_are_gmt` replaces.
      modified_after: new Date(position.after).toISOString().slice(0, "YYYY-MM-DDTHH:MM:SS".length),
      dates_are_gmt: "true",
      orderby: "modified",
      order: "asc",
      per_page: String(MAX_PAGE_ORDERS),
      page: String(position.page),
    }).toString();
    return await call({ method: "GET", url: url.href, headers: headersOf(access) }, ({ body }) => ({
      payloads: pagePayloads(body),
      next: !Array.isArray(body) || body.length < MAX_PAGE_ORDERS ? null : JSON.stringify(positionAfter(position, body)),
    }));
  },

  fetchOrder: async (call, access, externalId) => {
    const url = new URL(`/wp-json/wc/v3/orders/${externalId}`, access.url);
    return await call({ method: "GET", url: url.href, headers: headersOf(access) }, ({ body }) => JSON.stringify(body));
  },

  pushFulfillment: async (call, access, fulfillment) => {
    const request = { url: new URL(`/wp-json/wc/v3/orders/${fulfillment.orderId}`, access.url).href, headers: headersOf(access) };
    return await pushFulfillment(async (json, read) => await call({ ...request, ...json }, ({ body }) => read(body)), fulfillment);
  },
} as const satisfies ShopAdapter;
