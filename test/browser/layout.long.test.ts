import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { program } from "../node/program.ts";
import { sharedWorker } from "../node/server/built-worker.ts";
import type { RunningWorker } from "../node/server/worker.ts";
import { DESK, startBrowser } from "./chromium.ts";
import { createShop, checkPage, type Shop, openConsole, type ConsoleSetup } from "./console/kit.ts";

/** Pages with texts that no line can hold, and with many rows (docs/spec/console.md#layout). */

const chromium = program("chromium");
let worker: RunningWorker;
let browser: Browser;
let setup: ConsoleSetup;

beforeAll(async () => {
  if (chromium === null) return;
  worker = await sharedWorker();
  browser = await startBrowser(chromium);
  setup = { worker, browser, now: Date.now };
});
afterAll(async () => await browser?.close());

const MAX_PAGE_BYTES = 150 * 1024;
const LINK = `https://files.example.com/${"d".repeat(270)}.png`;
const WORD = "Wassertropfenarmbanduhrenverpackung".repeat(5);

interface Created {
  id: number;
  items: { id: string }[];
}

/** Fills lists with texts that no line can hold. Returns the paths of the pages that show them. */
async function createLongTexts({ v2 }: Shop): Promise<string[]> {
  const item = { name: WORD, sku: "S".repeat(100), design_url: LINK, personalization: LINK, variations: LINK.slice(0, 255), comment: LINK };
  const order = await v2<Created>("/orders", {
    store: "gift",
    number: "N".repeat(60),
    customer_name: "Nguyễn Thị Minh Khai Phương Anh Trần Lê",
    customer_email: `${"a".repeat(60)}@example.com`,
    ship_name: "محمد بن عبد الرحمن الرشيد آل سعود",
    ship_address1: WORD,
    ship_city: "東京都",
    ship_country: "JP",
    buyer_note: LINK,
    tags: ["t".repeat(60)],
    assignee: "a".repeat(60),
    items: [
      { ...item, price: 1, assigned_supplier: "L".repeat(60), properties: [{ name: "Proof", value: LINK }] },
      { name: "Mug", sku: "MUG", price: 2 },
    ],
  });
  await v2(`/orders/${order.id}/fulfillments`, {
    tracking_number: "1".repeat(80),
    tracking_url: LINK,
    carrier: "C".repeat(64),
    items: [{ order_item_id: order.items[0]?.id, quantity: 1 }],
  });
  await v2(`/orders/${order.id}/notes`, { content: LINK });
  await v2("/products", { title: WORD, sku: "P".repeat(100), price: 1, description: LINK });
  await v2("/expenses", { category: "rent", amount: 1, date: "2026-03-01", description: LINK });
  const ticket = await v2<Created>("/tickets", { subject: LINK.slice(0, 250), body: LINK, order_id: order.id, customer_name: WORD });
  await v2("/webhooks", { url: LINK, events: ["order.created"], description: WORD });
  return [
    "/home",
    "/orders",
    `/orders/${order.id}`,
    `/orders/${order.id}/items/${order.items[0]?.id}`,
    "/attention/cost",
    "/attention/unmatched",
    "/products",
    "/expenses",
    "/tickets",
    `/tickets/${ticket.id}`,
    "/webhooks",
    "/search?q=mug",
    "/settings/audit-log",
  ];
}

describe.skipIf(chromium === null)("the layout of the console", () => {
  it("hides no column behind a long link, and nothing overflows the page", async () => {
    const shop = await createShop(setup, "Layout");
    const paths = await createLongTexts(shop);
    await using visit = await openConsole(setup, shop);
    const { page } = visit;
    let tableCount = 0;
    for (const path of paths) {
      await visit.open(path);
      tableCount += await page.locator(".table").count();
      for (const width of [390, 1440]) {
        await page.setViewportSize({ ...DESK, width });
        const wide = await page.locator(".table").evaluateAll((all) => all.filter((table) => table.scrollWidth > table.clientWidth).length);
        expect(wide, `${path} ${width}`).toBe(0);
      }
      await checkPage(visit, `layout ${path}`);
    }
    expect(tableCount).toBeGreaterThan(0);
    expect(visit.complaints).toEqual([]);
  });

  it("keeps an order with 200 items small, with its customer and its fulfillments first, and any part of it can be shipped", async () => {
    const shop = await createShop(setup, "Many items");
    const items = Array.from({ length: 200 }, (_, at) => ({
      name: `Poster ${at + 1}`,
      sku: `SKU-${at + 1}`,
      price: 1,
      quantity: 2,
      design_url: LINK,
    }));
    const order = await shop.v2<Created>("/orders", { store: "gift", number: "MANY", customer_name: "Ann Lee", items });
    await using visit = await openConsole(setup, shop);
    const { page } = visit;
    const bytes = Buffer.byteLength((await (await page.goto(`${worker.url}/console/${shop.id}/orders/${order.id}`))?.text()) ?? "");
    expect(bytes).toBeLessThan(MAX_PAGE_BYTES);
    const topOf = async (heading: string) => (await page.getByRole("heading", { name: heading, exact: true }).boundingBox())?.y ?? 0;
    const headingsFromTop = async (width: number) => {
      await page.setViewportSize({ ...DESK, width });
      const tops = await Promise.all(["Customer", "Fulfillments", "Items"].map(async (name) => ({ name, top: await topOf(name) })));
      return tops.toSorted((a, b) => a.top - b.top).map(({ name }) => name);
    };
    expect(await headingsFromTop(390)).toEqual(["Customer", "Fulfillments", "Items"]);
    expect((await headingsFromTop(1440)).at(-1)).toBe("Items");
    await page.getByRole("navigation", { name: "Items" }).getByText("1 to 50 of 200").waitFor();
    await page.getByRole("link", { name: "Next items" }).click();
    await page.getByRole("link", { name: "Poster 51", exact: true }).waitFor();
    await page.getByText("Ship items", { exact: true }).click();
    await checkPage(visit, "many items, ship");
    const quantity = page.getByLabel("Poster 199");
    expect(await quantity.isVisible()).toBe(false);
    await page.getByLabel("Everything that is left: 200 lines").uncheck();
    await quantity.fill("3");
    const send = async () => await page.getByRole("button", { name: "Ship", exact: true }).click();
    await send();
    // The input is kept, and the error is at its line.
    await page.locator("li", { has: quantity }).getByText("Only 2 left to fulfill of Poster 199.").waitFor();
    expect(await quantity.inputValue()).toBe("3");
    expect(visit.complaints.splice(0).filter((complaint) => !complaint.includes("400") && !complaint.includes("409"))).toEqual([]);
    await checkPage(visit, "many items, invalid");
    await quantity.fill("1");
    await page.getByLabel("Poster 7", { exact: false }).first().fill("2");
    await send();
    await page.getByText("2 × Poster 7, 1 × Poster 199").waitFor();
    expect(visit.complaints).toEqual([]);
  });
});
