import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { csvLine } from "../../../src/resources/orders/files/csv.ts";
import { ownExport } from "../../../src/resources/orders/files/own.ts";
import { type ApiResponse, openShop } from "../server/shop.ts";
import { sharedWorker } from "../server/built-worker.ts";
import { OPERATOR_TOKEN, temporaryFolder } from "../server/worker.ts";
import { runImporter } from "./run-import.ts";

type Row = Record<string, string>;

/** Texts that spreadsheets, CSV or the importer might change. */
const TEXTS = [
  '=HYPERLINK("http://evil")',
  "'=1",
  "-5",
  "@a;=b",
  'Ann "the buyer", Ltd',
  "it's",
  "007",
  "1e5",
  "TRUE",
  "null",
  "Zoë 😀",
  "1,5",
];
const LINES = 'First line\nsecond line\r\n=third, "quoted"';

/** The columns in a file's first line. */
const columnsOf = (text: string): string[] => parse(text, { bom: true })[0] ?? [];
const rowsOf = (text: string): Row[] => parse(text, { bom: true, columns: true });

/** The number of columns that an import reads, and of those that it does not change. */
const COLUMN_COUNTS = { used: Object.keys(ownExport.columns).length, readOnly: Object.keys(ownExport.readOnly ?? {}).length };

/** Writes rows as a file. */
function fileOf(rows: readonly Row[], columns: readonly string[] = Object.keys(rows[0] ?? {})): string {
  return `${[columns, ...rows.map((row) => columns.map((name) => row[name] ?? ""))].map(csvLine).join("\n")}\n`;
}

/** The rows with the values of an order only in its first row. The others have its identifiers. */
function withoutRepeats(rows: readonly Row[]): Row[] {
  const shared = new Set(["order_id", "number", "store_id", "store_name", "external_id"]);
  return rows.map((row, at) => {
    if (row["order_id"] !== rows[at - 1]?.["order_id"]) return row;
    return Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, name.startsWith("item_") || shared.has(name) ? value : ""]),
    );
  });
}

/** A shop of its own with orders that are hard to write as CSV, and the importer for files of it. */
async function openShopWithOrders() {
  const worker = await sharedWorker();
  const shop = await openShop(worker.url, { currency: "EUR", timezone: "Asia/Tokyo" });
  const folder = temporaryFolder();
  const items = TEXTS.map((text, n) => ({
    name: text,
    price: n + 0.1234,
    quantity: n + 1,
    sku: text,
    personalization: LINES,
    metadata: { [`key ${n}`]: text, "zwei 😀": LINES, "10": "ten" },
    properties: [
      { name: text, value: LINES },
      { name: `_${text}`, value: text },
    ],
    comment: text,
  }));
  await shop.order({
    external_id: "00012345678901234",
    number: "=1+1",
    customer_name: TEXTS[4],
    customer_address: LINES,
    buyer_note: LINES,
    gift_message: TEXTS[0],
    metadata: { erp: "=1+1", lines: LINES },
    tags: TEXTS,
    items,
  });
  await shop.order({
    external_id: "own",
    ship_city: "Bath",
    ship_address1: "1 Main Street",
    is_gift: true,
    discount_codes: ["A", "b c"],
    items,
  });
  await shop.order({ items: [{ name: "Machine", price: 999_999_999.9999, quantity: 99 }] });
  await shop.order({ status: "Cancelled", total_amount: 3, items: [{ name: "Mug", price: 5, status: "Cancelled" }] });
  await shop.order({
    status: "Shipped",
    ship_by_date: "2026-05-01",
    fees: 2,
    items: [{ name: "Mug", price: 5, ship_city: "York", ship_country: "GB" }],
  });

  const exported = async () => {
    const address = `${worker.url}/operator/organizations/${shop.id}/export/orders.csv`;
    return await (await fetch(address, { headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` } })).text();
  };
  const run = async (contents: string, ...more: string[]) => {
    writeFileSync(join(folder.path, "orders.csv"), contents);
    return await runImporter(folder.path, ["orders.csv", "--url", worker.url, "--token", shop.token, ...more]);
  };
  const orders = async () => (await shop.v2("/orders?limit=200")).body.data as ApiResponse["body"][];
  return { ...shop, exported, run, orders, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

describe("the native export", () => {
  it("has exactly the columns that the import knows", async () => {
    using shop = await openShopWithOrders();
    expect(columnsOf(await shop.exported()).toSorted()).toEqual(Object.keys({ ...ownExport.columns, ...ownExport.readOnly }).toSorted());
  });

  it("changes nothing if it is imported unchanged, whether its rows repeat the short values of the order, as exported, or not", async () => {
    using shop = await openShopWithOrders();
    const [file, before] = [await shop.exported(), await shop.orders()];
    for (const contents of [file, fileOf(withoutRepeats(rowsOf(file)))]) {
      const run = await shop.run(contents);
      expect(run).toMatchObject({ code: 0, stderr: "" });
      const { used, readOnly } = COLUMN_COUNTS;
      expect(run.stdout).toMatch(/^format +Order Operations export\ncolumns /m);
      expect(run.stdout).toContain(` ${used} used, ${readOnly} not changed, 0 ignored, 0 absent\n`);
      expect(run.stdout).toMatch(/^orders +0 created, 0 updated, 5 unchanged, 0 skipped, 0 failed$/m);
      expect(await shop.orders()).toEqual(before);
    }
  });

  it("rejects an order whose first row was deleted, and changes nothing of it", async () => {
    using shop = await openShopWithOrders();
    const [rows, before] = [rowsOf(await shop.exported()), await shop.orders()];
    const ids = rows.map(({ order_id }) => order_id);
    const several = ids.find((id, index) => ids.indexOf(id) !== index);
    const run = await shop.run(fileOf(rows.filter((row) => row !== rows.find(({ order_id }) => order_id === several))));
    expect(run.code).toBe(1);
    expect(run.stdout).toMatch(/^orders +0 created, 0 updated, 4 unchanged, 0 skipped, 1 failed\n +failed +1 first_row_missing: /m);
    expect(await shop.orders()).toEqual(before);
  });

  it("updates only what was edited, by the orders' ids", async () => {
    using shop = await openShopWithOrders();
    const [rows, before] = [rowsOf(await shop.exported()), await shop.orders()];
    const edited = rows.map((row) => ({ ...row }));
    const [first] = edited;
    if (first === undefined) throw new Error("The export has no rows.");
    first["item_tracking_code"] = "1Z999";
    first["item_sku"] = "";
    for (const row of edited) if (row["order_id"] === first["order_id"]) row["customer_name"] = "'=Ann";
    const dry = await shop.run(fileOf(edited), "--dry-run");
    expect(dry.stdout).toMatch(/^orders +0 would be created, 1 would be updated, 4 would be unchanged, 0 would be skipped, 0 would fail$/m);
    expect(await shop.orders()).toEqual(before);
    expect((await shop.run(fileOf(edited))).stdout).toMatch(/^orders +0 created, 1 updated, 4 unchanged, 0 skipped, 0 failed$/m);
    const expected = before.map((order) => {
      if (String(order.id) !== first["order_id"]) return order;
      // The apostrophe is that of the export.
      const items = order.items.map((item: ApiResponse["body"]) => ({ ...item, customer_name: "=Ann" }));
      items[0] = { ...items[0], tracking_code: "1Z999", sku: null };
      return { ...order, customer_name: "=Ann", items, version: order.version + 1, updated_at: expect.any(String) as string };
    });
    expect(await shop.orders()).toEqual(expected);
    // Again: the version differs, but no value does.
    expect((await shop.run(fileOf(edited))).stdout).toMatch(/^orders +0 created, 0 updated, 5 unchanged, 0 skipped, 0 failed$/m);
  });

  it("may have only some of its columns: missing ones do not change", async () => {
    using shop = await openShopWithOrders();
    const [rows, before] = [rowsOf(await shop.exported()), await shop.orders()];
    const edited = rows.map((row, n): Row => ({ ...row, item_tracking_code: `T${n}` }));
    const columns = ["item_tracking_code", "item_id", "version", "Order ID", "STORE_ID"];
    // The names of two columns are spelled in another way.
    const respelled = edited.map((row) => ({ ...row, "Order ID": row["order_id"] ?? "", STORE_ID: row["store_id"] ?? "" }));
    expect((await shop.run(fileOf(respelled, columns))).stdout).toMatch(/^orders +0 created, 5 updated, 0 unchanged/m);
    const withoutEdits = (orders: ApiResponse["body"][]) =>
      orders.map(({ version: _version, updated_at: _at, items, ...order }) => ({
        ...order,
        items: items.map((item: ApiResponse["body"]) => ({ ...item, tracking_code: null })),
      }));
    expect(withoutEdits(await shop.orders())).toEqual(withoutEdits(before));
  });

  it("does not overwrite later changes, unless that is allowed", async () => {
    using shop = await openShopWithOrders();
    const rows = rowsOf(await shop.exported());
    const [order] = await shop.orders();
    await shop.v2(`/orders/${order.id}`, { customer_name: "Changed since" }, {}, "PATCH");
    const rejected = await shop.run(fileOf(rows));
    expect(rejected.code).toBe(1);
    expect(rejected.stdout).toMatch(/4 unchanged, 0 skipped, 1 failed\n +failed +1 conflict: .* version_?.*Different: customer_name/);
    expect((await shop.run(fileOf(rows), "--on-conflict", "skip")).stdout).toMatch(/4 unchanged, 1 skipped, 0 failed/);
    expect((await shop.v2(`/orders/${order.id}`)).body.customer_name).toBe("Changed since");
    expect((await shop.run(fileOf(rows), "--on-conflict", "update")).stdout).toMatch(/1 updated, 4 unchanged/);
    expect((await shop.v2(`/orders/${order.id}`)).body.customer_name).toBe(order.customer_name);
  });

  it("creates no order, moves none, and sets no status: such rows fail, and their reasons are printed", async () => {
    using shop = await openShopWithOrders();
    using other = await openShopWithOrders();
    const [rows, before, foreign] = [rowsOf(await shop.exported()), await shop.orders(), rowsOf(await other.exported())];
    const [one, two, three] = [...Map.groupBy(rows, (row) => row["order_id"] ?? "").values()];
    const edited = [
      ...(one ?? []).map((row) => ({ ...row, status: "Shipped" })),
      ...(two ?? []).map((row, n) => (n === 1 ? { ...row, item_status: "Shipped" } : row)),
      ...(three ?? []).map((row) => ({ ...row, store_id: String(Number(row["store_id"]) + 1) })),
      ...foreign.slice(0, 1),
      ...rows.slice(0, 1).map((row) => ({ ...row, order_id: "999999999", item_id: "" })),
      ...rows.slice(0, 1).map((row) => ({ ...row, order_id: "" })),
    ];
    const run = await shop.run(fileOf(edited));
    expect(run.code).toBe(1);
    expect(run.stdout).toMatch(/^orders +0 created, 0 updated, 0 unchanged, 0 skipped, 6 failed$/m);
    expect(run.stdout).toMatch(/1 no_order_number: order_id is empty\./);
    expect(run.stdout).toMatch(/1 no_item_id: Line \d+: item_id is empty\./);
    expect(run.stdout).toMatch(/1 not_found: .*There is no order \d+ in this organization\./);
    expect(run.stdout).toMatch(/3 validation_error: .*status: An update does not change it\. It is New, not Shipped\./);
    expect({ orders: await shop.orders(), versions: (await other.orders()).map(({ version }) => version) }).toEqual({
      orders: before,
      versions: [1, 1, 1, 1, 1],
    });
  });

  it("stops before anything is sent if a column is unknown, unless that is allowed", async () => {
    using shop = await openShopWithOrders();
    const rows = rowsOf(await shop.exported()).map((row) => ({ ...row, tracking: "1Z999", item_comment: "new" }));
    const before = await shop.orders();
    const run = await shop.run(fileOf(rows));
    expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining("--allow-ignored") as string });
    const count = COLUMN_COUNTS.used + COLUMN_COUNTS.readOnly + 1;
    expect(run.stderr).toContain(
      `The format Order Operations export does not use 1 of ${count} columns, which would be ignored: tracking.\nNothing was sent.`,
    );
    expect(await shop.orders()).toEqual(before);
    expect((await shop.run(fileOf(rows), "--allow-ignored")).stdout).toMatch(/^orders +0 created, 5 updated/m);
  });

  it("is rejected with --store", async () => {
    using shop = await openShopWithOrders();
    const file = await shop.exported();
    for (const more of [[], ["--format", "order-operations"]]) {
      const run = await shop.run(file, "--store", "gift", ...more);
      expect(run).toMatchObject({ code: 2, stderr: expect.stringMatching(/^--store is not used for a file in the format/) as string });
    }
  });
});
