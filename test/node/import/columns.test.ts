import { expect, it } from "vitest";
import { columnReport } from "../../../src/orders/files/header.ts";
import { assembleGroup } from "../../../src/orders/files/assemble.ts";
import { shopify, SHOPIFY_COLUMNS } from "../../../src/orders/files/shopify.ts";

it("says of each column of Shopify's that is read, and of no other, what it is used for", () => {
  const read = new Set([shopify.keyColumn]);
  // Every way through: with and without what stands in for something else.
  for (const filled of [true, false]) {
    const value = (_: unknown, column: string) => {
      read.add(column);
      const needed: Record<string, string> = {
        "Created at": "2024-05-01 09:58:12 +0200",
        "Lineitem quantity": "1",
        "Lineitem name": "Tip",
        "Lineitem price": "1",
        Currency: "EUR",
      };
      const amounts = ["Subtotal", "Shipping", "Taxes", "Total", "Discount Amount", "Refunded Amount"];
      return needed[column] ?? (amounts.includes(column) || !filled ? "" : "7");
    };
    expect(assembleGroup(shopify, { key: "#1", rows: [{ line: 2, values: [] }] }, value).error).toBeNull();
  }
  expect([...read].toSorted()).toEqual(Object.keys(SHOPIFY_COLUMNS).toSorted());
});

it("tells used, ignored, absent and missing columns apart", () => {
  const names = ["Name", "Notes", "", "Currency", "Lineitem name", "Lineitem quantity", "Lineitem price"];
  const report = columnReport(names, shopify, SHOPIFY_COLUMNS);
  expect(report.used.map(({ name }) => name)).toEqual(["Name", "Currency", "Lineitem name", "Lineitem quantity", "Lineitem price"]);
  expect([report.ignored, report.missing]).toEqual([["Notes"], ["Created at"]]);
  expect(report.absent).toContain("Id");
  expect(report.absent).not.toContain("Created at");
});
