import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { program } from "../node/program.ts";
import { builtWorker } from "../node/server/built-worker.ts";
import { OPERATOR_TOKEN, type RunningWorker, startWorker, temporaryFolder } from "../node/server/worker.ts";
import { startBrowser } from "./chromium.ts";
import { createShop, type Shop, openConsole } from "./console/kit.ts";

const PERSON = { email: "ann@example.com" };
const ORDERS = 12;

const chromium = program("chromium");
const folder = temporaryFolder();
let worker: RunningWorker;
let browser: Browser;

beforeAll(async () => {
  if (chromium === null) return;
  // The limit of calls is so low that the export of little data has several parts.
  worker = await startWorker(await builtWorker(), folder.path, { MAX_DATABASE_CALLS: "50" });
  browser = await startBrowser(chromium);
});
afterAll(async () => {
  await browser?.close();
  await worker?.[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

/** All parts of a person's export as the operator reads them, without their last lines. */
async function partsOf(shop: Shop): Promise<string[]> {
  const parts: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const response: Response = await fetch(`${worker.url}/operator/organizations/${shop.id}/personal-data/export`, {
      method: "POST",
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, "content-type": "application/json" },
      body: JSON.stringify({ ...PERSON, ...(cursor !== undefined && { cursor }) }),
    });
    const lines = (await response.text()).trimEnd().split("\n");
    cursor = (JSON.parse(lines.pop() ?? "") as { next_cursor: string | null }).next_cursor;
    parts.push(lines.map((line) => `${line}\n`).join(""));
  }
  return parts;
}

describe.skipIf(chromium === null)("in a browser", () => {
  it("the export of a person is downloaded as one file, also if it has several parts and one of them fails", async () => {
    const setup = { worker, browser, now: Date.now };
    const shop = await createShop(setup, "Large export", ["owner"]);
    for (let number = 1; number <= ORDERS; number += 1) {
      const items = [{ name: "Mug", price: 1, personalization: `For Ann, ${number}` }];
      await shop.v2("/orders", { store: "gift", number: `${number}`, customer_email: PERSON.email, customer_name: "Ann Lee", items });
    }
    const parts = await partsOf(shop);
    expect(parts.length).toBeGreaterThan(2);

    await using visit = await openConsole(setup, shop);
    const { page } = visit;
    const sentCursors: (string | null)[] = [];
    await page.route("**/personal-data/export", async (route) => {
      sentCursors.push(new URLSearchParams(route.request().postData() ?? "").get("cursor"));
      if (sentCursors.length === 2) await route.abort("connectionreset");
      else await route.continue();
    });
    await visit.open("/settings/personal-data");
    await page.getByLabel("Email", { exact: true }).fill(PERSON.email);
    await page.getByRole("button", { name: "Find data" }).click();
    const button = page.getByRole("button", { name: "Download export" });
    await button.click();
    await page.getByText("The download broke off. Press the button again to continue it.").waitFor();
    expect(visit.complaints.splice(0).map((complaint) => complaint.replace(/http\S+/, "URL"))).toEqual([
      "failed: URL net::ERR_CONNECTION_RESET",
      "console error: Failed to load resource: net::ERR_CONNECTION_RESET",
    ]);
    const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
    expect(download.suggestedFilename()).toBe("personal-data.ndjson");
    const text = readFileSync(await download.path(), "utf8");
    expect(text === parts.join("")).toBe(true);
    const rows = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { table: string; id: string });
    expect(rows.filter(({ table }) => table === "orders")).toHaveLength(ORDERS);
    // Only the part that failed is read again: its cursor is sent twice.
    expect(sentCursors).toHaveLength(parts.length + 1);
    expect([sentCursors[0], sentCursors[2]]).toEqual([null, sentCursors[1]]);
    expect(new Set(sentCursors).size).toBe(parts.length);

    // The saved file is not part of the next one.
    const [second] = await Promise.all([page.waitForEvent("download"), button.click()]);
    expect(readFileSync(await second.path(), "utf8") === text).toBe(true);
    expect(visit.complaints).toEqual([]);
  });
});
