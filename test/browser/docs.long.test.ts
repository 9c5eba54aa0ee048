import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { guidePages } from "../../cli/docs/site.ts";
import { program } from "../node/program.ts";
import { sharedWorker } from "../node/server/built-worker.ts";
import type { RunningWorker } from "../node/server/worker.ts";
import { complaintsOf, contrastOf, inEveryLight, overflowOf, startBrowser } from "./chromium.ts";

const chromium = program("chromium");
let worker: RunningWorker;
let browser: Browser;

// A slow machine takes seconds to draw the reference.
const WAIT = { timeout: 30_000 };

beforeAll(async () => {
  if (chromium === null) return;
  worker = await sharedWorker();
  browser = await startBrowser(chromium);
});
afterAll(async () => await browser?.close());

/** Keeps a picture where PICTURES names a folder: to look at, never to compare. */
async function picture(page: Page, name: string): Promise<void> {
  const kept = process.env["PICTURES"];
  if (kept !== undefined) await page.screenshot({ path: `${kept}/${name.replaceAll(/\W+/g, "-")}.png` });
}

async function visit(path: string, prepare?: (page: Page) => Promise<void>) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT.timeout);
  await prepare?.(page);
  const complaints = complaintsOf(page, worker.url);
  await page.goto(worker.url + path);
  return { page, complaints, [Symbol.asyncDispose]: async () => await context.close() };
}

describe.skipIf(chromium === null)("the guide in a browser", () => {
  it("fits a phone and a desk, in the light and in the dark, and asks nobody else for anything", async () => {
    await using visited = await visit("/docs/guide");
    const { page, complaints } = visited;
    for (const [nth, { name, title }] of guidePages(".").entries()) {
      await page.goto(`${worker.url}/docs/guide/${name}`);
      expect(await page.title()).toBe(`${title} · Order Operations`);
      const check = async (view: string) => {
        expect(await overflowOf(page), `${name} ${view}`).toEqual([]);
        for (const text of ["main p", "main a", ".top nav a:last-child"]) {
          expect(await contrastOf(page, text), `${name} ${view} ${text}`).toBeGreaterThan(4.5);
        }
        await picture(page, `guide ${name} ${view}`);
      };
      // All pages have one stylesheet: its colours are looked at once in every light.
      await inEveryLight(page, check, nth > 0 && process.env["PICTURES"] === undefined);
    }
    expect(complaints).toEqual([]);
  });

  it("leads from page to page, on a phone too", async () => {
    await using visited = await visit("/docs/guide");
    const { page, complaints } = visited;
    await page.getByRole("navigation", { name: "Guide", exact: true }).getByRole("link", { name: "Errors" }).click();
    await page.waitForURL("**/docs/guide/errors");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByText("Guide: Errors").click();
    await page.getByRole("link", { name: "Webhooks", exact: true }).click();
    await page.waitForURL("**/docs/guide/webhooks");
    await page.getByRole("link", { name: "Reference" }).click();
    await page.waitForURL("**/docs");
    expect(complaints).toEqual([]);
  });
});

/** The heading of an operation in the reference. */
const operation = (page: Page, summary: RegExp) => page.getByRole("heading", { name: summary }).first();

describe.skipIf(chromium === null)("the reference in a browser", () => {
  it("draws both documents, opens an operation of each, and asks nobody else for anything", async () => {
    await using visited = await visit("/docs");
    const { page, complaints } = visited;
    expect(await page.title()).toBe("API reference · Order Operations");
    await operation(page, /^List orders with their items/).waitFor();
    await page.getByRole("link", { name: /^Read an order with its items/ }).click();
    await operation(page, /^Read an order with its items/).waitFor();
    await inEveryLight(page, async (view) => {
      expect(await overflowOf(page), view).toEqual([]);
      await picture(page, `reference v1 ${view}`);
    });
    await page
      .getByRole("button", { name: /Public V1/ })
      .first()
      .click();
    await page
      .getByRole("option", { name: "v2" })
      .or(page.getByRole("menuitem", { name: "v2" }))
      .first()
      .click();
    await operation(page, /Order Operations: v2/).waitFor();
    await page.getByRole("link", { name: /^Take in up to 200 orders at once/ }).click();
    await operation(page, /^Take in up to 200 orders at once/).waitFor();
    await inEveryLight(
      page,
      async (view) => {
        expect(await overflowOf(page), view).toEqual([]);
        await picture(page, `reference v2 ${view}`);
      },
      true,
    );
    // Nothing on it leads elsewhere either.
    const leading = await page.evaluate(() =>
      [...document.querySelectorAll("a")]
        .filter((link) => link.checkVisibility() && link.href !== "" && link.origin !== location.origin)
        .map(({ href }) => href),
    );
    expect(leading).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it("makes a request of this instance, and shows its answer", async () => {
    await using visited = await visit("/docs#v1/tag/service/GET/health");
    const { page, complaints } = visited;
    await operation(page, /^Whether the service answers/).waitFor();
    const section = page
      .locator("section")
      .filter({ has: operation(page, /^Whether the service answers/) })
      .last();
    await section.getByRole("button", { name: /Test Request/ }).click();
    const answered = page.waitForResponse(`${worker.url}/health`);
    await page.getByRole("button", { name: /^Send/ }).first().click();
    expect((await answered).status()).toBe(200);
    await page.getByText("200 OK").first().waitFor();
    expect(complaints).toEqual([]);
  });

  it("is links where no script runs", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    const complaints = complaintsOf(page, worker.url);
    await page.goto(`${worker.url}/docs`);
    await page.getByRole("link", { name: "Public V1, /openapi.json" }).waitFor();
    await picture(page, "reference without scripts");
    await page.getByRole("link", { name: "guide", exact: true }).click();
    expect(await page.title()).toBe("Quickstart · Order Operations");
    expect(complaints).toEqual([]);
    await context.close();
  });
});
