import { describe, expect, it } from "vitest";
import { createShop, look, signedIn, type World } from "./kit.ts";

export function ticketsSuite(world: () => World): void {
  describe("tickets", () => {
    it("are created for an order, found by status, changed and edited", async () => {
      const shop = await createShop(world(), "Tickets", ["owner", "viewer"]);
      const items = [{ name: "Mug", quantity: 1, price: 5 }];
      const order = await shop.v2<{ id: number }>("/orders", { store: "gift", external_id: "E-1001", customer_name: "Ann Lee", items });
      await shop.v2("/tickets", { subject: "Wrong colour", body: "It is blue.", status: "closed", priority: "low" });
      await using visit = await signedIn(world(), shop);
      const { page } = visit;
      await visit.open(`/tickets/new?order_id=${order.id}`);
      await page.getByLabel("Subject").fill("Where is my parcel?");
      await page.getByLabel("Message").fill("Hello,\nit was to come on Monday.\n\nAnn");
      expect(await page.getByRole("combobox", { name: "Order" }).locator("option:checked").innerText()).toBe("E-1001, Ann Lee");
      await visit.open(`/tickets/new?order_id=999999`);
      await page.getByLabel("Subject").fill("Where is my parcel?");
      await page.getByLabel("Message").fill("Hello,\nit was to come on Monday.\n\nAnn");
      await page.getByRole("button", { name: "Create ticket" }).click();
      await page.getByText("No such order in this organization.").waitFor();
      expect(await page.getByLabel("Subject").inputValue()).toBe("Where is my parcel?");
      await look(visit, "ticket rejected");
      expect(visit.complaints.splice(0).filter((complaint) => !complaint.includes("404"))).toEqual([]);
      await page.getByRole("combobox", { name: "Order" }).selectOption("E-1001, Ann Lee");
      await page.getByRole("button", { name: "Create ticket" }).click();
      await page.getByText("Ticket created.").waitFor();
      await look(visit, "ticket");
      const link = page.getByRole("main").getByRole("link", { name: "E-1001" });
      expect(await link.getAttribute("href")).toBe(`/console/${shop.id}/orders/${order.id}`);

      await page.getByLabel("Priority").selectOption("urgent");
      await page.getByRole("button", { name: "Update ticket" }).click();
      await page.getByText("Ticket updated.").waitFor();
      await page.getByRole("link", { name: "Edit" }).click();
      await page.getByLabel("Channel").fill("email");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Ticket updated.").waitFor();

      await visit.open("/tickets");
      await look(visit, "tickets");
      await page.getByLabel("Status").selectOption("open");
      await page.waitForURL("**/tickets?*status=open*");
      await page.getByLabel("Priority").selectOption("urgent");
      await page.waitForURL("**/tickets?*priority=urgent*");
      expect(await page.getByRole("table").getByRole("link").allTextContents()).toEqual([
        expect.stringMatching(/^#\d+ Where is my parcel\?$/),
        "E-1001",
      ]);
      expect(await page.getByRole("cell", { name: "email" }).count()).toBe(1);

      await using viewer = await signedIn(world(), shop, "viewer");
      await viewer.open("/tickets");
      await viewer.page.getByRole("link", { name: "Where is my parcel?" }).click();
      await viewer.page.getByText("it was to come on Monday.").waitFor();
      expect(await viewer.page.getByRole("main").getByRole("button").count()).toBe(0);
      expect([visit.complaints, viewer.complaints]).toEqual([[], []]);
    });
  });
}
