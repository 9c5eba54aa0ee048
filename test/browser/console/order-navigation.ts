import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { createShop, checkPage, type Shop, openConsole, type ConsoleSetup } from "./kit.ts";

interface Order {
  id: number;
  number: string;
  status: string;
  tags: string[];
}

/** Creates orders of one day. The first one is the newest, so that the list begins with it. */
async function createOrders(shop: Shop, count: number, prefix = "W"): Promise<void> {
  const orders = Array.from({ length: count }, (_, at) => ({
    store: "gift",
    number: `${prefix}-${at + 1}`,
    customer_name: `Ana Lima ${at + 1}`,
    date: new Date(Date.UTC(2026, 2, 2, 23, 59 - (at % 60), 0) - Math.floor(at / 60) * 3_600_000).toISOString(),
    items: [{ name: "Mug", sku: "MUG", quantity: 1, price: 10 }],
  }));
  for (let from = 0; from < count; from += 200) await shop.v2("/orders/bulk", { orders: orders.slice(from, from + 200) });
}

const listOrders = async (shop: Shop, query = ""): Promise<Order[]> => (await shop.v2<{ data: Order[] }>(`/orders?limit=200${query}`)).data;
const numbersIn = async (page: Page): Promise<string[]> => await page.locator("td.main a").allInnerTexts();
const selectedIn = async (page: Page): Promise<string[]> => await page.locator("tr:has(td.pick input:checked) td.main a").allInnerTexts();
/** The order whose row the keyboard shortcuts act on. */
const cursorRowIn = async (page: Page): Promise<string[]> => await page.locator("tr.at td.main a").allInnerTexts();
const heading = (page: Page, number: string) => page.getByRole("heading", { name: `Order ${number}`, exact: true });

/** Presses keys one after another. */
async function pressKeys(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Moving through the work of a day: lists, selections, and what is done with them. */
export function orderNavigationSuite(setup: () => ConsoleSetup): void {
  describe("moving through work", () => {
    it("goes from a filtered list to its orders, from one to the next, and back to the same place", async () => {
      const shop = await createShop(setup(), "Places", ["member"]);
      await createOrders(shop, 60);
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      await visit.open("/orders?q=ana&page_size=20&page=2");
      const numbers = await numbersIn(page);
      await page.locator("td.pick input").nth(14).click();
      await page.locator("td.pick input").nth(16).click();
      const link = page.getByRole("link", { name: numbers[15] ?? "", exact: true });
      await link.scrollIntoViewIfNeeded();
      const top = await page.evaluate(() => scrollY);
      expect(top).toBeGreaterThan(0);
      await link.click();
      await heading(page, numbers[15] ?? "").waitFor();
      await checkPage(visit, "order of a list");
      await page.getByRole("link", { name: "Back to the list" }).click();
      await page.getByText("2 selected").waitFor();
      expect(await selectedIn(page)).toEqual([numbers[14], numbers[16]]);
      expect(await cursorRowIn(page)).toEqual([numbers[15]]);
      expect(await page.evaluate(() => scrollY)).toBe(top);
      expect(new URL(page.url()).search).toBe("?q=ana&page_size=20&page=2");
      // The keys lead to the order, then to the next ones, also beyond the page of the list, and back.
      await pressKeys(page, "Enter");
      for (const number of numbers.slice(16)) {
        await heading(page, numbers[numbers.indexOf(number) - 1] ?? "").waitFor();
        await pressKeys(page, "j");
        await heading(page, number).waitFor();
      }
      await pressKeys(page, "j");
      // The page had the places 20 to 39 of the list.
      await page.waitForURL(/at=40/);
      const beyond = (await page.locator("h1").innerText()).replace("Order ", "");
      expect(numbers).not.toContain(beyond);
      await page.getByRole("link", { name: "Back to the list" }).click();
      await page.waitForURL(/page=3/);
      expect(await cursorRowIn(page)).toEqual([beyond]);
      // The browser's back button returns to the order, from which the keys still lead through the list.
      await page.goBack();
      await heading(page, beyond).waitFor();
      await pressKeys(page, "k");
      await heading(page, numbers.at(-1) ?? "").waitFor();
      expect(visit.complaints).toEqual([]);
    });

    it("sorts by the day to ship by", async () => {
      const shop = await createShop(setup(), "Due", ["member"]);
      for (const [number, day] of [
        ["D-2", "2027-03-02"],
        ["D-0", null],
        ["D-1", "2027-03-01"],
      ])
        await shop.v2("/orders", { store: "gift", number, ship_by_date: day, items: [{ name: "Mug", price: 1 }] });
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      await page.getByRole("link", { name: "Ship by", exact: true }).click();
      await page.waitForURL(/sort=ship_by_date/);
      expect(await numbersIn(page)).toEqual(["D-1", "D-2", "D-0"]);
      expect(visit.complaints).toEqual([]);
    });

    it("acts on the selection by keys, says what happened, and undoes it where nobody has changed it since", async () => {
      const shop = await createShop(setup(), "Keys", ["member"]);
      await createOrders(shop, 4);
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      await page.locator("td.main").first().waitFor();
      await pressKeys(page, "?");
      for (const text of ["Selected orders", "Set the status", "t or l", "Go to the bar of actions"])
        await page.locator("dialog#keys").getByText(text, { exact: true }).waitFor();
      await checkPage(visit, "keys");
      await pressKeys(page, "Escape");
      await page.locator("dialog#keys").waitFor({ state: "hidden" });
      // Without a selection, the row of the keys is selected first.
      await pressKeys(page, "j", "s");
      await page.getByText("1 selected").waitFor();
      expect(
        await page
          .getByLabel("Status", { exact: true })
          .last()
          .evaluate((field) => field === document.activeElement),
      ).toBe(true);
      expect(await page.locator("summary", { hasText: "Set status" }).getAttribute("title")).toBe("Set status (s)");
      await pressKeys(page, "Escape", "j", "x", "j", "x", "s");
      await page.getByText("3 selected").waitFor();
      await checkPage(visit, "status by key");
      await page.locator(".bulk-menu[open] select").selectOption("In Production");
      await pressKeys(page, "Enter");
      await page.getByText("3 orders moved to In Production.").waitFor();
      await checkPage(visit, "undo");
      expect(new URL(page.url()).search).toBe("");
      const [first] = await listOrders(shop, "&status=In%20Production");
      await shop.v2(`/orders/${first?.id}`, { customer_name: "Changed meanwhile" }, "PATCH");
      await page.getByRole("button", { name: "Undo", exact: true }).click();
      await page.getByText("2 orders restored. 1 order was changed since and stays as it is.").waitFor();
      expect((await listOrders(shop, "&status=In%20Production")).map(({ id }) => id)).toEqual([first?.id]);
      // Tags, by both keys; the key that undoes.
      await pressKeys(page, "j", "x", "l");
      await page.keyboard.type("rush");
      await pressKeys(page, "Enter");
      await page.getByText("1 order tagged.").waitFor();
      expect(await listOrders(shop, "&tag=rush")).toHaveLength(1);
      await pressKeys(page, "z");
      await page.getByText("1 order restored.").waitFor();
      expect(await listOrders(shop, "&tag=rush")).toHaveLength(0);
      await pressKeys(page, "j", "x", "t");
      await page.getByRole("textbox", { name: "Tags" }).waitFor();
      await pressKeys(page, "Escape", "a");
      await page.locator(".bulk-menu[open] input[name=assignee]").waitFor();
      await pressKeys(page, "Escape", "Shift+S");
      await page.getByRole("button", { name: "Ship 1 order" }).waitFor();
      await pressKeys(page, "Escape", "u");
      await page.getByRole("textbox", { name: "Supplier of the items" }).waitFor();
      await pressKeys(page, "Escape", "p");
      await page.getByRole("button", { name: "Packing slips", exact: true }).waitFor();
      await pressKeys(page, "Escape", "k", "b");
      expect(await page.locator("summary", { hasText: "Set status" }).evaluate((field) => field === document.activeElement)).toBe(true);
      await pressKeys(page, "Escape");
      expect(await page.locator("form.bulk").isVisible()).toBe(false);
      expect(visit.complaints).toEqual([]);
    });

    it("changes and undoes all orders that match, although they are more than one request may change", async () => {
      const shop = await createShop(setup(), "All", ["member"]);
      // A bulk action has at most 200.
      await createOrders(shop, 260);
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      await page.getByLabel("Select all orders on this page").check();
      await page.getByRole("button", { name: "Select all 260" }).click();
      await page.getByText("260 selected").waitFor();
      await checkPage(visit, "all selected");
      await pressKeys(page, "t");
      await page.keyboard.type("stock");
      await pressKeys(page, "Enter");
      await page.getByText("260 orders tagged.").waitFor();
      expect((await shop.v2<{ has_more: boolean; data: Order[] }>("/orders?limit=200&tag=stock")).has_more).toBe(true);
      await page.getByRole("button", { name: "Undo", exact: true }).click();
      await page.getByText("260 orders restored.").waitFor();
      expect(await listOrders(shop, "&tag=stock")).toEqual([]);
      expect(visit.complaints).toEqual([]);
    });

    it("ships the selected orders one after another, and exports a selection", async () => {
      const shop = await createShop(setup(), "One by one", ["member"]);
      await createOrders(shop, 4);
      await using visit = await openConsole(setup(), shop, "member");
      const { page } = visit;
      for (const at of [0, 1, 3]) await page.locator("td.pick input").nth(at).click();
      const [download] = await Promise.all([page.waitForEvent("download"), pressKeys(page, "e")]);
      const lines = (await readFile(await download.path(), "utf8")).trim().split("\n");
      expect(lines.slice(1).map((line) => /W-\d/.exec(line)?.[0])).toEqual(["W-1", "W-2", "W-4"]);
      // The page stays as it was.
      await page.getByText("3 selected").waitFor();
      await pressKeys(page, "Shift+S");
      await page.getByRole("button", { name: "Ship one by one" }).click();
      for (const [at, number] of ["W-1", "W-2", "W-4"].entries()) {
        await heading(page, number).waitFor();
        await page
          .getByText(
            ["2 selected orders after this one.", "1 selected order after this one.", "This is the last selected order."][at] ?? "",
          )
          .waitFor();
        if (at === 1) await checkPage(visit, "shipping one by one");
        // The form is open, and the tracking number has the focus.
        await page.locator("#tracking_number:focus").waitFor();
        await page.keyboard.type(`1ZONE${at}`);
        await pressKeys(page, "Enter");
      }
      await page.getByText("3 orders shipped.").waitFor();
      const shipped = await listOrders(shop, "&status=Shipped");
      expect(shipped.map(({ number }) => number)).toEqual(["W-1", "W-2", "W-4"]);
      // A download ends the navigation that began it.
      expect(visit.complaints.filter((complaint) => !complaint.includes("/orders.csv"))).toEqual([]);
    });

    it("works without a script: the message, undo, and shipping one by one", async () => {
      const shop = await createShop(setup(), "No script", ["member"]);
      await createOrders(shop, 3);
      await using visit = await openConsole(setup(), shop, "member", { javaScriptEnabled: false });
      const { page } = visit;
      await page.locator("td.pick input").nth(0).check();
      await page.locator("summary", { hasText: "Set status" }).click();
      await page.locator(".bulk-menu[open] select").selectOption("In Production");
      await page.getByRole("button", { name: "Set status", exact: true }).click();
      await page.getByText("1 order moved to In Production.").waitFor();
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText("1 order restored.").waitFor();
      expect(await listOrders(shop, "&status=New")).toHaveLength(3);
      for (const at of [1, 2]) await page.locator("td.pick input").nth(at).check();
      await page.locator("summary", { hasText: "Ship" }).click();
      await page.getByRole("button", { name: "Ship one by one" }).click();
      for (const number of ["W-2", "W-3"]) {
        await heading(page, number).waitFor();
        await page.getByRole("button", { name: "Ship", exact: true }).click();
      }
      await page.getByText("2 orders shipped.").waitFor();
      expect((await listOrders(shop, "&status=Shipped")).map(({ number }) => number)).toEqual(["W-2", "W-3"]);
    });
  });
}
