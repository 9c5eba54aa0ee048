import { describe, expect, it } from "vitest";
import type { Order } from "../../../../src/resources/orders/files/format.ts";
import { readText } from "../read-orders.ts";
import { AMAZON, AMAZON_ALL_ORDERS, EBAY, ETSY, type Fields, onlyOrder, SHOPIFY, SPREADSHEET, WOOCOMMERCE } from "./read-rows.ts";

/** A format, a readable row of it, and the names of the columns with these values. */
interface Sample {
  format: string;
  row: Fields;
  /** The column with the number of the order. */
  key: string;
  /** The number of another order. */
  otherKey: string;
  name: string;
  quantity: string;
  price: string;
  /** All amounts. */
  amounts: readonly string[];
  /** The total of the order. */
  total: number;
  itemId?: string;
  note?: string;
  discount?: string;
}

const AMAZON_AMOUNTS = ["item-price", "item-tax", "shipping-price", "shipping-tax"];

const SAMPLES: readonly Sample[] = [
  {
    format: "etsy",
    row: ETSY,
    key: "Order ID",
    otherKey: "4300000002",
    name: "Item Name",
    quantity: "Quantity",
    price: "Price",
    amounts: ["Price", "Order Shipping"],
    total: 25,
    itemId: "Transaction ID",
    note: "Message From Buyer",
    discount: "Discount Amount",
  },
  {
    format: "ebay",
    row: EBAY,
    key: "Order Number",
    otherKey: "11-20000-00002",
    name: "Item Title",
    quantity: "Quantity",
    price: "Sold For",
    amounts: ["Sold For", "Shipping And Handling", "Total Price"],
    total: 25,
    itemId: "Transaction ID",
    note: "Buyer Note",
  },
  {
    format: "amazon",
    row: AMAZON,
    key: "order-id",
    otherKey: "111-2000000-0000002",
    name: "product-name",
    quantity: "quantity-purchased",
    price: "item-price",
    amounts: AMAZON_AMOUNTS,
    total: 27,
    itemId: "order-item-id",
    note: "gift-message-text",
    discount: "item-promotion-discount",
  },
  {
    format: "amazon-all-orders",
    row: AMAZON_ALL_ORDERS,
    key: "amazon-order-id",
    otherKey: "111-2000000-0000002",
    name: "product-name",
    quantity: "quantity",
    price: "item-price",
    amounts: AMAZON_AMOUNTS,
    total: 25,
    itemId: "order-item-id",
    discount: "item-promotion-discount",
  },
  {
    format: "woocommerce",
    row: WOOCOMMERCE,
    key: "number",
    otherKey: "3002",
    name: "line_item_name",
    quantity: "line_item_quantity",
    price: "line_item_price",
    amounts: ["total", "shipping_total", "line_item_price"],
    total: 28,
    itemId: "line_item_id",
    note: "customer_note",
    discount: "discount_total",
  },
  {
    format: "shopify",
    row: SHOPIFY,
    key: "Name",
    otherKey: "#3002",
    name: "Lineitem name",
    quantity: "Lineitem quantity",
    price: "Lineitem price",
    amounts: ["Subtotal", "Shipping", "Taxes", "Total", "Lineitem price"],
    total: 25,
    note: "Notes",
    discount: "Discount Amount",
  },
  {
    format: "spreadsheet",
    row: SPREADSHEET,
    key: "Order reference",
    otherKey: "A-2",
    name: "Product",
    quantity: "Pieces",
    price: "Price per piece",
    amounts: ["Price per piece"],
    total: 20,
    itemId: "Line id",
    note: "Note from customer",
    discount: "Discount amount",
  },
];

it.each([
  ["20.11.2026 9:05", "2026-11-20T09:05:00"],
  ["20.11.2026, 09:05:30", "2026-11-20T09:05:30"],
  ["1.2.2026", "2026-02-01"],
])("reads the time %s with the day first", async (text, date) => {
  for (const [row, column] of [
    [WOOCOMMERCE, "date_created"],
    [SHOPIFY, "Created at"],
    [AMAZON, "purchase-date"],
  ] as const) {
    expect(onlyOrder(await read({ ...row, [column]: text })).order).toMatchObject({ date });
  }
});

it.each(["31.2.2026", "20.11.26 9:05", "20.13.2026"])("rejects the time %s", async (text) => {
  const { errors } = await read({ ...WOOCOMMERCE, date_created: text });
  expect([...errors.values()].map(({ reason }) => reason)).toEqual(["invalid_date"]);
});

it("reads two hyphens in eBay's report as an empty cell", async () => {
  const dashes = { "Buyer Name": "--", "Shipped On Date": "--", "Ship By Date": "--", "Tracking Number": "--", "Transaction ID": "--" };
  const { order, reasons } = onlyOrder(await read({ ...EBAY, ...dashes }));
  expect({ order, reasons }).toEqual({ order: expect.objectContaining({ status: "New" }), reasons: [] });
  expect(JSON.stringify(order)).not.toContain("--");
  const withoutNumber = await read(EBAY, { ...EBAY, "Order Number": "--" }, { ...EBAY, "Order Number": "--", "Item Title": "Bowl" });
  expect({ orderCount: withoutNumber.orders.size, reasons: [...withoutNumber.errors.values()].map(({ reason }) => reason) }).toEqual({
    orderCount: 1,
    reasons: ["no_order_number"],
  });
});

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

/** The lines of a file, beginning with its header. Every value is quoted. */
function linesOf(rows: readonly Fields[], delimiter = ","): string[] {
  const columns = Object.keys(Object.assign({}, ...rows) as Fields);
  return [columns, ...rows.map((row) => columns.map((name) => row[name] ?? ""))].map((cells) => cells.map(quoted).join(delimiter));
}

const read = async (...rows: readonly Fields[]) => await readText(`${linesOf(rows).join("\n")}\n`);

function utf16(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(`\uFEFF${text}`, "utf16le"));
}

const withChangedValues = (row: Fields, names: readonly string[], change: (value: string) => string): Fields =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, names.includes(name) ? change(value) : value]));

// Two of the formats in `npm test`, the others in the long run.
describe.each(SAMPLES.slice(0, 2))("$format", describeReading);
describe.each(SAMPLES.slice(2))("$format", { tags: "long" }, describeReading);

function describeReading({
  format,
  row,
  key,
  otherKey,
  name,
  quantity,
  price,
  amounts,
  total,
  itemId,
  note,
  discount,
}: (typeof SAMPLES)[number]): void {
  const other = { ...row, [key]: otherKey, ...(itemId !== undefined && { [itemId]: "20000000000002" }) };
  const secondItem = { ...row, [name]: "Bowl", ...(itemId !== undefined && { [itemId]: "20000000000003" }) };
  const totalOf = ({ order }: { order: object }) => (order as Order).total_amount;

  it("reads a byte order mark, CRLF, empty lines and lines with separators only", async () => {
    const [header = "", line = ""] = linesOf([row]);
    const empty = header.replaceAll(/[^,]/g, "");
    const file = await readText(`\uFEFF\r\n${header}\r\n\r\n${line}\r\n${empty}\r\n\u00A0${empty}\r\n`);
    expect({ total: totalOf(onlyOrder(file)), reasons: onlyOrder(file).reasons, errorCount: file.errors.size }).toEqual({
      total,
      reasons: [],
      errorCount: 0,
    });
  });

  it("reads a byte order mark before a quoted name, and empty columns at the end", async () => {
    const file = await readText(`\uFEFF${linesOf([row]).join(",,\n")},,\n`);
    expect({ format: file.format, total: totalOf(onlyOrder(file)), reasons: onlyOrder(file).reasons }).toEqual({
      format,
      total,
      reasons: [],
    });
  });

  it.each(["-", "$ -", "- €", "—"])("reads the accounting zero %s as 0", async (amount) => {
    const file = await read({ ...row, [price]: amount });
    expect(onlyOrder(file).order.items[0]?.["price"]).toBe(0);
  });

  it("reads UTF-16 with tabs, as a spreadsheet saves Unicode text", async () => {
    const file = await readText(utf16(linesOf([{ ...row, [name]: "Taza 💐 ñ" }], "\t").join("\r\n")));
    expect({ total: totalOf(onlyOrder(file)), name: onlyOrder(file).order.items[0]?.["name"] }).toEqual({ total, name: "Taza 💐 ñ" });
  });

  it("reads semicolons and decimal commas", async () => {
    const comma = withChangedValues(row, amounts, (value) => value.replace(".", ","));
    const file = await readText(linesOf([comma], ";").join("\r\n"));
    expect({ total: totalOf(onlyOrder(file)), reasons: onlyOrder(file).reasons }).toEqual({ total, reasons: [] });
  });

  it.each(["1,234.50", "1.234,50", "1\u00A0234,50", "1\u202F234.50", "1’234.50", "1 234,5"])("reads the price %s", async (amount) => {
    const { order } = onlyOrder(await read({ ...row, [price]: amount, [quantity]: "1" }));
    expect(order.items[0]?.["price"]).toBe(1234.5);
  });

  it.each(["$12.50", "12,50 €", "US $12.50", "12.50 USD", "Rs. 12.50", "12,50 kr."])(
    "reads the price %s with its currency",
    async (amount) => {
      const { order } = onlyOrder(await read({ ...row, [price]: amount, [quantity]: "1" }));
      expect(order.items[0]?.["price"]).toBe(12.5);
    },
  );

  it("rejects a price whose amount depends on the country", async () => {
    const { errors } = await read({ ...row, [price]: "1,234" });
    expect([...errors.values()].map(({ reason }) => reason)).toEqual(["invalid_amount"]);
  });

  it.each(["2.0", "2,00", "2.0000"])("reads the quantity %s", async (text) => {
    const { order, reasons } = onlyOrder(await read({ ...row, [quantity]: text }));
    expect({ quantity: order.items[0]?.["quantity"], reasons }).toEqual({ quantity: 2, reasons: [] });
  });

  it.each(["0", "-1", "1.5", "2x", "2.000", "2,000", "2.0000000001"])("rejects the quantity %s", async (text) => {
    const { orders, errors, skipped } = await read({ ...row, [quantity]: text });
    // Amazon's report of all orders has 0 for a cancelled item, which is skipped.
    expect({ orderCount: orders.size, rejected: errors.size + skipped.length }).toEqual({ orderCount: 0, rejected: 1 });
  });

  it("reads an order whose rows are not adjacent, and a header that is repeated between them", async () => {
    const [header = "", ...lines] = linesOf([row, other, secondItem]);
    const file = await readText([header, ...lines.flatMap((line) => [line, header])].join("\n"));
    expect({ errorCount: file.errors.size, orders: [...file.orders].map(([number, { order }]) => [number, order.items.length]) }).toEqual({
      errorCount: 0,
      orders: [
        [otherKey, 1],
        [row[key], 2],
      ],
    });
  });

  it("rejects a row with a sum, and reads the others", async () => {
    const file = await read(row, other, { [price]: "99.00" });
    expect({ orderCount: file.orders.size, reasons: [...file.errors.values()].map(({ reason }) => reason) }).toEqual({
      orderCount: 2,
      reasons: ["no_order_number"],
    });
  });

  it.skipIf(itemId === undefined)("reads an item of a repeated row once, with a warning", async () => {
    const { order, reasons } = onlyOrder(await read(row, secondItem, row, secondItem));
    expect({ itemCount: order.items.length, reasons: reasons.filter((reason) => reason === "rows_repeated") }).toEqual({
      itemCount: 2,
      reasons: ["rows_repeated"],
    });
  });

  it("reads quotes, line breaks and emoji in a name", async () => {
    const text = 'Sign "Home"; 12" wide,\nsecond line 👩‍👩‍👧';
    expect(onlyOrder(await read({ ...row, [name]: text })).order.items[0]?.["name"]).toBe(text);
  });

  it.skipIf(note === undefined)("truncates a note of 20,000 characters between characters", async () => {
    const { order, reasons } = onlyOrder(await read({ ...row, [note ?? ""]: `x${"💐".repeat(10_000)}` }));
    const { buyer_note, gift_message } = order as Order;
    const text = buyer_note ?? gift_message ?? "";
    // A 5,000th character would be half of an emoji.
    expect({ textLength: text.length, isWellFormed: text.isWellFormed(), reasons }).toEqual({
      textLength: 4999,
      isWellFormed: true,
      reasons: ["truncated"],
    });
  });

  it.skipIf(discount === undefined)("reads a discount with and without a minus sign, in its spellings", async () => {
    for (const text of ["3.00", "-3.00", "−3.00", "(3.00)", "-3,00"]) {
      const { order } = onlyOrder(await read({ ...row, [discount ?? ""]: text }));
      expect({ text, discount: (order as Order).discount }).toEqual({ text, discount: 3 });
    }
  });
}
