import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FORMATS } from "../../../src/resources/orders/files/formats.ts";
import { isUpdate, type Item, type Order } from "../../../src/resources/orders/files/format.ts";
import { readUnits } from "../../../src/resources/orders/files/money.ts";
import { readOrders } from "./read-orders.ts";

const WORLD = "test/fixtures/world";

type Fields = Record<string, unknown>;

/** The expected values of an order or an item, and fields that it must not have. */
interface ExpectedItem extends Fields {
  without?: string[];
}

interface ExpectedOrder extends ExpectedItem {
  items?: ExpectedItem[];
  /** The reasons of its warnings. Default: none. */
  warnings?: string[];
  /** Whether its amounts do not add up to the total of the file. Default: false. */
  audit?: boolean;
}

/** The expected result of reading a file of the corpus (CONTRIBUTING.md). */
interface Expected {
  file: string;
  what: string;
  format: string;
  encoding?: string;
  /** The confirmations that it needs. Default: none. */
  asks?: string[];
  /** By order number: all orders of the file that can be imported. */
  orders: Record<string, ExpectedOrder>;
  /** By order number, the reason. Default: none. */
  rejected?: Record<string, string>;
  /** The reasons why rows are skipped. Default: none. */
  skipped?: string[];
}

const folders = readdirSync(WORLD, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const files = folders.flatMap(({ name: folder }) =>
  readdirSync(`${WORLD}/${folder}`)
    .filter((name) => name.endsWith(".expected.json"))
    .map((name) => ({ folder, ...(JSON.parse(readFileSync(`${WORLD}/${folder}/${name}`, "utf8")) as Expected) })),
);

/** The sum of the order's parts. */
function sumOfParts({ subtotal = 0, tax = 0, shipping_cost = 0, fees = 0, discount = 0, taxes_included }: Order): number {
  return units(subtotal) + units(shipping_cost) + units(fees) - units(discount) + (taxes_included === true ? 0 : units(tax));
}

const units = (amount: number): number => readUnits(String(amount)) ?? Number.NaN;
const lineTotal = ({ price, quantity }: Item): number => units(price) * quantity;

function expectFields(actual: object | undefined, { without = [], ...fields }: ExpectedItem): void {
  expect(actual).toMatchObject(fields);
  expect(Object.keys(actual ?? {}).filter((name) => without.includes(name))).toEqual([]);
}

it.each(FORMATS)("the format $name has at least three files", ({ id }) => {
  expect(files.filter(({ format }) => format === id).length).toBeGreaterThanOrEqual(3);
});

describe.each(files)("$folder/$file: $what", ({ folder, file, format, encoding, asks = [], orders, rejected = {}, skipped = [] }) => {
  it("is read as expected", async () => {
    const read = await readOrders(`${WORLD}/${folder}/${file}`, encoding ?? null);
    expect(read.format).toBe(format);
    expect(read.problems.map(({ kind }) => kind)).toEqual(asks);
    expect(Object.fromEntries([...read.errors].map(([key, { reason }]) => [key, reason]))).toEqual(rejected);
    expect(read.skipped).toEqual(skipped);
    expect([...read.orders.keys()].toSorted()).toEqual(Object.keys(orders).toSorted());
    for (const [key, { items = [], warnings = [], audit = false, ...fields }] of Object.entries(orders)) {
      const { order, reasons } = read.orders.get(key) ?? { order: undefined, reasons: [] };
      expectFields(order, fields);
      for (const [index, item] of items.entries()) expectFields(order?.items[index], item);
      if (items.length > 0) expect(order?.items).toHaveLength(items.length);
      expect(reasons).toEqual(warnings);
      // An update of an order has only the fields that the file has, so its amounts need not add up.
      if (order === undefined || isUpdate(order)) continue;
      const added = [sumOfParts(order), order.items.reduce((sum, item) => sum + lineTotal(item), 0)];
      const stated = [units(order.total_amount ?? 0), units(order.subtotal ?? 0)];
      if (audit) expect(added).not.toEqual(stated);
      else expect(added).toEqual(stated);
    }
  });
});
