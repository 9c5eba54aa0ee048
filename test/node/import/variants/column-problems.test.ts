import { expect, it } from "vitest";
import { AMAZON, EBAY, ETSY, OWN, readCsv, withNames, SHOPIFY, WOOCOMMERCE } from "./read-rows.ts";

it.each([
  ["Etsy", "Order Shipping", "Order Freight", ETSY],
  ["Etsy", "Date Shipped", "Sent on", ETSY],
  ["eBay", "Total Price", "Grand sum", EBAY],
  ["eBay", "Ship To Zip", "Consignee code", EBAY],
  ["Amazon", "ship-address-1", "lieferadresse-1", AMAZON],
  ["Amazon", "item-price", "article-price", AMAZON],
  ["WooCommerce", "total", "Sum of the order", WOOCOMMERCE],
  ["WooCommerce", "billing_address_1", "Calle", WOOCOMMERCE],
  ["Shopify", "Shipping Address1", "Adresse", SHOPIFY],
  ["Shopify", "Total", "Gesamt", SHOPIFY],
])("asks for confirmation if a file of %s has an unknown column instead of %s", async (_platform, missing, unknown, row) => {
  const { problems } = await readCsv(withNames(row, { [missing]: unknown }));
  expect(problems.map(({ kind }) => kind)).toEqual(["missing"]);
  expect(problems[0]?.message).toMatch(
    new RegExp(`matter are missing: ${missing.replaceAll(/[()]/g, "\\$&")}\\. .* not know: ${unknown}\\.`),
  );
});

it.each([
  ["all important columns", ETSY],
  ["a column that the platform writes and an import does not use", { ...ETSY, "Listing ID": "1", "Coupon Details": "" }],
  ["an unknown column, and all important ones", { ...ETSY, "My column": "1" }],
  ["all important columns of Shopify, and notes", { ...SHOPIFY, Notes: "Ring twice", "Note Attributes": "" }],
  ["the native export with a column deleted", Object.fromEntries(Object.entries(OWN).filter(([name]) => name !== "item_phone"))],
])("does not ask about a file with %s", async (_what, row) => {
  expect((await readCsv(row)).problems).toEqual([]);
});

it("does not ask about a file in which somebody has only deleted columns", async () => {
  const kept = Object.entries(ETSY).filter(([name]) => !name.startsWith("Ship "));
  expect((await readCsv(Object.fromEntries(kept))).problems).toEqual([]);
});
