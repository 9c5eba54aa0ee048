import { expect } from "vitest";
import { type Job, listOrders, waitForText, SHORTEST } from "./job.ts";

/** Moving through the orders of a list. */
export const MOVING: readonly Job[] = [
  {
    name: "put three new orders in production, by keys, and take it back",
    budget: { clicks: 1, keystrokes: 10 },
    source: `${SHORTEST}: a key for each row, the key of the action, the first letter of the status, Enter, and the key of undo`,
    run: async (input) => {
      await input.follow(/^\d+ New$/);
      await input.press("j");
      for (const key of ["x", "j", "x", "j", "x"]) await input.press(key);
      await input.press("s");
      await input.type("I");
      await input.press("Enter", { opensPage: true });
      await waitForText(input, "3 orders moved to In Production.");
      await input.press("z", { opensPage: true });
      await waitForText(input, "3 orders restored.");
    },
    check: async (_input, scene) => {
      const [first] = await listOrders(scene, "status=New");
      const { data } = await scene.shop.v2<{ data: object[] }>(`/orders/${String(first?.["id"])}/history`);
      expect(data.at(-1)).toMatchObject({ from: "In Production", to: "New", reason: "Undone" });
    },
  },
  {
    name: "look through five orders of a list, and go back to it",
    budget: { clicks: 2, keystrokes: 6 },
    source: `${SHORTEST}: the row, Enter, a key for each next order, and a click on the link to the list`,
    run: async (input) => {
      await input.follow(/^\d+ New$/);
      await input.press("j");
      await input.press("Enter", { opensPage: true });
      for (let orders = 1; orders < 5; orders += 1) await input.press("j", { opensPage: true });
      await input.follow("Back to the list");
    },
    check: async ({ page }) => {
      // A row is the current one, from which the keys go on.
      expect(await page.locator("tr.at").count()).toBe(1);
      expect(new URL(page.url()).searchParams.get("status")).toBe("New");
    },
  },
  {
    name: "ship two selected orders one after another",
    budget: { clicks: 2, keystrokes: 18 },
    source: `${SHORTEST}: the rows, the key that ships, the button, and each tracking number with Enter`,
    run: async (input) => {
      await input.follow(/^\d+ New$/);
      for (const key of ["j", "x", "j", "x"]) await input.press(key);
      await input.press("Shift+S");
      await input.click(input.page.getByRole("button", { name: "Ship one by one" }), { opensPage: true });
      for (const number of ["1ZTW1", "1ZTW2"]) {
        await input.page.locator("#tracking_number:focus").waitFor();
        await input.type(number);
        await input.press("Enter", { opensPage: true });
      }
      await waitForText(input, "2 orders shipped.");
    },
    check: async (_input, scene) => {
      for (const number of ["1ZTW1", "1ZTW2"]) expect(await listOrders(scene, `q=${number}`)).toMatchObject([{ status: "Shipped" }]);
    },
  },
  {
    name: "assign two orders to a colleague and tag them, by keys",
    budget: { clicks: 1, keystrokes: 60 },
    source: `${SHORTEST}: the rows, the key of each action, its text and Enter`,
    run: async (input, { shop }) => {
      await input.go("Orders");
      const select = async () => {
        for (const key of ["j", "x", "j", "x"]) await input.press(key);
      };
      await select();
      await input.press("a");
      await input.type(shop.emailOf("member"));
      await input.press("Enter", { opensPage: true });
      await waitForText(input, "2 orders assigned.");
      await select();
      await input.press("t");
      await input.type("market");
      await input.press("Enter", { opensPage: true });
      await waitForText(input, "2 orders tagged.");
    },
    check: async (_input, scene) => {
      const assignee = scene.shop.emailOf("member");
      const tagged = await listOrders(scene, "tag=market");
      expect(tagged.map((order) => order["assignee"])).toEqual([assignee, assignee]);
    },
  },
];
