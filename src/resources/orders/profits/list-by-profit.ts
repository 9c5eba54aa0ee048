import type { MoneyReader } from "../../../platform/db/org-db";
import { type OrderProfitRow, ordersByProfit, type ProfitPosition, type ProfitsQuery } from "./by-profit.sql.ts";

export type { OrderProfitRow, ProfitPosition };

/** Lists a page of the orders of a range of time that have a profit, by their gross profit. One round trip. */
export async function listOrdersByProfit(org: MoneyReader, query: ProfitsQuery): Promise<{ rows: OrderProfitRow[]; hasMore: boolean }> {
  const rows = await org.read(ordersByProfit(org, { ...query, limit: query.limit + 1 }));
  return { rows: rows.slice(0, query.limit), hasMore: rows.length > query.limit };
}
