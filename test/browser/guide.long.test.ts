import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { guidePages } from "../../cli/docs/site.ts";
import { program } from "../node/program.ts";
import { sharedWorker } from "../node/server/built-worker.ts";
import type { RunningWorker } from "../node/server/worker.ts";
import { complaintsOf, DESK, inEveryView, overflowOf, startBrowser, violationsOf } from "./chromium.ts";

const chromium = program("chromium");
let worker: RunningWorker;
let browser: Browser;

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

async function visit(path: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: DESK, permissions: ["clipboard-read", "clipboard-write"], ...options });
  const page = await context.newPage();
  const complaints = complaintsOf(page, worker.url);
  await page.goto(worker.url + path);
  return { page, complaints, [Symbol.asyncDispose]: async () => await context.close() };
}

const clipboard = async (page: Page) => await page.evaluate(async () => await navigator.clipboard.readText());
const searchField = (page: Page) => page.getByRole("searchbox", { name: "Search the guide" });
const results = (page: Page) => page.getByRole("search").getByRole("link");
const focusedText = async (page: Page) => await page.evaluate(() => document.activeElement?.querySelector("strong")?.textContent ?? null);

describe.skipIf(chromium === null)("the guide in a browser", () => {
  it("has no accessibility violation on any page, in light and dark, on a phone and a desktop", async () => {
    await using visited = await visit("/docs/guide");
    const { page, complaints } = visited;
    for (const [nth, { name }] of guidePages(".").entries()) {
      await page.goto(`${worker.url}/docs/guide/${name}`);
      const check = async (view: string) => {
        expect(await violationsOf(page, "all"), `${name} ${view}`).toEqual([]);
        await savePicture(page, `guide ${name} ${view}`);
      };
      // The first page and the one with most languages in every view, the others once in each scheme.
      await inEveryView(page, check, { isBrief: nth > 0 && name !== "webhooks" });
    }
    expect(complaints).toEqual([]);
  });

  it("copies a code block as it is shown, by mouse and by keyboard, and confirms it", async () => {
    await using visited = await visit("/docs/guide/quickstart");
    const { page, complaints } = visited;
    const blocks = page.locator(".code");
    expect(await page.locator(".code button").count()).toBe(await blocks.count());
    const first = blocks.filter({ hasText: "export BASE" });
    await first.getByRole("button", { name: "Copy" }).click();
    await first.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.locator("#status").textContent()).toBe("Copied");
    expect(await clipboard(page)).toBe(`export BASE=${worker.url} KEY=ak_live_… TOKEN=sk_live_…`);

    const second = blocks.filter({ hasText: "curl" }).first();
    await second.getByRole("button").focus();
    await page.keyboard.press("Enter");
    await second.getByRole("button", { name: "Copied" }).waitFor();
    expect(await clipboard(page)).toBe((await second.locator("code").textContent())?.trimEnd());
    expect(complaints).toEqual([]);
  });

  it("selects the code if the browser does not allow copying", async () => {
    await using visited = await visit("/docs/guide/quickstart");
    const { page } = visited;
    await page.evaluate(() => (navigator.clipboard.writeText = async () => await Promise.reject(new Error("denied"))));
    const block = page.locator(".code").first();
    await block.getByRole("button").click();
    await block.getByRole("button", { name: "Not copied" }).waitFor();
    expect(await page.locator("#status").textContent()).toContain("The code is selected");
    expect(await page.evaluate(() => getSelection()?.toString().trim())).toBe((await block.locator("code").textContent())?.trim());
  });

  it("has the instance's own address in the samples, and the address of `npm run dev` in the text about it", async () => {
    await using visited = await visit("/docs/guide");
    const { page } = visited;
    for (const [name, minCount] of [
      ["quickstart", 1],
      ["client", 5],
      ["pagination", 1],
      ["mcp", 5],
    ] as const) {
      await page.goto(`${worker.url}/docs/guide/${name}`);
      const code = (await page.locator(".code code").allTextContents()).join("\n");
      expect(code, name).not.toMatch(/127\.0\.0\.1:8787|YOUR-WORKER/);
      expect(code.split(worker.url).length - 1, name).toBeGreaterThanOrEqual(minCount);
    }
    await page.goto(`${worker.url}/docs/guide/quickstart`);
    await page.getByText(`${worker.url}/openapi.json`).waitFor();
    await page.getByText("starts the server at http://127.0.0.1:8787").waitFor();
  });

  it("has its text and its colored code without scripts, but no search and no buttons for copying", async () => {
    await using visited = await visit("/docs/guide/quickstart", { javaScriptEnabled: false });
    const { page, complaints } = visited;
    // A script would replace this with the instance's own address.
    await page.getByText("export BASE=http://127.0.0.1:8787 KEY").waitFor();
    expect([await searchField(page).isVisible(), await page.locator(".code button").count()]).toEqual([false, 0]);
    expect(await page.locator(".hljs-variable").count()).toBeGreaterThan(5);
    await savePicture(page, "guide without scripts");
    expect(complaints).toEqual([]);
  });
});

describe.skipIf(chromium === null)("the search of the guide", () => {
  it("leads to the section with the words, also of another page, using only the keyboard", async () => {
    await using visited = await visit("/docs/guide/limits");
    const { page, complaints } = visited;
    await page.keyboard.press("Control+k");
    await page.keyboard.type("retries");
    await results(page).first().waitFor();
    expect(await page.getByRole("search").getByRole("status").textContent()).toMatch(/^\d+ results$/);
    expect(await results(page).first().locator("mark").first().textContent()).toBe("Retries");
    await page.keyboard.press("ArrowDown");
    expect(await focusedText(page)).toBe("Retries and keys");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    expect(await focusedText(page)).not.toBe("Failures and retries");
    await page.keyboard.press("ArrowUp");
    expect(await focusedText(page)).toBe("Failures and retries");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/docs/guide/webhooks#failures-and-retries");

    // In the field, Enter opens the first result. Escape closes the list.
    await page.keyboard.press("Control+k");
    await page.keyboard.type("validation_error");
    await results(page).first().waitFor();
    await page.keyboard.press("Escape");
    expect({ resultCount: await results(page).count(), searchField: await searchField(page).inputValue() }).toEqual({
      resultCount: 0,
      searchField: "",
    });
    await page.keyboard.type("validation_error");
    await results(page).first().waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/docs/guide/errors#validation_error");
    expect(complaints).toEqual([]);
  });

  it("opens a result by mouse, closes when the focus leaves it, and shows a message if nothing is found", async () => {
    await using visited = await visit("/docs/guide");
    const { page, complaints } = visited;
    const requestedAssets: string[] = [];
    page.on("request", (request) => void (request.url().includes("/assets/guide-") && requestedAssets.push(request.url())));
    await searchField(page).fill("xyzzy");
    await page.getByText("Nothing found").waitFor();
    await searchField(page).fill("cursor");
    await results(page).first().waitFor();
    await page.keyboard.press("Shift+Tab");
    expect(await results(page).count()).toBe(0);
    await searchField(page).focus();
    await results(page).filter({ hasText: "Pagination" }).first().click();
    await page.waitForURL("**/docs/guide/pagination*");
    // The index is loaded once, although the search goes on.
    expect(requestedAssets.filter((url) => url.endsWith(".json"))).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  it("shows an error if the index can't be loaded, and retries", async () => {
    await using visited = await visit("/docs/guide");
    const { page } = visited;
    await page.route("**/assets/guide-*.json", async (route) => await route.abort(), { times: 1 });
    await searchField(page).focus();
    await page.getByText("The search could not be loaded.").waitFor();
    await searchField(page).fill("cursor");
    await results(page).first().waitFor();
  });

  it("fits a phone and a desktop, without an accessibility violation", async () => {
    await using visited = await visit("/docs/guide/errors");
    const { page, complaints } = visited;
    await searchField(page).fill("key");
    await results(page).first().waitFor();
    await inEveryView(page, async (view) => {
      expect(await overflowOf(page), view).toEqual([]);
      expect(await violationsOf(page, "all"), view).toEqual([]);
      await savePicture(page, `guide search ${view}`);
    });
    expect(complaints).toEqual([]);
  });
});
