import { expect } from "vitest";
import { findOrder, type Job, openMenu, ordersOf, says, selectAll, SHORTEST } from "./job.ts";
import { TRACKING } from "./scene.ts";

/** Shipping and printing. */
export const SHIPPING: readonly Job[] = [
  {
    name: "hand over today's list to a colleague",
    budget: { clicks: 9, keystrokes: 40 },
    source: `${SHORTEST}. ShipStation assigns a batch to a user after the batch was made.`,
    run: async (hands, { numbers, shop, today }) => {
      await hands.go("Orders");
      await hands.click(hands.page.getByText("More filters"));
      await hands.pickDate("Date, from", today);
      // Two more orders of today are shipped (scene.ts).
      await selectAll(hands, numbers.length + 2);
      await openMenu(hands, "Assign");
      await hands.fill("Assignee", shop.emailOf("member"), hands.page.getByRole("form", { name: "Change the selected orders" }));
      await hands.click(hands.page.getByRole("button", { name: "Assign orders" }));
      // Two of the 202 are assigned to the colleague already (moving.ts).
      await says(hands, "200 orders assigned.");
    },
    check: async (_hands, scene) => {
      const assigned = await ordersOf(scene, `assignee=${scene.shop.emailOf("member")}`);
      expect(assigned).toHaveLength(202);
    },
  },
  {
    name: "print the packing slips of 200 orders",
    budget: { clicks: 5, keystrokes: 1 },
    source: "ShipStation (help.shipstation.de, article 4406746890907): the batch, its shipments, the menu, the document, print",
    run: async (hands, { numbers }) => {
      await hands.follow(/^\d+ New$/);
      await selectAll(hands, numbers.length);
      await openMenu(hands, "Print");
      await hands.send("Packing slips");
      await hands.press("ControlOrMeta+P");
    },
    check: async ({ page }, { numbers }) => {
      for (const number of [numbers[0], numbers.at(-1)])
        await page.getByText(`Items of order ${number}`, { exact: true }).first().waitFor({ state: "attached" });
    },
  },
  {
    name: "print the packing slips of a page of new orders and one pick list for all of them",
    budget: { clicks: 4, keystrokes: 1 },
    source: `${SHORTEST}: the orders, the checkbox of all, the menu, the documents`,
    run: async (hands) => {
      await hands.follow(/^\d+ New$/);
      await hands.click(hands.page.getByLabel("Select all orders on this page"));
      await openMenu(hands, "Print");
      await hands.send("Packing slips and pick list");
      await hands.press("ControlOrMeta+P");
    },
    check: async ({ page }, { numbers }) => {
      const latest = numbers.at(-1) ?? "";
      await page.getByText(`Items of order ${latest}`, { exact: true }).first().waitFor({ state: "attached" });
      await page.getByRole("heading", { name: "Pick list", exact: true }).waitFor();
    },
  },
  {
    name: "ship 30 orders with pasted tracking numbers",
    budget: { clicks: 8, keystrokes: 2 },
    source: `${SHORTEST}: the orders, the first and the last of 30, the menu, the field, a paste, the button`,
    run: async (hands) => {
      await hands.follow(/^\d+ New$/);
      const rows = hands.page.locator("tbody tr");
      const newest = (await rows.locator("td.main a").allInnerTexts()).slice(0, 30);
      await hands.click(rows.nth(0).getByRole("checkbox"));
      await hands.click(rows.nth(29).getByRole("checkbox"), { modifier: "Shift" });
      await openMenu(hands, "Ship");
      await hands.paste("Tracking numbers", newest.map((number, at) => `${number}\t1Z77P${1000 + at}`).join("\n"));
      await hands.click(hands.page.getByRole("button", { name: /^Ship \d+ orders?$/ }));
      await says(hands, "30 orders shipped.");
    },
    check: async (_hands, scene) => {
      const shipped = await ordersOf(scene, "q=1Z77P");
      expect(shipped.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => "Shipped"));
    },
  },
  {
    name: "ship 170 orders with tracking numbers from a file",
    budget: { clicks: 10, keystrokes: 4 },
    source:
      "Zoey (support.zoey.com, premium-importing-shipping-tracking-numbers): the file (3 clicks), upload, test, import. And to select the orders",
    run: async (hands, { numbers }) => {
      await hands.follow(/^\d+ New$/);
      // The 30 newest are shipped (the job before).
      await selectAll(hands, numbers.length - 30);
      await openMenu(hands, "Ship");
      await hands.fill("Carrier", "UPS");
      await hands.pickFile(
        "Tracking numbers from a file",
        "tracking.csv",
        numbers
          .slice(0, -30)
          .map((number, at) => `${number},1Z77X${1000 + at}`)
          .join("\n"),
      );
      await hands.click(hands.page.getByRole("button", { name: /^Ship \d+ orders?$/ }));
      await says(hands, "170 orders shipped.");
    },
    check: async (_hands, scene) => {
      const shipped = await ordersOf(scene, "q=1Z77X");
      expect(shipped.map(({ status }) => status)).toEqual(Array.from({ length: 170 }, () => "Shipped"));
      // The others were shipped by the jobs before.
      const numbers = (await ordersOf(scene, "status=Shipped")).map(({ number }) => String(number));
      expect(numbers.filter((number) => number.startsWith("J-"))).toHaveLength(202);
      expect(await ordersOf(scene, "q=1Z77X1169")).toMatchObject([{ number: "J-170" }]);
    },
  },
  {
    name: "find an order by the first half of a tracking number, and by its last six characters",
    budget: { clicks: 2, keystrokes: 19 },
    source: `${SHORTEST}: a key for the search, the characters, Enter and a click, twice`,
    run: async (hands) => {
      await findOrder(hands, TRACKING.slice(0, 9));
      await says(hands, TRACKING);
      await findOrder(hands, TRACKING.slice(-6));
    },
    check: async ({ page }) => await page.getByRole("heading", { name: "Order FIND-1" }).waitFor(),
  },
  {
    name: "find an order by its customer without the accents, and by the customer's email address",
    budget: { clicks: 2, keystrokes: 30 },
    source: `${SHORTEST}: a key for the search, the characters and Enter, twice`,
    run: async (hands) => {
      await findOrder(hands, "lodz");
      await hands.page.getByRole("heading", { name: "Order ACCENT-1" }).waitFor();
      await findOrder(hands, "zosia@example.com");
    },
    check: async ({ page }) => await page.getByRole("heading", { name: "Order ACCENT-1" }).waitFor(),
  },
  {
    name: "ship one of the two items of an order",
    budget: { clicks: 7, keystrokes: 40 },
    source:
      "ShipStation (naturalacneclinic.happyfox.com, article 135): Orders, the checkbox, Other Actions, Split Shipment, the item, its quantity, Confirm: 7 clicks",
    run: async (hands) => {
      await findOrder(hands, "SPLIT-1");
      await hands.click(hands.page.getByRole("link", { name: "Ship", exact: true }));
      await hands.fill("Tracking number", "1Z-SPLIT-0001");
      await hands.fill("Towel", "0");
      await hands.send("Ship");
    },
    check: async (hands) => await says(hands, "2 × Mug"),
  },
];
