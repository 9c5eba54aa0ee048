import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { program } from "../node/program.ts";
import { sharedWorker } from "../node/server/built-worker.ts";
import type { RunningWorker } from "../node/server/worker.ts";
import { startBrowser } from "./chromium.ts";
import { createShop, checkPage, openConsole } from "./console/kit.ts";
import { blackPng } from "./png.ts";

const chromium = program("chromium");
let worker: RunningWorker;
let browser: Browser;

beforeAll(async () => {
  if (chromium === null) return;
  worker = await sharedWorker();
  browser = await startBrowser(chromium);
});
afterAll(async () => await browser?.close());

interface Listed {
  data: { name: string; width: number; has_preview: boolean }[];
}

interface Order {
  id: number;
  items: { design_url: string | null }[];
}

describe.skipIf(chromium === null)("in a browser", () => {
  it("a member chooses designs, sees which items they are for, uploads those, and sees their previews on the page and on paper", async () => {
    const setup = { worker, browser, now: Date.now };
    const shop = await createShop(setup, "Designs", ["member"]);
    const order = async (number: string, sku: string) =>
      await shop.v2<Order>("/orders", {
        store: "gift",
        number,
        external_id: number,
        items: [{ name: `Mug ${sku}`, sku, price: 1, quantity: 1 }],
      });
    const [one, two, three] = [await order("2001", "MUG-A"), await order("2002", "MUG-A"), await order("2003", "MUG-B")];
    await using visit = await openConsole(setup, shop, "member");
    const { page } = visit;
    await visit.open("/files");
    const file = (name: string, buffer: Buffer) => ({ name, mimeType: name.endsWith(".png") ? "image/png" : "", buffer });
    await page
      .getByLabel("Files", { exact: true })
      .setInputFiles([
        file("mug-a.png", blackPng(800, 600)),
        file("2003.pdf", Buffer.from("%PDF-1.7")),
        file("holiday.png", blackPng(10, 10)),
        file("MUG-B.exe", Buffer.from("MZ")),
      ]);
    await page.getByText("3 files to upload, 1 file without a match.").waitFor();
    const rows = page.getByRole("table", { name: "Files" }).first().locator("tbody tr");
    const texts = await rows.allTextContents();
    expect(texts[0]).toMatch(/^mug-a\.png.*order 2002; .*order 2001Ready$/);
    expect(texts[1]).toMatch(/^2003\.pdf.*order 2003Ready$/);
    expect(texts[2]).toMatch(/^holiday\.pngNot uploaded: /);
    expect(await rows.locator("canvas").count()).toBe(2);
    await checkPage(visit, "files to upload");
    // Nothing was saved so far.
    expect((await shop.v2<Listed>("/files")).data).toEqual([]);

    await page.getByRole("button", { name: "Upload 3 files" }).click();
    await page.getByText("2 files of 3 uploaded.").waitFor();
    expect((await rows.allTextContents())[3]).toContain("no file type that is accepted");
    const { data } = await shop.v2<Listed>("/files");
    expect(data.map(({ name, width, has_preview }) => [name, width, has_preview]).toSorted()).toEqual([
      ["2003.pdf", null, false],
      ["mug-a.png", 800, true],
    ]);
    const urls = await Promise.all([one, two, three].map(async ({ id }) => (await shop.v2<Order>(`/orders/${id}`)).items[0]?.design_url));
    expect(urls.map((url) => url?.startsWith(`${worker.url}/files/${shop.id}/fil_`))).toEqual([true, true, true]);
    expect(urls[0]).toBe(urls[1]);

    for (const shown of [
      `/orders/${one.id}`,
      `/orders/print?document=slips&ids=${one.id}`,
      `/orders/print?document=tickets&ids=${one.id}`,
    ]) {
      await visit.open(shown);
      const size = await page
        .locator('img[src$="/preview"]')
        .first()
        .evaluate(async (image: HTMLImageElement) => {
          await image.decode();
          return [image.naturalWidth, image.naturalHeight];
        });
      // The longer side of a preview has 400 pixels (MAX_PREVIEW_PIXELS).
      expect(size, shown).toEqual([400, 300]);
    }
    // The browser complains about the file that was rejected.
    expect(visit.complaints.filter((complaint) => !complaint.includes("400"))).toEqual([]);
  });
});
