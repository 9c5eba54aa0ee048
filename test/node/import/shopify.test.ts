import { describe, expect, it } from "vitest";
import { UnreadableOrder } from "../../../src/resources/orders/files/format.ts";
import { shopify } from "../../../src/resources/orders/files/shopify.ts";
import { assembleText } from "./assemble-file.ts";

const HEADER =
  "Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem compare at price,Lineitem sku,Lineitem requires shipping,Lineitem taxable,Lineitem fulfillment status,Billing Name,Billing Street,Billing Address1,Billing Address2,Billing Company,Billing City,Billing Zip,Billing Province,Billing Country,Billing Phone,Shipping Name,Shipping Street,Shipping Address1,Shipping Address2,Shipping Company,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone,Notes,Note Attributes,Cancelled at,Payment Method,Payment Reference,Refunded Amount,Vendor,Outstanding Balance,Employee,Location,Device ID,Id,Tags,Risk Level,Source,Lineitem discount,Tax 1 Name,Tax 1 Value,Tax 2 Name,Tax 2 Value,Tax 3 Name,Tax 3 Value,Tax 4 Name,Tax 4 Value,Tax 5 Name,Tax 5 Value,Phone,Receipt Number,Duties,Billing Province Name,Shipping Province Name,Payment ID,Payment Terms Name,Next Payment Due At,Payment References";
const COLUMNS = HEADER.split(",");

type Fields = Record<string, string>;
const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const csv = (rows: Fields[], columns = COLUMNS) =>
  [columns.join(","), ...rows.map((row) => columns.map((name) => quoted(row[name] ?? "")).join(","))].join("\n");
const assemble = async (rows: Fields[], columns = COLUMNS) => assembleText(csv(rows, columns), shopify);

const FIRST: Fields = {
  Name: "#1001",
  Email: "ann@example.com",
  "Financial Status": "paid",
  "Fulfillment Status": "fulfilled",
  Currency: "EUR",
  Subtotal: "29.98",
  Shipping: "5.00",
  Taxes: "2.45",
  Total: "37.43",
  "Discount Amount": "0.00",
  "Created at": "2024-05-01 09:58:12 +0200",
  "Lineitem quantity": "2",
  "Lineitem name": "Crew Tee - Black / S",
  "Lineitem price": "9.99",
  "Lineitem sku": "TEE-BLK-S",
  "Lineitem fulfillment status": "fulfilled",
  "Billing Name": "Ann Example",
  "Billing Street": "1 Main St, Apt 4",
  "Billing City": "Springfield",
  "Billing Zip": "'02134",
  "Billing Province": "MA",
  "Billing Country": "US",
  "Shipping Name": "Ann Example",
  "Shipping Address1": "1 Main St",
  "Shipping Address2": "Apt 4",
  "Shipping City": "Springfield",
  "Shipping Zip": "'02134",
  "Shipping Province": "MA",
  "Shipping Country": "US",
  "Shipping Phone": "555-0101",
  "Shipping Company": "Example Ltd",
  "Shipping Method": "Express",
  "Discount Code": "SPRING, VIP",
  Tags: "gift, first order",
  Phone: "'555-0100",
  Notes: 'Please ring\ntwice, "loudly"',
  "Payment Method": "Shopify Payments",
  "Refunded Amount": "0.00",
  Vendor: "Acme",
  Id: "5000000001001",
};
const MUG: Fields = {
  Name: "#1001",
  Email: "ann@example.com",
  "Created at": "2024-05-01 09:58:12 +0200",
  "Lineitem quantity": "1",
  "Lineitem name": "Mug",
  "Lineitem price": "10.00",
  "Lineitem sku": "MUG",
  "Lineitem fulfillment status": "fulfilled",
  Vendor: "Acme",
};

it.each([
  ["true", true],
  ["false", false],
  ["", undefined],
])("reads whether an item must be shipped: %j", async (cell, expected) => {
  const { order } = (await assemble([{ ...FIRST, "Lineitem requires shipping": cell }])).get("#1001") ?? {};
  expect(order?.items[0]?.requires_shipping).toBe(expected);
});

const { "Financial Status": _status, Subtotal: _subtotal, Total: _total, ...CONTINUED } = FIRST;
const SINGLE = { ...FIRST, Subtotal: "19.98" };

describe("an order that the file has twice, as joined files do", () => {
  it.each([
    ["with several rows", [FIRST, MUG], 2],
    ["with one row", [SINGLE], 1],
    ["with two equal items", [{ ...FIRST, Subtotal: "39.96" }, CONTINUED], 2],
  ])("is read once, %s", async (_, rows, count) => {
    const { order, warnings } = (await assemble([...rows, ...rows])).get("#1001") ?? {};
    expect(order?.items).toHaveLength(count);
    expect(warnings?.map(({ reason }) => reason)).toContain("rows_repeated");
  });

  it("is rejected if its states differ", async () => {
    const states = [FIRST, MUG, { ...FIRST, "Fulfillment Status": "" }, MUG];
    // The second FIRST ends in line 6, because its note has two lines.
    const message = "The order begins again in line 6, with other values. Delete the rows of the older state.";
    await expect(assemble(states)).rejects.toThrow(new UnreadableOrder("order_repeated", message));
  });

  it("is no repetition if its equal rows add up to the subtotal", async () => {
    const row = { ...FIRST, Subtotal: "39.96" };
    const { order, warnings } = (await assemble([row, row])).get("#1001") ?? {};
    expect(order?.items).toHaveLength(2);
    expect(warnings?.map(({ reason }) => reason)).not.toContain("rows_repeated");
  });
});

it("makes an order of its rows, taking its fields from the first", async () => {
  const { order, total, warnings } = (await assemble([FIRST, MUG])).get("#1001") ?? {};
  expect(order).toEqual({
    external_id: "5000000001001",
    number: "#1001",
    date: "2024-05-01T09:58:12+02:00",
    currency: "EUR",
    status: "Shipped",
    subtotal: 29.98,
    tax: 2.45,
    shipping_cost: 5,
    discount: 0,
    total_amount: 37.43,
    taxes_included: false,
    refund_amount: 0,
    source_status: "paid, fulfilled",
    is_refunded: false,
    customer_name: "Ann Example",
    customer_email: "ann@example.com",
    customer_address: "1 Main St, Apt 4, 02134, Springfield, MA, US",
    customer_phone: "555-0100",
    payment_method: "Shopify Payments",
    ship_name: "Ann Example",
    ship_company: "Example Ltd",
    shipping_service: "Express",
    buyer_note: 'Please ring\ntwice, "loudly"',
    discount_codes: ["SPRING", "VIP"],
    tags: ["gift", "first order"],
    ship_address1: "1 Main St",
    ship_address2: "Apt 4",
    ship_city: "Springfield",
    ship_state: "MA",
    ship_zipcode: "02134",
    ship_country: "US",
    items: [
      {
        name: "Crew Tee - Black / S",
        quantity: 2,
        price: 9.99,
        status: "Shipped",
        sku: "TEE-BLK-S",
        ship_name: "Ann Example",
        phone: "555-0101",
      },
      { name: "Mug", quantity: 1, price: 10, status: "Shipped", sku: "MUG", ship_name: "Ann Example", phone: "555-0101" },
    ],
  });
  expect(total).toBe(374_300);
  expect(warnings).toEqual([]);
});

it("adds the discount to the subtotal and treats a tip as a fee, so that the order's sums are correct", async () => {
  const tip = {
    ...MUG,
    "Lineitem name": "Tip",
    "Lineitem price": "3.00",
    "Lineitem sku": "",
    Vendor: "",
    "Lineitem fulfillment status": "not_eligible",
  };
  const first = { ...FIRST, Subtotal: "17.98", "Discount Amount": "2.00", Total: "28.43" };
  const { order, warnings } = (await assemble([first, tip])).get("#1001") ?? {};
  expect(order).toMatchObject({ subtotal: 19.98, fees: 3, discount: 2, tax: 2.45, shipping_cost: 5, total_amount: 28.43 });
  expect(order?.items).toHaveLength(1);
  // 19.98 of tees is 17.98 + 2.00 of discount.
  expect(warnings).toEqual([]);
});

it("reports sums that do not add up, and sends them unchanged", async () => {
  const { order, warnings } = (await assemble([{ ...FIRST, Total: "35.00" }])).get("#1001") ?? {};
  expect(warnings?.map(({ reason }) => reason)).toEqual(["subtotal_differs", "total_differs"]);
  expect(order).toMatchObject({ subtotal: 29.98, total_amount: 35 });
});

it.each([
  ["tax added", { Taxes: "2.45", Total: "37.43" }, false, []],
  ["tax included", { Taxes: "2.45", Total: "34.98" }, true, []],
  ["no tax, so both sums fit", { Taxes: "0.00", Total: "34.98" }, undefined, []],
  ["neither sum fits", { Taxes: "2.45", Total: "36.00" }, undefined, ["total_differs"]],
  ["no total", { Taxes: "2.45", Total: "" }, undefined, []],
])("infers whether prices include tax: %s", async (_sums, fields, expected, reasons) => {
  const { order, warnings } = (await assemble([{ ...FIRST, ...fields }, MUG])).get("#1001") ?? {};
  expect(order?.taxes_included).toBe(expected);
  expect(order !== null && "taxes_included" in (order ?? {})).toBe(expected !== undefined);
  expect(warnings?.map(({ reason }) => reason)).toEqual(reasons);
});

// An item keeps its own status, also in a cancelled order. FIRST and its item are fulfilled.
it.each([
  [{ "Cancelled at": "2024-05-02 10:00:00 +0200" }, "Cancelled", "Shipped"],
  [{ "Cancelled at": "2024-05-02 10:00:00 +0200", "Lineitem fulfillment status": "pending" }, "Cancelled", "New"],
  [{ "Fulfillment Status": "unfulfilled", "Lineitem fulfillment status": "pending" }, "New", "New"],
  [{ "Financial Status": "voided" }, "Cancelled", "Shipped"],
  // By the order's own states, all was paid back before anything was sent.
  [{ "Financial Status": "refunded", "Fulfillment Status": "unfulfilled" }, "Cancelled", "Shipped"],
  [{ "Financial Status": "Voided", "Fulfillment Status": "unfulfilled" }, "Cancelled", "Shipped"],
  // By its own state, a part of the order is not sent yet.
  [{ "Fulfillment Status": "partial", "Lineitem fulfillment status": "fulfilled" }, "New", "Shipped"],
])("reads the status from %o", async (fields, status, itemStatus) => {
  const assembled = await assemble([{ ...FIRST, ...fields }]);
  expect(assembled.get("#1001")?.order).toMatchObject({ status, items: [{ status: itemStatus }] });
});

it.each([
  ["refunded", true],
  ["partially_refunded", false],
  ["paid", false],
])("reads refunds from %s", async (status, expected) => {
  const assembled = await assemble([{ ...FIRST, "Financial Status": status, "Refunded Amount": "4.50" }]);
  expect(assembled.get("#1001")?.order).toMatchObject({ is_refunded: expected, refund_amount: 4.5 });
});

it("uses Name as the external id if there is no Id, and rejects an Id that a spreadsheet has damaged", async () => {
  expect((await assemble([{ ...FIRST, Id: "" }])).get("#1001")).toMatchObject({ order: { external_id: "#1001" } });
  await expect(assemble([{ ...FIRST, Id: "5.00E+12" }, MUG])).rejects.toMatchObject({ reason: "id_damaged" });
});

it("reads columns by name, also if most are missing, with BOM and CRLF, newest first as in the file", async () => {
  const few = ["Lineitem price", "Lineitem name", "Created at", "Lineitem quantity", "Currency", "Name"];
  const rows = [FIRST, MUG, { ...FIRST, Name: "#1000", "Created at": "2024-04-30 23:00:00 UTC" }];
  const assembled = await assembleText(`\uFEFF${csv(rows, few).replaceAll("\n", "\r\n")}`, shopify);
  expect([...assembled.keys()]).toEqual(["#1001", "#1000"]);
  expect(assembled.get("#1001")).toMatchObject({
    order: { external_id: "#1001", subtotal: 29.98, total_amount: 29.98, status: "New" },
    warnings: [],
  });
  expect(assembled.get("#1000")?.order?.date).toBe("2024-04-30T23:00:00Z");
});

it.each([
  ["2024-05-01 09:58:12 +0200", "2024-05-01T09:58:12+02:00"],
  ["2024-05-01 09:58:12 UTC", "2024-05-01T09:58:12Z"],
  ["2024-05-01T09:58:12+02:00", "2024-05-01T09:58:12+02:00"],
  ["2024-05-01T09:58:12.345Z", "2024-05-01T09:58:12.345Z"],
  ["2024-05-01t09:58z", "2024-05-01T09:58Z"],
  ["2024-05-01T09:58:12-0330", "2024-05-01T09:58:12-03:30"],
  ["2024-05-01 09:58+02", "2024-05-01T09:58+02:00"],
  ["2024-05-01 09:58:12", "2024-05-01T09:58:12"],
  ["2024-05-01", "2024-05-01"],
])("reads the date %s", async (text, expected) => {
  expect((await assemble([{ ...FIRST, "Created at": text }])).get("#1001")?.order?.date).toBe(expected);
});

it.each([
  ["invalid_date", { "Created at": "5/1/2024 9:58" }],
  ["invalid_date", { "Created at": "2024-05-01T" }],
  ["invalid_date", { "Created at": "2024-05-01 +0200" }],
  ["invalid_amount", { Taxes: "2,450" }],
  ["invalid_price", { "Lineitem price": "" }],
  ["invalid_quantity", { "Lineitem quantity": "0" }],
  ["no_item_name", { "Lineitem name": "", "Lineitem sku": "" }],
])("rejects the whole order: %s", async (reason, fields) => {
  await expect(assemble([{ ...FIRST, ...fields }, MUG])).rejects.toSatisfy(
    (error) => error instanceof UnreadableOrder && error.reason === reason,
  );
});
