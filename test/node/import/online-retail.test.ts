import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { UnreadableOrder } from "../../../src/resources/orders/files/format.ts";
import { onlineRetail } from "../../../bench/online-retail.ts";
import { UnreadableFile } from "../../../src/resources/orders/files/text-file.ts";
import { assembleText } from "./assemble-file.ts";

const HEADER = "InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country";
const csv = (...rows: string[]) => `${[HEADER, ...rows].join("\n")}\n`;
const order = async (...rows: string[]) => [...(await assembleText(csv(...rows), onlineRetail)).values()][0]?.order;

it("assembles an order from an invoice's rows, in London's winter time", async () => {
  expect(
    await order(
      "536365,85123A,WHITE HANGING HEART ,6,2010-12-01 08:26:00,2.55,17850,United Kingdom",
      "536365,71053,WHITE METAL LANTERN,2,2010-12-01 08:26:00,3.39,17850,United Kingdom",
    ),
  ).toEqual({
    external_id: "536365",
    number: "536365",
    date: "2010-12-01T08:26:00+00:00",
    currency: "GBP",
    status: "Complete",
    customer_name: "Customer 17850",
    ship_country: "United Kingdom",
    items: [
      { name: "WHITE HANGING HEART", quantity: 6, price: 2.55, sku: "85123A", status: "Delivered" },
      { name: "WHITE METAL LANTERN", quantity: 2, price: 3.39, sku: "71053", status: "Delivered" },
    ],
  });
});

it("uses summer time, and the offset of the exact hour on days when clocks change", async () => {
  const dateOf = async (local: string) => (await order(`1,A,a,1,${local},1.0,,EIRE`))?.date;
  expect(await dateOf("2011-07-01 12:00:00")).toBe("2011-07-01T12:00:00+01:00");
  expect(await dateOf("2011-07-01T12:00")).toBe("2011-07-01T12:00:00+01:00");
  expect(await dateOf("2011-03-27 00:59:00")).toBe("2011-03-27T00:59:00+00:00");
  expect(await dateOf("2011-03-27 02:00:00")).toBe("2011-03-27T02:00:00+01:00");
  expect(await dateOf("2011-10-30 00:59:00")).toBe("2011-10-30T00:59:00+01:00");
  expect(await dateOf("2011-10-30 02:00:00")).toBe("2011-10-30T02:00:00+00:00");
});

it("uses the earliest of several times", async () => {
  expect((await order("1,A,a,1,2011-01-05 10:01:00,1.0,,EIRE", "1,B,b,1,2011-01-05 10:00:00,1.0,,EIRE"))?.date).toBe(
    "2011-01-05T10:00:00+00:00",
  );
});

it("turns a C invoice into a cancelled order with positive quantities", async () => {
  const assembled = await assembleText(csv("C536379,D,Discount,-1,2010-12-01 09:41:00,27.5,14527,United Kingdom"), onlineRetail);
  expect(assembled.get("C536379")).toMatchObject({
    order: { status: "Cancelled", items: [{ name: "Discount", quantity: 1, price: 27.5, status: "Cancelled" }] },
    total: 275_000,
    skipped: [],
  });
});

it("skips A invoices and stock corrections with a reason, and keeps the rest of an invoice", async () => {
  const assembled = await assembleText(
    csv(
      "A563186,B,Adjust bad debt,1,2011-08-12 14:51:00,-11062.06,,United Kingdom",
      "1,X,check,-5,2011-01-01 10:00:00,0.0,,United Kingdom",
      "2,X,damages,-5,2011-01-01 10:00:00,0.0,,United Kingdom",
      "2,Y,KEPT,5,2011-01-01 10:00:00,0.0,,United Kingdom",
    ),
    onlineRetail,
  );
  const reasons = [...assembled.values()].map((one) => one.skipped.map(({ reason }) => reason));
  expect(reasons).toEqual([["bad_debt_adjustment"], ["stock_correction"], ["stock_correction"]]);
  expect([...assembled.values()].map(({ order: assembledOrder }) => assembledOrder?.items.map(({ name }) => name))).toEqual([
    undefined,
    undefined,
    ["KEPT"],
  ]);
});

it("keeps exact repeats, two spellings, free items and prices below a penny, and names an item without a description by its stock code", async () => {
  const row = "1,85123a,HEART,1,2011-01-01 10:00:00,0.001,,United Kingdom";
  const assembled = await assembleText(
    csv(row, row, "1,85123A,HEART,1,2011-01-01 10:00:00,0.0,,United Kingdom", "1,22139,,56,2011-01-01 10:00:00,0.0,,United Kingdom"),
    onlineRetail,
  );
  expect(assembled.get("1")).toMatchObject({
    total: 20,
    order: {
      items: [
        { sku: "85123a", price: 0.001 },
        { sku: "85123a", price: 0.001 },
        { sku: "85123A", price: 0 },
        { sku: "22139", name: "22139", price: 0 },
      ],
    },
  });
  expect(assembled.get("1")?.order).not.toHaveProperty("customer_name");
});

it("joins rows that are not adjacent, and returns an order after its last row", async () => {
  const row = (invoice: string, code: string) => `${invoice},${code},n,1,2011-01-01 10:00:00,1.0,,EIRE`;
  const assembled = await assembleText(csv(row("1", "a"), row("2", "b"), row("3", "c"), row("1", "d"), row("2", "e")), onlineRetail);
  expect([...assembled].map(([key, { order: assembledOrder }]) => [key, assembledOrder?.items.map(({ sku }) => sku)])).toEqual([
    ["3", ["c"]],
    ["1", ["a", "d"]],
    ["2", ["b", "e"]],
  ]);
});

it("reads BOM, CRLF, quotes, reordered columns and gzip with the same result", async () => {
  const rows = [
    "Quantity,InvoiceNo,Description,StockCode,InvoiceDate,UnitPrice,CustomerID,Country,Extra",
    '3,7,"SET OF 3 ""TINS"", PINK £",X,2011-01-01 10:00:00,1.0,,EIRE',
    "",
  ];
  const plain = await assembleText(rows.join("\n"), onlineRetail);
  expect(plain.get("7")?.order?.items).toEqual([{ name: 'SET OF 3 "TINS", PINK £', quantity: 3, price: 1, sku: "X", status: "Delivered" }]);
  expect(await assembleText(`\uFEFF${rows.join("\r\n")}`, onlineRetail)).toMatchObject(
    new Map([...plain].map(([key, one]) => [key, { order: one.order }])),
  );
  expect((await assembleText(gzipSync(rows.join("\r\n")), onlineRetail)).get("7")?.order).toEqual(plain.get("7")?.order);
});

it.each([
  ["invalid_quantity", "1,A,a,0,2011-01-01 10:00:00,1.0,,EIRE"],
  ["invalid_quantity", "1,A,a,1.5,2011-01-01 10:00:00,1.0,,EIRE"],
  ["invalid_price", "1,A,a,1,2011-01-01 10:00:00,-1.0,,EIRE"],
  ["invalid_price", "1,A,a,1,2011-01-01 10:00:00,1.00001,,EIRE"],
  ["invalid_price", '1,A,a,1,2011-01-01 10:00:00,"1,50",,EIRE'],
  ["invalid_date", "1,A,a,1,01/12/2010 08:26,1.0,,EIRE"],
  ["invalid_date", "1,A,a,1,2010-02-30 10:00:00,1.0,,EIRE"],
  ["no_item_name", "1,,,1,2011-01-01 10:00:00,1.0,,EIRE"],
])("rejects the whole order: %s", async (reason, row) => {
  await expect(assembleText(csv("1,A,fine,1,2011-01-01 10:00:00,1.0,,EIRE", row), onlineRetail)).rejects.toSatisfy(
    (error) => error instanceof UnreadableOrder && error.reason === reason,
  );
});

it.each([
  ["no column", "InvoiceNo,StockCode\n1,2\n", /no column "Description", "Quantity"/],
  ["empty", "", /no line with column names/],
  [
    "an unclosed quote",
    csv('1,A,"open,1,2011-01-01 10:00:00,1.0,,EIRE', "2,B", "3,C"),
    /line 2: a value begins with a quote that is not closed/,
  ],
  ["text after a quote", csv('1,A,"a" b,1,2011-01-01 10:00:00,1.0,,EIRE'), /line 2: a value begins with a quote, and text follows/],
  ["too many values", csv("1,A,a, b,1,2011-01-01 10:00:00,1.0,,EIRE"), /line 2: 9 values, but the header names 8/],
])("rejects a file that can't be read: %s", async (_name, contents, message) => {
  const reading = assembleText(contents, onlineRetail);
  await expect(reading).rejects.toBeInstanceOf(UnreadableFile);
  await expect(reading).rejects.toThrow(message);
});
