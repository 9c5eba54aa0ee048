import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { templateRows } from "../../../src/resources/orders/files/column-map.ts";
import { SPREADSHEET_COLUMNS } from "../../../src/resources/orders/files/spreadsheet-columns.ts";
import { csvLine } from "../../../src/resources/orders/files/csv.ts";
import { readText } from "../import/read-orders.ts";
import { program } from "../program.ts";
import { sharedWorker } from "../server/built-worker.ts";
import { openShop } from "../server/shop.ts";
import { temporaryFolder } from "../server/worker.ts";

const libreoffice = program("libreoffice");

/** The content of a file that a spreadsheet opens and saves again. */
function openAndSave(text: string): string {
  if (libreoffice === null) throw new Error("There is no LibreOffice.");
  using folder = temporaryFolder();
  writeFileSync(join(folder.path, "opened.csv"), text);
  const profile = `-env:UserInstallation=file://${join(folder.path, "profile")}`;
  // Commas, quotes, UTF-8, and cells as they are displayed.
  const format = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true";
  const to = join(folder.path, "saved");
  const args = [profile, "--headless", "--infilter=CSV:44,34,76,1", "--convert-to", format, "--outdir", to, "opened.csv"];
  execFileSync(libreoffice, args, { cwd: folder.path, stdio: "ignore" });
  return readFileSync(join(to, "opened.csv"), "utf8");
}

const NUMBERS = ["9400111206206406260787", "00340434161094042557", "1Z5R89390357567127", "0012", "11-12", '12"x', "=1+1"];

it.skipIf(libreoffice === null)("a spreadsheet opens the list of tracking numbers without changing a number", async () => {
  const { url } = await sharedWorker();
  const { token, storeId } = await openShop(url);
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const post = async (path: string, body: object) =>
    (await (await fetch(`${url}/api/v2${path}`, { method: "POST", headers, body: JSON.stringify(body) })).json()) as { id: number };
  for (const number of NUMBERS) {
    const { id } = await post("/orders", { store: "gift", external_id: number, items: [{ name: "Mug", price: 1 }] });
    await post(`/orders/${id}/fulfillments`, { tracking_number: number, shipped_at: "2026-03-03T12:00:00Z" });
  }
  const query = "format=etsy&from=2026-03-02&to=2026-03-04";
  const worksheet = await (await fetch(`${url}/api/v2/stores/${storeId}/tracking-worksheet?${query}`, { headers })).text();
  const shown: Record<string, string>[] = parse(openAndSave(worksheet), { columns: true });
  const numbers = shown.map((row) => [row["Order ID"], row["Tracking Number"]]);
  expect(numbers.toSorted()).toEqual(NUMBERS.map((number) => [number, number]).toSorted());
});

it.skipIf(libreoffice === null)("a spreadsheet saves the template so that an import reads the same order", async () => {
  const template = templateRows()
    .map((row) => `${csvLine(row)}\r\n`)
    .join("");
  const [before, after] = [await readText(template), await readText(openAndSave(template))];
  const number = SPREADSHEET_COLUMNS["Order reference"].example;
  const expected = before.orders.get(number)?.order;
  expect(expected).toBeDefined();
  expect(after.errors.size).toBe(0);
  expect(after.orders.get(number)?.order).toEqual(expected);
});
