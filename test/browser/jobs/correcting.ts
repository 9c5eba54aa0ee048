import { expect } from "vitest";
import { findOrder, type Job, listOrders, waitForText, SHORTEST } from "./job.ts";
import { TRACKING } from "./scene.ts";

/** Corrections and replies. */
export const CORRECTING: readonly Job[] = [
  {
    name: "reprint an order",
    budget: { clicks: 4, keystrokes: 12 },
    source: `${SHORTEST}: the menu of the order, the choice, the button`,
    run: async (input) => {
      await findOrder(input, "REPRINT-1");
      await input.click(input.page.getByText("More", { exact: true }));
      await input.follow("Reprint");
      await input.send("Create reprint");
    },
    check: async ({ page }) => await page.getByRole("heading", { name: "Order REPRINT-1-R1" }).waitFor(),
  },
  {
    name: "correct an address",
    budget: { clicks: 4, keystrokes: 30 },
    source: "Shopify (intercom.help/mayple-global, article 9203037): Orders, the order, the button, the field, Save: 5 clicks",
    run: async (input) => {
      await findOrder(input, "ADDRESS-1");
      await input.click(input.page.locator("summary", { hasText: "Edit shipping address" }));
      await input.fill("Street", "1 High Street");
      await input.press("Enter", { opensPage: true });
    },
    check: async (_input, scene) => expect(await listOrders(scene, "q=ADDRESS-1")).toMatchObject([{ ship_address1: "1 High Street" }]),
  },
  {
    name: "refund one of two mugs",
    budget: { clicks: 5, keystrokes: 30 },
    source: `${SHORTEST}: the menu, the choice, the units and the reason, the button`,
    run: async (input) => {
      await findOrder(input, "REFUND-1");
      await input.click(input.page.getByText("More", { exact: true }));
      await input.follow("Refund");
      await input.fill("Units not shipped: Mug", "1");
      await input.fill("Reason", "Chipped");
      await input.send("Record refund");
    },
    check: async (input) => await waitForText(input, "Refunded $12.00: 1 × Mug"),
  },
  {
    name: "cancel an order in production",
    budget: { clicks: 4, keystrokes: 10 },
    source: `${SHORTEST}: the menu, the choice, the button. The change is sent when the page is left`,
    run: async (input) => {
      await findOrder(input, "CANCEL-1");
      await input.click(input.page.getByText("More", { exact: true }));
      await input.click(input.page.getByText("Cancel order", { exact: true }).first());
      await input.click(input.page.getByRole("button", { name: "Cancel order" }));
      await input.go("Orders");
    },
    check: async (_input, scene) =>
      await expect.poll(async () => await listOrders(scene, "q=CANCEL-1")).toMatchObject([{ status: "Cancelled" }]),
  },
  {
    name: "add an item to an order",
    budget: { clicks: 5, keystrokes: 22 },
    source: `${SHORTEST}: the menu, the choice, the name, the price, the button`,
    run: async (input) => {
      await findOrder(input, "EXTRA-1");
      await input.click(input.page.getByText("More", { exact: true }));
      await input.follow("Add item");
      await input.fill("Name", "Gift box");
      await input.fill("Price", "4.5");
      await input.send("Add item");
    },
    check: async (input, scene) => {
      await waitForText(input, "Item added.");
      expect(await listOrders(scene, "q=EXTRA-1")).toMatchObject([{ total_amount: 16.5 }]);
    },
  },
  {
    name: "answer a ticket with a template",
    budget: { clicks: 10, keystrokes: 0 },
    source: `${SHORTEST}: from the home page to the ticket, the template, the status, the reply, its copy, and that it is sent`,
    run: async (input) => {
      await input.follow(/^1 Open$/);
      await input.follow(/Where is my parcel/);
      await input.choose("Template", "On its way");
      await input.send("Insert template");
      await input.choose("Status afterwards", "resolved");
      await input.send("Save reply");
      await input.click(input.page.getByRole("button", { name: "Copy the reply" }));
      await input.send("Mark as sent");
    },
    check: async (input, { shop }) => {
      await waitForText(input, /^Sent by /);
      const [ticket] = (await shop.v2<{ data: { id: number }[] }>("/tickets?status=resolved")).data;
      const { data } = await shop.v2<{ data: object[] }>(`/tickets/${ticket?.id}/messages`);
      expect(data).toMatchObject([{ kind: "reply", body: expect.stringContaining(TRACKING), sent_at: expect.any(String) }]);
    },
  },
];
