import { expect, it } from "vitest";
import { assembleRecognized, type Fields, sampleCsv } from "./sample.ts";

// The columns as Etsy publishes them. The rows are invented.
const HEADER =
  "Sale Date,Item Name,Buyer,Quantity,Price,Coupon Code,Coupon Details,Discount Amount,Shipping Discount,Order Shipping,Order Sales Tax,Item Total,Currency,Transaction ID,Listing ID,Date Paid,Date Shipped,Ship Name,Ship Address1,Ship Address2,Ship City,Ship State,Ship Zipcode,Ship Country,Order ID,Variations,Order Type,Listings Type,Payment Type,InPerson Discount,InPerson Location,VAT Paid by Buyer,SKU";

const MUG: Fields = {
  "Sale Date": "08/14/25",
  "Item Name": 'Mug, "large"',
  Buyer: "ann42",
  Quantity: "2",
  Price: "12.50",
  "Coupon Code": "WELCOME10",
  "Discount Amount": "2.50",
  "Shipping Discount": "0",
  "Order Shipping": "4.50",
  "Order Sales Tax": "1.20",
  "Item Total": "25.00",
  Currency: "USD",
  "Transaction ID": "4001",
  "Ship Name": "Ann Example",
  "Ship Address1": "1 Main St",
  "Ship Address2": "Apt 4",
  "Ship City": "Springfield",
  "Ship State": "MA",
  "Ship Zipcode": "02134",
  "Ship Country": "United States",
  "Order ID": "3001",
  Variations: "Size: L,Color: Red,Personalization: Ann,\nin gold",
  "Payment Type": "online_cc",
  SKU: "MUG-L",
};
const BOWL: Fields = { ...MUG, "Item Name": "Bowl", Quantity: "1", Price: "8.00", "Transaction ID": "4002", SKU: "", Variations: "" };

const assemble = async (...rows: Fields[]) => (await assembleRecognized(sampleCsv(HEADER, rows))).get(rows[0]?.["Order ID"] ?? "");

it("assembles an order from its items, with the amounts of the order in the first row", async () => {
  const first = { ...MUG, "Date Shipped": "08/15/25" };
  const second = { ...BOWL, "Order Shipping": "0.00", "Order Sales Tax": "", "Discount Amount": "", "Coupon Code": "" };
  const { order, total, warnings } = (await assemble(first, second)) ?? {};
  expect(order).toEqual({
    external_id: "3001",
    number: "3001",
    date: "2025-08-14",
    currency: "USD",
    status: "New",
    subtotal: 33,
    tax: 1.2,
    shipping_cost: 4.5,
    discount: 2.5,
    total_amount: 36.2,
    taxes_included: false,
    customer_name: "Ann Example",
    payment_method: "online_cc",
    ship_name: "Ann Example",
    ship_address1: "1 Main St",
    ship_address2: "Apt 4",
    ship_city: "Springfield",
    ship_state: "MA",
    ship_zipcode: "02134",
    ship_country: "United States",
    discount_codes: ["WELCOME10"],
    items: [
      {
        external_id: "4001",
        name: 'Mug, "large"',
        sku: "MUG-L",
        quantity: 2,
        price: 12.5,
        status: "Shipped",
        ship_name: "Ann Example",
        variations: "Size: L,Color: Red,Personalization: Ann,\nin gold",
        size: "L",
        color: "Red",
        personalization: "Ann,\nin gold",
      },
      { external_id: "4002", name: "Bowl", quantity: 1, price: 8, status: "New", ship_name: "Ann Example" },
    ],
  });
  expect({ total, warnings }).toEqual({ total: 362_000, warnings: [] });
});

it.each([
  ["repeated on every row: once", ["4.50", "4.50"], 4.5, []],
  ["on the first row", ["4.50", ""], 4.5, []],
  ["on the second row", ["0.00", "4.50"], 4.5, []],
  ["different: the first, with a warning", ["4.50", "3.00"], 4.5, ["amounts_differ"]],
])("counts shipping that is %s", async (_case, [first = "", second = ""], expected, reasons) => {
  const { order, warnings } =
    (await assemble(
      { ...MUG, "Order Shipping": first, "Discount Amount": "" },
      { ...BOWL, "Order Shipping": second, "Discount Amount": "" },
    )) ?? {};
  expect({ shipping_cost: order?.shipping_cost, reasons: warnings?.map(({ reason }) => reason) }).toEqual({
    shipping_cost: expected,
    reasons,
  });
});

it.each([
  ["of two items", ["2.50", "1.00"], 3.5, []],
  ["of one item", ["2.50", "0"], 2.5, []],
  ["that is the same on both rows, once and with a warning", ["2.50", "2.50"], 2.5, ["discount_repeated"]],
])("counts the discount %s", async (_case, [first = "", second = ""], expected, reasons) => {
  const { order, warnings } = (await assemble({ ...MUG, "Discount Amount": first }, { ...BOWL, "Discount Amount": second })) ?? {};
  expect({ discount: order?.discount, reasons: warnings?.map(({ reason }) => reason) }).toEqual({ discount: expected, reasons });
});

it.each([
  ["$12.50", 12.5],
  ["12,50", 12.5],
  ["12,50 €", 12.5],
  ["US$ 1,012.50", 1012.5],
  ["1.012,50", 1012.5],
  ["12", 12],
])("reads the price %s", async (Price, expected) => {
  expect((await assemble({ ...MUG, Price }))?.order?.items[0]?.price).toBe(expected);
});

it.each([
  ["08/14/25", "2025-08-14"],
  ["8/4/2025", "2025-08-04"],
  ["02/29/24", "2024-02-29"],
])("reads the date %s, month first", async (text, expected) => {
  expect((await assemble({ ...MUG, "Sale Date": text }))?.order?.date).toBe(expected);
});

it("sets Shipped if all items are, and reads an order id with a #", async () => {
  const { order } = (await assemble({ ...MUG, "Order ID": "#3001", "Date Shipped": "08/15/25" })) ?? {};
  expect(order).toMatchObject({ external_id: "3001", number: "3001", status: "Shipped" });
});

it.each([
  ["invalid_date", { "Sale Date": "14/08/25" }],
  ["invalid_date", { "Sale Date": "02/30/25" }],
  ["invalid_date", { "Sale Date": "" }],
  ["invalid_amount", { Price: "1,234" }],
  ["invalid_amount", { "Order Shipping": "free" }],
  ["invalid_price", { Price: "" }],
  ["invalid_price", { Price: "-1.00" }],
  ["invalid_quantity", { Quantity: "0" }],
  ["invalid_quantity", { Quantity: "1.5" }],
  ["no_item_name", { "Item Name": "", SKU: "" }],
])("rejects the whole order: %s %o", async (reason, fields) => {
  await expect(assemble({ ...MUG, ...fields }, BOWL)).rejects.toMatchObject({ reason });
});
