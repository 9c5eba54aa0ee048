import { setTimeout } from "node:timers/promises";
import type { Response } from "playwright-core";
import { describe, expect, it } from "vitest";
import { createShop, checkPage, type Shop, openConsole, type Visit, type ConsoleSetup } from "./kit.ts";

/** docs/spec/console.md#layout */
const MAX_PAGE_BYTES = 150 * 1024;

/** Paths of files, which are not pages. */
const FILES = /\/orders\.csv$|\/export\/tables\/|\/tracking-worksheet\/file$|\/files\/\w+\/content$|\/production\/\w+\/file$/;

/** The costs and the expense that `createOneOfEach` creates, as pages show them. */
const MONEY = /7,?013\.37|5,?207\.19|4,?406\.91/;

interface Created {
  id: number | string;
}

/** Creates one of everything that has a page. */
async function createOneOfEach({ v2 }: Shop): Promise<void> {
  const order = (number: string, items: readonly object[]) =>
    v2<Created>("/orders", { store: "gift", number, external_id: number, customer_name: "Ana Lima", ship_by_date: "2026-03-04", items });
  const { id } = await order("1001", [{ name: "Mug", sku: "MUG", price: 9.99, quantity: 2, cost: 7013.37 }]);
  await order("1002", [{ name: "Lamp", price: 49 }]);
  await order("1003", [{ name: "Card", sku: "CARD", price: 3 }]);
  await v2("/suppliers", { name: "Acme", contact_name: "Sam" });
  const made = await order("1004", [{ name: "Bag", sku: "BAG", price: 3, assigned_supplier: "Acme" }]);
  await v2("/supplier-orders", { order_ids: [made.id], override_reason: "Checked" });
  await v2("/products", { title: "Mug", sku: "MUG", price: 9.99, cost: 5207.19 });
  await v2("/expenses", { category: "rent", amount: 4406.91, date: "2026-03-01" });
  await v2("/tickets", { subject: "Broken", body: "It arrived broken.", order_id: id });
  await v2("/webhooks", { url: "https://receiver.example.com/hooks", events: ["order.created"] });
  const property_map = [{ name: "Engraving", field: "metadata", key: "engraving" }];
  await v2("/connections", { platform: "woocommerce", store: "gift", property_map });
  await v2("/connections", { platform: "easypost" });
}

/** The path of a page with its ids replaced, so that one page of each kind is visited. */
const kindOf = (path: string) => path.replaceAll(/\/(?:\d+|[a-z]{2,5}_\w+)(?=\/|$)/g, "/:id");

/** What the browser reports of a response 429 Too Many Requests. */
const RATE_LIMITED = /^429: |status of 429 /;

/** Opens a page. On a fast machine the session may exceed its limit: then it waits for the time in Retry-After, and opens the page again. */
async function openWithinLimit(visit: Visit, url: string): Promise<Response | null> {
  const { page, complaints } = visit;
  const response = await page.goto(url);
  if (response?.status() !== 429) return response;
  await setTimeout(Number(response.headers()["retry-after"]) * 1000);
  const others = complaints.filter((complaint) => !RATE_LIMITED.test(complaint));
  complaints.splice(0, complaints.length, ...others);
  return await openWithinLimit(visit, url);
}

/** Visits one page of each kind that links lead to. Returns their kinds. */
async function visitAll(visit: Visit, { id }: Shop, check: (kind: string, html: string) => Promise<void>): Promise<string[]> {
  const base = `/console/${id}`;
  const waiting = [`${base}/home`];
  const found = new Set(["/home"]);
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const kind = kindOf(path.slice(base.length));
    const response = await openWithinLimit(visit, new URL(path, visit.page.url()).href);
    const html = (await response?.text()) ?? "";
    const isSmall = Buffer.byteLength(html) <= MAX_PAGE_BYTES;
    expect({ kind, status: response?.status(), isSmall, hasHeading: html.includes("<h1") }).toEqual({
      kind,
      status: 200,
      isSmall: true,
      hasHeading: true,
    });
    await check(kind, html);
    const links = await visit.page.locator("a[href]").evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname));
    for (const link of links.filter((each) => each.startsWith(`${base}/`) && !FILES.test(each))) {
      const name = kindOf(link.slice(base.length));
      if (found.has(name)) continue;
      found.add(name);
      waiting.push(link);
    }
  }
  return [...found].toSorted();
}

export function everyPageSuite(setup: () => ConsoleSetup): void {
  describe("every linked page", () => {
    it.each(["filled", "empty"])("is small, and has a heading in its HTML and no violation: a shop that is %s", async (state) => {
      const shop = await createShop(setup(), `Every page, ${state}`);
      if (state === "filled") await createOneOfEach(shop);
      await using visit = await openConsole(setup(), shop);
      const kinds = await visitAll(visit, shop, async (kind) => await checkPage(visit, `every ${state} ${kind}`));
      expect(visit.complaints).toEqual([]);
      if (state === "filled") expect(PAGES.filter((page) => !kinds.includes(page))).toEqual([]);
    });

    it.each([true, false])("shows costs, and leads to the pages about them, only if the member may see them: %s", async (money) => {
      const shop = await createShop(setup(), "Every page of a member", ["member"], { money });
      await createOneOfEach(shop);
      await using visit = await openConsole(setup(), shop, "member");
      const withMoney = new Set<string>();
      const kinds = await visitAll(visit, shop, async (kind, html) => {
        if (MONEY.test(html)) withMoney.add(kind);
      });
      expect(visit.complaints).toEqual([]);
      expect([...withMoney].toSorted()).toEqual(money ? PAGES_WITH_MONEY : []);
      expect(PAGES_OF_MONEY.filter((page) => kinds.includes(page))).toEqual(money ? PAGES_OF_MONEY : []);
    });
  });
}

/** Pages that show these costs and the expense themselves to members with the permission "money". Reports and the page of an order have only sums. */
const PAGES_WITH_MONEY = [
  "/expenses",
  "/expenses/:id",
  "/orders/:id/items/:id",
  "/orders/:id/items/:id/edit",
  "/products/:id",
  "/products/:id/edit",
];

/** Pages that only members with the permission "money" may open. */
const PAGES_OF_MONEY = ["/analytics", "/analytics/orders", "/expenses", "/expenses/:id", "/expenses/new"];

/** Pages that must be found, so that none is missed because its link is missing. */
const PAGES = [
  "/analytics",
  "/analytics/orders",
  "/attention/cost",
  "/attention/design",
  "/attention/sku",
  "/attention/unmatched",
  "/connections",
  "/connections/:id",
  "/connections/new/easypost",
  "/connections/new/shopify",
  "/expenses/:id",
  "/expenses/new",
  "/files",
  "/files/items/:id",
  "/files/orders/:id",
  "/import",
  "/orders/:id",
  "/orders/:id/edit",
  "/orders/:id/items/:id",
  "/orders/:id/items/:id/edit",
  "/orders/:id/refund",
  "/orders/:id/reprint",
  "/orders/new",
  "/orders/print",
  "/production",
  "/production/:id",
  "/production/:id/invoice",
  "/production/unpaid",
  "/products/:id",
  "/products/:id/edit",
  "/settings/api-tokens/:id",
  "/settings/audit-log",
  "/settings/delete",
  "/settings/export",
  "/settings/members/:id",
  "/settings/personal-data",
  "/stores/:id/tracking-worksheet",
  "/suppliers/:id",
  "/suppliers/:id/costs",
  "/suppliers/:id/edit",
  "/suppliers/:id/token",
  "/suppliers/:id/upload",
  "/suppliers/new",
  "/tickets/:id/edit",
  "/webhooks/:id/edit",
  "/webhooks/:id/verify",
];
