import { expect, it } from "vitest";
import { assembleGroup } from "../../../../src/resources/orders/files/assemble.ts";
import { readHeader } from "../../../../src/resources/orders/files/header.ts";
import { ownExport } from "../../../../src/resources/orders/files/own.ts";

/** The order that these rows of the native export have, or its error as a text. The first row is on line 2. */
function assemble(columns: string, ...rows: string[]) {
  const { value } = readHeader({ line: 1, values: columns.split(",") }, ownExport);
  const filled = rows.map((row, at) => ({ line: at + 2, values: row.split(",") }));
  const { order, error } = assembleGroup(ownExport, { key: filled[0]?.values[0] ?? "", rows: filled }, value);
  return error === null ? order : `${error.reason}: ${error.message}`;
}

const IDS = "order_id,store_id,version,item_id";

it("an order has exactly the fields of the existing columns, with null or an empty list for an empty one", () => {
  expect(assemble(IDS, "7,3,2,40")).toEqual({ id: 7, version: 2, store_id: 3, items: [{ id: "40" }] });
  expect(assemble(`${IDS},number,tags,is_gift,fees,total_amount,item_sku,item_price`, "7,3,2,40,,,,,9.5,,1.0001")).toEqual({
    id: 7,
    version: 2,
    store_id: 3,
    number: null,
    tags: [],
    is_gift: null,
    fees: null,
    total_amount: 9.5,
    items: [{ id: "40", sku: null, price: 1.0001 }],
  });
});

it("ignores what the service sets: names of stores, times and the items' day", () => {
  expect(assemble(`${IDS},store_name,created_at,updated_at,item_order_date`, "7,3,2,40,x,x,x,x")).toEqual({
    id: 7,
    version: 2,
    store_id: 3,
    items: [{ id: "40" }],
  });
});

it("reads the values of an order from its first row, which has the version", () => {
  const expected = {
    id: 7,
    version: 2,
    store_id: 3,
    number: "#1",
    customer_name: "Ann",
    items: [
      { id: "40", sku: "A" },
      { id: "41", sku: "B" },
    ],
  };
  const columns = `${IDS},number,customer_name,item_sku`;
  expect(assemble(columns, "7,3,2,40,#1,Ann,A", "7,3,,41,#1,,B")).toEqual(expected);
  expect(assemble(columns, "7,3,2,40,#1,Ann,A", "7,3,2,41,#1,Ann,B")).toEqual(expected);
  // Sorted by another column.
  expect(assemble(columns, "7,3,,41,#1,,B", "7,3,2,40,#1,Ann,A")).toEqual({ ...expected, items: expected.items.toReversed() });
  // Cleared in the first row, and empty in the others before.
  expect(assemble(columns, "7,3,2,40,#1,,A", "7,3,,41,#1,,B")).toEqual({ ...expected, customer_name: null });
});

it("an order is an error if another of its rows has another value, so that no edit is lost", () => {
  const columns = `${IDS},customer_name`;
  const problem = "values_differ: Line 3: customer_name is not the same as on line 2, the first one of the order. Change it there.";
  expect(assemble(columns, "7,3,2,40,Ann", "7,3,2,41,Bea")).toBe(problem);
  expect(assemble(columns, "7,3,2,40,", "7,3,,41,Bea")).toBe(problem);
});

it("an order without its first row is an error, because the cells of the others are empty where they would clear a field", () => {
  const problem = "first_row_missing: Line 2: the row of the order that has its version and its texts is missing, or is damaged.";
  expect(assemble(`${IDS},customer_name`, "7,3,,41,")).toBe(problem);
});

it("an order may have no items", () => {
  expect(assemble(`${IDS},item_sku`, "7,3,2,,")).toEqual({ id: 7, version: 2, store_id: 3, items: [] });
});

it.each([
  ["an order id", "seven,3,2,40", 'invalid_id: Line 2: order_id "seven" is not a number as the export has it.'],
  [
    "an id that a spreadsheet has rounded",
    "1.2E+15,3,2,40",
    'id_damaged: Line 2: a spreadsheet has changed order_id "1.2E+15": only its first digits are left (scientific notation). Import the file as it was downloaded, or format the column as text in the spreadsheet.',
  ],
  ["the version of another program", "7,3,8.2.0,40", 'invalid_id: Line 2: version "8.2.0" is not a number as the export has it.'],
  ["a store", "7,x,2,40", 'invalid_id: Line 2: store_id "x" is not a number as the export has it.'],
])("rejects a number that is not as the export has it: %s", (_what, row, problem) => {
  expect(assemble(IDS, row)).toBe(problem);
});

it("rejects an item without an id", () => {
  const problem = "no_item_id: Line 2: item_id is empty. This file adds no items to orders.";
  expect(assemble(`${IDS},item_sku`, "7,3,2,,SKU")).toBe(problem);
});

it.each([
  ["total_amount", "1,500", "invalid_amount"],
  ["total_amount", "", "missing_value: Line 2: total_amount is empty."],
  ["item_name", "", "missing_value: Line 2: item_name is empty."],
  ["date", "5/1/2026", 'invalid_date: Line 2: date "5/1/2026" is not a date such as'],
  ["is_gift", "yes", 'invalid_flag: Line 2: is_gift "yes" is not true or false.'],
  ["item_quantity", "0", "invalid_quantity"],
])("rejects %s %j", (column, text, problem) => {
  const { value } = readHeader({ line: 1, values: [...IDS.split(","), column] }, ownExport);
  const { error } = assembleGroup(ownExport, { key: "7", rows: [{ line: 2, values: ["7", "3", "2", "40", text] }] }, value);
  expect(`${error?.reason}: ${error?.message}`).toContain(problem);
});

it("rejects an item that is in two rows", () => {
  expect(assemble(IDS, "7,3,2,40", "7,3,2,40")).toBe("item_repeated: Line 3: item 40 is on line 2 too.");
});

it("reads the flags that a spreadsheet has changed, and removes the apostrophes of the export", () => {
  expect(assemble(`${IDS},is_gift,is_lost,customer_name,item_sku`, "7,3,2,40,TRUE,False,'=Ann,'it's")).toMatchObject({
    is_gift: true,
    is_lost: false,
    customer_name: "=Ann",
    items: [{ sku: "'it's" }],
  });
});
