import { describe, expect, it } from "vitest";
import { createShop, checkPage, type Shop, openConsole, type ConsoleSetup } from "./kit.ts";

interface Order {
  id: number;
  items: { id: string }[];
}

const createOrder = (shop: Shop, number: string, fields: object = {}): Promise<Order> =>
  shop.v2("/orders", {
    store: "gift",
    number,
    customer_name: "Ana Lima",
    date: "2026-03-02T09:30:00Z",
    items: [
      { name: "Mug", sku: "MUG", quantity: 2, price: 10, tax: 4 },
      { name: "Tea towel", sku: "TOWEL", quantity: 1, price: 20, tax: 4 },
      { name: "Tip", price: 3 },
    ],
    ...fields,
  });

/** What is shipped is what was meant, and what is paid back is recorded. */
export function shippingSuite(setup: () => ConsoleSetup): void {
  describe("shipping and refunds", () => {
    it("a list of tracking numbers with invalid lines ships nothing, and is corrected where it was typed", async () => {
      const shop = await createShop(setup(), "Packing table", ["member"]);
      for (const number of ["#1111", "#1112", "#1113"]) await createOrder(shop, number);
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      await page.getByLabel("Select all orders on this page").check();
      await page.getByText("Ship", { exact: true }).click();
      await page.getByLabel("Carrier").fill("UPS");
      const numbers = page.getByLabel("Tracking numbers", { exact: true });
      await numbers.fill("#1111,1Z1111\n#1112 1ZSPACE000\n#1119;1Z1119");
      await Promise.all([page.waitForEvent("domcontentloaded"), page.getByRole("button", { name: /^Ship \d+ orders?$/ }).click()]);
      await page.getByText("Line 2: expected the number of an order and a tracking number").waitFor();
      await page.getByText("Line 3: no selected order has the number #1119.").waitFor();
      expect(await numbers.inputValue()).toBe("#1111,1Z1111\n#1112 1ZSPACE000\n#1119;1Z1119");
      expect(await page.getByText("3 selected").count()).toBe(1);
      expect((await shop.v2<{ data: object[] }>("/orders?status=Shipped")).data).toEqual([]);
      expect(visit.complaints.splice(0).filter((complaint) => !complaint.includes("400"))).toEqual([]);
      await checkPage(visit, "tracking numbers rejected");
      await numbers.fill("#1111,1Z1111\n#1112,1ZSPACE000\n#1113;1Z1113");
      await Promise.all([page.waitForEvent("domcontentloaded"), page.getByRole("button", { name: /^Ship \d+ orders?$/ }).click()]);
      await page.getByText("3 orders shipped.").waitFor();
      const { data } = await shop.v2<{ data: { status: string }[] }>("/orders");
      expect(data.map(({ status }) => status)).toEqual(["Shipped", "Shipped", "Shipped"]);
      expect(visit.complaints).toEqual([]);
    });

    it("an order that is shipped in part, held or cancelled says so, and is printed as what is left of it", async () => {
      const shop = await createShop(setup(), "Halves", ["member"]);
      const half = await createOrder(shop, "#2001");
      const fulfillment = { status: "in_transit", tracking_number: "1Z999", items: [{ order_item_id: half.items[0]?.id, quantity: 1 }] };
      await shop.v2(`/orders/${half.id}/fulfillments`, fulfillment);
      const cancelled = await createOrder(shop, "#2002");
      await shop.v2(`/orders/${cancelled.id}/status`, { status: "Cancelled" });
      const held = await createOrder(shop, "#2003");
      await shop.v2(`/order-items/${held.items[0]?.id}/status`, { status: "On Hold" });
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      await page.getByRole("cell", { name: "Partly shipped" }).waitFor();
      await checkPage(visit, "orders partly shipped");
      await visit.open(`/orders/${half.id}`);
      await page.getByText("Partly shipped").waitFor();
      await checkPage(visit, "order partly shipped");
      await visit.open(`/orders/${held.id}`);
      await page.getByText("On hold, so not shipped: Mug.").waitFor();
      await checkPage(visit, "order on hold");
      await visit.open(`/orders/${cancelled.id}`);
      await page.getByText("This order is cancelled, so nothing of it can be shipped.").waitFor();
      await visit.open(`/orders/print?ids=${half.id},${cancelled.id},${held.id}&document=pick`);
      await page.getByText("Not printed:").waitFor();
      // By its name, a tip is not a physical item.
      expect(await page.getByRole("cell", { name: "Tip" }).count()).toBe(0);
      // Of two mugs one was shipped, and those of the other orders are on hold or cancelled.
      expect((await page.getByRole("row", { name: /Mug/ }).getByRole("cell").allInnerTexts()).includes("1")).toBe(true);
      await checkPage(visit, "pick list of what is left");
      expect(visit.complaints).toEqual([]);
    });

    it("a refund starts from the lines, keeps what was typed wrongly, and is recorded once on a double click", async () => {
      const shop = await createShop(setup(), "Money back", ["member"]);
      const fields = { tax: 8.8, taxes_included: true, shipping_cost: 4 };
      const { id } = await createOrder(shop, "#3001", fields);
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      await visit.open(`/orders/${id}`);
      await page.getByText("More", { exact: true }).click();
      await page.getByRole("link", { name: "Refund" }).click();
      await page.getByText("$47.00 of $47.00 can be refunded").waitFor();
      await checkPage(visit, "refund");
      const mug = page.getByLabel("Units not shipped: Mug");
      // Nothing of the items was shipped, so there is no column for shipped units.
      expect(await page.getByRole("columnheader").allInnerTexts()).toEqual(["Item", "Refund units (not shipped)", "Amount"]);
      await mug.fill("3");
      await page.getByLabel("Shipping").fill("40");
      await page.getByLabel("Reason").fill("One mug was chipped.");
      await Promise.all([page.waitForEvent("domcontentloaded"), page.getByRole("button", { name: "Record refund" }).click()]);
      await page.getByText("Expected a number from 0 to 2.").waitFor();
      await page.getByText("Expected at most $4.00.").waitFor();
      expect([await mug.inputValue(), await page.getByLabel("Shipping").inputValue()]).toEqual(["3", "40"]);
      expect(visit.complaints.splice(0).filter((complaint) => !complaint.includes("400"))).toEqual([]);
      await checkPage(visit, "refund rejected");
      // An error stays until its value is changed, and the notice until none is left.
      const notice = page.getByText("Not saved. Correct the marked fields.");
      await mug.fill("1");
      expect([await page.getByText("Expected a number from 0 to 2.").count(), await notice.count()]).toEqual([0, 1]);
      expect(await mug.evaluate((input) => [input.ariaInvalid, input.getAttribute("aria-describedby")])).toEqual([
        null,
        expect.stringMatching(/^unshipped_\d+-left$/),
      ]);
      await page.getByLabel("Shipping").fill("4");
      expect([await page.getByText("Expected at most $4.00.").count(), await notice.count()]).toEqual([0, 0]);
      await page.getByLabel("Tax in the refund").fill("1.75");
      await page.getByText("Refund: $14.00, with $1.75 of tax").waitFor();
      await checkPage(visit, "refund with its total");
      await page.getByRole("button", { name: "Record refund" }).dblclick();
      await page.waitForURL(`**/orders/${id}?done=*`);
      await page.getByText("Refunded $14.00: 1 × Mug, shipping").waitFor();
      await page.getByRole("listitem").filter({ hasText: "$14.00, tax $1.75" }).waitFor();
      // Of two mugs, one is left to ship.
      await page.getByText("1 refunded").waitFor();
      await page.getByText("1 not in a fulfillment yet").first().waitFor({ state: "attached" });
      expect(await page.getByText("Left after refunds").count()).toBe(1);
      await page.getByText("One mug was chipped.").first().waitFor();
      await page.getByText("$33.00").waitFor();
      // Tax is no amount of its own.
      const amounts = page.getByRole("heading", { name: "Amounts", exact: true }).locator("..");
      expect((await amounts.innerText()).replaceAll(/\s+/g, " ")).toContain(
        "Total $47.00 of which tax $8.80 Refunded -$14.00 of which tax $1.75 Left after refunds $33.00",
      );
      await checkPage(visit, "order refunded");
      expect(visit.complaints).toEqual([]);
    });
  });
}
