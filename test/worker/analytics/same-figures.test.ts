import { beforeAll, describe, expect, it } from "vitest";
import { type ApiResponse, createShop, type Shop, ingestOrder } from "../../kit/client";
import { readNamedCsv } from "../console/csv";
import { createMember, type Visitor } from "../console/kit";
import { agentOf } from "../mcp/agent";

/** Analytics, the list by profit, the page of an order, Home, CSV and MCP show the same figures for the same orders. */

type Body = ApiResponse["body"];

let shop: Shop;
let admin: Visitor;
let orders: Body[];
let summary: Body;
let profits: Body[];

const money = new Intl.NumberFormat("en", { style: "currency", currency: "USD" });
const sumOf = (values: readonly number[]): number => Math.round(values.reduce((sum, value) => sum + value, 0) * 10_000) / 10_000;

/** The body of the response to a request that must succeed. */
async function requireSuccess(response: Promise<ApiResponse>): Promise<Body> {
  const { status, text, body } = await response;
  expect(status, text).toBeLessThan(300);
  return body;
}

const setItemStatus = (id: string, status: string) => requireSuccess(shop.v2(`/order-items/${id}/status`, { body: { status } }));
const setOrderStatus = (id: number, status: string) =>
  requireSuccess(shop.v2(`/orders/${id}/status`, { body: { status, reason: "a reason" } }));

beforeAll(async () => {
  shop = await createShop();
  admin = await createMember(shop.id, "admin");
  const mug = { name: "Mug", quantity: 3, price: 9.99, cost: 4.25 };
  const card = { name: "Card", quantity: 1, price: 20, cost: 5 };
  const order = (fields: object) => ingestOrder(shop, { currency: "USD", items: [mug, card], ...fields });
  await order({});
  await order({ tax: 4, taxes_included: true, shipping_cost: 5, discount: 2.5, fees: 1 });
  await order({ tax: 4, taxes_included: false, refund_amount: 17.25 });
  const removed = await order({ tax: 4 });
  await requireSuccess(shop.v2(`/order-items/${removed.items[0].id}`, { method: "DELETE" }));
  const cancelled = await order({});
  await setItemStatus(cancelled.items[0].id, "Cancelled");
  const stopped = await order({});
  await setItemStatus(stopped.items[0].id, "Sent to Supplier");
  await setItemStatus(stopped.items[0].id, "Cancelled");
  const refunded = await order({ refund_amount: 29.97 });
  await requireSuccess(shop.v2(`/orders/${refunded.id}/fulfillments`, { body: { status: "in_transit" } }));
  await setItemStatus(refunded.items[0].id, "Refunded");
  await setItemStatus(refunded.items[1].id, "Refunded");
  await setOrderStatus((await order({})).id, "Cancelled");
  const wasted = await order({});
  await setOrderStatus(wasted.id, "In Production");
  await setOrderStatus(wasted.id, "Cancelled");
  await requireSuccess(shop.v2(`/orders/${refunded.id}/reprint`, { body: { items: [{ order_item_id: refunded.items[0].id }] } }));
  await order({ currency: "EUR" });

  orders = (await requireSuccess(shop.v2("/orders?limit=200"))).data.filter(({ currency }: Body) => currency === "USD");
  ({
    currencies: [, summary],
  } = await requireSuccess(shop.v2("/analytics/summary?period=last_30_days")));
  profits = (await requireSuccess(shop.v2("/analytics/orders?period=last_30_days&currency=USD&limit=200"))).data;
});

describe("the same figures", () => {
  it("are in the summary and in the list by profit", () => {
    expect({
      currency: summary.currency,
      count: summary.orders.count,
      cancelled: summary.orders.cancelled,
      orders_missing_cost: summary.coverage.orders_missing_cost,
    }).toEqual({
      currency: "USD",
      // Seven, and the reprint, which is an order of its own.
      count: 8,
      cancelled: 2,
      orders_missing_cost: 0,
    });
    const sums = {
      net: sumOf(profits.map(({ revenue }) => revenue.net)),
      costs: sumOf(profits.map(({ costs }) => costs.total)),
      profit: sumOf(profits.map(({ profit }) => profit.gross)),
    };
    expect(sums).toEqual({ net: summary.revenue.net, costs: summary.costs.total, profit: summary.profit.gross });
    // An order that was cancelled before its production has no costs.
    expect(profits.length).toBe(summary.orders.count + summary.orders.cancelled - 1);
  });

  it("are in the list of orders", () => {
    const counted = orders.filter(({ status }) => status !== "Cancelled");
    const sums = (name: string) => sumOf(counted.map((order) => order[name]));
    expect([counted.length, sums("subtotal"), sums("discount"), sums("shipping_cost"), sums("tax")]).toEqual([
      summary.orders.count,
      summary.revenue.gross,
      summary.revenue.discounts,
      summary.revenue.shipping,
      summary.revenue.tax,
    ]);
  });

  it("are in the CSV file", async () => {
    const { status, text } = await admin.open("/orders.csv");
    expect(status).toBe(200);
    const lines = readNamedCsv(text).filter((line) => line["currency"] === "USD" && line["status"] !== "Cancelled");
    // One line of each order has its amounts: the first one, which overwrites the later ones in the map.
    const first = [...new Map(lines.toReversed().map((line) => [line["order_id"], line])).values()];
    const sums = (name: string) => sumOf(first.map((line) => Number(line[name])));
    const units = lines.filter((line) => line["item_status"] !== "Cancelled").map((line) => Number(line["item_quantity"]));
    expect([first.length, sums("subtotal"), sums("discount"), sums("shipping_cost"), sums("tax"), sumOf(units)]).toEqual([
      summary.orders.count,
      summary.revenue.gross,
      summary.revenue.discounts,
      summary.revenue.shipping,
      summary.revenue.tax,
      summary.orders.items,
    ]);
    expect(sumOf(first.map((line) => Number(line["total_amount"])))).toBe(
      sumOf(orders.filter(({ status: own }) => own !== "Cancelled").map(({ total_amount }) => total_amount)),
    );
  });

  it("are on the page of each order", async () => {
    for (const { order_id, costs, profit } of profits) {
      const { text } = await admin.open(`/orders/${order_id}`);
      const facts = [...text.matchAll(/<dt>(Costs|Profit)<\/dt><dd><span class="figure">([^<]+)/g)].map(([, name, value]) => [name, value]);
      expect({ order_id, facts }).toEqual({
        order_id,
        facts: [
          ["Costs", money.format(costs.total)],
          ["Profit", money.format(profit.gross)],
        ],
      });
    }
    for (const { id, subtotal, total_amount } of orders) {
      const { text } = await admin.open(`/orders/${id}`);
      const [, amounts = ""] = text.split("<h2>Amounts</h2>");
      expect([id, amounts.includes(`>${money.format(subtotal)}<`), amounts.includes(`>${money.format(total_amount)}<`)]).toEqual([
        id,
        true,
        true,
      ]);
    }
  });

  it("are on the page of analytics and on its list of orders", async () => {
    const { text } = await admin.open("/analytics?period=last_30_days");
    const section = /<section class="currency" id="USD">(.*?)<\/section>/s.exec(text)?.[1] ?? "";
    const card = (name: string) => new RegExp(`<dt>${name}</dt><dd class="value figure">([^<]+)`).exec(section)?.[1];
    expect([card("Net revenue"), card("Costs"), card("Net profit"), card("Orders"), card("Average order")]).toEqual([
      money.format(summary.revenue.net),
      money.format(summary.costs.total),
      money.format(summary.profit.net),
      String(summary.orders.count),
      money.format(summary.orders.average_value),
    ]);
    const list = (await admin.open("/analytics/orders?period=last_30_days&currency=USD")).text;
    for (const { revenue, costs, profit } of profits) {
      for (const amount of [revenue.net, costs.total, profit.gross]) expect(list).toContain(`>${money.format(amount)}<`);
    }
  });

  it("are on Home", async () => {
    const { text } = await admin.open("/home");
    const panels = [...text.matchAll(/<h2>(?:Net revenue|Number of orders)<\/h2>.*?<span class="value">([^<]+)/gs)].map(
      ([, value]) => value,
    );
    // Home counts the orders of all currencies, and one is in EUR.
    expect(panels).toEqual([money.format(summary.revenue.net), String(summary.orders.count + 1)]);
  });

  it("are in the response of the MCP tool", async () => {
    const { data } = await agentOf(shop.token, "?tools=all").call("analytics_summary", { period: "last_30_days", currency: "USD" });
    expect(data).toMatchObject({
      currencies: [{ orders: summary.orders, revenue: summary.revenue, costs: summary.costs, profit: summary.profit }],
    });
  });
});
