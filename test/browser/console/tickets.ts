import { describe, expect, it } from "vitest";
import { createShop, checkPage, openConsole, type ConsoleSetup } from "./kit.ts";

export function ticketsSuite(setup: () => ConsoleSetup): void {
  describe("tickets", () => {
    it("are created for an order, found by status, changed and edited", async () => {
      const shop = await createShop(setup(), "Tickets", ["owner", "viewer"]);
      const items = [{ name: "Mug", quantity: 1, price: 5 }];
      const order = await shop.v2<{ id: number }>("/orders", { store: "gift", external_id: "E-1001", customer_name: "Ann Lee", items });
      await shop.v2("/orders", { store: "gift", external_id: "E-1002", customer_name: "Bea Lee", items });
      await shop.v2("/tickets", { subject: "Wrong colour", body: "It is blue.", status: "closed", priority: "low" });
      await using visit = await openConsole(setup(), shop);
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
      await checkPage(visit, "ticket rejected");
      expect(visit.complaints.splice(0).filter((complaint) => !complaint.includes("404"))).toEqual([]);
      // The only order that is found is chosen. A search that finds none is not lost.
      await page.getByText("Search all orders.").waitFor();
      const search = page.getByLabel("Search: Order");
      const orderField = page.getByLabel("Order", { exact: true });
      await orderField.selectOption("None");
      await search.fill("ann");
      await orderField.locator("option:checked", { hasText: "E-1001, Ann Lee" }).waitFor({ state: "attached" });
      await checkPage(visit, "ticket finds its order");
      await search.fill("anna");
      expect(await orderField.locator("option:checked").innerText()).toBe("None");
      await page.getByRole("button", { name: "Create ticket" }).click();
      expect(await search.evaluate((input: HTMLInputElement) => input.matches(":invalid:focus") && input.validationMessage)).toBe(
        "Choose an order from the list, or clear the search.",
      );
      // Of several, one is chosen with the keyboard.
      await search.fill("lee");
      await orderField.locator("option", { hasText: "E-1002, Bea Lee" }).waitFor({ state: "attached" });
      expect(await orderField.locator("option:checked").innerText()).toBe("None");
      await page.keyboard.press("Enter");
      await page.keyboard.type("e-1001");
      await page.keyboard.press("Enter");
      const order1001 = page.getByRole("combobox", { name: "Order", exact: true });
      expect(await order1001.locator("option:checked").innerText()).toBe("E-1001, Ann Lee");
      await page.getByRole("button", { name: "Create ticket" }).click();
      await page.getByText("Ticket created.").waitFor();
      await checkPage(visit, "ticket");
      const link = page.getByRole("main").getByRole("link", { name: "E-1001" });
      expect(await link.getAttribute("href")).toBe(`/console/${shop.id}/orders/${order.id}`);

      const update = async () => {
        await page.getByLabel("Priority").selectOption("urgent");
        await page.getByLabel("Assignee").selectOption({ index: 1 });
        await page.getByLabel("Due").fill("2026-01-02");
        await page.getByRole("button", { name: "Update ticket" }).click();
        await page.getByText("Ticket changed.").waitFor();
      };
      await update();
      await page.getByText("Overdue: 2 Jan 2026").waitFor();
      await checkPage(visit, "ticket changed");
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText("Ticket restored.").waitFor();
      expect([await page.getByLabel("Priority").inputValue(), await page.getByLabel("Due").inputValue()]).toEqual(["normal", ""]);
      await update();
      await page.getByRole("link", { name: "Edit" }).click();
      await page.getByLabel("Channel").fill("email");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Ticket updated.").waitFor();

      await visit.open("/tickets");
      await checkPage(visit, "tickets");
      await page.getByRole("navigation", { name: "Status" }).getByRole("link", { name: "Open 1" }).click();
      await page.waitForURL("**/tickets?*status=open*");
      await page.getByLabel("Priority").selectOption("urgent");
      await page.waitForURL("**/tickets?*priority=urgent*");
      expect(await page.getByRole("table").getByRole("link").allTextContents()).toEqual([
        expect.stringMatching(/^#\d+ Where is my parcel\?$/),
        "E-1001",
      ]);

      await using viewer = await openConsole(setup(), shop, "viewer");
      await viewer.open("/tickets");
      await viewer.page.getByRole("link", { name: "Where is my parcel?" }).click();
      await viewer.page.getByText("it was to come on Monday.").waitFor();
      expect(await viewer.page.getByRole("main").getByRole("button").count()).toBe(0);
      expect([visit.complaints, viewer.complaints]).toEqual([[], []]);
    });

    it("are answered with a template that is filled in, copied and marked as sent; without JavaScript, a template is inserted and a note is saved", async () => {
      const shop = await createShop(setup(), "Answers", ["owner"]);
      const items = [{ name: "Mug", quantity: 1, price: 5 }];
      const order = await shop.v2<{ id: number }>("/orders", { store: "gift", number: "1001", customer_name: "Ann Lee", items });
      const ticket = await shop.v2<{ id: number }>("/tickets", { subject: "Late", body: "Where is it?", order_id: order.id });
      await using visit = await openConsole(setup(), shop);
      const { page, context } = visit;
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await visit.open("/tickets/templates/new");
      await page.getByLabel("Name").fill("On its way");
      await page.getByLabel("Text").fill("Dear {{customer}},");
      await page.getByRole("button", { name: "Create template" }).click();
      await page.getByText("{{customer}} is no placeholder.").waitFor();
      await checkPage(visit, "template rejected");
      visit.complaints.length = 0;
      await page.getByLabel("Text").fill("Dear {{customer_name}},\n{{order_number}} is on its way: {{tracking_link}}");
      await page.getByRole("button", { name: "Create template" }).click();
      await page.getByText("Template saved.").waitFor();
      await checkPage(visit, "templates");

      await visit.open(`/tickets/${ticket.id}`);
      const text = page.getByLabel("Text");
      await text.fill("Hello!");
      await page.getByLabel("Template").selectOption("On its way");
      await page.getByRole("button", { name: "Insert template" }).click();
      // The order has not been shipped.
      await page.getByText("has no value for the tracking link. Replace {{tracking_link}}.").waitFor();
      await checkPage(visit, "template without a value");
      await page.getByRole("button", { name: "Save reply" }).click();
      await page.getByText("Replace {{tracking_link}} before the reply is saved").waitFor();
      visit.complaints.length = 0;
      expect(await text.inputValue()).toBe("Hello!\n\nDear Ann Lee,\n1001 is on its way: {{tracking_link}}");
      await text.fill("Dear Ann Lee,\n1001 comes tomorrow.");
      await page.getByRole("button", { name: "Save reply" }).click();
      await page.getByText("Reply saved.").waitFor();
      await page.getByRole("button", { name: "Copy the reply" }).click();
      await page.getByText("Copied").waitFor();
      expect(await page.evaluate("navigator.clipboard.readText()")).toBe("Dear Ann Lee,\n1001 comes tomorrow.");
      await page.getByRole("button", { name: "Mark as sent" }).click();
      await page.getByText(/^Sent by /).waitFor();
      await checkPage(visit, "ticket answered");

      await using plain = await openConsole(setup(), shop, "owner", { javaScriptEnabled: false });
      await plain.open(`/tickets/${ticket.id}`);
      await plain.page.getByLabel("Template").selectOption("On its way");
      await plain.page.getByRole("button", { name: "Insert template" }).click();
      await plain.page.locator("textarea", { hasText: "1001 is on its way" }).waitFor();
      await plain.page.getByLabel("Text").fill("The carrier has lost it.");
      await plain.page.getByRole("button", { name: "Save note" }).click();
      await plain.page.getByText("Note saved.").waitFor();
      // A note is for the team: there is nothing to send.
      expect(await plain.page.getByRole("button", { name: "Mark as sent" }).count()).toBe(0);
      const { data } = await shop.v2<{ data: object[] }>(`/tickets/${ticket.id}/messages`);
      expect(data).toMatchObject([
        { kind: "reply", sent_at: expect.any(String) },
        { kind: "note", body: "The carrier has lost it." },
      ]);
      expect([visit.complaints, plain.complaints]).toEqual([[], []]);
    });
  });
}
