import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openShop } from "../server/shop.ts";
import { sharedWorker } from "../server/built-worker.ts";
import { temporaryFolder } from "../server/worker.ts";
import { runImporter } from "./run-import.ts";

const HEADER =
  "Name;Id;Email;Financial Status;Created at;Currency;Total;Lineitem quantity;Lineitem name;Lineitem price;Lineitem sku;Billing Name;Shipping City";
/** A row of a Shopify export with semicolons between its columns. */
const row = (name: string, fields: Record<string, string> = {}) => {
  const values: Record<string, string> = {
    Name: name,
    Id: `5000000${name.slice(1)}`,
    "Financial Status": "paid",
    "Created at": "2024-05-01T09:58:12Z",
    Currency: "EUR",
    Total: "10",
    "Lineitem quantity": "1",
    "Lineitem name": "Mug",
    "Lineitem price": "10",
    ...fields,
  };
  return HEADER.split(";")
    .map((column) => values[column] ?? "")
    .join(";");
};

/** A shop of its own, and the importer for files of it. */
async function openShopWithImporter() {
  const worker = await sharedWorker();
  const shop = await openShop(worker.url);
  const folder = temporaryFolder();
  const run = async (contents: string | Buffer, ...more: string[]) => {
    writeFileSync(join(folder.path, "orders.csv"), contents);
    const args = ["orders.csv", "--format", "shopify", "--store", "gift", "--url", worker.url, "--token", shop.token];
    return await runImporter(folder.path, [...args, ...more]);
  };
  const rows = async <T>(columns: string) =>
    await worker.rows<T>(`select ${columns} from orders where organization_id = ? order by number`, shop.id);
  return { run, rows, files: () => readdirSync(folder.path), [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

it("a file's letters are stored unchanged if its encoding is given, and nothing is stored otherwise", async () => {
  using shop = await openShopWithImporter();
  const file = Buffer.from(`${HEADER}\n${row("#1001", { "Shipping City": "Köln" })}\n`, "latin1");
  const rejected = await shop.run(file);
  expect(rejected).toMatchObject({ code: 2, stdout: "" });
  expect(rejected.stderr).toMatch(/^orders\.csv: Line 2 is not UTF-8 text\./);
  expect(await shop.rows("number")).toEqual([]);
  expect((await shop.run(file, "--encoding", "latin1")).stdout).toMatch(/^orders +1 created/m);
  expect(await shop.rows("number, ship_city")).toEqual([{ number: "#1001", ship_city: "Köln" }]);
});

it("a voided order is imported as a cancelled one", async () => {
  using shop = await openShopWithImporter();
  await shop.run(`${HEADER}\n${row("#1001", { "Financial Status": "voided" })}\n${row("#1002")}\n`);
  expect(await shop.rows("number, status")).toEqual([
    { number: "#1001", status: "Cancelled" },
    { number: "#1002", status: "New" },
  ]);
});

it(
  "an order with a text that is too long is imported truncated with a warning; one whose SKU, email address or id is too long fails",
  { tags: "long" },
  async () => {
    using shop = await openShopWithImporter();
    const file = `${HEADER}\n${row("#1001", { "Billing Name": "n".repeat(300) })}\n${row("#1002")}\n`;
    const first = await shop.run(file);
    expect(first).toMatchObject({ code: 0, stderr: "" });
    expect(first.stdout).toMatch(/^warnings +1 truncated$/m);
    expect(first.stdout).toMatch(/^to review +orders\.review\.csv$/m);
    expect(await shop.rows("number, length(customer_name) as length")).toEqual([
      { number: "#1001", length: 255 },
      { number: "#1002", length: null },
    ]);
    expect((await shop.run(file)).stdout).toMatch(/^orders +0 created, 0 updated, 2 unchanged, 0 skipped, 0 failed$/m);
    expect(shop.files()).toEqual(["orders.csv", "orders.review.csv"]);
    const tooLong = { "Lineitem sku": "9".repeat(400), Email: `${"a".repeat(400)}@example.com`, Id: "9".repeat(400) };
    for (const [column, text] of Object.entries(tooLong)) {
      const failed = await shop.run(`${HEADER}\n${row("#1003", { [column]: text })}\n`);
      expect(failed.stdout, column).toMatch(/^orders +0 created, .* 1 failed\n +failed +1 validation_error: .* Too big: /m);
    }
    expect(shop.files()).toContain("orders.failed.csv");
  },
);

it("nothing of a file is sent if the store is unknown, also in a dry run", { tags: "long" }, async () => {
  using shop = await openShopWithImporter();
  for (const more of [[], ["--dry-run"]]) {
    const run = await shop.run(`${HEADER}\n${row("#1001")}\n`, "--store", "no such store", ...more);
    expect(run.code).toBe(2);
    expect(run.stdout).not.toMatch(/^orders /m);
    expect(run.stderr).toMatch(/^--store "no such store": .*No store has the id, code or name no such store\. Nothing was sent\.$/m);
  }
  expect(await shop.rows("number")).toEqual([]);
  expect(shop.files()).toEqual(["orders.csv"]);
});
