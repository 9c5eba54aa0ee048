import { describe, expect, it } from "vitest";
import type { MappedOrder, ShopAdapter } from "../../../src/resources/connections/platforms/adapter";
import { shopify } from "../../../src/resources/connections/platforms/shopify/adapter";
import { woocommerce } from "../../../src/resources/connections/platforms/woocommerce/adapter";
import { shopifyFulfillment, shopifyOrder, wooOrder } from "./payloads";

/** Changes that a shop makes to an order after its creation (docs/spec/connections.md#edited-orders). */

type Fields = Record<string, unknown>;

function mapOrder(adapter: Pick<ShopAdapter, "map">, payload: Fields): MappedOrder {
  const result = adapter.map(payload);
  if (result.kind !== "order") throw new Error(result.kind);
  return result.order;
}

/** A lamp for 199 and two other ones for 199 each, some of which the shop has changed. */
const GREEN = { id: 466157049, name: "Lamp - green", quantity: 1, current_quantity: 1, fulfillable_quantity: 1, price: "199.00" };
const RED = { id: 518995019, name: "Lamp - red", quantity: 2, current_quantity: 2, fulfillable_quantity: 2, price: "199.00" };
const AMOUNTS = { total_discounts: "0.00", total_tax: "0.00", total_price: "602.00", discount_codes: [] };
const lamps = (green: Fields, red: Fields, fields: Fields = {}) =>
  mapOrder(
    shopify,
    shopifyOrder({
      ...AMOUNTS,
      line_items: [
        { ...GREEN, ...green },
        { ...RED, ...red },
      ],
      ...fields,
    }),
  );
const refund = (lines: [id: number, quantity: number, restock: string][], amount?: string) => ({
  refund_line_items: lines.map(([line_item_id, quantity, restock_type]) => ({
    line_item_id,
    quantity,
    restock_type,
    subtotal: String(199 * quantity),
    total_tax: "0.00",
  })),
  transactions: amount === undefined ? [] : [{ kind: "refund", status: "success", amount, currency: "USD" }],
});
const soldUnits = ({ body }: MappedOrder) => body.items.map(({ name, quantity }) => [name, quantity]);

describe("an edited order of Shopify", () => {
  it("has the current quantity of a line, and the current amounts", () => {
    const order = lamps({}, { current_quantity: 1, fulfillable_quantity: 1 }, { current_total_price: "403.00", current_total_tax: "0.00" });
    expect(soldUnits(order)).toEqual([
      ["Lamp - green", 1],
      ["Lamp - red", 1],
    ]);
    expect(order.body).toMatchObject({ subtotal: 398, shipping_cost: 5, total_amount: 403 });
  });

  it("has no line that was removed", () => {
    expect(soldUnits(lamps({ current_quantity: 0, fulfillable_quantity: 0 }, {}, { current_total_price: "403.00" }))).toEqual([
      ["Lamp - red", 2],
    ]);
  });

  it("has an added line, and its amounts", () => {
    const added = { id: 9, name: "Bulb", quantity: 1, current_quantity: 1, price: "8.00" };
    const order = lamps({}, {}, { current_total_price: "610.00", line_items: [GREEN, RED, added] });
    expect(order.body).toMatchObject({ subtotal: 605, total_amount: 610 });
    expect(soldUnits(order).at(-1)).toEqual(["Bulb", 1]);
  });

  it("keeps units that were sent and refunded: they are no longer current, but were sold", () => {
    const fulfillments = [shopifyFulfillment({ line_items: [{ id: RED.id, quantity: 2 }] })];
    const order = lamps(
      {},
      { current_quantity: 0, fulfillable_quantity: 0 },
      { fulfillments, fulfillment_status: "partial", current_total_price: "204.00", refunds: [refund([[RED.id, 2, "return"]], "398.00")] },
    );
    expect(soldUnits(order)).toEqual([
      ["Lamp - green", 1],
      ["Lamp - red", 2],
    ]);
    expect(order.body).toMatchObject({ total_amount: 602, refund_amount: 398 });
  });

  it("does not count the refund of a removed unit twice: it is neither in the total nor in the refund", () => {
    const fields = { current_total_price: "403.00", refunds: [refund([[RED.id, 1, "cancel"]], "199.00")] };
    expect(lamps({}, { current_quantity: 1, fulfillable_quantity: 1 }, fields).body).toMatchObject({
      subtotal: 398,
      total_amount: 403,
      refund_amount: null,
      is_refunded: null,
    });
  });

  it("searches no list of lines for a refunded one, because both may be long", () => {
    const numbers = Array.from({ length: 300 }, (_, index) => index + 1);
    const line_items = numbers.map((id) => ({ ...GREEN, id, current_quantity: 0, fulfillable_quantity: 0 }));
    const refunds = [refund(numbers.map((id) => [1000 + id, 1, "cancel"]))];
    let reads = 0;
    const counted = line_items.map((line) => ({
      ...line,
      get id() {
        reads += 1;
        return line.id;
      },
    }));
    lamps({}, {}, { line_items: [RED, ...counted], current_total_price: "403.00", refunds });
    expect(reads).toBeGreaterThanOrEqual(numbers.length);
    // A search for each refunded line would read each of the 300 ids 300 times.
    expect(reads).toBeLessThan(10 * numbers.length);
  });

  it("has the refund for units that were not removed, such as for a scratch", () => {
    const fields = { current_total_price: "393.00", refunds: [refund([[RED.id, 1, "cancel"]], "199.00"), refund([], "10.00")] };
    const { body } = lamps({}, { current_quantity: 1, fulfillable_quantity: 1 }, fields);
    expect(body).toMatchObject({ total_amount: 403, refund_amount: 10 });
  });

  it("with one unit sent, one removed and one open has the sent and the open one", () => {
    const fulfillments = [shopifyFulfillment({ line_items: [{ id: RED.id, quantity: 1 }] })];
    const red = { quantity: 3, current_quantity: 1, fulfillable_quantity: 1 };
    // The refund is for the sent and the removed unit.
    const order = lamps({}, red, { fulfillments, fulfillment_status: "partial", refunds: [refund([[RED.id, 2, "no_restock"]])] });
    expect(soldUnits(order)[1]).toEqual(["Lamp - red", 2]);
  });

  it("has the tax and the discount of units that came back, which its current amounts are without", () => {
    const fulfillments = [shopifyFulfillment({ line_items: [{ id: RED.id, quantity: 2 }] })];
    // One green lamp was removed. One red lamp came back, for 199 less a discount of 10, with a tax of 18.90.
    const returned = { line_item_id: RED.id, quantity: 1, restock_type: "return", subtotal: "189.00", total_tax: "18.90" };
    const order = lamps(
      { current_quantity: 0, fulfillable_quantity: 0 },
      { current_quantity: 1, fulfillable_quantity: 0 },
      {
        fulfillments,
        fulfillment_status: "fulfilled",
        current_total_discounts: "10.00",
        current_total_tax: "18.90",
        current_total_price: "212.90",
        refunds: [{ refund_line_items: [returned], transactions: [{ kind: "refund", status: "success", amount: "207.90" }] }],
      },
    );
    // 398 + 5 - 20 + 37.80
    expect(order.body).toMatchObject({ subtotal: 398, discount: 20, tax: 37.8, total_amount: 420.8, refund_amount: 207.9 });
  });

  it("does not take a unit that came back for one that was removed without a refund", () => {
    const fulfillments = [shopifyFulfillment({ line_items: [{ id: RED.id, quantity: 1 }] })];
    const back = refund([[RED.id, 1, "return"]], "199.00");
    const red = { current_quantity: 0, fulfillable_quantity: 0 };
    const order = lamps({}, red, { fulfillments, fulfillment_status: "partial", current_total_price: "204.00", refunds: [back] });
    expect(order.body).toMatchObject({ subtotal: 398, total_amount: 403, refund_amount: 199 });
  });

  it("of which everything was removed is cancelled, and keeps what was ordered", () => {
    const none = { current_quantity: 0, fulfillable_quantity: 0 };
    const order = lamps(none, none, { current_total_price: "0.00" });
    expect({ state: order.state, sold: soldUnits(order), total_amount: order.body.total_amount }).toEqual({
      state: "cancelled",
      sold: [
        ["Lamp - green", 1],
        ["Lamp - red", 2],
      ],
      total_amount: 602,
    });
  });

  it("keeps its items if it is cancelled, although no unit is current", () => {
    const none = { current_quantity: 0, fulfillable_quantity: 0 };
    const order = lamps(none, none, { cancelled_at: "2026-01-11T00:00:00Z", current_total_price: "0.00" });
    expect({ soldCount: soldUnits(order).length, total_amount: order.body.total_amount }).toEqual({ soldCount: 2, total_amount: 602 });
  });

  it("divides the tax of a line by its units", () => {
    const tax_lines = [{ price: "3.98" }];
    const order = lamps({}, { tax_lines, current_quantity: 1, fulfillable_quantity: 1 }, { current_total_price: "403.00" });
    expect(order.body.items[1]?.tax).toBe(1.99);
  });
});

describe("a refund of Shopify", () => {
  /** An order with a refund of this transaction. */
  const orderWithRefund = (transaction: Fields, fields: Fields = {}) =>
    mapOrder(
      shopify,
      shopifyOrder({ refunds: [{ transactions: [{ kind: "refund", status: "success", amount: "30.00", ...transaction }] }], ...fields }),
    );
  const inEuros = {
    total_price_set: {
      shop_money: { amount: "600.00", currency_code: "USD" },
      presentment_money: { amount: "500.00", currency_code: "EUR" },
    },
  };

  it.each([
    ["in the shop's currency is used as stated", { currency: "USD" }, {}, 30, []],
    ["without a currency is in the shop's currency", {}, {}, 30, []],
    [
      "in another currency has the shop's own amount",
      { currency: "EUR", amount_set: { shop_money: { amount: "35.50" } } },
      inEuros,
      35.5,
      [],
    ],
    ["in another currency is converted by the order's total in both", { currency: "EUR" }, inEuros, 36, []],
    ["in a currency that the order does not state is omitted, with an audit", { currency: "GBP" }, inEuros, null, ["refund_currency"]],
  ])("%s", (_name, transaction, fields, expected, reasons) => {
    const order = orderWithRefund(transaction, fields);
    expect({ refund_amount: order.body.refund_amount, reasons: order.reasons }).toEqual({ refund_amount: expected, reasons });
  });
});

describe("a value that is empty in the shop", () => {
  it.each([
    [{ refunds: [] }, { refund_amount: null, is_refunded: null }, shopify, shopifyOrder],
    [{ discount_codes: [] }, { discount_codes: [] }, shopify, shopifyOrder],
    [{ total_tip_received: "0.00" }, { fees: null }, shopify, shopifyOrder],
    [
      { shipping_address: { address1: "1 Elm St", address2: "", company: null } },
      { ship_address2: null, ship_company: null },
      shopify,
      shopifyOrder,
    ],
    [{ refunds: [] }, { refund_amount: null, is_refunded: null }, woocommerce, wooOrder],
    [{ coupon_lines: [] }, { discount_codes: [] }, woocommerce, wooOrder],
    [{ fee_lines: [] }, { fees: null }, woocommerce, wooOrder],
    [
      { shipping: { address_1: "1 Elm St", address_2: "", company: "" } },
      { ship_address2: null, ship_company: null },
      woocommerce,
      wooOrder,
    ],
  ])("clears a value that the shop has removed: %# %j", (fields, expected, adapter, order) => {
    expect(mapOrder(adapter, order(fields)).body).toMatchObject(expected);
  });

  it.each([
    [{ shipping_address: { city: "Oslo", address1: null, address2: null, name: null } }, /^ship_(?!city)/, shopify, shopifyOrder],
    [{ customer: null, billing_address: null, email: null, phone: "" }, /^customer_/, shopify, shopifyOrder],
    [{ tags: "" }, /^tags/, shopify, shopifyOrder],
    [{ refunds: undefined }, /refund/, shopify, shopifyOrder],
    [{ payment_method_title: "" }, /^payment/, woocommerce, wooOrder],
    [{ refunds: undefined }, /refund/, woocommerce, wooOrder],
  ])("does not clear a value that a plan hides or that a person may have entered: %# %j", (fields, names, adapter, order) => {
    expect(Object.keys(mapOrder(adapter, order(fields)).body).filter((name) => names.test(name))).toEqual([]);
  });
});

describe("a fractional quantity", () => {
  it("becomes one unit at the price of the line, with the number in the variations (Shopify)", () => {
    const line = { id: 1, name: "Rope", quantity: 1.52, price: "10.00", variant_title: "red" };
    const order = mapOrder(shopify, shopifyOrder({ line_items: [line] }));
    expect(order.body.items).toMatchObject([{ quantity: 1, price: 15.2, variations: "1.52 x red" }]);
    expect(order.leftOut).toEqual(["line_items[0].quantity is a fraction, so the line counts as 1"]);
  });

  it("becomes one unit at the amount of the line (WooCommerce)", () => {
    const line = { id: 1, name: "Rope", quantity: 1.52, subtotal: "15.20", subtotal_tax: "0", meta_data: [] };
    expect(mapOrder(woocommerce, wooOrder({ line_items: [line] })).body.items).toMatchObject([
      { quantity: 1, price: 15.2, variations: "1.52 x" },
    ]);
  });
});
