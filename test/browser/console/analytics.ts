import { describe, expect, it } from "vitest";
import { OPERATOR_TOKEN } from "../../node/server/worker.ts";
import { createShop, checkPage, type Shop, openConsole, type Visit, type ConsoleSetup } from "./kit.ts";

const DAY_MS = 86_400_000;

/** The day this many days ago (YYYY-MM-DD) by the Worker's clock. It is the same day in London, the zone of the shop, because the tests set that clock to noon UTC. */
function dayAgo({ now }: ConsoleSetup, days: number): string {
  return new Date(now() - days * DAY_MS).toISOString().slice(0, 10);
}

interface Figures {
  orders: { count: number; average_value: number | null };
  revenue: { net: number };
  costs: { total: number };
  expenses: { total: number };
  profit: { net: number; margin_pct: number | null };
}

interface Summary {
  currencies: (Figures & { currency: string; series: Figures[]; previous: Figures | null })[];
}

/**
 * Creates half a year of expenses, and of orders of two stores in two currencies: one on each day, of amounts that vary in the course of a
 * week. Most of the order of the day 12 days ago is refunded.
 */
async function createHalfAYear(setup: ConsoleSetup, shop: Shop): Promise<void> {
  await shop.v2("/stores", { name: "Corner shop", code: "corner", platform: "etsy", currency: "EUR" });
  const orders = Array.from({ length: 190 }, (_, days) => {
    const size = 2 + (days % 7) * 1.5 + Math.sin(days / 9) * 3;
    const price = Math.round(2000 + size * 700) / 100;
    const order = {
      store: days % 4 === 3 ? "corner" : "gift",
      date: `${dayAgo(setup, days)}T12:00:00Z`,
      items: [{ name: "Mug", quantity: 3, price }],
    };
    const cost = days % 9 === 0 ? {} : { cost: Math.round(price * 45) / 100 };
    const items = order.items.map((item) => ({ ...item, ...cost }));
    return { ...order, items, currency: days % 5 === 4 ? "EUR" : "USD", ...(days === 12 && { refund_amount: 300, is_refunded: true }) };
  });
  const { summary } = await shop.v2<{ summary: { failed: number } }>("/orders/bulk", { orders });
  expect(summary.failed).toBe(0);
  const post = async <T>(url: string, headers: Record<string, string>, body: unknown): Promise<T> => {
    const response = await fetch(setup.worker.url + url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    expect(response.ok, url).toBe(true);
    return (await response.json()) as T;
  };
  const credential = { kind: "api_key", name: "Bookkeeping", scopes: ["expenses:write"] };
  const operator = { authorization: `Bearer ${OPERATOR_TOKEN}` };
  const { secret } = await post<{ secret: string }>(`/operator/organizations/${shop.id}/credentials`, operator, credential);
  const expenses = Array.from({ length: 26 }, (_, week) => [
    { category: "rent", amount: 90.5, date: dayAgo(setup, week * 7) },
    { category: "payroll", amount: 60, date: dayAgo(setup, week * 7 + 1), employeeName: "Ann" },
  ]).flat();
  await post("/expenses/bulk", { "x-api-key": secret }, { expenses });
}

/** The texts of a currency's cards, by their names. */
async function cardsOf({ page }: Visit, currency: string): Promise<Record<string, string | null>> {
  const cards = await page.locator(`#${currency} .measure`).all();
  return Object.fromEntries(
    await Promise.all(cards.map(async (card) => [await card.locator("dt").textContent(), await card.locator(".value").textContent()])),
  ) as Record<string, string | null>;
}

const moneyIn = (currency: string) => {
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  return (amount: number) => format.format(amount);
};

/** The texts that the cards should have for these figures of the API. */
function expectedCards({ orders, revenue, costs, expenses, profit }: Figures, currency: string): Record<string, string> {
  const money = moneyIn(currency);
  return {
    "Net revenue": money(revenue.net),
    Costs: money(costs.total),
    Expenses: money(expenses.total),
    "Net profit": money(profit.net),
    Margin: profit.margin_pct === null ? "None" : `${profit.margin_pct.toFixed(2).replace(/0$/, "")}%`,
    Orders: String(orders.count),
    "Average order": orders.average_value === null ? "None" : money(orders.average_value),
  };
}

/** Periods, each with what the page groups it by. All time is too long for a chart over time, so that only its cards are compared. */
const PERIODS = [
  ["last_30_days", "group_by=day"],
  ["last_90_days", "group_by=week"],
  ["last_month", "group_by=day"],
  ["all_time", "group_by=store"],
] as const;

export function analyticsSuite(setup: () => ConsoleSetup): void {
  describe("analytics", () => {
    it("shows for several periods the figures of the API as texts, and a bar of the chart for each day or week", async () => {
      const shop = await createShop(setup(), "Analytics", ["owner", "viewer"], { money: true });
      await using visit = await openConsole(setup(), shop, "viewer");
      const { page, complaints } = visit;
      await visit.open("/analytics");
      await page.getByText("There are no orders and no expenses in this period.").waitFor();
      await createHalfAYear(setup(), shop);
      for (const [period, grouping] of PERIODS) {
        await visit.open("/analytics");
        await page.getByLabel("Period").selectOption(period);
        await page.waitForURL(`**/analytics?period=${period}*`);
        const { currencies } = await shop.v2<Summary>(`/analytics/summary?period=${period}&${grouping}&compare=previous_period`);
        expect(currencies.map(({ currency }) => currency)).toEqual(["EUR", "USD"]);
        for (const { currency, series, ...figures } of currencies) {
          expect({ period, cards: await cardsOf(visit, currency) }).toEqual({ period, cards: expectedCards(figures, currency) });
          if (period === "all_time") continue;
          const rows = page.locator(`#${currency} .numbers`).first().locator("tbody tr");
          expect(await rows.locator("td:nth-child(3)").allTextContents()).toEqual(
            series.map(({ revenue }) => moneyIn(currency)(revenue.net)),
          );
          expect(await page.locator(`#${currency} .chart.wide rect.whole`).count()).toBe(series.length);
        }
        if (period === "last_30_days") await checkPage(visit, "analytics month");
      }
      expect(complaints).toEqual([]);
    });

    it("compares with the previous period, accepts custom days, and shows the errors of invalid ones", async () => {
      const shop = await createShop(setup(), "Analytics, own days");
      await shop.v2("/orders/bulk", {
        orders: [2, 2, 9].map((days) => ({
          store: "gift",
          date: `${dayAgo(setup(), days)}T12:00:00Z`,
          items: [{ name: "Mug", quantity: 1, price: 10 }],
        })),
      });
      await using visit = await openConsole(setup(), shop, "owner", { javaScriptEnabled: false });
      const { page, complaints } = visit;
      await visit.open("/analytics?period=last_7_days");
      const revenue = page.locator(".measure").first();
      expect(await revenue.locator(".change .hidden").textContent()).toBe("100% more than $10.00 in the previous period");
      expect(await revenue.locator(".change").innerText()).toContain("↑ 100%");
      expect(await page.getByText("0 of 2 orders have a known cost").count()).toBe(1);
      expect(await page.getByRole("link", { name: "Fill in costs" }).getAttribute("href")).toBe(`/console/${shop.id}/attention/cost`);
      expect(await page.getByLabel("First day").isVisible()).toBe(false);
      await page.getByLabel("Period").selectOption("custom");
      await page.getByLabel("First day").fill(dayAgo(setup(), 1));
      await page.getByLabel("Last day").fill(dayAgo(setup(), 9));
      await page.getByRole("button", { name: "Show report" }).click();
      await page.getByText("The first day must not be after the last day.").waitFor();
      // The browser reports only the status of the rejection.
      expect(complaints.splice(0).filter((complaint) => !complaint.includes("400"))).toEqual([]);
      await page.getByLabel("First day").fill(dayAgo(setup(), 9));
      await page.getByLabel("Last day").fill(dayAgo(setup(), 1));
      await page.getByLabel("Compare with").selectOption("none");
      await page.getByRole("button", { name: "Show report" }).click();
      await page.getByText("$30.00").first().waitFor();
      expect(await page.locator(".change").count()).toBe(0);
      expect(complaints).toEqual([]);
    });
  });
}
