import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { program } from "../node/program.ts";
import { sharedWorker } from "../node/server/built-worker.ts";
import type { RunningWorker } from "../node/server/worker.ts";
import { DESK, PHONE, startBrowser } from "./chromium.ts";
import { createShop, checkPage, type Shop, openConsole, openBrowser } from "./console/kit.ts";
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

interface Order {
  id: number;
  items: { id: string; name: string }[];
}

interface Proofs {
  data: { item_name: string; version: number; state: string; comment: string | null }[];
}

const createOrder = async (shop: Shop, number: string, name: string) =>
  await shop.v2<Order>("/orders", {
    store: "gift",
    number,
    external_id: number,
    ship_name: "Ann Lee",
    items: [{ name, sku: name, price: 1, personalization: `“${name}” in gold`, properties: [{ name: "Font", value: "Script" }] }],
  });

async function upload(page: Page, files: { name: string; buffer: Buffer }[]): Promise<void> {
  await page.getByLabel("Files", { exact: true }).setInputFiles(files.map((file) => ({ ...file, mimeType: "image/png" })));
  await page.getByRole("button", { name: /^Upload / }).click();
  await page.getByText(`${files.length} ${files.length === 1 ? "file" : "files"} of ${files.length} uploaded.`).waitFor();
}

/** The ends of the open tab in a window of this size. */
async function tabAt(page: Page, size: typeof PHONE): Promise<[left: number, right: number]> {
  await page.setViewportSize(size);
  return await page.locator(".tabs [aria-current]").evaluate((tab) => {
    const { left, right } = tab.getBoundingClientRect();
    return [left, right];
  });
}

/** By item, because proofs that were sent at once are in no particular order. */
const statesOf = async (shop: Shop) =>
  (await shop.v2<Proofs>("/proofs")).data
    .map(({ item_name, version, state, comment }) => ({ item_name, version, state, comment }))
    .toSorted((a, b) => a.item_name.localeCompare(b.item_name) || b.version - a.version);

describe.skipIf(chromium === null)("in a browser", () => {
  it("a member sends proofs, buyers decide on their phones, and a new version follows a change", async () => {
    const setup = { worker, browser, now: Date.now };
    const shop = await createShop(setup, "Proofs", ["member"]);
    const [mug, bag] = [await createOrder(shop, "3001", "Mug for Deniz"), await createOrder(shop, "3002", "Bag for Ana")];
    await using visit = await openConsole(setup, shop, "member");
    const { page } = visit;
    await visit.open("/files");
    await upload(page, [
      { name: "3001.png", buffer: blackPng(900, 600) },
      { name: "3002.png", buffer: blackPng(600, 900) },
    ]);
    await visit.open("/orders");
    await page.getByLabel("Select all orders on this page").check();
    await page.locator("form.bulk summary", { hasText: "Production" }).click();
    await page.getByRole("button", { name: "Create proof links…" }).click();
    await page.waitForURL("**/production/proofs/send?ids=*");
    expect(await page.getByRole("checkbox", { name: /^Show the proof of /, checked: true }).count()).toBe(2);
    await checkPage(visit, "send proofs");
    // The button has a number only while the selection is the one with which the page was opened.
    await page.getByRole("checkbox", { name: "Show the proof of Bag for Ana" }).uncheck();
    await page.getByRole("button", { name: "Create proof links", exact: true }).waitFor();
    await page.getByRole("checkbox", { name: "Show the proof of Bag for Ana" }).check();
    await page.getByRole("button", { name: "Create 2 proof links" }).click();
    await page.getByRole("heading", { name: "Proof links created" }).waitFor();
    await checkPage(visit, "proofs sent");
    expect(await page.locator("main section h2").allInnerTexts()).toEqual(["Order 3001, Ann Lee", "Order 3002, Ann Lee"]);
    // On a phone, a button is below its text, and the columns of the list stay beside each other.
    await page.setViewportSize(PHONE);
    const widths = await page.locator(".secret > *").evaluateAll((all) => all.map((each) => each.clientWidth));
    expect(widths.length).toBeGreaterThan(0);
    // Each has most of the window's width for itself.
    expect(widths.filter((width) => width <= 280)).toEqual([]);
    expect(await page.locator("#all-links").evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true);
    await page.setViewportSize(DESK);
    const linkOf = async ({ id }: Order) => (await page.locator(`#link-${id}`).textContent()) ?? "";
    const [mugLink, bagLink] = [await linkOf(mug), await linkOf(bag)];
    expect(await page.locator(`#text-${mug.id}`).textContent()).toBe(
      `Hello Ann, please look at the proof for your order 3001, and approve it or tell us what to change: ${mugLink}`,
    );

    await using buyer = await openBrowser(setup, { javaScriptEnabled: true });
    const { page: phone } = buyer;
    await phone.setViewportSize({ width: 390, height: 844 });
    await phone.goto(mugLink);
    await phone.getByText("“Mug for Deniz” in gold").waitFor();
    const width = await phone.locator("section.proof img").evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      return image.naturalWidth;
    });
    // It is the whole picture, and not its preview.
    expect(width).toBe(900);
    await checkPage(buyer, "buyer waiting");
    await phone.setViewportSize({ width: 390, height: 844 });
    await phone.getByText("Ask for a change").click();
    // What opened the form now closes it.
    await phone.getByText("Back, without a change").click();
    expect(await phone.getByText("Back, without a change").isVisible()).toBe(false);
    await phone.getByText("Ask for a change").click();
    expect(await phone.getByText("Ask for a change").isVisible()).toBe(false);
    await phone.getByLabel("What should be different?").fill("Please write Deniz with a small z");
    // Approving would discard the text.
    expect(await phone.getByRole("button", { name: "Approve" }).isVisible()).toBe(false);
    await checkPage(buyer, "buyer asks");
    await phone.setViewportSize({ width: 390, height: 844 });
    await phone.getByRole("button", { name: "Send request" }).click();
    await phone.getByText("Thank you. Your request was sent.").waitFor();
    await checkPage(buyer, "buyer asked");
    await phone.goto(bagLink);
    await phone.getByRole("link", { name: "Tiếng Việt" }).click();
    await phone.getByRole("button", { name: "Duyệt" }).waitFor();
    await checkPage(buyer, "buyer in Vietnamese");
    await phone.getByRole("link", { name: "English" }).click();
    await phone.getByRole("button", { name: "Approve" }).click();
    await phone.getByText("Thank you. Your approval was recorded.").waitFor();
    await checkPage(buyer, "buyer approved");
    expect(await statesOf(shop)).toEqual([
      { item_name: "Bag for Ana", version: 1, state: "approved", comment: null },
      { item_name: "Mug for Deniz", version: 1, state: "changes_requested", comment: "Please write Deniz with a small z" },
    ]);

    await visit.open("/production");
    await checkPage(visit, "production with proofs");
    await page.getByRole("link", { name: "Proofs 1 with changes requested" }).click();
    await page.getByRole("link", { name: "Changes requested 1" }).click();
    await page.waitForURL("**/production/proofs?state=changes_requested");
    await checkPage(visit, "proofs with changes requested");
    // The open tab is one of those in the window of a phone, when the window gets so narrow and when the page is loaded in it.
    const [from, to] = await tabAt(page, PHONE);
    expect(from >= 0 && to <= PHONE.width, `${from} to ${to}`).toBe(true);
    await page.reload();
    const [left, right] = await tabAt(page, PHONE);
    expect(left >= 0 && right <= PHONE.width, `${left} to ${right}`).toBe(true);
    await page.setViewportSize(DESK);
    await page.getByRole("link", { name: "Mug for Deniz, version 1" }).click();
    await page.getByText("Please write Deniz with a small z").waitFor();
    // What the buyer ordered is compared with the picture.
    const ordered = page.locator(".ordered");
    expect(await ordered.locator("dt, dd").allInnerTexts()).toEqual([
      "Personalization",
      "“Mug for Deniz” in gold",
      "Chosen",
      "Font: Script",
    ]);
    await checkPage(visit, "proof");
    await page.getByRole("link", { name: "Create new version" }).click();
    await page.getByText("It replaces version 1. The buyer’s link then stops showing version 1.").waitFor();
    await page.getByText("Please write Deniz with a small z").waitFor();
    await page.getByText("The buyer has seen this picture (version 1).").waitFor();
    expect(await page.locator("main h2").allTextContents()).toEqual([
      "What the buyer wants",
      "What the buyer ordered",
      "Upload a new picture",
      "From the design",
    ]);
    await checkPage(visit, "new proof");
    const picture = page.getByLabel("Picture", { exact: true });
    expect(await picture.getAttribute("accept")).toBe("image/png,image/jpeg,image/gif,image/webp");
    // A file that is dropped or pasted may be of another type than those of "accept".
    await picture.setInputFiles({ name: "mug.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") });
    await page.getByText("A buyer could not see mug.pdf. Choose a PNG, JPEG, GIF or WebP of at most 10 MB.").waitFor();
    expect(await page.getByRole("button", { name: "Create proof", exact: true }).count()).toBe(0);
    await picture.setInputFiles({ name: "on a table.png", mimeType: "image/png", buffer: blackPng(1000, 700) });
    await page.getByRole("button", { name: "Create proof", exact: true }).click();
    await page.getByRole("heading", { name: "Proof of Mug for Deniz, version 2" }).waitFor();
    await page.getByRole("button", { name: "Create link for the buyer" }).click();
    await page.getByRole("heading", { name: "Proof links created" }).waitFor();
    // The link that the buyer has already shows the new version, too.
    await phone.goto(mugLink);
    await phone.getByText("Version 2").waitFor();
    await phone.getByRole("button", { name: "Approve" }).click();
    await phone.getByText("Thank you. Your approval was recorded.").waitFor();
    expect(await statesOf(shop)).toMatchObject([
      { item_name: "Bag for Ana", version: 1, state: "approved" },
      { item_name: "Mug for Deniz", version: 2, state: "approved" },
      { item_name: "Mug for Deniz", version: 1, state: "superseded" },
    ]);
    expect([...visit.complaints, ...buyer.complaints]).toEqual([]);
  });
});
