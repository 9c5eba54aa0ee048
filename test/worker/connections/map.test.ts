import { describe, expect, it } from "vitest";
import type { MappedOrder } from "../../../src/resources/connections/platforms/adapter";
import { shopify } from "../../../src/resources/connections/platforms/shopify/adapter";
import { woocommerce } from "../../../src/resources/connections/platforms/woocommerce/adapter";
import { shopifyFulfillment, shopifyOrder, wooOrder } from "./fixtures";

function orderOf(mapped: ReturnType<typeof woocommerce.map>): MappedOrder {
  if (mapped.kind !== "order") throw new Error(mapped.kind);
  return mapped.order;
}
const mapWoo = (fields: Record<string, unknown> = {}) => orderOf(woocommerce.map(wooOrder(fields)));
const mapShopify = (fields: Record<string, unknown> = {}) => orderOf(shopify.map(shopifyOrder(fields)));

describe("an order of WooCommerce", () => {
  it("is mapped field by field", () => {
    expect(mapWoo()).toEqual({
      updatedAt: Date.parse("2026-03-22T19:28:08Z"),
      state: "open",
      fulfillments: [],
      leftOut: [],
      reasons: [],
      body: {
        external_id: "727",
        number: "727",
        date: "2026-03-22T19:28:02.000Z",
        currency: "USD",
        status: "New",
        source_status: "processing",
        subtotal: 18,
        shipping_cost: 10,
        discount: 0,
        tax: 1.35,
        fees: null,
        refund_amount: null,
        is_refunded: null,
        total_amount: 29.35,
        taxes_included: false,
        customer_name: "Ada Nowak",
        customer_email: "ada@example.com",
        customer_phone: "(555) 555-0100",
        customer_address: "5 Mill Lane, Leeds, WYK, LS1 1AA, GB",
        buyer_note: null,
        payment_method: "Direct Bank Transfer",
        ship_name: "Ben Nowak",
        ship_company: "Nowak Ltd",
        ship_address1: "5 Mill Lane",
        ship_address2: null,
        ship_city: "Leeds",
        ship_state: "WYK",
        ship_zipcode: "LS1 1AA",
        ship_country: "GB",
        shipping_service: "Flat Rate",
        discount_codes: [],
        items: [
          { external_id: "315", name: "Plain mug", quantity: 2, price: 3, properties: [] },
          {
            external_id: "316",
            name: "Poster \u2013 Black",
            quantity: 1,
            price: 12,
            sku: "POSTER-B",
            color: "Black",
            variations: "Color: Black",
            properties: [
              { name: "Color", value: "Black" },
              { name: "_internal", value: "x" },
            ],
          },
        ],
      },
    });
  });

  it.each([
    ["pending", "unpaid", "New"],
    ["failed", "unpaid", "New"],
    ["checkout-draft", "unpaid", "New"],
    ["on-hold", "open", "New"],
    ["processing", "open", "New"],
    ["completed", "complete", "Complete"],
    ["cancelled", "cancelled", "Cancelled"],
    ["refunded", "cancelled", "Cancelled"],
    ["trash", "cancelled", "Cancelled"],
    ["wc-packed", "open", "New"],
  ])("in the status %s is %s, and a new one is %s", (status, state, created) => {
    const order = mapWoo({ status });
    expect({ state: order.state, status: order.body.status, source_status: order.body.source_status }).toEqual({
      state,
      status: created,
      source_status: status,
    });
  });

  it.each([
    [
      "a refund",
      {
        refunds: [
          { id: 1, reason: "", total: "-5.00" },
          { id: 2, total: "-1.50" },
        ],
      },
      { refund_amount: 6.5 },
    ],
    ["a full refund", { refunds: [{ id: 1, total: "-29.35" }] }, { refund_amount: 29.35, is_refunded: true }],
    ["coupons", { coupon_lines: [{ code: "ten" }, { code: "five" }] }, { discount_codes: ["ten", "five"] }],
    ["fees", { fee_lines: [{ total: "2.50", total_tax: "0.20" }, { total: "-1.00" }] }, { fees: 1.5 }],
    ["no shipping address", { shipping: {} }, { ship_name: "Ada Nowak", ship_address1: "5 Mill Lane" }],
    [
      "prices with tax",
      { prices_include_tax: true, shipping_tax: "1.90", shipping_total: "10.00", discount_total: "1.00", discount_tax: "0.19" },
      { taxes_included: true, subtotal: 19.35, shipping_cost: 11.9, discount: 1.19 },
    ],
    [
      "a price with more than four decimal places",
      { line_items: [{ id: 1, name: "Mug", quantity: 3, subtotal: "10.00", subtotal_tax: "0", sku: "M" }] },
      // The price is rounded, and the difference is in the discount, so that the amounts add up.
      { subtotal: 9.9999, discount: -0.0001, items: [{ external_id: "1", name: "Mug", quantity: 3, price: 3.3333, sku: "M" }] },
    ],
  ])("with %s", (_name, fields, expected) => {
    expect(mapWoo(fields).body).toMatchObject(expected);
  });

  it("has no field for null or empty values, so that known values are kept", () => {
    const { body } = mapWoo({ billing: { first_name: "", email: null }, shipping: null, payment_method_title: "", shipping_lines: null });
    for (const name of ["customer_name", "customer_email", "customer_phone", "ship_name", "payment_method", "shipping_service"])
      expect(Object.keys(body)).not.toContain(name);
  });

  it("that was deleted has only its id", () => {
    expect(woocommerce.map({ id: 727 })).toEqual({ kind: "deleted", externalId: "727" });
  });
});

describe("an order of Shopify", () => {
  it.each([
    ["says that it is to be shipped", { requires_shipping: true, gift_card: false }, true],
    ["says that it is not", { requires_shipping: false, gift_card: false }, false],
    ["is a gift card", { requires_shipping: true, gift_card: true }, false],
    ["says nothing", {}, undefined],
    ["says what cannot be read", { requires_shipping: "yes", gift_card: "no" }, undefined],
  ])("has requires_shipping of a line that %s", (_what, fields, expected) => {
    const { body } = mapShopify({ line_items: [{ id: 1, name: "Lamp", quantity: 1, price: "5.00", ...fields }] });
    expect(body.items.map(({ requires_shipping }) => requires_shipping)).toEqual([expected]);
  });

  it("is mapped field by field", () => {
    expect(mapShopify()).toEqual({
      updatedAt: Date.parse("2026-01-10T17:00:00Z"),
      state: "open",
      fulfillments: [],
      leftOut: [],
      reasons: [],
      body: {
        external_id: "450789469",
        number: "#1001",
        date: "2026-01-10T16:00:00.000Z",
        currency: "USD",
        status: "New",
        source_status: "paid, unfulfilled",
        subtotal: 597,
        shipping_cost: 5,
        discount: 10,
        tax: 11.94,
        fees: null,
        refund_amount: null,
        is_refunded: null,
        total_amount: 603.94,
        taxes_included: false,
        customer_name: "Cleo Dahl",
        customer_email: "cleo@example.com",
        customer_phone: "+16135550107",
        customer_address: "9 Elm St, Louisville, KY, 40202, US",
        payment_method: "manual",
        ship_name: "Dan Dahl",
        ship_company: null,
        ship_address1: "9 Elm St",
        ship_address2: null,
        ship_city: "Louisville",
        ship_state: "KY",
        ship_zipcode: "40202",
        ship_country: "US",
        shipping_service: "Express",
        discount_codes: ["TENOFF"],
        tags: ["vip", "late"],
        items: [
          {
            external_id: "466157049",
            name: "Lamp - green",
            quantity: 1,
            price: 199,
            sku: "LAMP-G",
            variations: "green",
            personalization: "Engraving: Happy Birthday",
            properties: [
              { name: "Engraving", value: "Happy Birthday" },
              { name: "_hidden", value: "x" },
            ],
          },
          { external_id: "518995019", name: "Lamp - red", quantity: 2, price: 199, properties: [] },
        ],
      },
    });
  });

  it.each([
    [{ cancelled_at: "2026-01-11T00:00:00Z", financial_status: "voided" }, "cancelled", "cancelled, voided, unfulfilled"],
    [{ financial_status: "refunded" }, "cancelled", "refunded, unfulfilled"],
    [{ financial_status: "refunded", fulfillment_status: "fulfilled" }, "open", "refunded, fulfilled"],
    [{ financial_status: "pending" }, "open", "pending, unfulfilled"],
    [{ financial_status: "partially_refunded", fulfillment_status: "partial" }, "open", "partially_refunded, partial"],
  ])("%j is %s", (fields, state, sourceStatus) => {
    const order = mapShopify(fields);
    expect({ state: order.state, source_status: order.body.source_status }).toEqual({ state, source_status: sourceStatus });
  });

  it("has the refunds that were paid back, and fees that the customer paid", () => {
    const refunds = [
      {
        transactions: [
          { kind: "refund", status: "success", amount: "3.00" },
          { kind: "refund", status: "failure", amount: "9.00" },
        ],
      },
      {
        transactions: [
          { kind: "void", status: "success", amount: "1.00" },
          { kind: "refund", status: "success", amount: "0.50" },
        ],
      },
    ];
    expect(mapShopify({ refunds, total_tip_received: "2.00" }).body).toMatchObject({ refund_amount: 3.5, fees: 2 });
  });

  it("on a plan that hides the customer has no field for names and addresses", () => {
    const { body } = mapShopify({ customer: null, billing_address: null, shipping_address: null, email: null, phone: null });
    expect(Object.keys(body).filter((name) => /customer|ship_/.test(name))).toEqual([]);
  });

  it.each([
    [{}, "in_transit"],
    [{ shipment_status: "label_printed" }, "label_created"],
    [{ shipment_status: "confirmed" }, "label_created"],
    [{ shipment_status: "in_transit" }, "in_transit"],
    [{ shipment_status: "out_for_delivery" }, "out_for_delivery"],
    [{ shipment_status: "ready_for_pickup" }, "available_for_pickup"],
    [{ shipment_status: "attempted_delivery" }, "delivery_attempted"],
    [{ shipment_status: "delivered" }, "delivered"],
    [{ shipment_status: "failure" }, "exception"],
    [{ status: "cancelled" }, "cancelled"],
  ])("has a fulfillment %j in the status %s", (fields, status) => {
    expect(mapShopify({ fulfillments: [shopifyFulfillment(fields)] }).fulfillments).toEqual([
      {
        externalId: "255858046",
        createdAt: Date.parse("2026-01-11T16:00:00Z"),
        updatedAt: null,
        status,
        trackingNumber: "1Z1234512345123456",
        carrier: "USPS",
        trackingUrl: "https://track.example.com/1Z1234512345123456",
        items: [{ externalId: "466157049", quantity: 1 }],
      },
    ]);
  });

  it.each(["pending", "open", "error", "failure"])("has no fulfillment in the status %s", (status) => {
    expect(mapShopify({ fulfillments: [shopifyFulfillment({ status })] }).fulfillments).toEqual([]);
  });
});

describe("a payload that can't be mapped", () => {
  it.each([
    [woocommerce, [], "The payload is not an object."],
    [woocommerce, wooOrder({ id: "x" }), "id is not an id."],
    [woocommerce, wooOrder({ line_items: [] }), "line_items has no item with a quantity."],
    [shopify, shopifyOrder({ id: 1.5 }), "id is not an id."],
    [shopify, shopifyOrder({ line_items: "none" }), "line_items has no item with a quantity."],
  ])("fails with a message that says what is invalid: %#", (adapter, payload, message) => {
    expect(() => adapter.map(payload)).toThrow(message);
  });
});
