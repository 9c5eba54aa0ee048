import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { createShop, type Shop, openConsole, type ConsoleSetup } from "./kit.ts";

interface Created {
  id: number;
}

const createOrder = (shop: Shop, number: string, fields: object = {}): Promise<Created> =>
  shop.v2("/orders", {
    store: "gift",
    number,
    customer_name: "Ana Lima",
    customer_phone: "+351 21 555 0100",
    ship_city: "Coimbra",
    ship_zipcode: "3000-174",
    tags: ["fragile"],
    items: [{ name: "Mug", sku: "MUG-BLUE", quantity: 2, price: 10 }],
    ...fields,
  });

/** The background of the badge with this text. */
const colorOf = async (page: Page, text: string): Promise<string> =>
  await page
    .locator(".badge", { hasText: text })
    .first()
    .evaluate((badge) => getComputedStyle(badge).backgroundColor);

/** What pages show beside what people enter. */
export function shownSuite(setup: () => ConsoleSetup): void {
  describe("what is shown", () => {
    it("of a fulfillment: the carrier that its number belongs to, a link to its tracking page, and why the shop was not told", async () => {
      const shop = await createShop(setup(), "Tracked", ["member"]);
      await shop.v2("/stores", { name: "Web shop", code: "web", platform: "woocommerce" });
      await shop.v2("/connections", { store: "web", platform: "woocommerce" });
      const { id } = await createOrder(shop, "1001", { store: "web", external_id: "727" });
      await shop.v2(`/orders/${id}/fulfillments`, { tracking_number: "1Z999AA10123456784", status: "in_transit" });
      await using visit = await openConsole(setup(), shop, "member");
      await visit.open(`/orders/${id}`);
      const fulfillment = visit.page.locator("li.fulfillment");
      const link = fulfillment.getByRole("link", { name: "1Z999AA10123456784" });
      expect(await link.getAttribute("href")).toMatch(/^https:\/\/www\.ups\.com\/.*1Z999AA10123456784/);
      expect(await fulfillment.innerText()).toContain("UPS");
      expect(await fulfillment.innerText()).toContain("Shop not notified. The connection has no access to the shop’s API.");
      expect(visit.complaints).toEqual([]);
    });

    it("of an order: that it is unpaid, and the total of a line", async () => {
      const shop = await createShop(setup(), "Paid", ["member"]);
      await shop.v2("/stores", { name: "Web shop", code: "web", platform: "woocommerce" });
      const { id } = await createOrder(shop, "1002", { store: "web", source_status: "pending" });
      await using visit = await openConsole(setup(), shop, "member");
      await visit.open(`/orders/${id}`);
      await visit.page.locator(".badge", { hasText: "Unpaid" }).waitFor();
      await visit.page.getByRole("row", { name: /Mug/ }).getByText("$20.00").waitFor();
      expect(visit.complaints).toEqual([]);
    });

    it("of times and statuses: how long ago, with the organization's time zone, and another color for another status", async () => {
      const shop = await createShop(setup(), "Ages");
      await createOrder(shop, "1003", { date: new Date(setup().now() - 5 * 3_600_000).toISOString() });
      await createOrder(shop, "1004", { status: "In Production" });
      await using visit = await openConsole(setup(), shop);
      await visit.open("/orders");
      expect(await colorOf(visit.page, "New")).not.toBe(await colorOf(visit.page, "In Production"));
      const age = visit.page.getByText("5 h ago", { exact: true }).first();
      expect(await age.getAttribute("title")).toContain("(Europe/London)");
      expect(visit.complaints).toEqual([]);
    });

    it("by the palette: products by SKU, tickets by number, and orders by phone, city, postal code and tag", async () => {
      const shop = await createShop(setup(), "Found");
      const { id } = await createOrder(shop, "1005");
      await shop.v2("/products", { title: "Blue mug", sku: "MUG-BLUE", price: 10 });
      const ticket = await shop.v2<{ number: number }>("/tickets", { subject: "Where is it?", body: "Please tell me.", order_id: id });
      await using visit = await openConsole(setup(), shop);
      const { page } = visit;
      const choices = page.getByRole("dialog", { name: "Go to" }).getByRole("option");
      for (const [typed, found] of [
        ["MUG-BLUE", "Blue mug"],
        [`ticket ${ticket.number}`, "Where is it?"],
        ["+351 21 555 0100", "1005"],
        ["Coimbra", "1005"],
        ["3000-174", "1005"],
        ["fragile", "1005"],
      ] as const) {
        await page.keyboard.press("ControlOrMeta+k");
        await page.keyboard.type(typed);
        await choices.filter({ hasText: found }).first().waitFor();
        await page.keyboard.press("Escape");
        await page.getByRole("dialog", { name: "Go to" }).waitFor({ state: "hidden" });
      }
      expect(visit.complaints).toEqual([]);
    });

    it("of a table that is wider than its place: all of it by scrolling in it, and the page does not move", async () => {
      const shop = await createShop(setup(), "Wide");
      await createOrder(shop, "1006", {
        items: [{ name: "Mug", sku: "S".repeat(64), quantity: 1, price: 10, variations: "v".repeat(200) }],
      });
      await using visit = await openConsole(setup(), shop);
      const { page } = visit;
      await page.setViewportSize({ width: 800, height: 800 });
      await visit.open("/orders");
      const table = page.locator(".table").first();
      const scrolled = await table.evaluate((place) => {
        place.scrollLeft = 100_000;
        const last = place.querySelector("thead th:last-child")?.getBoundingClientRect();
        return { hidden: place.scrollWidth - place.clientWidth, last: last?.right ?? 0, edge: place.getBoundingClientRect().right };
      });
      expect(scrolled.hidden).toBeGreaterThan(0);
      expect(scrolled.last).toBeLessThanOrEqual(scrolled.edge + 1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
      expect(visit.complaints).toEqual([]);
    });

    it("on a phone: a cell of a card has the name of its column", async () => {
      const shop = await createShop(setup(), "Cards");
      await shop.v2("/suppliers", { name: "Acme", code: "acme", lead_time_days: 3 });
      await using visit = await openConsole(setup(), shop);
      await visit.page.setViewportSize({ width: 390, height: 844 });
      await visit.open("/suppliers");
      const label = await visit.page.getByRole("cell", { name: "3 days" }).evaluate((cell) => getComputedStyle(cell, "::before").content);
      expect(label).toContain("Lead time");
      expect(visit.complaints).toEqual([]);
    });
  });
}
