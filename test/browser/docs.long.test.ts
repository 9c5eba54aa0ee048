import type { Browser, Page } from "playwright-core";
import { eventually } from "../kit/eventually.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { guidePages } from "../../cli/docs/site.ts";
import { program } from "../node/program.ts";
import { sharedWorker } from "../node/server/built-worker.ts";
import type { RunningWorker } from "../node/server/worker.ts";
import { complaintsOf, contrastOf, inEveryView, overflowOf, startBrowser, violationsOf } from "./chromium.ts";

const chromium = program("chromium");
let worker: RunningWorker;
let browser: Browser;

// A slow machine takes seconds to render the reference.
const WAIT = { timeout: 30_000 };

beforeAll(async () => {
  if (chromium === null) return;
  worker = await sharedWorker();
  browser = await startBrowser(chromium);
});
afterAll(async () => await browser?.close());

/** Saves a screenshot if PICTURES names a folder, for people to look at. */
async function savePicture(page: Page, name: string): Promise<void> {
  const folder = process.env["PICTURES"];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name.replaceAll(/\W+/g, "-")}.png` });
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
  it("fits a phone and a desktop, in light and dark, and sends no request to another origin", async () => {
    await using visited = await visit("/docs/guide");
    const { page, complaints } = visited;
    for (const [nth, { name, title }] of guidePages(".").entries()) {
      await page.goto(`${worker.url}/docs/guide/${name}`);
      expect(await page.title()).toBe(`${title} · Order Operations`);
      const check = async (view: string) => {
        expect(await overflowOf(page), `${name} ${view}`).toEqual([]);
        for (const selector of ["main p", "main a", ".top nav a:last-child"]) {
          expect(await contrastOf(page, selector), `${name} ${view} ${selector}`).toBeGreaterThan(4.5);
        }
        await savePicture(page, `guide ${name} ${view}`);
      };
      // All pages share one stylesheet, so its colors are checked once in every scheme.
      await inEveryView(page, check, { isBrief: nth > 0 && process.env["PICTURES"] === undefined });
    }
    expect(complaints).toEqual([]);
  });

  it("links its pages to each other, also on a phone", async () => {
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

/** Opens the request form of a visible operation. */
async function openClient(page: Page, summary: RegExp): Promise<void> {
  const section = page
    .locator("section")
    .filter({ has: operation(page, summary) })
    .last();
  await section.getByRole("button", { name: /Test Request/ }).click();
}

interface ApiDocument {
  paths: Record<string, object>;
}
const operationsOf = async (path: string) => {
  const { paths } = (await (await fetch(worker.url + path)).json()) as ApiDocument;
  return Object.entries(paths).flatMap(([address, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${address}`));
};

describe.skipIf(chromium === null)("the list of operations in a browser", () => {
  it("lists every operation, v2 first, in 50 KB, and does not load the reference", async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const complaints = complaintsOf(page, worker.url);
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    let bytes = 0;
    const requested: string[] = [];
    // Uncompressed.
    session.on("Network.dataReceived", ({ dataLength }) => (bytes += dataLength));
    session.on("Network.requestWillBeSent", ({ request }) => void (request.url.startsWith("http") && requested.push(request.url)));
    await page.goto(`${worker.url}/docs`, { waitUntil: "networkidle" });
    expect(await page.title()).toBe("API reference · Order Operations");
    expect(await page.locator("main h2").allTextContents()).toEqual(["v2", "Public V1", "Operator"]);
    const listed = await page.locator("main .operations a").allTextContents();
    let before = 0;
    for (const document of ["/api/v2/openapi.json", "/openapi.json", "/docs/operator/openapi.json"]) {
      const documented = await operationsOf(document);
      expect(listed.slice(before, before + documented.length).toSorted(), document).toEqual(documented.toSorted());
      before += documented.length;
    }
    expect(listed).toHaveLength(before);
    // The document, the stylesheet, the script. Not every Chromium requests the icon.
    expect(requested.filter((url) => !url.endsWith("/favicon.svg") && !url.endsWith("/favicon.ico"))).toHaveLength(3);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThanOrEqual(50_000);
    await inEveryView(
      page,
      async (view) => {
        expect(await overflowOf(page), view).toEqual([]);
        expect(await violationsOf(page, "all"), view).toEqual([]);
        await savePicture(page, `operations ${view}`);
      },
      { isBrief: true },
    );
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("leads to the reference and back; if it can't be loaded, shows an error, and loads it for the next operation", async () => {
    await using visited = await visit("/docs");
    const { page, complaints } = visited;
    let scripts = 0;
    await page.route("**/docs/assets/reference-*", async (route) => {
      if (route.request().resourceType() === "script") scripts += 1;
      await (scripts === 1 ? route.abort() : route.continue());
    });
    await page.getByRole("link", { name: "GET /api/v2/orders", exact: true }).click();
    await page.getByText("The reference could not be loaded.").waitFor();
    expect(await page.getByRole("heading", { name: "API reference" }).isVisible()).toBe(true);
    // The browser reports the intended failure.
    complaints.length = 0;
    await page.getByRole("link", { name: "GET /api/v2/orders/{id}", exact: true }).click();
    await operation(page, /^Get an order with its items/).waitFor();
    expect(await page.locator("#status").textContent()).toBe("");
    expect(await page.getByRole("heading", { name: "API reference" }).isVisible()).toBe(false);
    // Through the operation that was opened first.
    await page.goBack();
    await page.goBack();
    await page.getByRole("heading", { name: "API reference" }).waitFor();
    await page.getByRole("link", { name: "POST /api/v2/webhooks", exact: true }).click();
    await page.locator("[id='v2/tag/webhooks/POST/api/v2/webhooks']").waitFor();
    expect(complaints).toEqual([]);
  });
});

describe.skipIf(chromium === null)("the reference in a browser", () => {
  it("renders both documents, opens an operation of each, sends a request, and sends none to another origin", async () => {
    await using visited = await visit("/docs#v2/tag/orders");
    const { page, complaints } = visited;
    await operation(page, /^List orders with their items/).waitFor();
    await page.getByRole("link", { name: /^Create up to 200 orders/ }).click();
    await operation(page, /^Create up to 200 orders/).waitFor();
    await inEveryView(
      page,
      async (view) => {
        expect(await overflowOf(page), view).toEqual([]);
        // The desktop view is checked in docs-accessibility.long.test.ts.
        if (view.startsWith("390 ")) expect(await violationsOf(page, "wcag"), view).toEqual([]);
        await savePicture(page, `reference v2 ${view}`);
      },
      { isBrief: true },
    );
    await page.getByRole("button", { name: /^v2/ }).first().click();
    await page
      .getByRole("option", { name: "Public V1" })
      .or(page.getByRole("menuitem", { name: "Public V1" }))
      .first()
      .click();
    await operation(page, /Order Operations: Public V1/).waitFor();
    // An empty field for a key shows nothing that looks like one.
    const key = page.locator("input.scalar-password-input").first();
    expect([await key.inputValue(), await key.getAttribute("placeholder")]).toEqual(["", ""]);
    await page.getByRole("link", { name: /^Get an order with its items/ }).click();
    await operation(page, /^Get an order with its items/).waitFor();
    await inEveryView(
      page,
      async (view) => {
        expect(await overflowOf(page), view).toEqual([]);
        await savePicture(page, `reference v1 ${view}`);
      },
      { isBrief: true },
    );
    // No link leads to another origin either.
    const leading = await page.evaluate(() =>
      [...document.querySelectorAll("a")]
        .filter((link) => link.checkVisibility() && link.href !== "" && link.origin !== location.origin)
        .map(({ href }) => href),
    );
    expect(leading).toEqual([]);

    // A request to this instance, and its response.
    await page.evaluate(() => (location.hash = "v1/tag/service/GET/health"));
    await operation(page, /^Check the health of the service/).waitFor();
    await openClient(page, /^Check the health of the service/);
    const response = page.waitForResponse(`${worker.url}/health`);
    await page.getByRole("button", { name: /^Send/ }).first().click();
    expect((await response).status()).toBe(200);
    await page.getByText("200 OK").first().waitFor();
    expect(complaints).toEqual([]);
  });

  it("consists of links without scripts", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    const complaints = complaintsOf(page, worker.url);
    await page.goto(`${worker.url}/docs`);
    await page.getByRole("link", { name: "/openapi.json", exact: true }).waitFor();
    await page.getByText("GET /api/v2/orders/{id}", { exact: true }).waitFor();
    await savePicture(page, "reference without scripts");
    await page.getByRole("link", { name: "guide", exact: true }).click();
    await eventually(async () => expect(await page.title()).toBe("Quickstart · Order Operations"));
    expect(complaints).toEqual([]);
    await context.close();
  });
});
