import { expect, it } from "vitest";
import { assembleGroup } from "../../../src/resources/orders/files/assemble.ts";
import { FORMATS } from "../../../src/resources/orders/files/formats.ts";
import { columnReport, readHeader } from "../../../src/resources/orders/files/header.ts";
import { shopify } from "../../../src/resources/orders/files/shopify.ts";
import { ebay } from "../../../src/resources/orders/files/ebay.ts";
import { woocommerce } from "../../../src/resources/orders/files/woocommerce.ts";

/** For each format, values with which an order can be assembled. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  shopify: {
    "Created at": "2024-05-01 09:58:12 +0200",
    "Lineitem quantity": "1",
    "Lineitem name": "Mug",
    "Lineitem price": "1",
    Currency: "EUR",
  },
  etsy: { "Sale Date": "08/14/25", Quantity: "1", Price: "$1.00", "Item Name": "Mug" },
  ebay: { "Sale Date": "Jul-21-25", Quantity: "1", "Sold For": "$1.00", "Ship By Date": "Jul-22-25", "Total Price": "$1.00" },
  amazon: { "purchase-date": "2025-08-14T10:00:00Z", "quantity-purchased": "1", "item-tax": "1" },
  "amazon-all-orders": { "purchase-date": "2025-08-14T10:00:00Z", quantity: "1", "item-tax": "1" },
  "order-operations": {
    ...Object.fromEntries(["order_id", "version", "store_id", "item_id", "item_quantity", "item_name"].map((name) => [name, "7"])),
    ...Object.fromEntries(
      ["total_amount", "subtotal", "tax", "shipping_cost", "discount", "fees", "item_price"].map((name) => [name, "1.5"]),
    ),
    ...Object.fromEntries(
      ["is_gift", "is_refunded", "is_case_closed", "is_lost", "requires_audit", "item_is_gift"].map((name) => [name, "true"]),
    ),
    date: "2025-08-14T10:00:00.000Z",
    currency: "EUR",
  },
  spreadsheet: { "Order day": "2025-08-14", "Deliver by": "2025-08-15", Pieces: "1", "Price per piece": "1", Product: "Mug" },
  woocommerce: { date_created: "2025-08-14 10:00", status: "processing", line_item_quantity: "1", line_item_price: "1" },
};
/** Columns in which a format expects an amount or a date. */
const TYPED =
  /price|total|amount|discount|shipping$|tax|subtotal|taxes|for$|handling|date|fee|^Shipping And|Refunded|Sold For|line_item_subtotal/i;

it.each(FORMATS)("every column that is read is listed with its use, and no other: $name", (format) => {
  const read = new Set([format.keyColumn]);
  // In every combination: other columns filled, and empty, so that their substitutes are read; items with a name, and with only a number.
  for (const [filled, named] of [
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ]) {
    const readCell = (_: unknown, column: string) => {
      read.add(column);
      const needed = VALUES[format.id] ?? {};
      if (Object.hasOwn(needed, column)) return needed[column] ?? "";
      const isName = /title|product-name|item_name/i.test(column);
      const isStandIn = /^(Item Number|sku|line_item_sku)$/.test(column);
      if (isName) return named ? "7" : "";
      if (isStandIn) return named ? "" : "7";
      return TYPED.test(column) || !filled ? "" : "7";
    };
    const value = Object.assign(readCell, { has: () => true, names: [] });
    expect(assembleGroup(format, { key: "#1", rows: [{ line: 2, values: [] }] }, value).error).toBeNull();
  }
  const { columns, readOnly = {} } = format;
  const compared = Object.keys(readOnly).filter((name) => !readOnly[name]?.endsWith("; not read"));
  expect([...read].toSorted()).toEqual([...Object.keys(columns), ...compared].toSorted());
});

it("used, ignored, absent and missing columns are distinguished", () => {
  const names = ["Name", "Source", "", "Currency", "Lineitem name", "Lineitem quantity", "Lineitem price"];
  const report = columnReport(names, shopify);
  expect(report.used.map(({ name }) => name)).toEqual(["Name", "Currency", "Lineitem name", "Lineitem quantity", "Lineitem price"]);
  expect({ ignored: report.ignored, missing: report.missing }).toEqual({ ignored: ["Source"], missing: ["Created at"] });
  expect(report.absent).toContain("Id");
  expect(report.absent).not.toContain("Created at");
});

it("a column is reported under its name in the file, and only one of two names as used", () => {
  const british = columnReport(["Order number", "Post to city", "Post to county"], ebay);
  expect(british.used.map(({ name, purpose }) => [name, purpose])).toEqual([
    ["Order number", "Order number, also in the shop; groups the rows of an order"],
    ["Post to city", "City to ship to"],
    ["Post to county", "State to ship to"],
  ]);
  expect(british.absent).not.toContain("Ship To City");
  const both = columnReport(["line_item_name", "Item Name"], woocommerce);
  expect({ names: both.used.map(({ name }) => name), ignored: both.ignored }).toEqual({
    names: ["line_item_name"],
    ignored: ["Item Name"],
  });
  const { value } = readHeader({ line: 1, values: ["Item Name", "line_item_name"] }, woocommerce);
  expect(value({ line: 2, values: ["other", "own"] }, "line_item_name")).toBe("own");
});
