import { expect } from "vitest";
import { findOrder, type Job, openMenu, listOrders, waitForText, selectAll, SHORTEST } from "./job.ts";
import { TRACKING } from "./scene.ts";

/** Shipping and printing. */
export const SHIPPING: readonly Job[] = [
  {
    name: "hand over today's list to a colleague",
    budget: { clicks: 9, keystrokes: 40 },
    source: `${SHORTEST}. ShipStation assigns a batch to a user after the batch was made.`,
    run: async (input, { numbers, shop, today }) => {
      await input.go("Orders");
      await input.click(input.page.getByText("More filters"));
      await input.pickDate("Date, from", today);
      // Two more orders of today are shipped (scene.ts).
      await selectAll(input, numbers.length + 2);
      await openMenu(input, "Assign");
      await input.fill("Assignee", shop.emailOf("member"), input.page.getByRole("form", { name: "Change the selected orders" }));
      await input.click(input.page.getByRole("button", { name: "Assign orders" }));
      // Two of the 202 are assigned to the colleague already (moving.ts).
      await waitForText(input, "200 orders assigned.");
    },
    check: async (_input, scene) => {
      const assigned = await listOrders(scene, `assignee=${scene.shop.emailOf("member")}`);
      expect(assigned).toHaveLength(202);
    },
  },
  {
    name: "print the packing slips of 200 orders",
    budget: { clicks: 5, keystrokes: 1 },
    source: "ShipStation (help.shipstation.de, article 4406746890907): the batch, its shipments, the menu, the document, print",
    run: async (input, { numbers }) => {
      await input.follow(/^\d+ New$/);
      await selectAll(input, numbers.length);
      await openMenu(input, "Print");
      await input.send("Packing slips");
      await input.press("ControlOrMeta+P");
    },
    check: async ({ page }, { numbers }) => {
      const captions = new Set(await page.locator("caption").allTextContents());
      expect(numbers.filter((number) => !captions.has(`Items of order ${number}`))).toEqual([]);
    },
  },
  {
    name: "print the packing slips of a page of new orders and one pick list for all of them",
    budget: { clicks: 4, keystrokes: 1 },
    source: `${SHORTEST}: the orders, the checkbox of all, the menu, the documents`,
    run: async (input) => {
      await input.follow(/^\d+ New$/);
      await input.click(input.page.getByLabel("Select all orders on this page"));
      await openMenu(input, "Print");
      await input.send("Packing slips and pick list");
      await input.press("ControlOrMeta+P");
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
    run: async (input) => {
      await input.follow(/^\d+ New$/);
      const rows = input.page.locator("tbody tr");
      const newest = (await rows.locator("td.main a").allInnerTexts()).slice(0, 30);
      await input.click(rows.nth(0).getByRole("checkbox"));
      await input.click(rows.nth(29).getByRole("checkbox"), { modifier: "Shift" });
      await openMenu(input, "Ship");
      await input.paste("Tracking numbers", newest.map((number, at) => `${number}\t1Z77P${1000 + at}`).join("\n"));
      await input.click(input.page.getByRole("button", { name: /^Ship \d+ orders?$/ }));
      await waitForText(input, "30 orders shipped.");
    },
    check: async (_input, scene) => {
      const shipped = await listOrders(scene, "q=1Z77P");
      expect(shipped.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => "Shipped"));
    },
  },
  {
    name: "ship 170 orders with tracking numbers from a file",
    budget: { clicks: 10, keystrokes: 4 },
    source:
      "Zoey (support.zoey.com, premium-importing-shipping-tracking-numbers): the file (3 clicks), upload, test, import. And to select the orders",
    run: async (input, { numbers }) => {
      await input.follow(/^\d+ New$/);
      // The 30 newest are shipped (the job before).
      await selectAll(input, numbers.length - 30);
      await openMenu(input, "Ship");
      await input.fill("Carrier", "UPS");
      await input.pickFile(
        "Tracking numbers from a file",
        "tracking.csv",
        numbers
          .slice(0, -30)
          .map((number, at) => `${number},1Z77X${1000 + at}`)
          .join("\n"),
      );
      await input.click(input.page.getByRole("button", { name: /^Ship \d+ orders?$/ }));
      await waitForText(input, "170 orders shipped.");
    },
    check: async (_input, scene) => {
      const shipped = await listOrders(scene, "q=1Z77X");
      expect(shipped.map(({ status }) => status)).toEqual(Array.from({ length: 170 }, () => "Shipped"));
      // The others were shipped by the jobs before.
      const numbers = (await listOrders(scene, "status=Shipped")).map(({ number }) => String(number));
      expect(numbers.filter((number) => number.startsWith("J-"))).toHaveLength(202);
      expect(await listOrders(scene, "q=1Z77X1169")).toMatchObject([{ number: "J-170" }]);
    },
  },
  {
    name: "find an order by the first half of a tracking number, and by its last six characters",
    budget: { clicks: 0, keystrokes: 19 },
    source: `${SHORTEST}: a key for the search, the characters and Enter, twice`,
    run: async (input) => {
      await findOrder(input, TRACKING.slice(0, 9));
      await waitForText(input, TRACKING);
      await findOrder(input, TRACKING.slice(-6));
    },
    check: async ({ page }) => await page.getByRole("heading", { name: "Order FIND-1" }).waitFor(),
  },
  {
    name: "find an order by its customer without the accents, and by the customer's email address",
    budget: { clicks: 0, keystrokes: 30 },
    source: `${SHORTEST}: a key for the search, the characters and Enter, twice`,
    run: async (input) => {
      await findOrder(input, "lodz");
      await input.page.getByRole("heading", { name: "Order ACCENT-1" }).waitFor();
      await findOrder(input, "zosia@example.com");
    },
    check: async ({ page }) => await page.getByRole("heading", { name: "Order ACCENT-1" }).waitFor(),
  },
  {
    name: "ship one of the two items of an order",
    budget: { clicks: 7, keystrokes: 40 },
    source:
      "ShipStation (naturalacneclinic.happyfox.com, article 135): Orders, the checkbox, Other Actions, Split Shipment, the item, its quantity, Confirm: 7 clicks",
    run: async (input) => {
      await findOrder(input, "SPLIT-1");
      await input.click(input.page.getByRole("link", { name: "Ship", exact: true }));
      await input.fill("Tracking number", "1Z-SPLIT-0001");
      await input.fill("Towel", "0");
      await input.send("Ship");
    },
    check: async (input, scene) => {
      await waitForText(input, "2 × Mug");
      const [order] = await listOrders(scene, "q=SPLIT-1");
      const { data } = await scene.shop.v2<{ data: object[] }>(`/orders/${String(order?.["id"])}/fulfillments`);
      // The towel is not shipped.
      expect(data).toMatchObject([{ items: [{ quantity: 2 }] }]);
    },
  },
];
