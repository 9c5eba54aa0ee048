import { expect } from "vitest";
import { findOrder, type Job, ordersOf, says, SHORTEST } from "./job.ts";
import { TRACKING } from "./scene.ts";

/** Corrections and replies. */
export const CORRECTING: readonly Job[] = [
  {
    name: "reprint an order",
    budget: { clicks: 4, keystrokes: 12 },
    source: `${SHORTEST}: the menu of the order, the choice, the button`,
    run: async (hands) => {
      await findOrder(hands, "REPRINT-1");
      await hands.click(hands.page.getByText("More", { exact: true }));
      await hands.follow("Reprint");
      await hands.send("Create reprint");
    },
    check: async ({ page }) => await page.getByRole("heading", { name: "Order REPRINT-1-R1" }).waitFor(),
  },
  {
    name: "correct an address",
    budget: { clicks: 4, keystrokes: 30 },
    source: "Shopify (intercom.help/mayple-global, article 9203037): Orders, the order, the button, the field, Save: 5 clicks",
    run: async (hands) => {
      await findOrder(hands, "ADDRESS-1");
      await hands.click(hands.page.locator("summary", { hasText: "Edit shipping address" }));
      await hands.fill("Street", "1 High Street");
      await hands.press("Enter", { leads: true });
    },
    check: async (_hands, scene) => expect(await ordersOf(scene, "q=ADDRESS-1")).toMatchObject([{ ship_address1: "1 High Street" }]),
  },
  {
    name: "refund one of two mugs",
    budget: { clicks: 5, keystrokes: 30 },
    source: `${SHORTEST}: the menu, the choice, the units and the reason, the button`,
    run: async (hands) => {
      await findOrder(hands, "REFUND-1");
      await hands.click(hands.page.getByText("More", { exact: true }));
      await hands.follow("Refund");
      await hands.fill("Units not shipped: Mug", "1");
      await hands.fill("Reason", "Chipped");
      await hands.send("Record refund");
    },
    check: async (hands) => await says(hands, "Refunded $12.00: 1 × Mug"),
  },
  {
    name: "cancel an order in production",
    budget: { clicks: 4, keystrokes: 10 },
    source: `${SHORTEST}: the menu, the choice, the button. The change is sent when the page is left`,
    run: async (hands) => {
      await findOrder(hands, "CANCEL-1");
      await hands.click(hands.page.getByText("More", { exact: true }));
      await hands.click(hands.page.getByText("Cancel order", { exact: true }).first());
      await hands.click(hands.page.getByRole("button", { name: "Cancel order" }));
      await hands.go("Orders");
    },
    check: async (_hands, scene) =>
      await expect.poll(async () => await ordersOf(scene, "q=CANCEL-1")).toMatchObject([{ status: "Cancelled" }]),
  },
  {
    name: "add an item to an order",
    budget: { clicks: 5, keystrokes: 22 },
    source: `${SHORTEST}: the menu, the choice, the name, the price, the button`,
    run: async (hands) => {
      await findOrder(hands, "EXTRA-1");
      await hands.click(hands.page.getByText("More", { exact: true }));
      await hands.follow("Add item");
      await hands.fill("Name", "Gift box");
      await hands.fill("Price", "4.5");
      await hands.send("Add item");
    },
    check: async (hands, scene) => {
      await says(hands, "Item added.");
      expect(await ordersOf(scene, "q=EXTRA-1")).toMatchObject([{ total_amount: 16.5 }]);
    },
  },
  {
    name: "answer a ticket with a template",
    budget: { clicks: 10, keystrokes: 0 },
    source: `${SHORTEST}: from the home page to the ticket, the template, the status, the reply, its copy, and that it is sent`,
    run: async (hands) => {
      await hands.follow(/^1 Open$/);
      await hands.follow(/Where is my parcel/);
      await hands.choose("Template", "On its way");
      await hands.send("Insert template");
      await hands.choose("Status afterwards", "resolved");
      await hands.send("Save reply");
      await hands.click(hands.page.getByRole("button", { name: "Copy the reply" }));
      await hands.send("Mark as sent");
    },
    check: async (hands, { shop }) => {
      await says(hands, /^Sent by /);
      const [ticket] = (await shop.v2<{ data: { id: number }[] }>("/tickets?status=resolved")).data;
      const { data } = await shop.v2<{ data: object[] }>(`/tickets/${ticket?.id}/messages`);
      expect(data).toMatchObject([{ kind: "reply", body: expect.stringContaining(TRACKING), sent_at: expect.any(String) }]);
    },
  },
];
