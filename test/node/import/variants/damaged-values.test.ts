import { describe, expect, it } from "vitest";
import { FORMATS } from "../../../../src/resources/orders/files/formats.ts";
import {
  AMAZON,
  AMAZON_ALL_ORDERS,
  EBAY,
  ETSY,
  type Fields,
  onlyOrder,
  OWN,
  readCsv,
  SHOPIFY,
  SPREADSHEET,
  WOOCOMMERCE,
} from "./read-rows.ts";

/** A readable row of each format. */
const ROWS: Readonly<Record<string, Fields>> = {
  etsy: ETSY,
  ebay: EBAY,
  amazon: AMAZON,
  "amazon-all-orders": AMAZON_ALL_ORDERS,
  woocommerce: WOOCOMMERCE,
  shopify: SHOPIFY,
  spreadsheet: SPREADSHEET,
  "order-operations": OWN,
};

/** Codes and numbers that a spreadsheet has damaged. */
const DAMAGED = ["4.10E+09", "4,10E+09", "1E+13", "9400100000000000000000", "4-Mar", "#REF!", "########"];
const platforms = FORMATS.filter(({ updates }) => updates !== true).map(({ id, fragile }) => ({ id, fragile, row: ROWS[id] ?? {} }));

const columns = (of: "ids" | "codes") =>
  platforms.flatMap(({ id, fragile, row }) => fragile[of].filter((column) => column in row).map((column) => ({ id, column, row })));

it.each(columns("ids"))("rejects an order with a damaged $column, in the format $id", async ({ column, row }) => {
  for (const damaged of [...DAMAGED, "4100000001.0"]) {
    const { orders, errors } = await readCsv({ ...row, [column]: damaged });
    expect({ damaged, orderCount: orders.size, reasons: [...errors.values()].map(({ reason }) => reason) }).toEqual({
      damaged,
      orderCount: 0,
      reasons: ["id_damaged"],
    });
    const [error] = errors.values();
    expect(error?.message).toContain(`Line 2: a spreadsheet has changed ${column} "${damaged}"`);
  }
});

it.each(columns("codes"))("omits a damaged $column, with a warning, in the format $id", async ({ column, row }) => {
  for (const damaged of DAMAGED) {
    const { order, reasons } = onlyOrder(await readCsv({ ...row, [column]: damaged }));
    expect({ damaged, reasons }).toEqual({ damaged, reasons: ["value_damaged"] });
    expect(JSON.stringify(order)).not.toContain(damaged);
  }
});

it("columns of every format are tested", () => {
  expect(new Set([...columns("ids"), ...columns("codes")].map(({ id }) => id))).toEqual(new Set(platforms.map(({ id }) => id)));
});

const POSTAL_CODES = platforms.flatMap(({ id, fragile, row }) =>
  Object.entries(fragile.postalCodes).flatMap(([zip, country]) => (zip in row && country in row ? [{ id, zip, country, row }] : [])),
);
// Those of two formats in `npm test`, the others in the long run.
describe.each(POSTAL_CODES.slice(0, 2))("the $zip of the format $id", describeReading);
describe.each(POSTAL_CODES.slice(2))("the $zip of the format $id", { tags: "long" }, describeReading);

function describeReading({ zip, country, row }: (typeof POSTAL_CODES)[number]): void {
  const read = async (code: string, land: string) => onlyOrder(await readCsv({ ...row, [zip]: code, [country]: land }));

  it.each([
    ["1234", "United States"],
    ["802", "US"],
    ["2134-1234", "USA"],
    ["1067", "Germany"],
    ["1067", "Deutschland"],
    ["800", "Australia"],
    ["150", "NO"],
    ["600001", "Japan"],
    ["4.10E+04", "France"],
  ])("%s of %s has lost digits, so it is omitted with a warning", async (code, land) => {
    const { order, reasons } = await read(code, land);
    expect({ order, reasons }).toEqual({
      order: expect.not.objectContaining({ ship_zipcode: expect.anything() as string }),
      reasons: ["value_damaged"],
    });
  });

  it.each([
    ["02134", "United States"],
    ["'02134", "US"],
    ['="02134"', "US"],
    ["02134-1234", "US"],
    ["1010", "Austria"],
    ["1011", "Netherlands"],
    ["YO1 7HH", "United Kingdom"],
    ["1234", ""],
    ["1234", "Nowhere"],
    ["0800", "AU"],
  ])("%s of %s is kept", async (code, land) => {
    const { order, reasons } = await read(code, land);
    expect({ ship_zipcode: order["ship_zipcode" as keyof typeof order], reasons }).toEqual({
      ship_zipcode: code.replace(/^'/, "").replaceAll(/[="]/g, ""),
      reasons: [],
    });
  });
}

// Amazon's have 14 digits.
it.each([
  ["5015851154158", ["id_damaged"]],
  ["15851154158", ["id_damaged"]],
  // It is too short to have lost zeros.
  ["1585", []],
])("tells by its length whether the order-item-id %s has lost zeros", async (id, reasons) => {
  const { errors } = await readCsv({ ...AMAZON, "order-item-id": id });
  expect([...errors.values()].map(({ reason }) => reason)).toEqual(reasons);
});

it.each([
  ["SKU", "1E5"],
  ["SKU", "4-MAR"],
  ["SKU", "12-34"],
  ["SKU", "#12"],
  ["SKU", "1.5"],
  ["SKU", "00012"],
  ["SKU", "123456789012345678"],
])("keeps the %s %s", async (column, value) => {
  const { order, reasons } = onlyOrder(await readCsv({ ...ETSY, [column]: value }));
  expect({ sku: order.items[0]?.["sku"], reasons }).toEqual({ sku: value, reasons: [] });
});

it.each([
  ["Etsy", { ...ETSY, "Sale Date": "46346" }],
  ["Etsy, with a time", { ...ETSY, "Sale Date": "46346.4166" }],
  ["eBay", { ...EBAY, "Sale Date": "46346" }],
  ["Amazon", { ...AMAZON, "purchase-date": "46346.41667" }],
  ["Shopify", { ...SHOPIFY, "Created at": "46346" }],
  ["WooCommerce", { ...WOOCOMMERCE, date_created: "46346,5" }],
])("reports that the date of an order of %s was converted to a number", async (_platform, row) => {
  const { errors } = await readCsv(row);
  expect([...errors.values()].map(({ reason }) => reason)).toEqual(["date_damaged"]);
});

it("omits a ship-by date that was converted to a number", async () => {
  const { order, reasons } = onlyOrder(await readCsv({ ...EBAY, "Ship By Date": "46350" }));
  expect({ ship_by_date: order["ship_by_date" as keyof typeof order], reasons }).toEqual({
    ship_by_date: undefined,
    reasons: ["value_damaged"],
  });
});

it.each([["ship_zipcode", "2134"], ...["item_sku", "item_tracking_code", "item_phone", "item_id"].map((column) => [column, "9.40E+21"])])(
  "rejects a damaged %s of the native export, because an empty cell clears the field",
  async (column, value) => {
    const { orders, errors } = await readCsv({ ...OWN, [column ?? ""]: value ?? "" });
    expect({ orderCount: orders.size, reasons: [...errors.values()].map(({ reason }) => reason) }).toEqual({
      orderCount: 0,
      reasons: ["id_damaged"],
    });
  },
);
