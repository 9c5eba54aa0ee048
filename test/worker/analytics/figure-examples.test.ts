import { describe, expect, it } from "vitest";
import { createShop, type Shop } from "../../kit/client";
import { readNamedCsv } from "../console/csv";
import { createMember, type Visitor } from "../console/kit";
import { agentOf } from "../mcp/agent";
import { readExamples, createExample } from "./figure-examples";

/** What items count for (docs/spec/amounts-and-figures.md#what-an-item-counts-for): every surface shows the figures of the table. */

/** A currency of a summary. The MCP tools omit null. */
type Totals = Record<"orders" | "revenue" | "costs" | "profit", Record<string, number | null | undefined>>;

/** The figures of a summary under the names of the table. */
function figuresOf({ orders, revenue, costs, profit }: Totals) {
  const { count, cancelled, items } = orders;
  const { gross, refunds, net } = revenue;
  const unknown = { costs: costs["total"] ?? null, profit: profit["gross"] ?? null, margin: profit["margin_pct"] ?? null };
  return { count, cancelled, items, gross, refunds, net, ...unknown };
}

const readSummary = async (shop: Shop, query = ""): Promise<Totals & { series: Totals[] }> =>
  (await shop.v2(`/analytics/summary?period=last_30_days${query}`)).body.currencies[0];

/** The orders in both lists by profit. */
async function readProfitLists(shop: Shop) {
  const pages = await Promise.all(["known", "unknown"].map((profit) => shop.v2(`/analytics/orders?profit=${profit}`)));
  return pages.flatMap(({ body }) => body.data);
}

const textOf = (html = ""): string => html.replaceAll(/<[^>]+>/g, "").trim();

/** The costs and the profit on the page of the order. */
async function readOrderPage(owner: Visitor, id: number): Promise<string[]> {
  const { text } = await owner.open(`/orders/${id}`);
  const panel = /<h2>Profit<\/h2>(.*?)<\/section>/s.exec(text)?.[1] ?? "";
  return [...panel.matchAll(/<dd>(.*?)<\/dd>/gs)].map(([, value]) => textOf(value));
}

/** Net revenue and the number of orders on the home page. */
async function readHome(owner: Visitor): Promise<string[]> {
  const { text } = await owner.open("/home");
  return [...text.matchAll(/<h2>(?:Net revenue|Number of orders)<\/h2>.*?<span class="value">(.*?)<\/span>/gs)].map(([, value]) =>
    textOf(value),
  );
}

/** The values of the order in the rows of the export: whether it counts, its items and its subtotal. */
async function readCsv(owner: Visitor) {
  const lines = readNamedCsv((await owner.open("/orders.csv")).text);
  if (lines[0]?.["status"] === "Cancelled") return { count: 0, items: 0, gross: 0 };
  const sold = lines.filter((line) => line["item_status"] !== "Cancelled");
  return { count: 1, items: sold.reduce((sum, line) => sum + Number(line["item_quantity"]), 0), gross: Number(lines[0]?.["subtotal"]) };
}

const dollars = (amount: number | null): string =>
  amount === null ? "—" : `${amount < 0 ? "-" : ""}$${Math.abs(amount).toLocaleString("en", { minimumFractionDigits: 2 })}`;

describe("the examples of amounts-and-figures.md", () => {
  const examples = readExamples();

  it("are a table", () => {
    expect(examples.length).toBeGreaterThan(20);
    for (const [, figures] of examples) {
      expect(Object.keys(figures)).toEqual(["count", "cancelled", "items", "gross", "refunds", "net", "costs", "profit", "margin"]);
    }
  });

  it.each(examples)("%s", async (name, expected) => {
    const shop = await createShop();
    const owner = await createMember(shop.id, "owner");
    const id = await createExample(shop, name);
    const { count, items, gross, net, costs, profit, margin } = expected;

    expect(figuresOf(await readSummary(shop)), "summary").toEqual(expected);
    // The days of Nepal begin at a quarter of an hour, so some sums are read from the orders and not from the roll-up.
    const { series, ...nepal } = await readSummary(shop, "&group_by=day&timezone=Asia/Kathmandu");
    expect(figuresOf(nepal), "summary of Nepal's days").toEqual(expected);
    const days = series.map(figuresOf).filter((day) => Object.values(day).some((value) => value !== 0 && value !== null));
    expect(days, "days").toEqual([expected]);
    const { data } = await agentOf(shop.token, "?tools=all").call("analytics_summary", { period: "last_30_days" });
    expect(figuresOf(data.currencies[0]), "MCP").toEqual(expected);

    // A cancelled order that cost nothing has no profit.
    const isListed = count === 1 || costs !== 0;
    const row = { revenue: { net }, costs: { total: costs }, profit: { gross: profit, margin_pct: margin } };
    expect(await readProfitLists(shop), "list by profit").toMatchObject(isListed ? [row] : []);
    expect(await readOrderPage(owner, id), "order page").toEqual(isListed ? [dollars(costs), dollars(profit)] : []);
    expect(await readHome(owner), "home").toEqual([dollars(net), String(count)]);
    expect(await readCsv(owner), "CSV").toEqual({ count, items, gross });
  });
});
