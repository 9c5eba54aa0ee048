import { databaseOf } from "../../../src/platform/db/database";
import { env, exports } from "cloudflare:workers";
import { organizationDatabase } from "../../kit/databases";
import { type Answer, type Shop } from "../../kit/client";
import { processMessage } from "../../../src/connections/inbox/process";

/** The shape of an order of WooCommerce's REST API, version 3, as its documentation publishes it. The values are our own. */
export function wooOrder(fields: Record<string, unknown> = {}): Record<string, unknown> {
  const place = {
    first_name: "Ada",
    last_name: "Nowak",
    company: "",
    address_1: "5 Mill Lane",
    address_2: "",
    city: "Leeds",
    state: "WYK",
    postcode: "LS1 1AA",
    country: "GB",
  };
  return {
    id: 727,
    parent_id: 0,
    number: "727",
    status: "processing",
    currency: "USD",
    date_created: "2026-03-22T16:28:02",
    date_created_gmt: "2026-03-22T19:28:02",
    date_modified: "2026-03-22T16:28:08",
    date_modified_gmt: "2026-03-22T19:28:08",
    discount_total: "0.00",
    discount_tax: "0.00",
    shipping_total: "10.00",
    shipping_tax: "0.00",
    total: "29.35",
    total_tax: "1.35",
    prices_include_tax: false,
    customer_note: "",
    billing: { ...place, email: "ada@example.com", phone: "(555) 555-0100" },
    shipping: { ...place, first_name: "Ben", company: "Nowak Ltd" },
    payment_method: "bacs",
    payment_method_title: "Direct Bank Transfer",
    line_items: [
      { id: 315, name: "Plain mug", quantity: 2, subtotal: "6.00", subtotal_tax: "0.45", total: "6.00", meta_data: [], sku: "", price: 3 },
      {
        id: 316,
        name: "Poster &ndash; Black",
        quantity: 1,
        subtotal: "12.00",
        subtotal_tax: "0.90",
        total: "12.00",
        meta_data: [
          { id: 1, key: "pa_color", value: "black", display_key: "Color", display_value: "<p>Black</p>" },
          { id: 2, key: "_internal", value: "x" },
        ],
        sku: "POSTER-B",
        price: 12,
      },
    ],
    shipping_lines: [{ id: 317, method_title: "Flat Rate", method_id: "flat_rate", total: "10.00", total_tax: "0.00" }],
    fee_lines: [],
    coupon_lines: [],
    refunds: [],
    ...fields,
  };
}

const money = (amount: string) => ({ shop_money: { amount, currency_code: "USD" }, presentment_money: { amount, currency_code: "USD" } });

/** The shape of an order of Shopify's Admin API (REST), as its documentation publishes it. The values are our own. */
export function shopifyOrder(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: 450789469,
    name: "#1001",
    email: "cleo@example.com",
    phone: null,
    created_at: "2026-01-10T11:00:00-05:00",
    processed_at: "2026-01-10T11:00:00-05:00",
    updated_at: "2026-01-10T12:00:00-05:00",
    cancelled_at: null,
    currency: "USD",
    financial_status: "paid",
    fulfillment_status: null,
    taxes_included: false,
    total_line_items_price: "597.00",
    total_discounts: "10.00",
    total_tax: "11.94",
    total_price: "603.94",
    total_tip_received: "0.00",
    total_shipping_price_set: money("5.00"),
    original_total_additional_fees_set: null,
    original_total_duties_set: null,
    total_cash_rounding_payment_adjustment_set: money("0.00"),
    discount_codes: [{ code: "TENOFF", amount: "10.00", type: "fixed_amount" }],
    tags: "vip, late ",
    payment_gateway_names: ["manual"],
    customer: { id: 1, first_name: "Cleo", last_name: "Dahl", phone: "+16135550107", email: "cleo@example.com" },
    billing_address: { name: "Cleo Dahl", address1: "9 Elm St", city: "Louisville", zip: "40202", country_code: "US", province_code: "KY" },
    shipping_address: {
      name: "Dan Dahl",
      company: null,
      address1: "9 Elm St",
      address2: "",
      city: "Louisville",
      zip: "40202",
      country: "United States",
      country_code: "US",
      province: "Kentucky",
      province_code: "KY",
    },
    shipping_lines: [{ id: 3, title: "Express", price: "5.00" }],
    line_items: [
      {
        id: 466157049,
        name: "Lamp - green",
        quantity: 1,
        price: "199.00",
        sku: "LAMP-G",
        variant_title: "green",
        properties: [
          { name: "Engraving", value: "Happy Birthday" },
          { name: "_hidden", value: "x" },
        ],
      },
      { id: 518995019, name: "Lamp - red", quantity: 2, price: "199.00", sku: "", variant_title: null, properties: [] },
    ],
    fulfillments: [],
    refunds: [],
    ...fields,
  };
}

/** A fulfillment of such an order. */
export function shopifyFulfillment(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: 255858046,
    status: "success",
    shipment_status: null,
    created_at: "2026-01-11T11:00:00-05:00",
    tracking_company: "USPS",
    tracking_number: "1Z1234512345123456",
    tracking_url: "https://track.example.com/1Z1234512345123456",
    line_items: [{ id: 466157049, quantity: 1 }],
    ...fields,
  };
}

/** HMAC-SHA256 in base64, as the platforms sign. */
export async function signed(secret: string, body: string): Promise<string> {
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(body))).toBase64();
}

/** Access to a shop that nobody can reach. */
export const API = { shop_url: "https://shop.example.com", key: "ck_0123456789abcdef", secret: "cs_0123456789abcdef" };

/** A connection as a test uses it. */
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

/** A request to the address of a connection, which no document describes. */
export async function request(
  path: string,
  init: { method?: string; body?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
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
): Promise<Answer> {
  const body = typeof payload === "string" ? payload : JSON.stringify(payload);
  const own = signature === undefined ? await signed(secret, body) : signature;
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
): Promise<Answer> {
  const body = JSON.stringify(payload);
  const headers = { "X-Shopify-Topic": topic, "X-Shopify-Event-Id": event, "X-Shopify-Hmac-Sha256": await signed(secret, body) };
  return await request(path, { body, headers });
}

/** The messages of a connection as they are stored, oldest first. */
export async function inboxOf(connection: { id: string }): Promise<Record<string, unknown>[]> {
  const d1 = databaseOf(env, { database: organizationDatabase() });
  const { results } = await d1.prepare("select * from connection_inbox where connection_id = ? order by rowid").bind(connection.id).all();
  return results;
}

/** Processes all messages that wait, in the order of their arrival. The queue may have processed some already. */
export async function processInbox(shop: Shop, connection: { id: string }): Promise<void> {
  for (const { id, status } of await inboxOf(connection)) {
    if (status === "pending") await processMessage(env, { id: String(id), organization_id: shop.id });
  }
}

/** The order with an external id, as v2 returns it with all fields. */
export async function orderOf(shop: Shop, externalId: string): Promise<Answer["body"]> {
  const { body } = await shop.v2(`/orders?external_id=${externalId}`);
  const id = body.data[0]?.id;
  return id === undefined ? null : (await shop.v2(`/orders/${id}`)).body;
}
