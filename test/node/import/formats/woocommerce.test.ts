import { expect, it } from "vitest";
import { assembleRecognized, type Fields, sampleCsv } from "./sample.ts";

// Columns with the names of WooCommerce's REST API fields, as several plugins use them. The rows are invented.
const HEADER =
  "order_id,order_number,order_date,status,shipping_total,fee_total,tax_total,discount_total,order_total,refunded_total,order_currency,payment_method_title,shipping_method,billing_first_name,billing_last_name,billing_company,billing_address_1,billing_city,billing_postcode,billing_country,billing_email,billing_phone,shipping_first_name,shipping_last_name,shipping_address_1,shipping_city,shipping_postcode,shipping_country,customer_note,item_id,item_name,item_sku,item_quantity,item_subtotal,item_total,item_meta,coupon_codes";

const MUG: Fields = {
  order_id: "727",
  order_number: "WC-727",
  order_date: "2025-08-14 10:20:30",
  status: "processing",
  shipping_total: "5.00",
  fee_total: "1.00",
  tax_total: "2.00",
  discount_total: "3.00",
  order_total: "35.00",
  refunded_total: "0.00",
  order_currency: "EUR",
  payment_method_title: "Card",
  shipping_method: "Flat rate",
  billing_first_name: "Di",
  billing_last_name: "Example",
  billing_company: "Example Ltd",
  billing_address_1: "4 Ash Way",
  billing_city: "Cork",
  billing_postcode: "T12",
  billing_country: "IE",
  billing_email: "di@example.com",
  billing_phone: "555-0105",
  customer_note: "Ring twice",
  item_id: "11",
  item_name: "Mug",
  item_sku: "MUG",
  item_quantity: "2",
  item_subtotal: "20.00",
  item_total: "18.00",
  item_meta: "Color: Red",
  coupon_codes: "SPRING",
};
const BOWL: Fields = { ...MUG, item_id: "12", item_name: "Bowl", item_sku: "", item_quantity: "1", item_subtotal: "10.00", item_meta: "" };

const assemble = async (...rows: Fields[]) => (await assembleRecognized(sampleCsv(HEADER, rows))).get("WC-727");

it("assembles an order from its line items, with the order's id as its external id", async () => {
  const { order, total, warnings } = (await assemble(MUG, BOWL)) ?? {};
  expect(order).toEqual({
    external_id: "727",
    number: "WC-727",
    date: "2025-08-14T10:20:30",
    currency: "EUR",
    status: "New",
    source_status: "processing",
    buyer_note: "Ring twice",
    subtotal: 30,
    tax: 2,
    shipping_cost: 5,
    fees: 1,
    discount: 3,
    total_amount: 35,
    taxes_included: false,
    customer_name: "Di Example",
    customer_email: "di@example.com",
    customer_phone: "555-0105",
    customer_address: "Example Ltd, 4 Ash Way, Cork, T12, IE",
    payment_method: "Card",
    ship_name: "Di Example",
    ship_company: "Example Ltd",
    ship_address1: "4 Ash Way",
    ship_city: "Cork",
    ship_zipcode: "T12",
    ship_country: "IE",
    shipping_service: "Flat rate",
    discount_codes: ["SPRING"],
    items: [
      {
        external_id: "11",
        name: "Mug",
        sku: "MUG",
        quantity: 2,
        price: 10,
        variations: "Color: Red",
        properties: [{ name: "Color", value: "Red" }],
      },
      { external_id: "12", name: "Bowl", quantity: 1, price: 10 },
    ],
  });
  expect({ total, warnings }).toEqual({ total: 350_000, warnings: [] });
});

it("ships to the shipping address if there is one", async () => {
  const address = { shipping_first_name: "Ed", shipping_last_name: "Other", shipping_address_1: "5 Fir St", shipping_city: "Galway" };
  const { order } = (await assemble({ ...MUG, ...address }, BOWL)) ?? {};
  expect(order).toMatchObject({ ship_name: "Ed Other", ship_address1: "5 Fir St", ship_city: "Galway", customer_name: "Di Example" });
  expect(order?.ship_company).toBeUndefined();
});

it.each([
  ["processing", "New", undefined],
  ["on-hold", "New", undefined],
  ["wc-completed", "Complete", "Delivered"],
  ["Completed", "Complete", "Delivered"],
  ["cancelled", "Cancelled", undefined],
  ["refunded", "Cancelled", undefined],
  ["in-the-workshop", "New", undefined],
])("reads the status %s", async (status, expected, itemStatus) => {
  const { order } = (await assemble({ ...MUG, status }, BOWL)) ?? {};
  expect({ orderStatus: order?.status, itemStatus: order?.items[0]?.status }).toEqual({ orderStatus: expected, itemStatus });
});

it.each(["pending", "Pending payment", "wc-failed", "checkout-draft"])("skips an order that is not paid: %s", async (status) => {
  const assembled = await assemble({ ...MUG, status }, { ...BOWL, status });
  expect({ order: assembled?.order, error: assembled?.error }).toEqual({ order: null, error: null });
  expect(assembled?.skipped.map(({ reason }) => reason)).toEqual(["unpaid", "unpaid"]);
});

it("reads a refund", async () => {
  expect((await assemble({ ...MUG, refunded_total: "-10.00" }, BOWL))?.order).toMatchObject({ refund_amount: 10 });
  expect((await assemble({ ...MUG, refunded_total: "35.00" }, BOWL))?.order).toMatchObject({ refund_amount: 35, is_refunded: true });
});

it("reports sums that do not add up, and sends them unchanged", async () => {
  const { order, warnings } = (await assemble({ ...MUG, order_total: "99.00" }, BOWL)) ?? {};
  expect(order).toMatchObject({ subtotal: 30, total_amount: 99 });
  expect(warnings).toEqual([{ reason: "total_differs", message: "The total is 99, but its parts add up to 35." }]);
});

it("reads the names of other plugins", async () => {
  const header =
    "Order Number,Order Status,Order Date,First Name (Billing),Last Name (Billing),Address 1&2 (Billing),City (Billing),Email (Billing),Payment Method Title,Order Shipping Amount,Order Total Amount,SKU,Item Name,Quantity,Item Cost";
  const row = {
    "Order Number": "9",
    "Order Status": "Processing",
    "Order Date": "2025-08-14 10:20",
    "First Name (Billing)": "Di",
    "Last Name (Billing)": "Example",
    "Address 1&2 (Billing)": "4 Ash Way",
    "City (Billing)": "Cork",
    "Email (Billing)": "di@example.com",
    "Order Shipping Amount": "5.00",
    "Order Total Amount": "25.00",
    SKU: "MUG",
    "Item Name": "Mug",
    Quantity: "2",
    "Item Cost": "10.00",
  };
  expect((await assembleRecognized(sampleCsv(header, [row]))).get("9")).toMatchObject({
    order: {
      external_id: "9",
      customer_name: "Di Example",
      ship_address1: "4 Ash Way",
      shipping_cost: 5,
      total_amount: 25,
      items: [{ name: "Mug", sku: "MUG", quantity: 2, price: 10 }],
    },
    warnings: [],
  });
});

it.each([
  ["invalid_date", { order_date: "14/08/2025" }],
  ["invalid_amount", { shipping_total: "5,000" }],
  ["invalid_price", { item_subtotal: "-1" }],
  ["invalid_quantity", { item_quantity: "0" }],
  ["no_item_name", { item_name: "", item_sku: "" }],
])("rejects the whole order: %s %o", async (reason, fields) => {
  await expect(assemble({ ...MUG, ...fields }, BOWL)).rejects.toMatchObject({ reason });
});
