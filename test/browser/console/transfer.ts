import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../node/server/worker.ts";
import { createShop, checkPage, type Shop, openConsole, type ConsoleSetup } from "./kit.ts";

/** A row of a CSV file by column. */
type Row = Record<string, string>;

/** A row of Shopify's export for an order with this name, with some columns replaced. */
function exportRow(name: string, fields: Row = {}): Row {
  return {
    Name: name,
    Id: `50000000${name.slice(1).padStart(5, "0")}`,
    "Financial Status": "paid",
    "Fulfillment Status": "unfulfilled",
    Currency: "USD",
    Subtotal: "20.00",
    Shipping: "4.90",
    Taxes: "0.00",
    Total: "24.90",
    "Discount Amount": "0.00",
    "Created at": "2024-05-02 08:15:40 +0200",
    "Lineitem quantity": "1",
    "Lineitem name": "Tea tin, large",
    "Lineitem price": "20.00",
    "Lineitem sku": "TEA",
    "Lineitem fulfillment status": "pending",
    "Billing Name": "Bo Invented",
    "Shipping City": "Köln",
    Notes: 'Please ring\n"twice"',
    "Receipt Number": "7",
    ...fields,
  };
}

function csvOf(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [columns.join(","), ...rows.map((row) => columns.map((name) => quoted(row[name] ?? "")).join(","))].join("\n");
}

async function chooseFile(page: Page, name: string, contents: string | Buffer): Promise<void> {
  await page.getByLabel("Orders file").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(contents) });
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole("button", { name }).click();
}

/** Waits for the heading of a dry run or an import, and returns the result below it. */
async function resultUnder(page: Page, heading: "Expected results" | "Results"): Promise<string> {
  await page.getByRole("heading", { name: heading, exact: true }).waitFor();
  return (await page.locator("#import-check .notice, #import-done .notice").last().textContent()) ?? "";
}

interface Listed {
  data: { number: string }[];
}

const listOrders = async (shop: Shop) => (await shop.v2<Listed>("/orders?limit=200")).data;

async function downloadFile(page: Page, link: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: link }).click()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

/**
 * A file of a platform, the name of its format on the page, and its order, with its total in 1/10,000 of the currency. The columns are the
 * platform's, the rows are invented.
 */
const PLATFORM_FILES = [
  {
    format: "Etsy sold order items",
    name: "EtsySoldOrderItems2025-8.csv",
    contents: [
      "Sale Date,Item Name,Buyer,Quantity,Price,Discount Amount,Order Shipping,Order Sales Tax,Item Total,Currency,Transaction ID,Ship Name,Ship City,Ship Country,Order ID,Variations,SKU",
      '08/14/25,"Mug, large",ann42,2,12.50,2.50,4.50,1.20,25.00,USD,4001,Ann Example,Springfield,United States,3001,"Size: L,Personalization: Ann",MUG-L',
      "08/14/25,Bowl,ann42,1,8.00,,0.00,,8.00,USD,4002,Ann Example,Springfield,United States,3001,,",
    ].join("\n"),
    stored: { external_id: "3001", ship_city: "Springfield", item_count: 2, total_amount: 362_000 },
  },
  {
    format: "eBay orders report",
    name: "eBay-OrdersReport.csv",
    contents: [
      ",".repeat(12),
      "Sales Record Number,Order Number,Buyer Name,Ship To City,Ship To Country,Item Number,Item Title,Custom Label,Quantity,Sold For,Shipping And Handling,Total Price,Sale Date",
      ",".repeat(12),
      "1,12-11111-22222,Bo Example,Denver,United States,110000001,Lamp,LAMP,2,$10.00,$5.00,$25.00,Jul-21-25",
      ",".repeat(12),
      '1,"record(s) downloaded, from Jul-01-25 to Jul-31-25"',
      "Seller ID : example-shop",
    ].join("\n"),
    stored: { external_id: "12-11111-22222", ship_city: "Denver", item_count: 1, total_amount: 250_000 },
  },
  {
    format: "WooCommerce orders",
    name: "orders.csv",
    contents: [
      "order_id,order_number,order_date,status,shipping_total,order_total,order_currency,shipping_address_1,shipping_city,item_id,item_name,item_quantity,item_subtotal",
      "727,WC-727,2025-08-14 10:20:30,processing,5.00,35.00,USD,4 Ash Way,Cork,11,Mug,2,20.00",
      "727,WC-727,2025-08-14 10:20:30,processing,5.00,35.00,USD,4 Ash Way,Cork,12,Bowl,1,10.00",
    ].join("\n"),
    stored: { external_id: "727", ship_city: "Cork", item_count: 2, total_amount: 350_000 },
  },
];

export function transferSuite(setup: () => ConsoleSetup): void {
  describe("export and import", () => {
    it("a filtered list is saved as CSV", async () => {
      const shop = await createShop(setup(), "Export", ["viewer"]);
      for (const number of ["A-1", "A-2", "B-1"]) {
        const items = [
          { name: "Mug", price: 1 },
          { name: "=1+1", price: 2.5 },
        ];
        await shop.v2("/orders", { store: "gift", number, external_id: number, items, customer_name: number });
      }
      await using visit = await openConsole(setup(), shop, "viewer");
      await visit.open("/orders?q=A");
      const { name, text } = await downloadFile(visit.page, "Export CSV");
      expect(name).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
      expect(text.startsWith("\uFEFForder_id,")).toBe(true);
      const lines = parse<Row>(text, { columns: true, bom: true, record_delimiter: "\r\n" });
      // A name that begins with = gets an apostrophe, so that no spreadsheet calculates it.
      expect(lines.map((line) => [line["number"], line["item_name"], line["item_price"]])).toEqual([
        ["A-2", "Mug", "1"],
        ["A-2", "'=1+1", "2.5"],
        ["A-1", "Mug", "1"],
        ["A-1", "'=1+1", "2.5"],
      ]);
      expect(await visit.page.getByRole("link", { name: "Import orders" }).count()).toBe(0);
      // The browser reports this when a link leads to a download instead of a page.
      expect(visit.complaints).toEqual([expect.stringMatching(/orders\.csv\?q=A net::ERR_ABORTED$/)]);
    });

    it("an export of Shopify is shown, validated and imported; failed rows are corrected in their own file", async () => {
      const shop = await createShop(setup(), "Import", ["member"]);
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      await visit.open("/import");
      await checkPage(visit, "import");
      const second: Row = {
        Name: "#1001",
        "Created at": "2024-05-02 08:15:40 +0200",
        "Lineitem quantity": "2",
        "Lineitem name": "Mug",
        "Lineitem price": "2.50",
      };
      const rows = [
        exportRow("#1001", { Subtotal: "25.00", Total: "29.90" }),
        second,
        exportRow("#1002"),
        exportRow("#1003", { "Lineitem quantity": "none" }),
        exportRow("#1004", { Total: "99.00" }),
      ];
      await chooseFile(page, "orders_export.csv", csvOf(rows));
      await page.getByRole("heading", { name: "The orders, as they will be imported" }).waitFor();
      const facts = await page.locator("#import-file dl").innerText();
      // The item and the total of the invalid order #1003 are not counted.
      for (const expectedText of ["Orders\n4", "Items\n4", "Rows\n5", "$153.80", "2 May 2024"]) expect(facts).toContain(expectedText);
      const part = page.locator("#import");
      await part.getByText("1 order. Invalid").waitFor();
      await part.getByText("#1004: Total is 99").waitFor();
      // Its rows end on lines 3 and 4 of the file, because the note has a line break.
      expect(
        await part.getByRole("row", { name: /^#1001 3, 4 2 May 2024 Bo Invented New 1 × Tea tin, large, 2 × Mug \$29.90$/ }).count(),
      ).toBe(1);
      await part.getByText("Columns: 19 used, 1 ignored").click();
      expect(await part.getByRole("row", { name: /^Receipt Number ignored/ }).count()).toBe(1);
      expect(await part.getByRole("row", { name: /^Lineitem sku used Item’s SKU/ }).count()).toBe(1);
      await press(page, "Preview import");
      expect(await resultUnder(page, "Expected results")).toBe("1 order would fail, 3 orders would be created.");
      const first = page.getByRole("table", { name: "Expected result of each order" }).getByRole("row").nth(1);
      expect(await first.innerText()).toMatch(/#1003[\s\S]*not a whole number of 1 or more/);
      expect(await listOrders(shop)).toEqual([]);
      await checkPage(visit, "import tried");
      await press(page, "Import 3 orders");
      expect(await resultUnder(page, "Results")).toBe("1 order failed, 3 orders created.");
      const stored = "select number, item_count, total_amount, ship_city, version from orders where organization_id = ? order by number";
      expect(await setup().worker.rows(stored, shop.id)).toEqual([
        { number: "#1001", item_count: 2, total_amount: 299_000, ship_city: "Köln", version: 1 },
        { number: "#1002", item_count: 1, total_amount: 249_000, ship_city: "Köln", version: 1 },
        { number: "#1004", item_count: 1, total_amount: 990_000, ship_city: "Köln", version: 1 },
      ]);
      const failed = await downloadFile(page, "Download failed rows");
      expect(failed.name).toBe("orders_export.failed.csv");
      expect(failed.text).toContain("invalid_quantity");
      await chooseFile(page, failed.name, failed.text.replace(",none,", ",3,"));
      await press(page, "Preview import");
      expect(await resultUnder(page, "Expected results")).toBe("1 order would be created.");
      await press(page, "Import 1 order");
      expect(await resultUnder(page, "Results")).toBe("1 order created.");
      expect(visit.complaints).toEqual([]);
    });

    it("a native export is recognized, and updates its orders", async () => {
      const shop = await createShop(setup(), "Round trip", ["member"]);
      for (const number of ["=1+1", "B-2"]) {
        const items = [
          { name: 'Mug, "large"', price: 1 },
          { name: "Tee\nblue", price: 2.5 },
        ];
        await shop.v2("/orders", { store: "gift", number, items, customer_name: "Ann", ship_city: "Bath", tags: ["a, b"] });
      }
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      await visit.open("/import");
      const exported = await page.evaluate(async () => await (await fetch("orders.csv")).text());
      const rows = parse<Row>(exported, { columns: true, bom: true });
      await chooseFile(page, "orders.csv", `\uFEFF${csvOf(rows)}`);
      await page.locator("#import").getByText("The orders of this file exist. They keep their store").waitFor();
      expect(await page.locator("#import-file dl").innerText()).toContain("Order Operations export");
      const columns = Object.keys(rows[0] ?? {}).length;
      await page.getByText(/^Columns: \d+ used, \d+ not changed, 0 ignored$/).click();
      expect(await page.getByRole("row", { name: /^status not changed Status; must be that of the order$/ }).count()).toBe(1);
      await checkPage(visit, "import own");
      await press(page, "Preview import");
      expect(await resultUnder(page, "Expected results")).toBe("2 orders would be unchanged.");
      await page.getByText("There is nothing to import.").waitFor();

      const first = rows.find((row) => row["number"] === "'=1+1") ?? {};
      first["item_tracking_code"] = "1Z999";
      const status = rows.map((row) => (row["number"] === "B-2" ? { ...row, status: "Shipped" } : row));
      await chooseFile(page, "orders.csv", csvOf(status));
      await press(page, "Preview import");
      expect(await resultUnder(page, "Expected results")).toBe("1 order would fail, 1 order would be updated.");
      await page.getByText("status: An update does not change it. It is New, not Shipped.").waitFor();
      await press(page, "Import 1 order");
      expect(await resultUnder(page, "Results")).toBe("1 order failed, 1 order updated.");
      const stored = `select o.number, o.status, o.version, i.tracking_code from orders o join order_items i on i.organization_id = o.organization_id and i.order_id = o.id
        where o.organization_id = ? order by o.number, i.id`;
      expect(await setup().worker.rows(stored, shop.id)).toEqual([
        { number: "=1+1", status: "New", version: 2, tracking_code: "1Z999" },
        { number: "=1+1", status: "New", version: 2, tracking_code: null },
        { number: "B-2", status: "New", version: 1, tracking_code: null },
        { number: "B-2", status: "New", version: 1, tracking_code: null },
      ]);
      // A column that does not belong to this export.
      const withNotes = rows.map((row) => ({ ...row, "My notes": "call" }));
      await chooseFile(page, "orders.csv", csvOf(withNotes));
      const problem = `The format Order Operations export does not use 1 of ${columns + 1} columns, which would be ignored: My notes.`;
      await page.locator("#import .notice.bad").getByText(problem).waitFor();
      expect(await page.getByRole("button", { name: "Preview import" }).isDisabled()).toBe(true);
      await checkPage(visit, "import ignoring columns");
      await page.getByLabel("Import without these columns").check();
      await press(page, "Preview import");
      expect(await resultUnder(page, "Expected results")).toBe("2 orders would be unchanged.");
      expect(visit.complaints).toEqual([]);
    });

    it("for a file of no known format, the columns of the known ones are listed; one that fits two is read in the format that a person chooses", async () => {
      const shop = await createShop(setup(), "Formats", ["member"]);
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      await visit.open("/import");
      const status = page.locator("#import-status");
      await chooseFile(page, "prices.csv", "Product,Price\nMug,1\n");
      await status.getByText("Its columns are not those of a known export.").waitFor();
      await status.getByText("Columns of the known exports").click();
      await status.getByText("Order Operations export: order_id, store_id, version, item_id").waitFor();
      await chooseFile(page, "orders.csv", "number,status,date,item_name,item_quantity,item_price\n17,processing,2025-08-14,Mug,1,5\n");
      await status.getByText("Its columns fit several formats: Order Operations export, WooCommerce orders.").waitFor();
      expect(await page.getByRole("button", { name: "Preview import" }).count()).toBe(0);
      await checkPage(visit, "import of two formats");
      await page.getByLabel("Format").selectOption("WooCommerce orders");
      await press(page, "Preview import");
      expect(await resultUnder(page, "Expected results")).toBe("1 order would be created.");
      expect(visit.complaints).toEqual([]);
    });

    it("a custom spreadsheet is read with columns that a person chooses, which are saved for the store", async () => {
      const shop = await createShop(setup(), "Spreadsheets", ["member"]);
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      await visit.open("/import");
      const template = page.getByRole("link", { name: "Download a template" });
      const [download] = await Promise.all([page.waitForEvent("download"), template.click()]);
      expect(download.suggestedFilename()).toBe("orders-template.csv");
      const contents = "Nr;Datum;Artikel;Menge;Preis;Stadt;Gravur;Geheim\n77;03/04/2026;Tasse;2;9,90;Köln;Für Oma;x\n";
      await chooseFile(page, "own.csv", contents);
      // It is not an error, because the columns can be chosen.
      await page.locator("#import-status p").getByText("Its columns are not those of a known export. Say below").waitFor();
      expect(await page.locator("#import .notice.bad").count()).toBe(0);
      const uses = await page.getByLabel("Use of Artikel", { exact: true }).locator("option").allTextContents();
      expect(uses).toEqual(expect.arrayContaining(["Street", "Street 2", "Currency (default: that of the store)"]));
      const use = (name: string) => page.getByLabel(`Use of ${name}`, { exact: true });
      expect([await use("Artikel").inputValue(), await use("Datum").inputValue()]).toEqual(["Product", "Order day"]);
      await press(page, "Use these columns");
      await page.locator("#import-file .notice.bad").getByText("No column is used as “Order reference”.").waitFor();
      await use("Nr").selectOption("Order reference");
      await use("Stadt").selectOption("Town");
      await use("Gravur").selectOption("Property: Gravur (Item’s property)");
      await page.getByLabel("Dates such as 3/4/2026").selectOption("day first");
      expect(await page.locator("#import-file .notice.bad").count()).toBe(0);
      await checkPage(visit, "import mapper");
      await press(page, "Use these columns");
      await page.getByRole("heading", { name: "The orders, as they will be imported" }).waitFor();
      expect(await page.locator("#import-file dl").innerText()).toContain("3 Apr 2026");
      await press(page, "Save these columns for the store");
      await page.getByText("The columns are saved for the next import of this store.").waitFor();
      await press(page, "Preview import");
      expect(await resultUnder(page, "Expected results")).toBe("1 order would be created.");
      await press(page, "Import 1 order");
      expect(await resultUnder(page, "Results")).toBe("1 order created.");
      const stored = "select external_id, ship_city, total_amount from orders where organization_id = ?";
      expect(await setup().worker.rows(stored, shop.id)).toEqual([{ external_id: "77", ship_city: "Köln", total_amount: 198_000 }]);
      const items = await setup().worker.rows("select properties from order_items where organization_id = ?", shop.id);
      expect(items).toEqual([{ properties: JSON.stringify([{ name: "Gravur", value: "Für Oma" }]) }]);
      // The next file with these columns is read without a question.
      await visit.open("/import");
      await chooseFile(page, "own2.csv", contents.replace("77;", "78;"));
      await page.getByRole("heading", { name: "The orders, as they will be imported" }).waitFor();
      await press(page, "Preview import");
      expect(await resultUnder(page, "Expected results")).toBe("1 order would be created.");
      expect(visit.complaints).toEqual([]);
    });

    it("a file of another platform than the store's is previewed only after a confirmation", async () => {
      const shop = await createShop(setup(), "Other platform", ["member"]);
      await setup().worker.rows("update stores set platform = 'etsy' where organization_id = ?", shop.id);
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      await visit.open("/import");
      await chooseFile(page, "orders.csv", csvOf([exportRow("#1001")]));
      const problem =
        "The file is in the format Shopify orders export, but files of this store’s platform are in the format Etsy sold order items.";
      await page.locator("#import .notice.bad").getByText(problem).waitFor();
      expect(await page.getByRole("button", { name: "Preview import" }).isDisabled()).toBe(true);
      await page.getByLabel("Import it into this store").check();
      await press(page, "Preview import");
      expect(await resultUnder(page, "Expected results")).toBe("1 order would be created.");
      expect(visit.complaints).toEqual([]);
    });

    it("a file with missing important columns and unknown other ones is previewed only after a confirmation", async () => {
      const shop = await createShop(setup(), "Unknown columns", ["member"]);
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      await visit.open("/import");
      await chooseFile(page, "orders.csv", csvOf([exportRow("#1001", { "Ort der Lieferung": "Köln", "Straße der Lieferung": "Weg 1" })]));
      const problem = /matter are missing: Shipping Name, .* does not know: Ort der Lieferung, Straße der Lieferung\./;
      await page.locator("#import .notice.bad").getByText(problem).waitFor();
      expect(await page.getByRole("button", { name: "Preview import" }).isDisabled()).toBe(true);
      await checkPage(visit, "import with missing columns");
      await page.getByLabel("Import although these columns are missing").check();
      await press(page, "Preview import");
      expect(await resultUnder(page, "Expected results")).toBe("1 order would be created.");
      expect(visit.complaints).toEqual([]);
    });

    it("a report of Amazon is recognized by its columns and read in the chosen encoding", async () => {
      const shop = await createShop(setup(), "Amazon", ["member"]);
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      await visit.open("/import");
      const columns = [
        "order-id",
        "order-item-id",
        "purchase-date",
        "product-name",
        "quantity-purchased",
        "item-price",
        "ship-city",
        "is-prime",
      ];
      // Amazon's price is that of all pieces.
      const values = ["111-1", "7", "2025-08-14T10:20:30+00:00", 'Shelf 12" wide', "2", "40.00", "Köln", "false"];
      const report = `${columns.join("\t")}\r\n${values.join("\t")}\r\n`;
      await chooseFile(page, "report.txt", Buffer.from(report, "latin1"));
      await page.locator("#import-status .notice.bad").getByText("Line 2 is not UTF-8 text. Choose the encoding").waitFor();
      await page.getByLabel("Encoding").selectOption("windows-1252");
      await page.getByRole("heading", { name: "The orders, as they will be imported" }).waitFor();
      const facts = await page.locator("#import-file dl").innerText();
      for (const expectedText of ["Amazon order report", "WINDOWS-1252", "40.00 (the store’s currency)"])
        expect(facts).toContain(expectedText);
      await page.getByText("Columns: 7 used, 1 ignored").click();
      expect(await page.getByRole("row", { name: /^is-prime ignored Not imported/ }).count()).toBe(1);
      await press(page, "Preview import");
      expect(await resultUnder(page, "Expected results")).toBe("1 order would be created.");
      await press(page, "Import 1 order");
      expect(await resultUnder(page, "Results")).toBe("1 order created.");
      const stored = "select external_id, ship_city, total_amount from orders where organization_id = ?";
      expect(await setup().worker.rows(stored, shop.id)).toEqual([{ external_id: "111-1", ship_city: "Köln", total_amount: 400_000 }]);
      expect(visit.complaints).toEqual([]);
    });

    it.each(PLATFORM_FILES)("$format: recognized by its columns, validated and imported", async ({ format, name, contents, stored }) => {
      const shop = await createShop(setup(), format, ["member"]);
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      await visit.open("/import");
      await chooseFile(page, name, contents);
      await page.getByRole("heading", { name: "The orders, as they will be imported" }).waitFor();
      expect(await page.locator("#import-file dl").innerText()).toContain(format);
      await checkPage(visit, `import ${format}`);
      await press(page, "Preview import");
      expect(await resultUnder(page, "Expected results")).toBe("1 order would be created.");
      expect(await listOrders(shop)).toEqual([]);
      await press(page, "Import 1 order");
      expect(await resultUnder(page, "Results")).toBe("1 order created.");
      const orders = "select external_id, ship_city, item_count, total_amount from orders where organization_id = ?";
      expect(await setup().worker.rows(orders, shop.id)).toEqual([stored]);
      expect(visit.complaints).toEqual([]);
    });

    it("rows of unpaid orders are counted, and left out of the preview", async () => {
      const shop = await createShop(setup(), "Unpaid", ["member"]);
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      await visit.open("/import");
      const header = "number,status,date_created,line_item_name,line_item_quantity,line_item_price";
      await chooseFile(page, "orders.csv", `${header}\n1,pending,2025-08-14,Mug,1,5\n2,processing,2025-08-14,Mug,1,5\n`);
      await page.locator("#import").getByText("1 row. Skipped, because their orders are not paid.").waitFor();
      await press(page, "Preview import");
      expect(await resultUnder(page, "Expected results")).toBe("1 order would be created.");
      expect(visit.complaints).toEqual([]);
    });

    it("a file is imported in batches, and only once; orders that differ from the file are rejected or updated, as chosen", async () => {
      const shop = await createShop(setup(), "Again", ["member"]);
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      await visit.open("/import");
      const file = csvOf(Array.from({ length: 230 }, (_, n) => exportRow(`#${1001 + n}`)));
      const batches: number[] = [];
      page.on("request", (request) => {
        if (request.method() === "POST") batches.push((JSON.parse(request.postData() ?? "{}") as { orders: unknown[] }).orders.length);
      });
      await chooseFile(page, "orders_export.csv", file);
      await press(page, "Preview import");
      expect(await resultUnder(page, "Expected results")).toBe("230 orders would be created.");
      await press(page, "Import 230 orders");
      expect(await resultUnder(page, "Results")).toBe("230 orders created.");
      expect(batches).toEqual([200, 30, 200, 30]);
      await chooseFile(page, "orders_export.csv", file);
      await press(page, "Preview import");
      expect(await resultUnder(page, "Expected results")).toBe("230 orders would be unchanged.");
      await page.getByText("There is nothing to import.").waitFor();
      await chooseFile(page, "orders_export.csv", csvOf([exportRow("#1002", { "Shipping City": "Bonn" })]));
      await press(page, "Preview import");
      expect(await resultUnder(page, "Expected results")).toBe("1 order would fail.");
      await page.getByLabel("Existing orders that differ from the file").selectOption("update");
      await press(page, "Preview import");
      expect(await resultUnder(page, "Expected results")).toBe("1 order would be updated.");
      // The same file is another import the next time.
      const changedCities = async () =>
        await setup().worker.rows("select ship_city from orders where organization_id = ? and version > 1", shop.id);
      for (const city of ["Bonn", "Trier", "Bonn"]) {
        await chooseFile(page, "orders_export.csv", csvOf([exportRow("#1002", { "Shipping City": city })]));
        await press(page, "Preview import");
        await press(page, "Import 1 order");
        expect(await resultUnder(page, "Results")).toBe("1 order updated.");
        expect(await changedCities()).toEqual([{ ship_city: city }]);
      }
      expect(visit.complaints).toEqual([]);
    });

    it("a file that a spreadsheet has saved again is read: semicolons, UTF-16, another form of the date, column names in lower case", async () => {
      const shop = await createShop(setup(), "Saved again", ["member"]);
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      await visit.open("/import");
      const [header = "", ...rows] = csvOf([
        exportRow("#1001", { "Created at": "2024-05-02T08:15:40+02:00", "Billing Name": "n".repeat(300) }),
      ])
        .replace("Tea tin, large", "Tea tin")
        .split("\n");
      const text = ["sep=;", header.toLowerCase(), ...rows].join("\r\n").replaceAll(",", ";");
      await chooseFile(page, "orders.csv", Buffer.from(`\uFEFF${text}`, "utf16le"));
      await page.locator("#import").getByText("#1001: customer_name was cut to 255 characters.").waitFor();
      await press(page, "Preview import");
      await press(page, "Import 1 order");
      expect(await resultUnder(page, "Results")).toBe("1 order created.");
      const stored = "select ship_city, length(customer_name) as length from orders where organization_id = ?";
      expect(await setup().worker.rows(stored, shop.id)).toEqual([{ ship_city: "Köln", length: 255 }]);
      expect(visit.complaints).toEqual([]);
    });

    it("a lost response is requested again, and nothing is written twice; the import stops when the session has ended", async () => {
      const shop = await createShop(setup(), "Lost", ["member"]);
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      await visit.open("/import");
      await chooseFile(page, "orders.csv", csvOf([exportRow("#1"), exportRow("#2")]));
      await press(page, "Preview import");
      await resultUnder(page, "Expected results");
      let lost = 0;
      await page.route("**/import", async (route) => {
        if (route.request().method() !== "POST" || lost > 0) return await route.continue();
        lost += 1;
        await route.fetch();
        await route.abort();
      });
      await press(page, "Import 2 orders");
      expect(await resultUnder(page, "Results")).toBe("2 orders created.");
      expect({ lost, orderCount: (await listOrders(shop)).length }).toEqual({ lost: 1, orderCount: 2 });
      visit.complaints.length = 0;
      // The session ends before the next import: the page shows that it stopped, and why.
      await chooseFile(page, "orders.csv", csvOf([exportRow("#3")]));
      await press(page, "Preview import");
      await resultUnder(page, "Expected results");
      await visit.context.clearCookies();
      await press(page, "Import 1 order");
      await page.getByText("The import stopped before the end. You are signed out.").waitFor();
      expect(await listOrders(shop)).toHaveLength(2);
    });

    it("a file that can't be imported is rejected with a plain message", async () => {
      const shop = await createShop(setup(), "Refused", ["member"]);
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      await visit.open("/import");
      const whole = csvOf([exportRow("#1")]);
      const cases: [contents: string | Buffer, expectedText: string][] = [
        ["", "This file is empty."],
        [whole.split("\n")[0] ?? "", "This file has a header, but no orders."],
        [whole.replaceAll("\n", "\r"), "The lines of this file end with CR alone"],
        [Buffer.from("PK\u0003\u0004rest"), "an Excel workbook"],
        [gzipSync(whole), "This file is compressed"],
        ["Name,\0", "This is not a text file"],
        [Buffer.from(whole, "latin1"), "Line 2 is not UTF-8 text. Choose the encoding of the file, or save it as CSV UTF-8."],
        [`${whole}\n#2,"never ends\n#3\n#4`, "orders.csv, line 4: a value begins with a quote that is not closed."],
        // After the part that is read in one piece. Each order has two lines, because its note has a line break.
        [
          `${csvOf(Array.from({ length: 2000 }, (_, n) => exportRow(`#${n}`)))}\n#2,"never ends`,
          "orders.csv, line 4002: a value begins with a quote",
        ],
        [`${whole}\n#2${",x".repeat(40)}`, "orders.csv, line 4: 41 values, but the header names 20 columns."],
      ];
      for (const [contents, expectedText] of cases) {
        await chooseFile(page, "orders.csv", contents);
        await page.locator("#import-status .notice.bad").getByText(expectedText).waitFor();
      }
      await checkPage(visit, "import rejected");
      await chooseFile(page, "orders.csv", whole.replace("Lineitem price", "Cost").replace("Created at", "When"));
      const near = "It looks like Shopify orders export, but has no column “Created at”, “Lineitem price”.";
      await page.locator("#import-status").getByText(near).waitFor();
      await page.getByLabel("Format").selectOption("Shopify orders export");
      await page.getByText("This file can’t be imported. Missing columns: “Created at”, “Lineitem price”.").waitFor();
      expect(await page.getByRole("row", { name: /^Created at missing/ }).count()).toBe(1);
      expect(await page.getByRole("button", { name: "Preview import" }).count()).toBe(0);
      using folder = temporaryFolder();
      const large = join(folder.path, "large.csv");
      writeFileSync(large, whole);
      truncateSync(large, 50 * 1024 * 1024 + 1);
      await page.getByLabel("Orders file").setInputFiles(large);
      await page.getByText("This file is larger than 50 MB.").waitFor();
      expect(visit.complaints).toEqual([]);
    });

    it("without scripts the page names the alternative", async () => {
      const shop = await createShop(setup(), "Plain", ["member"]);
      await using visit = await openConsole(setup(), shop, "member", { javaScriptEnabled: false });
      await visit.open("/import");
      // A text locator ignores noscript.
      const expectedText = await visit.page.locator("noscript .notice").innerText();
      expect(expectedText).toContain("Importing a file needs JavaScript");
      expect(expectedText).toContain("npm run import");
      expect(await visit.page.getByLabel("Orders file").isVisible()).toBe(false);
    });

    it("the order list has at most 150 KB with 50 orders, and the import's script at most 60 KB when transferred", async () => {
      const shop = await createShop(setup(), "Weight", ["member"]);
      const orders = Array.from({ length: 60 }, (_, n) => ({
        store: "gift",
        external_id: `${n}`,
        number: `#${n} of a rather long number`,
        customer_name: `Somebody with a rather long name ${n}`,
        items: [{ name: "Mug", price: 1234.56 }],
      }));
      await shop.v2("/orders/bulk", { orders });
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      const scripts: Promise<Buffer>[] = [];
      page.on("response", (response) => {
        if (response.url().includes("/assets/import-")) scripts.push(response.body());
      });
      const session = await visit.context.newCDPSession(page);
      await session.send("Network.enable");
      await session.send("Network.setCacheDisabled", { cacheDisabled: true });
      let bytes = 0;
      let requests = 0;
      // Uncompressed: the transferred size is a fraction of it.
      session.on("Network.dataReceived", ({ dataLength }) => (bytes += dataLength));
      session.on("Network.requestWillBeSent", ({ request }) => (requests += request.url.startsWith("http") ? 1 : 0));
      await visit.open("/orders");
      await page.waitForLoadState("networkidle");
      expect(await page.getByRole("table", { name: "Orders" }).getByRole("row").count()).toBe(51);
      // The document, the stylesheet, the script, the icons.
      expect(requests).toBe(4);
      // Less would mean that not all of these were counted.
      expect(bytes).toBeGreaterThan(20_000);
      expect(bytes).toBeLessThanOrEqual(150_000);
      await visit.open("/import");
      await page.getByLabel("Orders file").waitFor();
      const [script] = await Promise.all(scripts);
      if (script === undefined) throw new Error("The page has not loaded the script of the import.");
      expect(gzipSync(script).length).toBeLessThanOrEqual(60 * 1024);
      expect(visit.complaints).toEqual([]);
    });
  });
}
