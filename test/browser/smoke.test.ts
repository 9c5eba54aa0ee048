import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { program } from "../node/program.ts";
import { sharedWorker } from "../node/server/built-worker.ts";
import type { RunningWorker } from "../node/server/worker.ts";
import { startBrowser, violationsOf } from "./chromium.ts";
import { createShop, checkPage, PASSWORD, openBrowser } from "./console/kit.ts";

const chromium = program("chromium");
let worker: RunningWorker;
let browser: Browser;

beforeAll(async () => {
  if (chromium === null) return;
  worker = await sharedWorker();
  browser = await startBrowser(chromium);
});
afterAll(async () => await browser?.close());

// Every page and every form: `npm run test:long`.
describe.skipIf(chromium === null)("in a browser", () => {
  it("a person signs in, finds an order in the list, opens it and adds a note", async () => {
    const setup = { worker, browser, now: Date.now };
    const shop = await createShop(setup, "Gifts <b>& more</b>", ["member"]);
    await shop.v2("/orders", {
      store: "gift",
      number: "1001",
      customer_name: "Ana Lima",
      items: [{ name: "Mug", quantity: 2, price: 9.99 }],
    });
    await using visit = await openBrowser(setup);
    const { page } = visit;
    await page.goto(`${worker.url}/console`);
    await page.getByLabel("Email address").fill(shop.emailOf("member"));
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(`**/console/${shop.id}/home`);
    await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Orders" }).click();
    await page.getByRole("table", { name: "Orders" }).waitFor();
    expect(await page.getByRole("table", { name: "Orders" }).locator("tbody tr td.main").allTextContents()).toEqual(["1001"]);
    expect(await page.getByText("Gifts <b>& more</b>").count()).toBeGreaterThan(0);
    await checkPage(visit, "orders");

    await page.getByRole("link", { name: "1001" }).click();
    await page.getByRole("heading", { name: "Order 1001" }).waitFor();
    await page.getByLabel("New note").fill("Wrap it well.");
    await page.getByRole("button", { name: "Add note" }).click();
    await page.getByText("Note added.").waitFor();
    await page.getByText("Wrap it well.").waitFor();
    expect(visit.complaints).toEqual([]);
  });

  it("the guide links to the list of operations, which has v2 first and at most 50 KB", { tags: "long" }, async () => {
    await using visit = await openBrowser({ worker, browser, now: Date.now });
    const { page } = visit;
    await page.goto(`${worker.url}/docs/guide/errors`);
    const session = await visit.context.newCDPSession(page);
    await session.send("Network.enable");
    let bytes = 0;
    // Uncompressed.
    session.on("Network.dataReceived", ({ dataLength }) => (bytes += dataLength));
    await page.getByRole("link", { name: "Reference" }).click();
    await page.getByRole("heading", { name: "API reference" }).waitFor();
    expect(await page.locator("main h2").allTextContents()).toEqual(["v2", "Public V1", "Operator"]);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThanOrEqual(50_000);
    expect(await violationsOf(page, "all")).toEqual([]);
    expect(visit.complaints).toEqual([]);
  });
});
