import { expect, it } from "vitest";
import { mapOrder as mapShopify } from "../../../src/resources/connections/platforms/shopify/map-order";
import { mapOrder as mapWoocommerce } from "../../../src/resources/connections/platforms/woocommerce/map-order";
import { shopify } from "../../../src/resources/orders/files/shopify.ts";
import { woocommerce } from "../../../src/resources/orders/files/woocommerce.ts";
import { shopifyOrder, wooOrder } from "../../worker/connections/payloads.ts";
import { assembleImported, assembleText } from "./assemble-file.ts";

/** The same order in a shop's file and from its API. The state determines its status, its refund and its fields. */

const csv = (row: Record<string, string>) =>
  [Object.keys(row), Object.values(row)].map((cells) => cells.map((cell) => `"${cell}"`).join(",")).join("\n");

const FINANCIAL = ["pending", "authorized", "partially_paid", "paid", "partially_refunded", "refunded", "voided"];
const FULFILLMENT = ["", "partial", "fulfilled"];
const SHOPIFY = FINANCIAL.flatMap((financial) =>
  FULFILLMENT.flatMap((fulfillment) => [false, true].map((cancelled) => [financial, fulfillment, cancelled] as const)),
);

it.each(SHOPIFY)(
  "a file and the API of Shopify give the same order: %s, fulfillment %j, cancelled %j",
  async (financial, fulfillment, cancelled) => {
    const refund = { partially_refunded: "3.00", refunded: "15.00" }[financial] ?? "0.00";
    const row = {
      Name: "#1001",
      Id: "5500017",
      "Created at": "2026-01-10 11:00:00 -0500",
      Currency: "USD",
      "Financial Status": financial,
      "Fulfillment Status": fulfillment === "" ? "unfulfilled" : fulfillment,
      "Cancelled at": cancelled ? "2026-01-11 11:00:00 -0500" : "",
      Subtotal: "10.00",
      Shipping: "5.00",
      Taxes: "0.00",
      Total: "15.00",
      "Refunded Amount": refund,
      "Lineitem name": "Lamp",
      "Lineitem quantity": "1",
      "Lineitem price": "10.00",
    };
    const ofFile = (await assembleText(csv(row), shopify)).get("#1001")?.order;
    const mapped = mapShopify(
      shopifyOrder({
        id: 5500017,
        financial_status: financial,
        fulfillment_status: fulfillment === "" ? null : fulfillment,
        cancelled_at: cancelled ? "2026-01-11T11:00:00-05:00" : null,
        total_line_items_price: "10.00",
        total_discounts: "0.00",
        total_tax: "0.00",
        total_price: "15.00",
        line_items: [{ id: 1, name: "Lamp", quantity: 1, price: "10.00" }],
        refunds: refund === "0.00" ? [] : [{ transactions: [{ kind: "refund", status: "success", amount: refund }] }],
      }),
    );
    if (mapped.kind !== "order") throw new Error(mapped.kind);
    const { body, state } = mapped.order;
    // The connection sends no status Shipped: its fulfillments set it.
    const openStatus = fulfillment === "fulfilled" ? "Shipped" : "New";
    const status = state === "cancelled" ? "Cancelled" : openStatus;
    expect(ofFile).toMatchObject({
      external_id: body.external_id,
      status,
      source_status: body.source_status,
      is_refunded: body.is_refunded === true,
      refund_amount: body.refund_amount ?? 0,
      total_amount: body.total_amount,
      subtotal: body.subtotal,
      shipping_cost: body.shipping_cost,
      // A new item is New.
      items: body.items.map(({ quantity, price, ...item }) => ({ quantity, price, status: "status" in item ? item.status : "New" })),
    });
  },
);

const WOOCOMMERCE = ["pending", "failed", "on-hold", "processing", "completed", "cancelled", "refunded", "trash", "wc-packed"].flatMap(
  (status) => ["2026-03-22T19:30:00", ""].map((paid) => [status, paid] as const),
);

it.each(WOOCOMMERCE)(
  "a file and the API of WooCommerce give an order and its items the same status: %s, paid at %j",
  async (status, paid) => {
    const row = {
      number: "727",
      order_id: "727",
      status,
      date_created: "2026-03-22 19:28:02",
      date_paid: paid,
      currency: "USD",
      total: "10.00",
      shipping_total: "4.00",
      line_item_name: "Mug",
      line_item_quantity: "2",
      line_item_total: "6.00",
      line_item_subtotal: "6.00",
    };
    const ofFile = [...(await assembleText(csv(row), woocommerce)).values()][0];
    const mapped = mapWoocommerce(
      wooOrder({
        status,
        date_paid_gmt: paid === "" ? null : paid,
        total: "10.00",
        total_tax: "0.00",
        shipping_total: "4.00",
        line_items: [{ id: 1, name: "Mug", quantity: 2, subtotal: "6.00", subtotal_tax: "0.00", total: "6.00", meta_data: [] }],
      }),
    );
    if (mapped.kind !== "order") throw new Error(mapped.kind);
    const { body, state } = mapped.order;
    // An unpaid order is stored in neither case. An import removes the prefix wc-, which the API of WooCommerce does not send.
    if (state === "unpaid" || state === "cancelled_unpaid") expect(ofFile?.order).toBeNull();
    else
      expect(ofFile?.order).toMatchObject({
        status: body.status,
        source_status: body.source_status?.replace(/^wc-/, ""),
        total_amount: 10,
      });
    // The items of a cancelled order keep their status, and a new item is New.
    if (ofFile !== undefined && ofFile.order !== null) {
      const statuses = [ofFile.order.items, body.items].map((items) => items.map((item) => ("status" in item ? item.status : "New")));
      const expected = state === "complete" ? ["Delivered"] : ["New"];
      expect(statuses).toEqual([expected, expected]);
    }
  },
);

/** The buyer's input and the values of apps, as an export plugin writes them in one cell and as the API returns them. */
const META = [
  ["Size", "L"],
  ["Farbe", "Rot"],
  ["Personalisation", "For Mum"],
  ["_pdf", "see email"],
  ["_pod_print_file_url", "https://files.example.com/poster.pdf"],
  ["_preview_url", "https://files.example.com/poster.png"],
] as const;

it("a file and the API of WooCommerce give the same fields for the properties of an item", async () => {
  const row = {
    number: "727",
    order_id: "727",
    status: "processing",
    date_created: "2026-03-22 19:28:02",
    line_item_name: "Poster",
    line_item_quantity: "1",
    line_item_subtotal: "6.00",
    line_item_meta: META.map(([name, value]) => `${name}: ${value}`).join("|"),
  };
  const ofFile = (await assembleImported(csv(row), woocommerce)).get("727");
  const meta_data = META.map(([key, value]) => ({ key, value }));
  const line = { id: 1, name: "Poster", quantity: 1, subtotal: "6.00", subtotal_tax: "0.00", total: "6.00", meta_data };
  const mapped = mapWoocommerce(wooOrder({ line_items: [line] }));
  if (mapped.kind !== "order") throw new Error(mapped.kind);
  const fields = {
    design_url: "https://files.example.com/poster.pdf",
    size: "L",
    color: "Rot",
    personalization: "Personalisation: For Mum",
    metadata: { preview: "https://files.example.com/poster.png" },
    properties: META.map(([name, value]) => ({ name, value })),
  };
  expect(ofFile?.order?.items).toMatchObject([fields]);
  expect(mapped.order.body.items).toMatchObject([fields]);
  // In both, one value is not an address.
  expect(ofFile?.warnings.map(({ message }) => message)).toContain("Properties of an item: design_url is no web address.");
  expect(mapped.order.leftOut).toEqual(["line_items.meta_data: design_url is no web address"]);
});
