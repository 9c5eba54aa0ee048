import { expect } from "vitest";
import { profitOf } from "../../model/summary.ts";
import type { Shop } from "../../kit/client";
import { CURRENCIES } from "./draw";
import { type Life, assertEqual } from "./life";

/** Compares the lists of orders by profit (lowest first) for each currency, without reprints, and each order by its id. */
export async function compareProfits(shop: Shop, lives: readonly Life[]): Promise<void> {
  const byId = new Map(lives.map((life) => [life.ids.order, life]));
  for (const currency of CURRENCIES) {
    for (const profit of ["known", "unknown"]) {
      const { data } = await profits(shop, `period=last_7_days&currency=${currency}&profit=${profit}`);
      const listed = data.filter(({ order_id }) => byId.has(order_id));
      const expected = lives.flatMap(({ order, ids }) => {
        const own = order.currency === currency ? profitOf(order) : null;
        if (own === null || own.isKnown !== (profit === "known")) return [];
        const { isKnown: _isKnown, ...figures } = own;
        return [{ order_id: ids.order, status: order.status, ...figures }];
      });
      for (const { order_id, status, revenue, costs, profit: figures } of listed) {
        const own = expected.find((order) => order.order_id === order_id);
        assertEqual(byId.get(order_id)?.history ?? [], { order_id, status, revenue, costs, profit: figures }, own);
      }
      expect(listed.length).toBe(expected.length);
      if (profit === "known") expect(isSorted(listed.map((order) => Number(order.profit.gross)))).toBe(true);
    }
  }
}

async function profits(shop: Shop, query: string): Promise<{ data: ProfitLine[] }> {
  const data: ProfitLine[] = [];
  let cursor: string | null = null;
  do {
    const more: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const { status, text, body } = await shop.v2(`/analytics/orders?${query}&limit=200${more}`);
    expect(status, text).toBe(200);
    data.push(...body.data);
    cursor = body.next_cursor;
  } while (cursor !== null);
  return { data };
}

interface ProfitLine {
  order_id: number;
  status: string;
  revenue: unknown;
  costs: unknown;
  profit: { gross: number | null };
}

const isSorted = (values: readonly number[]): boolean => values.every((value, index) => index === 0 || (values[index - 1] ?? 0) <= value);
