import { expect, it } from "vitest";
import { AMAZON, EBAY, type Fields, onlyOrder, readCsv, readTabs, SPREADSHEET, withNames, WOOCOMMERCE } from "./read-rows.ts";

it.each([
  ["Postage And Handling", "AU $5.00", "AUD"],
  ["Postage and packaging", "£5.00", "GBP"],
  ["Postage and packing", "GBP 5.00", "GBP"],
  ["Delivery and handling", "C $5.00", "CAD"],
  ["Verpackung und Versand", "5,00 €", "EUR"],
  ["postage_and_handling", "NZ $5.00", "NZD"],
])("reads eBay's shipping cost in the column %s", async (name, amount, currency) => {
  const money = (value: string) => amount.replace(/5[.,]00/, value);
  const values = { "Sold For": money("10.00"), "Shipping And Handling": amount, "Total Price": money("25.00") };
  const read = await readCsv(withNames(EBAY, { "Shipping And Handling": name }, values));
  const { order, reasons } = onlyOrder(read);
  expect({ problems: read.problems, reasons }).toEqual({ problems: [], reasons: [] });
  expect(order).toMatchObject({ shipping_cost: 5, total_amount: 25, currency });
});

it.each(["2026-11-20", "20-Nov-26", "Nov-20-2026", "20.11.2026", "20 Nov 2026", "2026-11-20 08:15:00"])(
  "reads eBay's date %s",
  async (date) => {
    expect(onlyOrder(await readCsv({ ...EBAY, "Sale Date": date })).order).toMatchObject({ date: "2026-11-20" });
  },
);

it.each([
  [{ "eBay Collected Tax": "$2.00", "Total Price": "$27.00" }, { tax: 2, total_amount: 27 }, []],
  [{ "eBay Collected Tax": "$2.00", "Total Price": "$25.00" }, { tax: 0, total_amount: 25 }, []],
  [{ "Battery Recycling Fee": "$1.00", "Total Price": "$26.00" }, { fees: 1, total_amount: 26 }, []],
  [{ "eBay Collected Charges": "$1.50", "eBay Collected Tax": "$2.00", "Total Price": "$28.50" }, { fees: 1.5, tax: 2 }, []],
  [{ "Total Price": "$30.00" }, { total_amount: 30, subtotal: 20 }, ["total_differs"]],
] as const)("uses eBay's total with the parts that add up to it: %o", async (values, expected, warnings) => {
  const { order, reasons } = onlyOrder(await readCsv({ ...EBAY, ...values }));
  expect(order).toMatchObject(expected);
  expect(reasons).toEqual(warnings);
});

it("leaves out a fee of eBay that the total does not contain", async () => {
  const { order, reasons } = onlyOrder(await readCsv({ ...EBAY, "Additional Fee": "$1.00", "Total Price": "$25.00" }));
  expect({ order, reasons }).toMatchObject({ order: { total_amount: 25 }, reasons: [] });
  expect(order).not.toHaveProperty("fees");
});

const GIFT = { "gift-wrap-price": "", "gift-wrap-tax": "", "gift-wrap-type": "", "gift-message-text": "" };

it.each([
  [
    { "gift-wrap-price": "3.99", "gift-wrap-tax": "0.32" },
    { total_amount: 31.31, fees: 3.99, is_gift: true },
  ],
  [{ "gift-message-text": "For you" }, { total_amount: 27, is_gift: true }],
  [
    { "gift-wrap-type": "Ribbon", "gift-wrap-price": "0" },
    { total_amount: 27, is_gift: true },
  ],
  [
    { "gift-wrap-price": "2.00", "sales-channel": "Amazon.de", currency: "EUR" },
    { total_amount: 27, taxes_included: true, fees: 2 },
  ],
  [
    { "gift-wrap-price": "2.00", "gift-wrap-tax": "0.16", "item-promotion-discount": "-1.00" },
    { total_amount: 28.16, tax: 2.16 },
  ],
])("adds what Amazon's buyer paid for a gift: %o", async (values, expected) => {
  const { order } = onlyOrder(await readTabs({ ...AMAZON, ...GIFT, ...values }));
  expect(order).toMatchObject(expected);
});

it("does not read Amazon's order without wrap and message as a gift, and adds the wrap of each item", async () => {
  expect(onlyOrder(await readTabs({ ...AMAZON, ...GIFT })).order).not.toHaveProperty("is_gift");
  const wrapped = { ...AMAZON, ...GIFT, "gift-wrap-price": "1.00" };
  const { order } = onlyOrder(await readTabs(wrapped, { ...wrapped, "order-item-id": "20000000000002", "gift-wrap-price": "2.50" }));
  expect(order).toMatchObject({ fees: 3.5, is_gift: true, total_amount: 57.5 });
});

/** The same columns with another one as the first. A report of Amazon, whose quotes are kept, is recognized whatever its first column is. */
const beginningWith = (first: string, row: Fields): Fields => ({ [first]: row[first] ?? "", ...row });

it.each([
  ["order-item-id", '"Best Dad" mug'],
  ["purchase-date", '27" screen'],
  ["sku", 'A "B" "C"'],
  ["product-name", '"Quoted"'],
  ["buyer-phone-number", 'ends with "'],
  ["order-id", '"begins'],
])("keeps quotes of Amazon's values if %s is the first column: %s", async (first, name) => {
  const { order } = onlyOrder(await readTabs(beginningWith(first, { ...AMAZON, "product-name": name })));
  expect(order.items[0]).toMatchObject({ name });
});

it("parses the quotes of a spreadsheet that has saved Amazon's report with tabs", async () => {
  const { order } = onlyOrder(await readTabs({ ...AMAZON, "product-name": '"""Best Dad"" mug"' }));
  expect(order.items[0]).toMatchObject({ name: '"Best Dad" mug' });
});

const PLUGIN: Record<string, string> = {
  number: "Order Number",
  id: "Order Id",
  status: "Order Status",
  date_created: "Order Date",
  total: "Order Total Amount",
  total_tax: "Order Total Tax Amount",
  shipping_total: "Order Shipping Amount",
  billing_first_name: "First Name (Billing)",
  billing_last_name: "Last Name (Billing)",
  billing_address_1: "Address 1&2 (Billing)",
  billing_city: "City (Billing)",
  billing_postcode: "Postcode (Billing)",
  billing_country: "Country Code (Billing)",
  billing_phone: "Phone (Billing)",
  line_item_id: "Item ID",
  line_item_name: "Item Name",
  line_item_sku: "SKU",
  line_item_quantity: "Quantity (- Refund)",
  line_item_price: "Item Cost",
};

it.each([
  ["with quantities after refunds", PLUGIN],
  ["with other names of the address", { ...PLUGIN, billing_address_1: "Address 1 (Billing)", billing_postcode: "Zip (Billing)" }],
  ["with names of products", { ...PLUGIN, line_item_name: "Product Name", line_item_quantity: "Quantity", line_item_sku: "Product SKU" }],
  ["with a prefix for the address", { ...PLUGIN, billing_city: "Billing: City", billing_country: "Billing: Country (prefix)" }],
  ["with names of line items", { ...PLUGIN, line_item_name: "order_items_name", line_item_quantity: "order_items_qty" }],
  ["with underscores", { number: "order_number", date_created: "order_date", total: "order_total", line_item_quantity: "item_quantity" }],
])("reads the columns of a WooCommerce plugin %s", async (_what, names) => {
  const read = await readCsv(withNames(WOOCOMMERCE, names));
  const { order, reasons } = onlyOrder(read);
  expect({ format: read.format, problems: read.problems, reasons }).toEqual({ format: "woocommerce", problems: [], reasons: [] });
  expect(order).toMatchObject({ number: "3001", external_id: "9001", total_amount: 28, ship_city: "York", ship_country: "GB" });
  expect(order.items).toMatchObject([{ name: "Mug", quantity: 2, price: 12, sku: "MUG" }]);
});

it("uses the quantity before refunds if the file has both", async () => {
  const { line_item_quantity: _, ...others } = WOOCOMMERCE;
  const { order } = onlyOrder(await readCsv({ ...others, Quantity: "2", "Quantity (- Refund)": "1" }));
  expect(order.items).toMatchObject([{ quantity: 2, price: 12 }]);
});

it("rejects an order whose items are all refunded and have unknown quantities", async () => {
  const { line_item_quantity: _, ...others } = WOOCOMMERCE;
  const { errors } = await readCsv({ ...others, "Quantity (- Refund)": "0" });
  expect([...errors.values()].map(({ reason }) => reason)).toEqual(["no_items"]);
});

it("names the column of a time that it cannot read in a person's own spreadsheet", async () => {
  for (const column of ["Order day", "Deliver by"]) {
    const { errors } = await readCsv({ ...SPREADSHEET, [column]: "2026-11-20 noon" });
    expect([...errors.values()]).toEqual([
      { reason: "invalid_date", message: expect.stringContaining(`Line 2: ${column} "2026-11-20 noon"`) as string },
    ]);
  }
});
