import { expect } from "vitest";
import { type Job, waitForText, SHORTEST } from "./job.ts";

/** Figures, the catalog and the webhooks. */
export const BACK_OFFICE: readonly Job[] = [
  {
    name: "match 30 new SKUs",
    budget: { clicks: 6, keystrokes: 30 * 6 },
    source: `${SHORTEST}: a cost of three characters and three Tabs for each SKU, and the buttons`,
    run: async (input, { skus }) => {
      await input.go("Products");
      await input.follow("Unmatched SKUs");
      await input.click(input.page.getByLabel(`Unit cost of ${skus[0]}`));
      for (const [at] of skus.entries()) {
        await input.type("4.5");
        if (at < skus.length - 1) await input.next(/^cost$/);
      }
      await input.send("Create products");
      await input.send("Match again");
    },
    check: async (input) => await waitForText(input, "30 items of 30 orders completed."),
  },
  {
    name: "find the orders that lose money",
    budget: { clicks: 2, keystrokes: 0 },
    source: `${SHORTEST}: the section, and the list that begins with the lowest profit`,
    run: async (input) => {
      await input.go("Analytics");
      await input.follow("Orders by profit");
    },
    check: async ({ page }) => expect(await page.locator("td.main").first().innerText()).toBe("LOSS-1"),
  },
  {
    name: "close the month",
    budget: { clicks: 10, keystrokes: 20 },
    source: `${SHORTEST}: record the rent, and show the report of last month`,
    run: async (input, { yesterday }) => {
      await input.go("Expenses");
      await input.follow("Create expense");
      await input.fill("Category", "rent");
      await input.typeDate("Date", yesterday);
      await input.fill("Amount", "900");
      await input.send("Create expense");
      await input.go("Analytics");
      await input.choose("Period", "last_month");
    },
    check: async ({ page }, { shop }) => {
      expect((await shop.v2<{ data: object[] }>("/expenses?category=rent")).data).toHaveLength(1);
      await page.waitForURL("**period=last_month**");
    },
  },
  {
    name: "record a salary with its insurance",
    budget: { clicks: 7, keystrokes: 40 },
    source: `${SHORTEST}: the section, the button, four fields, the button`,
    run: async (input) => {
      await input.go("Expenses");
      await input.follow("Create payroll expense");
      await input.fill("Amount", "1105");
      await input.fill("Employee", "Ann Lee");
      await input.fill("Insurance base", "1000");
      await input.fill("Insurance rate", "10.5");
      await input.send("Create expense");
    },
    check: async (input) => await waitForText(input, "$105.00 calculated from base and rate"),
  },
  {
    name: "compare last month with the month before",
    budget: { clicks: 3, keystrokes: 0 },
    source: `${SHORTEST}: the section, and the period, which applies at once`,
    run: async (input) => {
      await input.go("Analytics");
      await input.choose("Period", "last_month");
    },
    check: async (input) => {
      await input.page.waitForURL("**period=last_month**");
      await waitForText(input, /, compared with /);
    },
  },
  {
    name: "find the failed deliveries of an endpoint",
    budget: { clicks: 6, keystrokes: 8 },
    source: `${SHORTEST}: the endpoint, all its deliveries, those that failed`,
    run: async (input) => {
      await input.go("Webhooks");
      await input.follow(/127\.0\.0\.1/);
      await input.follow("All deliveries");
      await input.follow("Failed");
    },
    check: async ({ page }) => expect(await page.locator("td.main").count()).toBe(1),
  },
];
