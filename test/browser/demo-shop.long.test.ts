import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { program } from "../node/program.ts";
import { sharedWorker } from "../node/server/built-worker.ts";
import type { RunningWorker } from "../node/server/worker.ts";
import { startBrowser } from "./chromium.ts";
import { createShop, openConsole } from "./console/kit.ts";

const chromium = program("chromium");
/** A port that another run at the same time is unlikely to use. */
const PORT = 20_000 + (process.pid % 20_000);
let worker: RunningWorker;
let browser: Browser;
let demoShop: ChildProcess;

beforeAll(async () => {
  if (chromium === null) return;
  demoShop = spawn(process.execPath, ["cli/demo-shop.ts", "--port", String(PORT)], { stdio: ["ignore", "pipe", "inherit"] });
  [worker, browser] = await Promise.all([sharedWorker(), startBrowser(chromium)]);
  if (demoShop.stdout !== null) await once(demoShop.stdout, "data");
});
afterAll(async () => {
  demoShop?.kill();
  await browser?.close();
});

describe.skipIf(chromium === null)("the guide to connections, followed with the demo shop", () => {
  it("connects the shop, imports an order, and sends the tracking back", async () => {
    const startedAt = performance.now();
    const setup = { worker, browser, now: Date.now };
    const shop = await createShop(setup, "Newcomer", ["owner"]);
    await using visit = await openConsole(setup, shop, "owner");
    const { page } = visit;
    const shopPage = await visit.context.newPage();
    await shopPage.goto(`http://127.0.0.1:${PORT}/`);
    const [url = "", key = "", secret = ""] = await shopPage.locator("p", { hasText: "consumer key" }).locator("code").allTextContents();

    await visit.open("/connections/new/woocommerce");
    await page.getByLabel("Name of the new store").fill("Demo");
    await page.getByLabel("URL of the shop").fill(url);
    await page.getByLabel("Consumer key").fill(key);
    await page.getByLabel("Consumer secret").fill(secret);
    await page.getByRole("button", { name: "Create connection" }).click();
    await page.getByText("Connection created. The shop’s API accepts the access.").waitFor();
    await shopPage.getByLabel("Delivery URL").fill((await page.locator("#delivery-url").textContent()) ?? "");
    await shopPage.getByLabel("Secret").fill((await page.locator("#secret").textContent()) ?? "");
    await shopPage.getByRole("button", { name: "Save webhook" }).click();
    await shopPage.getByText("Test delivery accepted").waitFor();
    await shopPage.getByRole("button", { name: "Add order" }).click();
    await shopPage.getByText('200 {"received":"stored"}').waitFor();

    await page.getByRole("link", { name: "View connection" }).click();
    await page.getByRole("button", { name: "Turn on sending" }).click();
    await page.getByText("Fulfillments are sent to the shop from now on.").waitFor();
    await expect.poll(async () => (await shop.v2<{ data: unknown[] }>("/orders")).data.length, { timeout: 20_000 }).toBe(1);
    await visit.open("/orders");
    await page.getByRole("link", { name: "1001" }).click();
    await page.getByRole("link", { name: "Ship" }).first().click();
    await page.getByLabel("Tracking number").first().fill("1Z999");
    await page.getByRole("button", { name: "Ship", exact: true }).click();
    await expect
      .poll(async () => (await shopPage.reload(), await shopPage.getByText("1Z999").count()), { timeout: 30_000, interval: 500 })
      .toBeGreaterThan(0);
    expect(await shopPage.getByRole("row", { name: "1001" }).textContent()).toContain("completed");
    expect(visit.complaints).toEqual([]);
    console.info(`Connected, received and shipped in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
  });
});
