import type { DatabaseSync } from "node:sqlite";
import { ITEM_TEXTS, ORDER_TEXTS } from "../../../src/resources/orders/text-columns.ts";
import { inserterOf, type Insert } from "./insert-rows.ts";

/** The largest orders of an organization, written directly into the database file. */

/** A text of this length. One character is beyond Latin-1, so V8 stores two bytes per character. */
export const textOf = (length: number): string => `ж${"x".repeat(Math.max(0, length - 1))}`;

/** This many different texts as a JSON list, each of this length. The default is the largest length of a tag. */
export const listOf = (count: number, length = 255): string =>
  JSON.stringify(Array.from({ length: count }, (_, n) => `${n}`.padStart(4, "0") + textOf(length - 4)));

/** The texts of an order itself, without those of its items, each with the largest length. */
const LONG_TEXTS = {
  customer_name: textOf(255),
  customer_address: textOf(1024),
  ship_name: textOf(255),
  ship_company: textOf(255),
  ship_address1: textOf(255),
  ship_address2: textOf(255),
  ship_city: textOf(255),
  shipping_service: textOf(255),
  buyer_note: textOf(5000),
  gift_message: textOf(5000),
  source_status: textOf(64),
  discount_codes: listOf(50),
  tags: listOf(250),
};

/**
 * The fields of an item: short texts in most fields, or two long ones, of which 2,000 items have almost the 8 MiB that an order may have, or
 * none.
 */
const ITEM_FIELDS = {
  wide: { personalization: "For Tom", color: "Blue", size: "XL", material: "Ceramic", design_url: "https://files.example/1.png" },
  long: { personalization: textOf(1900), comment: textOf(1900) },
  few: {},
};

export interface OrderShape {
  count: number;
  items: number;
  fields: keyof typeof ITEM_FIELDS;
  hasLongTexts: boolean;
}

/** The organization and the store of orders, and the current time. The first order is a day older. */
export interface Seller {
  organization: number;
  store: number;
  now: number;
}

const DAY_MS = 86_400_000;
const bytesOf = (row: object, names: readonly string[]): number =>
  names.reduce((sum, name) => {
    const value: unknown = (row as Record<string, unknown>)[name];
    return typeof value === "string" ? sum + Buffer.byteLength(value) : sum;
  }, 0);

/** Writes orders, and returns the ids of each. */
export class OrderWriter {
  readonly #insert: Insert;
  readonly #seller: Seller;
  // Far above the ids that the API has assigned.
  #order = 1_000_000;
  #item = 1_000_000;

  constructor(database: DatabaseSync, seller: Seller) {
    this.#insert = inserterOf(database);
    this.#seller = seller;
  }

  /** Writes orders of a shape, each a second later than the previous one. */
  write({ count, items, fields, hasLongTexts }: OrderShape): { orders: number[]; items: number[][] } {
    const written = Array.from({ length: count }, () => this.#writeOne(items, fields, hasLongTexts));
    return { orders: written.map(({ order }) => order), items: written.map(({ items: own }) => own) };
  }

  #writeOne(count: number, fields: OrderShape["fields"], hasLongTexts: boolean): { order: number; items: number[] } {
    const { organization, store, now } = this.#seller;
    const id = (this.#order += 1);
    const date = now - DAY_MS + (id - 1_000_000) * 1000;
    const base = { organization_id: organization, store_id: store, created_at: date, updated_at: date };
    const order = { number: `#${id}`, external_id: `large-${id}`, ...(hasLongTexts && LONG_TEXTS) };
    const item = { name: "Mug", sku: `SKU-${id}`, assigned_supplier: "Acme", ...ITEM_FIELDS[fields] };
    const textBytes = bytesOf(order, [...ORDER_TEXTS, "external_id"]) + count * bytesOf(item, [...ITEM_TEXTS, "name", "external_id"]);
    this.#insert("orders", {
      ...base,
      id,
      ...order,
      status: "New",
      date,
      currency: "USD",
      total_amount: 10_000,
      subtotal: 10_000,
      tax: 0,
      shipping_cost: 0,
      discount: 0,
      item_count: count,
      units: 2 * count,
      text_bytes: textBytes,
      missing_sku: 0,
      missing_design: 1,
      missing_cost: 1,
      has_cost: 0,
      refunded_tax: 0,
    });
    const items = Array.from({ length: count }, () => (this.#item += 1));
    for (const itemId of items) {
      this.#insert("order_items", {
        ...base,
        id: itemId,
        order_id: id,
        order_date: date,
        order_closed: 0,
        ...item,
        status: "New",
        quantity: 2,
        price: 5000,
      });
    }
    return { order: id, items };
  }

  /** Writes fulfillments of an order that were shipped a minute ago, each with the next `lines` of the items. */
  ship(order: number, items: readonly number[], lines: number): string[] {
    const { organization, now } = this.#seller;
    const ids: string[] = [];
    for (let from = 0; from < items.length; from += lines) {
      const id = `ful_${order}_${from}`;
      ids.push(id);
      this.#insert("fulfillments", {
        id,
        organization_id: organization,
        order_id: order,
        status: "in_transit",
        tracking_number: textOf(255),
        carrier: textOf(64),
        tracking_url: `https://track.example/${textOf(2000)}`,
        shipped_at: now - 60_000,
        created_at: now,
        updated_at: now,
      });
      for (const item of items.slice(from, from + lines)) {
        this.#insert("fulfillment_items", { organization_id: organization, fulfillment_id: id, order_item_id: item, quantity: 1 });
      }
    }
    return ids;
  }
}
