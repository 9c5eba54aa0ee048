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

/** Opens a part of the reference in the light. */
async function reference(fragment: string) {
  const context = await browser.newContext({ viewport: DESK, colorScheme: "light", reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const complaints = complaintsOf(page, worker.url);
  await page.goto(`${worker.url}/docs#${fragment}`);
  const section = page.locator(`[id='${fragment}']`).first();
  await section.waitFor();
  return { page, section, complaints, [Symbol.asyncDispose]: async () => await context.close() };
}

/** What violates WCAG in the light, and in the dark what other colours can change. */
async function violationsInBothSchemes(page: Page, within?: string): Promise<string[]> {
  const light = await violationsOf(page, "wcag", within);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.locator("body.dark-mode").waitFor();
  return [...light, ...(await violationsOf(page, "ofView", within))];
}

describe.skipIf(chromium === null)("the reference has no accessibility violation, in the light and in the dark", () => {
  it.each([
    "v2/tag/order-items/PATCH/api/v2/order-items/{id}",
    "v2/tag/webhooks/DELETE/api/v2/webhooks/{id}",
    "v2/models",
    "v1/tag/orders/GET/orders",
    "v1/tag/order-notes",
  ])("at #%s", async (fragment) => {
    await using visit = await reference(fragment);
    expect(await violationsInBothSchemes(visit.page)).toEqual([]);
    expect(visit.complaints).toEqual([]);
  });

  it("at an operation, and in its client", async () => {
    await using visit = await reference("v2/tag/orders/POST/api/v2/orders");
    const { page } = visit;
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "light" });
    await visit.section
      .getByRole("button", { name: /Test Request/ })
      .first()
      .click();
    await page.getByRole("dialog", { name: "API Client" }).waitFor();
    await page.getByRole("button", { name: /^Send/ }).first().waitFor();
    expect(await violationsInBothSchemes(page, "[role=dialog]")).toEqual([]);
    expect(visit.complaints).toEqual([]);
  });
});
