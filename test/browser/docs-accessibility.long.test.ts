import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { program } from "../node/program.ts";
import { sharedWorker } from "../node/server/built-worker.ts";
import type { RunningWorker } from "../node/server/worker.ts";
import { complaintsOf, startBrowser, violationsOf } from "./chromium.ts";

const chromium = program("chromium");
let worker: RunningWorker;
let browser: Browser;
beforeAll(async () => {
  if (chromium === null) return;
  worker = await sharedWorker();
  browser = await startBrowser(chromium);
});
afterAll(async () => await browser?.close());

describe.skipIf(chromium === null).each(["light", "dark"] as const)("the reference, %s", (colorScheme) => {
  it.each([
    "v2/tag/orders/POST/api/v2/orders",
    "v2/tag/order-items/PATCH/api/v2/order-items/{id}",
    "v2/tag/webhooks/DELETE/api/v2/webhooks/{id}",
    "v2/models",
    "v1/tag/orders/GET/orders",
    "v1/tag/order-notes",
  ])("has no accessibility violation at #%s", async (fragment) => {
    await using context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme });
    const page = await context.newPage();
    const complaints = complaintsOf(page, worker.url);
    await page.goto(`${worker.url}/docs#${fragment}`);
    await page.locator(`[id='${fragment}']`).first().waitFor({ timeout: 30_000 });
    expect(await violationsOf(page, "wcag")).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it("has none in the client of an operation", async () => {
    await using context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme });
    const page = await context.newPage();
    await page.goto(`${worker.url}/docs#v2/tag/orders/POST/api/v2/orders`);
    await page
      .locator("[id='v2/tag/orders/POST/api/v2/orders']")
      .getByRole("button", { name: /Test Request/ })
      .first()
      .click({ timeout: 30_000 });
    await page.getByRole("dialog", { name: "API Client" }).waitFor();
    await page.getByRole("button", { name: /^Send/ }).first().waitFor();
    expect(await violationsOf(page, "wcag")).toEqual([]);
  });
});
