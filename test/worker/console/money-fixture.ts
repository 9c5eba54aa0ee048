import { expect } from "vitest";
import { type Shop, ingestOrder } from "../../kit/client";
import { eventually } from "../../kit/eventually";
import { type Ids } from "../../kit/console-forms";
import { fillForPages } from "./filled";

/** An organization whose costs, expenses and profits have unique values. */
export interface MoneyShop {
  ids: Ids;
  /** Texts that only expenses have. */
  words: readonly string[];
  /** Amounts that only costs, expenses, profits and reports have. */
  amounts: readonly number[];
}

/** The unique amounts in a value: more than 1,000 and not whole. */
function amountsIn(value: unknown): number[] {
  if (typeof value === "number") return Math.abs(value) > 1000 && !Number.isInteger(value) ? [Math.abs(value)] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(amountsIn) : [];
}

/** The figures of one currency of a summary. */
interface Figures {
  revenue: { net: number };
  costs: unknown;
  expenses: unknown;
  profit: { net: number };
}

/** An order in the list of profits. */
interface OrderProfit {
  costs: unknown;
  profit: { gross: number };
}

/** The amounts that the page of a report shows, without those that the orders themselves show. */
const reportedAmounts = ({ revenue, costs, expenses, profit }: Figures): number[] => amountsIn([revenue.net, costs, expenses, profit.net]);

/** Creates one of everything that a page can show, with unique amounts. */
export async function fillWithMoney(shop: Shop): Promise<MoneyShop> {
  const ids = await fillForPages(shop, (field) => `zq${field}`);
  // The order of a connected shop would change the reports if it arrived later.
  await eventually(async () => expect((await shop.v2("/orders?store_id=corner")).body.data).toHaveLength(1));
  const today = new Date().toISOString().slice(0, 10);
  const send = async (path: string, body: unknown, method = "POST") => {
    const response = await shop.v2(path, { method, body });
    if (response.status >= 300) throw new Error(`${path}: ${response.status} ${response.text}`);
  };
  await send(`/order-items/${ids["itemId"]}`, { cost: 7013.37 }, "PATCH");
  await send(`/products/${ids["products.id"]}`, { cost: 5207.19 }, "PATCH");
  await send(`/expenses/${ids["expenses.id"]}`, { amount: 4406.91 }, "PATCH");
  const payroll = { employee_name: "zqsalaried", base_amount: 8123.61, bhxh_rate: 10.5, description: "zqsalary" };
  await send("/expenses", { category: "payroll", amount: 9341.27, date: today, ...payroll });
  await send("/expenses", { category: "rent", amount: 3719.83, date: today, description: "zqrent" });
  // Two orders, so that the totals of a report differ from the amounts of an order.
  for (const cost of [1123.45, 1071.91]) {
    await ingestOrder(shop, { items: [{ name: "Costly", price: 1511.17, quantity: 3, cost }] });
  }
  const reports = await Promise.all(["last_30_days", "all_time"].map((period) => shop.v2(`/analytics/summary?period=${period}`)));
  // The order of `fillForPages` is of January 2026.
  const profits = await Promise.all(
    ["last_30_days", "custom&from=2026-01-01&to=2026-01-31"].map((period) => shop.v2(`/analytics/orders?period=${period}`)),
  );
  return {
    ids,
    words: ["zqexpense", "zqpayroll", "zqcategory", "zqemployee", "zqsalaried", "zqsalary", "zqrent"],
    amounts: [
      7013.37,
      5207.19,
      4406.91,
      9341.27,
      8123.61,
      3719.83,
      1123.45,
      1071.91,
      ...reports.flatMap(({ body }) => (body.currencies as Figures[]).flatMap(reportedAmounts)),
      // The net revenue of one order is its total, which everybody may see.
      ...profits.flatMap(({ body }) => (body.data as OrderProfit[]).flatMap(({ costs, profit }) => amountsIn([costs, profit.gross]))),
    ],
  };
}

/** The words and amounts of the money data in a response, as people read them or as they are stored. */
export function moneyIn({ words, amounts }: MoneyShop, text: string): string[] {
  const plain = text.replaceAll(",", "");
  const hasNumber = (number: string) => new RegExp(String.raw`(?<![\d.])${number.replace(".", String.raw`\.`)}0*(?!\d)`).test(plain);
  return [
    ...words.filter((word) => text.includes(word)),
    ...[...new Set(amounts)].filter((amount) => hasNumber(String(amount)) || hasNumber(String(Math.round(amount * 10_000)))).map(String),
  ];
}
