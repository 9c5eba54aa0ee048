import { parseStored } from "../../../../platform/reading/json";
import { type CallShop, type ChangedOrders, type ShopAccess, type ShopAdapter } from "../adapter";
import { assertOrderList, endOfPage, leadingOrder, MAX_PAGE_ORDERS, pagePayloads } from "../payload";
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
  /** With it, only the changes in the second after that time, without these ids, which were read. */
  excluded?: readonly number[];
}

/** Times are in seconds. */
const SECOND_MS = 1000;

/** The most ids that a request names, about 100 of them: its address has at most 2,048 characters. A comma takes three. */
const MAX_EXCLUDED_LENGTH = 1200;

/** A time without milliseconds and zone, which `dates_are_gmt` replaces. */
const timeText = (time: number): string => new Date(time).toISOString().slice(0, "YYYY-MM-DDTHH:MM:SS".length);

/**
 * The place after a page, or null after the last one. An order that is changed meanwhile moves to the end, and all behind it move up by one. So the next
 * place is a time, and not a page. If the page ends in the second after this place, the others of this second are read without those that were. Only if
 * they are too many, or if the shop leaves out none, the next place is the next page.
 */
function positionAfter({ after, page, excluded }: Position, payloads: readonly unknown[]): Position | null {
  const isFull = payloads.length === MAX_PAGE_ORDERS;
  if (!isFull) return excluded === undefined ? null : { after: after + SECOND_MS, page: 1 };
  const orders = payloads.map(optionalRecord).map(({ id, date_modified_gmt }) => ({
    id: Number(textOf(id)),
    time: Date.parse(`${textOf(date_modified_gmt) ?? ""}Z`),
  }));
  const idsOf = (some: typeof orders) => some.map(({ id }) => id).filter((id) => Number.isSafeInteger(id));
  if (excluded !== undefined) {
    const read = [...new Set([...excluded, ...idsOf(orders)])];
    const canExclude = read.length > excluded.length && encodeURIComponent(read.join(",")).length <= MAX_EXCLUDED_LENGTH;
    return canExclude ? { after, page: 1, excluded: read } : { after, page: page + 1, excluded };
  }
  const end = endOfPage(orders.map(({ time }) => time));
  // A time before the page's own is not believed.
  if (!(end > after)) return { after, page: page + 1 };
  // The page may have ended between two orders of the same second.
  if (end - SECOND_MS > after) return { after: end - SECOND_MS, page: 1 };
  return { after, page: 1, excluded: idsOf(orders.filter(({ time }) => time === end)) };
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
    const { after, page, excluded } = position;
    url.search = new URLSearchParams({
      modified_after: timeText(after),
      ...(excluded && { modified_before: timeText(after + 2 * SECOND_MS), exclude: excluded.join(",") }),
      dates_are_gmt: "true",
      orderby: "modified",
      order: "asc",
      per_page: String(MAX_PAGE_ORDERS),
      page: String(page),
    }).toString();
    return await call({ method: "GET", url: url.href, headers: headersOf(access) }, ({ body }) => {
      const next = Array.isArray(body) ? positionAfter(position, body) : null;
      return { payloads: pagePayloads(body), next: next === null ? null : JSON.stringify(next) };
    });
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
