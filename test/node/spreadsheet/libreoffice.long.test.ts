import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { templateRows } from "../../../src/resources/orders/files/column-map.ts";
import { csvLine } from "../../../src/resources/orders/files/csv.ts";
import { headOf, LAYOUTS, writeLines } from "../../../src/resources/orders/fulfillments/worksheet/formats.ts";
import { readText } from "../import/read-orders.ts";
import { program } from "../program.ts";
import { temporaryFolder } from "../server/worker.ts";

const libreoffice = program("libreoffice");

/** What a spreadsheet shows of a file, and writes again when it saves it. */
function opened(text: string): string {
  if (libreoffice === null) throw new Error("There is no LibreOffice.");
  using folder = temporaryFolder();
  writeFileSync(join(folder.path, "opened.csv"), text);
  const profile = `-env:UserInstallation=file://${join(folder.path, "profile")}`;
  // Commas, quotes, UTF-8, and cells as they are shown.
  const format = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true";
  const to = join(folder.path, "saved");
  const args = [profile, "--headless", "--infilter=CSV:44,34,76,1", "--convert-to", format, "--outdir", to, "opened.csv"];
  execFileSync(libreoffice, args, { cwd: folder.path, stdio: "ignore" });
  return readFileSync(join(to, "opened.csv"), "utf8");
}

const NUMBERS = ["9400111206206406260787", "00340434161094042557", "1Z5R89390357567127", "0012", "11-12", '12"x', "=1+1"];

it.skipIf(libreoffice === null)("opens the list of tracking numbers without changing a number", () => {
  const lines = NUMBERS.map((number, at) => ({
    fulfillment_id: `ful_${at}`,
    item_id: 0,
    order_external_id: number,
    item_external_id: null,
    quantity: null,
    tracking_number: number,
    carrier: "Post",
    tracking_url: null,
    shipped_at: Date.UTC(2026, 2, 3),
  }));
  const shown = parse(opened(headOf(LAYOUTS.etsy) + writeLines(LAYOUTS.etsy, lines, "UTC")), { columns: true });
  expect(shown).toEqual(
    NUMBERS.map(
      (number) => expect.objectContaining({ "Order ID": number, "Tracking Number": number, "Date Shipped": "2026-03-03" }) as unknown,
    ),
  );
});

it.skipIf(libreoffice === null)("saves the template so that an import reads the same order", async () => {
  const template = templateRows()
    .map((row) => `${csvLine(row)}\r\n`)
    .join("");
  const [before, after] = [await readText(template), await readText(opened(template))];
  expect(after.errors.size).toBe(0);
  expect(after.orders.get("1001")?.order).toEqual(before.orders.get("1001")?.order);
});
