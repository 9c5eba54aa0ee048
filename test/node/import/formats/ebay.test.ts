import { expect, it } from "vitest";
import { assembleRecognized, type Fields, sampleCsv } from "./sample.ts";

// The columns as eBay publishes them. The rows are invented.
const HEADER =
  "Sales Record Number,Order Number,Buyer Username,Buyer Name,Buyer Email,Buyer Note,Buyer Address 1,Buyer Address 2,Buyer City,Buyer State,Buyer Zip,Buyer Country,Ship To Name,Ship To Phone,Ship To Address 1,Ship To Address 2,Ship To City,Ship To State,Ship To Zip,Ship To Country,Item Number,Item Title,Custom Label,Sold Via Promoted Listings,Quantity,Sold For,Shipping And Handling,Seller Collected Tax,eBay Collected Tax,Total Price,Payment Method,Sale Date,Paid On Date,Ship By Date,Minimum Estimated Delivery Date,Maximum Estimated Delivery Date,Shipped On Date,My Item Note,Shipping Service,Tracking Number,Transaction ID,Variation Details";
const BLANK = ",".repeat(HEADER.split(",").length - 1);
const FOOTER = "\n2,record(s) downloaded, from Jul-01-25 to Jul-31-25\nSeller ID : example-shop\n";

const BUYER: Fields = {
  "Order Number": "12-11111-22222",
  "Buyer Username": "bo_buys",
  "Buyer Name": "Bo Example",
  "Buyer Email": "bo@example.com",
  "Buyer Address 1": "2 Oak Ave",
  "Buyer City": "Denver",
  "Buyer State": "CO",
  "Buyer Zip": "80202",
  "Buyer Country": "United States",
  "Ship To Name": "Bo Example",
  "Ship To Phone": "555-0102",
  "Ship To Address 1": "2 Oak Ave",
  "Ship To City": "Denver",
  "Ship To State": "CO",
  "Ship To Zip": "80202",
  "Ship To Country": "United States",
  "Payment Method": "PayPal",
  "Sale Date": "Jul-21-25",
  "Ship By Date": "Jul-23-25",
};
const SINGLE: Fields = {
  ...BUYER,
  "Item Number": "110000001",
  "Item Title": "Lamp",
  "Custom Label": "LAMP",
  Quantity: "2",
  "Sold For": "$10.00",
  "Shipping And Handling": "$5.00",
  "eBay Collected Tax": "$1.60",
  "Total Price": "$26.60",
  "Shipping Service": "USPS Ground Advantage",
  "Transaction ID": "900001",
  "Variation Details": "[Color:White]",
};
/** The file as eBay writes it: a line of commas, the header, a line of commas, the rows and a footer. */
const report = (...rows: Fields[]) => `${BLANK}\n${sampleCsv(HEADER, rows).replace("\n", `\n${BLANK}\n`)}${BLANK}${FOOTER}`;
const assemble = async (...rows: Fields[]) => {
  const assembled = await assembleRecognized(report(...rows));
  expect([...assembled.keys()]).toEqual(["12-11111-22222"]);
  return assembled.get("12-11111-22222");
};

it("assembles an order from one row, and ignores the empty rows and the footer", async () => {
  const { order, total, warnings } = (await assemble(SINGLE)) ?? {};
  expect(order).toEqual({
    external_id: "12-11111-22222",
    number: "12-11111-22222",
    date: "2025-07-21",
    currency: "USD",
    status: "New",
    subtotal: 20,
    tax: 1.6,
    shipping_cost: 5,
    total_amount: 26.6,
    taxes_included: false,
    customer_name: "Bo Example",
    customer_email: "bo@example.com",
    customer_phone: "555-0102",
    customer_address: "2 Oak Ave, 80202, Denver, CO, United States",
    payment_method: "PayPal",
    ship_name: "Bo Example",
    ship_address1: "2 Oak Ave",
    ship_city: "Denver",
    ship_state: "CO",
    ship_zipcode: "80202",
    ship_country: "United States",
    ship_by_date: "2025-07-23",
    shipping_service: "USPS Ground Advantage",
    items: [
      {
        external_id: "110000001-900001",
        name: "Lamp",
        sku: "LAMP",
        quantity: 2,
        price: 10,
        status: "New",
        variations: "[Color:White]",
        ship_name: "Bo Example",
        phone: "555-0102",
      },
    ],
  });
  expect({ total, warnings }).toEqual({ total: 266_000, warnings: [] });
});

it("reads the amounts of an order of several items from its row without an item", async () => {
  const summary = { ...BUYER, Quantity: "2", "Sold For": "$30.00", "Shipping And Handling": "$5.00", "Total Price": "$35.00" };
  const item = (title: string, price: string, id: string): Fields => ({
    "Order Number": "12-11111-22222",
    "Item Number": id,
    "Item Title": title,
    Quantity: "1",
    "Sold For": price,
    "Shipped On Date": "Jul-22-25",
    "Tracking Number": "9400",
    "Transaction ID": "1",
  });
  const { order, warnings } = (await assemble(summary, item("Lamp", "$20.00", "1"), item("Shade", "$10.00", "2"))) ?? {};
  expect(order).toMatchObject({ subtotal: 30, shipping_cost: 5, tax: 0, total_amount: 35, status: "Shipped", customer_name: "Bo Example" });
  expect(order?.items.map(({ name, price, tracking_code }) => [name, price, tracking_code])).toEqual([
    ["Lamp", 20, "9400"],
    ["Shade", 10, "9400"],
  ]);
  expect(warnings).toEqual([]);
});

it.each([
  ["Sold For is the price of one unit", { "Sold For": "$10.00", "Total Price": "$26.60" }, { subtotal: 20, tax: 1.6 }, 10, []],
  ["Sold For is the price of all units", { "Sold For": "$20.00", "Total Price": "$26.60" }, { subtotal: 20, tax: 1.6 }, 10, []],
  ["eBay's tax is not in the total", { "Total Price": "$25.00" }, { subtotal: 20, tax: 0 }, 10, []],
  ["the seller's tax is in the total", { "Seller Collected Tax": "$2.00", "Total Price": "$27.00" }, { subtotal: 20, tax: 2 }, 10, []],
  ["nothing adds up", { "Total Price": "$99.00" }, { subtotal: 20, total_amount: 99 }, 10, ["total_differs"]],
  ["there is no total", { "Total Price": "" }, { subtotal: 20, total_amount: 26.6 }, 10, []],
])("infers from the total that %s", async (_case, fields, expected, price, reasons) => {
  const { order, warnings } = (await assemble({ ...SINGLE, ...fields })) ?? {};
  expect(order).toMatchObject(expected);
  expect({ price: order?.items[0]?.price, reasons: warnings?.map(({ reason }) => reason) }).toEqual({ price, reasons });
});

it.each([
  ["$26.60", "USD"],
  ["US $26.60", "USD"],
  ["AU $26.60", "AUD"],
  ["C $26.60", "CAD"],
  ["£26.60", "GBP"],
  ["26,60 €", "EUR"],
  ["CHF 26.60", "CHF"],
  ["26.60", undefined],
])("reads the currency of %s", async (price, expected) => {
  const { order } = (await assemble({ ...SINGLE, "Total Price": price, "Sold For": "10.00" })) ?? {};
  expect({ total_amount: order?.total_amount, currency: order?.currency }).toEqual({ total_amount: 26.6, currency: expected });
});

it.each([
  ["Jul-21-25", "2025-07-21"],
  ["21-Jul-25", "2025-07-21"],
  ["Jul-21-2025", "2025-07-21"],
  ["Sep-30-26 23:45:00", "2026-09-30"],
])("reads the date %s", async (text, expected) => {
  expect((await assemble({ ...SINGLE, "Sale Date": text }))?.order?.date).toBe(expected);
});

it("reads the columns of a British report", async () => {
  const british: Readonly<Record<string, string>> = {
    "Ship To Name": "Post to name",
    "Ship To City": "Post to city",
    "Ship To State": "Post to county",
    "Ship To Zip": "Post to postcode",
    "Shipping And Handling": "Postage and packaging",
    "Ship By Date": "Post by date",
  };
  const header = HEADER.split(",")
    .map((name) => british[name] ?? name)
    .join(",");
  const values = Object.fromEntries(Object.entries(SINGLE).map(([name, value]) => [british[name] ?? name, value.replace("$", "£")]));
  const assembled = await assembleRecognized(sampleCsv(header, [{ ...values, "Sale Date": "21-Jul-25", "Post by date": "23-Jul-25" }]));
  expect(assembled.get("12-11111-22222")?.order).toMatchObject({
    currency: "GBP",
    shipping_cost: 5,
    ship_name: "Bo Example",
    ship_state: "CO",
    ship_zipcode: "80202",
    ship_by_date: "2025-07-23",
  });
});

it.each([
  ["invalid_date", { "Sale Date": "07/21/25" }],
  ["invalid_date", { "Sale Date": "Jul-32-25" }],
  ["invalid_date", { "Sale Date": "Foo-21-25" }],
  ["invalid_date", { "Ship By Date": "soon" }],
  ["invalid_amount", { "Sold For": "ten" }],
  ["invalid_price", { "Sold For": "" }],
  ["invalid_quantity", { Quantity: "x" }],
  ["unknown_currency", { "Total Price": "kr26.60" }],
  ["no_items", { "Item Title": "", "Item Number": "" }],
])("rejects the whole order: %s %o", async (reason, fields) => {
  await expect(assemble({ ...SINGLE, ...fields })).rejects.toMatchObject({ reason });
});
