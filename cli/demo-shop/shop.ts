import { createHmac } from "node:crypto";

/** An order of WooCommerce's REST API, version 3. */
export type ShopOrder = Record<string, unknown> & { id: number; status: string; date_modified_gmt: string };

/** Where WooCommerce delivers an event of an order, and how it signs. */
export interface Webhook {
  url: string;
  secret: string;
}

const CUSTOMERS = [
  ["Ada", "Nowak", "5 Mill Lane", "Leeds", "LS1 1AA"],
  ["Ben", "Okafor", "12 High Street", "Bristol", "BS1 2AB"],
  ["Cleo", "Marsh", "3 Harbour Road", "Plymouth", "PL1 3CD"],
] as const;

const GOODS = [
  ["Plain mug", "MUG-1", 12.5],
  ["Poster", "POSTER-A2", 18],
  ["Tote bag", "TOTE-1", 14.9],
] as const;

/** A stand-in for a shop: its orders, the keys of its API, and its webhook. */
export class DemoShop {
  readonly key = "ck_demo_0123456789";
  readonly secret = "cs_demo_0123456789";
  readonly orders = new Map<number, ShopOrder>();
  webhook: Webhook | null = null;
  /** What came back from the last delivery. */
  lastDelivery = "none yet";

  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  /** Saves the webhook, and tests its address as WooCommerce does: with an unsigned form. */
  async saveWebhook(webhook: Webhook): Promise<void> {
    this.webhook = webhook;
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const response = await this.#send("Test delivery", { method: "POST", headers, body: "webhook_id=1" });
    if (response?.ok === true) this.lastDelivery = "Test delivery accepted";
  }

  /** A customer buys something. */
  async addOrder(): Promise<void> {
    const id = 1001 + this.orders.size;
    const customer = CUSTOMERS[id % CUSTOMERS.length] ?? CUSTOMERS[0];
    const [name, sku, price] = GOODS[id % GOODS.length] ?? GOODS[0];
    const [first_name, last_name, address_1, city, postcode] = customer;
    const place = { first_name, last_name, company: "", address_1, address_2: "", city, state: "", postcode, country: "GB" };
    const now = shopTime();
    const total = (price * 2 + 4).toFixed(2);
    const order: ShopOrder = {
      id,
      number: String(id),
      status: "processing",
      currency: "USD",
      date_created_gmt: now,
      date_modified_gmt: now,
      discount_total: "0.00",
      shipping_total: "4.00",
      total,
      total_tax: "0.00",
      prices_include_tax: false,
      customer_note: "",
      billing: { ...place, email: `${first_name.toLowerCase()}@example.com`, phone: "" },
      shipping: place,
      payment_method_title: "Card",
      line_items: [{ id: id * 10, name, sku, quantity: 2, price, subtotal: (price * 2).toFixed(2), subtotal_tax: "0.00", meta_data: [] }],
      shipping_lines: [{ id: id * 10 + 1, method_title: "Flat rate", total: "4.00" }],
      fee_lines: [],
      coupon_lines: [],
      refunds: [],
      meta_data: [],
    };
    this.orders.set(id, order);
    await this.#deliver("order.created", order);
  }

  /** Changes an order. Returns null if there is none with this id. */
  async changeOrder(id: number, changes: Record<string, unknown>): Promise<ShopOrder | null> {
    const order = this.orders.get(id);
    if (order === undefined) return null;
    const changed = { ...order, ...changes, id, date_modified_gmt: shopTime() };
    this.orders.set(id, changed);
    await this.#deliver("order.updated", changed);
    return changed;
  }

  async #deliver(topic: string, order: ShopOrder): Promise<void> {
    if (this.webhook === null) return;
    const body = JSON.stringify(order);
    const headers = {
      "Content-Type": "application/json",
      "X-WC-Webhook-Topic": topic,
      "X-WC-Webhook-ID": "1",
      "X-WC-Webhook-Signature": createHmac("sha256", this.webhook.secret).update(body).digest("base64"),
    };
    await this.#send(`${topic} ${order.id}`, { method: "POST", headers, body });
  }

  async #send(name: string, request: RequestInit): Promise<Response | null> {
    if (this.webhook === null) return null;
    try {
      const response = await fetch(this.webhook.url, { ...request, signal: AbortSignal.timeout(5000) });
      this.lastDelivery = `${name}: ${response.status} ${(await response.text()).slice(0, 200)}`;
      return response;
    } catch (error) {
      this.lastDelivery = `${name}: ${error instanceof Error ? error.message : String(error)}`;
      return null;
    }
  }
}

/** The time as WooCommerce writes it: UTC, in seconds, without an offset. */
function shopTime(): string {
  return new Date().toISOString().slice(0, 19);
}
