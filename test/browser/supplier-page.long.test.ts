import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { program } from "../node/program.ts";
import { sharedWorker } from "../node/server/built-worker.ts";
import type { RunningWorker } from "../node/server/worker.ts";
import { complaintsOf, overflowOf, startBrowser, violationsOf } from "./chromium.ts";
import { createShop } from "./console/kit.ts";
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
  items: { id: string }[];
}

describe.skipIf(chromium === null)("on a phone, without a script", () => {
  it("a supplier accepts orders, makes them, and enters tracking numbers", async () => {
    const setup = { worker, browser, now: Date.now };
    const shop = await createShop(setup, "Paper & Clay");
    const { id: supplier } = await shop.v2<{ id: string }>("/suppliers", { name: "Hanoi Prints", lead_time_days: 3 });
    const address = {
      ship_name: "Ann Lee",
      ship_address1: "12 Elm Street",
      ship_city: "Bath",
      ship_zipcode: "BA1 1AA",
      ship_country: "GB",
    };
    const item = (name: string, extra: Record<string, unknown> = {}) => ({
      name,
      sku: name.slice(0, 3).toUpperCase(),
      price: 9,
      cost: 3,
      quantity: 2,
      assigned_supplier: "Hanoi Prints",
      material: "Ceramic, glossy",
      color: "White",
      personalization: "Happy birthday, Zoë!",
      ...extra,
    });
    // Without designs, the items could not be sent otherwise.
    await shop.v2(`/stores/${shop.storeId}`, { send_blockers: ["sku"] }, "PATCH");
    const orders: Order[] = [];
    for (const number of ["#1042", "#1043", "#1044"]) {
      orders.push(
        await shop.v2<Order>("/orders", {
          store: "gift",
          number,
          ...address,
          items: [item("Mug, personalized"), item("Tote bag", { size: "L" })],
        }),
      );
    }
    const [first] = orders;
    const upload = await fetch(`${worker.url}/api/v2/files?name=mug.png&order_item_id=${first?.items[0]?.id}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${shop.token}`, "Content-Type": "application/octet-stream" },
      body: new Uint8Array(blackPng(160, 160)),
    });
    expect(upload.status).toBe(201);
    // They have numbers of their own: #1 for the parcel #1042, and so on.
    for (const { id } of orders) await shop.v2("/supplier-orders", { order_ids: [id] });
    const { url } = await shop.v2<{ url: string }>(`/suppliers/${supplier}/links`, {});

    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, locale: "en-US" });
    const page = await context.newPage();
    const complaints = complaintsOf(page, worker.url);
    const checkPage = async (name: string) => {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await page.locator("script").count(), name).toBe(0);
        expect(await overflowOf(page), name).toEqual([]);
        expect(await violationsOf(page), name).toEqual([]);
        const folder = process.env["PICTURES"];
        if (folder !== undefined)
          await page.screenshot({ path: `${folder}/supplier ${name} ${colorScheme}.png`.replaceAll(" ", "-"), fullPage: true });
      }
      await page.emulateMedia({ colorScheme: "light" });
    };
    await page.goto(url);
    await page.getByRole("heading", { name: "To accept 3" }).waitFor();
    await checkPage("list");
    await page.getByRole("button", { name: "Accept Order #1", exact: true }).click();
    await page.getByText("Accepted. You can start making it.").waitFor();
    await checkPage("order");
    await page.getByText("Reject this item").last().click();
    await page.getByLabel("Why?").last().fill("We have no bags");
    await page.getByRole("button", { name: "Reject", exact: true }).last().click();
    await page.getByText("Rejected. Do not make this item.").waitFor();
    await page.getByRole("button", { name: "Start making" }).click();
    await page.getByLabel("Tracking number").fill("1Z999AA10123456784");
    await checkPage("shipping");
    await page.getByRole("button", { name: "Save tracking number" }).click();
    await page.getByText("Nothing is left to ship. Thank you!").waitFor();
    await checkPage("shipped");
    await page.getByRole("link", { name: "Change 1Z999AA10123456784" }).click();
    await page.getByText("2 × Mug, personalized · Happy birthday, Zoë!").waitFor();
    await page.getByLabel("Tracking number").fill("1Z999AA10123456793");
    await checkPage("change");
    await page.getByRole("button", { name: "Save tracking number" }).click();
    await page.getByText("Tracking number changed. Thank you!").waitFor();
    await page.getByText("1Z999AA10123456793").waitFor();
    await page.getByRole("link", { name: "All orders" }).click();
    for (const number of ["#2", "#3"]) {
      await page.getByRole("button", { name: `Accept Order ${number}` }).click();
      await page.getByRole("button", { name: "Start making" }).click();
      await page.getByRole("link", { name: "Print job tickets" }).waitFor();
      await page.getByRole("link", { name: "All orders" }).click();
    }
    await page.getByRole("link", { name: "Enter many tracking numbers" }).click();
    await page.getByLabel("Parcels and tracking numbers").fill("1043\tVN123456789\n9999 nothing\n");
    await page.getByRole("button", { name: "Save tracking numbers" }).click();
    await page.getByText("Line 2: write the number of the parcel, a comma, and the tracking number.").waitFor();
    await checkPage("rejected tracking");
    await page.getByLabel("Parcels and tracking numbers").fill("1043\tVN123456789\n1044\tVN987654321\n");
    await page.getByRole("button", { name: "Save tracking numbers" }).click();
    await page.getByText("Nothing to do").waitFor();
    await checkPage("done");
    await page.getByRole("link", { name: "Tiếng Việt" }).click();
    await page.getByText("Không có việc cần làm").waitFor();
    await checkPage("Vietnamese");
    // The browser complains about the lines that were rejected.
    expect(complaints.filter((complaint) => !complaint.includes("400"))).toEqual([]);
    await context.close();
  });
});
