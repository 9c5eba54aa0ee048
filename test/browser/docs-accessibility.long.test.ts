import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { program } from "../node/program.ts";
import { sharedWorker } from "../node/server/built-worker.ts";
import type { RunningWorker } from "../node/server/worker.ts";
import { complaintsOf, DESK, startBrowser, violationsOf } from "./chromium.ts";

const chromium = program("chromium");
let worker: RunningWorker;
let browser: Browser;
beforeAll(async () => {
  if (chromium === null) return;
  worker = await sharedWorker();
  browser = await startBrowser(chromium);
});
afterAll(async () => await browser?.close());

const part = (page: Page, fragment: string) => page.locator(`[id='${fragment}']`).first();

/**
 * Opens these parts of one document of the reference, one after another, in the light scheme. Each stays rendered when the next is
 * opened.
 */
async function openReference(fragments: readonly string[]) {
  const context = await browser.newContext({ viewport: DESK, colorScheme: "light", reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const complaints = complaintsOf(page, worker.url);
  await page.goto(`${worker.url}/docs#${fragments[0]}`);
  for (const fragment of fragments) {
    await page.evaluate((hash) => (location.hash = hash), fragment);
    await part(page, fragment).waitFor();
  }
  for (const fragment of fragments) expect(await part(page, fragment).count(), fragment).toBe(1);
  return { page, complaints, [Symbol.asyncDispose]: async () => await context.close() };
}

/** The WCAG violations in the light scheme, and those in the dark scheme that depend on colors and sizes. */
async function violationsInBothSchemes(page: Page, within?: string): Promise<string[]> {
  const light = await violationsOf(page, "wcag", within);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.locator("body.dark-mode").waitFor();
  const dark = await violationsOf(page, "ofView", within);
  await page.emulateMedia({ colorScheme: "light" });
  return [...light, ...dark];
}

describe.skipIf(chromium === null)("the reference has no accessibility violation in light and dark", () => {
  it("v2: a change, a deletion, the models", async () => {
    const fragments = ["v2/tag/order-items/PATCH/api/v2/order-items/{id}", "v2/tag/webhooks/DELETE/api/v2/webhooks/{id}", "v2/models"];
    await using visit = await openReference(fragments);
    expect(await violationsInBothSchemes(visit.page)).toEqual([]);
    expect(visit.complaints).toEqual([]);
  });

  it("v2: the largest operation, and its request form", async () => {
    const fragment = "v2/tag/orders/POST/api/v2/orders";
    await using visit = await openReference([fragment]);
    const { page } = visit;
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await part(page, fragment)
      .getByRole("button", { name: /Test Request/ })
      .first()
      .click();
    await page.getByRole("dialog", { name: "API Client" }).waitFor();
    await page.getByRole("button", { name: /^Send/ }).first().waitFor();
    expect(await violationsInBothSchemes(page, "[role=dialog]")).toEqual([]);
    expect(visit.complaints).toEqual([]);
  });

  it("Public V1: a list, and operations with a body", async () => {
    await using visit = await openReference(["v1/tag/orders/GET/orders", "v1/tag/order-notes"]);
    expect(await violationsInBothSchemes(visit.page)).toEqual([]);
    expect(visit.complaints).toEqual([]);
  });
});
