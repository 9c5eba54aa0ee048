import { expect } from "vitest";
import { type Job, says, SHORTEST } from "./job.ts";

/** Figures, the catalog and the webhooks. */
export const BACK_OFFICE: readonly Job[] = [
  {
    name: "match 30 new SKUs",
    budget: { clicks: 6, keystrokes: 30 * 6 },
    source: `${SHORTEST}: a cost of three characters and three Tabs for each SKU, and the buttons`,
    run: async (hands, { skus }) => {
      await hands.go("Products");
      await hands.follow("Unmatched SKUs");
      await hands.click(hands.page.getByLabel(`Unit cost of ${skus[0]}`));
      for (const [at] of skus.entries()) {
        await hands.type("4.5");
        if (at < skus.length - 1) await hands.next(/^cost$/);
      }
      await hands.send("Create products");
      await hands.send("Match again");
    },
    check: async (hands) => await says(hands, "30 items of 30 orders completed."),
  },
  {
    name: "find the orders that lose money",
    budget: { clicks: 2, keystrokes: 0 },
    source: `${SHORTEST}: the section, and the list that begins with the lowest profit`,
    run: async (hands) => {
      await hands.go("Analytics");
      await hands.follow("Orders by profit");
    },
    check: async ({ page }) => expect(await page.locator("td.main").first().innerText()).toBe("LOSS-1"),
  },
  {
    name: "close the month",
    budget: { clicks: 10, keystrokes: 20 },
    source: `${SHORTEST}: record the rent, and show the report of last month`,
    run: async (hands, { yesterday }) => {
      await hands.go("Expenses");
      await hands.follow("Create expense");
      await hands.fill("Category", "rent");
      await hands.pickDate("Date", yesterday);
      await hands.fill("Amount", "900");
      await hands.send("Create expense");
      await hands.go("Analytics");
      await hands.choose("Period", "last_month");
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
    run: async (hands) => {
      await hands.go("Expenses");
      await hands.follow("Create payroll expense");
      await hands.fill("Amount", "1105");
      await hands.fill("Employee", "Ann Lee");
      await hands.fill("Insurance base", "1000");
      await hands.fill("Insurance rate", "10.5");
      await hands.send("Create expense");
    },
    check: async (hands) => await says(hands, "$105.00 calculated from base and rate"),
  },
  {
    name: "compare last month with the month before",
    budget: { clicks: 3, keystrokes: 0 },
    source: `${SHORTEST}: the section, and the period, which applies at once`,
    run: async (hands) => {
      await hands.go("Analytics");
      await hands.choose("Period", "last_month");
    },
    check: async (hands) => {
      await hands.page.waitForURL("**period=last_month**");
      await says(hands, /, compared with /);
    },
  },
  {
    name: "find the failed deliveries of an endpoint",
    budget: { clicks: 6, keystrokes: 8 },
    source: `${SHORTEST}: the endpoint, all its deliveries, those that failed`,
    run: async (hands) => {
      await hands.go("Webhooks");
      await hands.follow(/127\.0\.0\.1/);
      await hands.follow("All deliveries");
      await hands.follow("Failed");
    },
    check: async ({ page }) => expect(await page.locator("td.main").count()).toBe(1),
  },
];
