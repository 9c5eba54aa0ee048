import { listOrdersByProfit, type OrderProfitRow, type ProfitPosition } from "../orders/list/list-orders";
import type { MoneyReader } from "../../platform/db/org-db";
import { invalid } from "../../platform/api-error";
import { divideHalfUp, toAmount } from "../../platform/values/money";
import { dayNumber, dayText, endOfDay, momentText, startOfDay } from "../../platform/values/zone";
import { type PeriodInput, periodOf } from "./period";
import { daysText } from "./series";

/** A page reads an order of each day of the period (orders/profits/by-profit.sql.ts). */
const MAX_DAYS = 400;

/** Whether the profit of an order is known. */
export const COVERAGES = ["known", "unknown"] as const;

/** The orders to list, without the page. */
export interface OrderProfitsFilter {
  period: PeriodInput;
  /** IANA name. Default: the organization's. */
  timezone?: string | undefined;
  /** Default: the organization's. */
  currency?: string | undefined;
  profit: (typeof COVERAGES)[number];
  direction: "asc" | "desc";
}

/** An order's figures. All money is in stored units of its currency, and null is unknown. */
export interface OrderProfit extends OrderProfitRow {
  net: number;
}

/** Net revenue. A Cancelled order has none. */
function netRevenue({ status, total_amount, tax, refund_amount, refunded_tax }: OrderProfitRow): number {
  if (status === "Cancelled") return 0;
  return total_amount - tax - (refund_amount ?? 0) + refunded_tax;
}

/**
 * Lists orders of a period by gross profit; those whose profit is unknown, by id. Cancelled ones are listed if they have costs. One round trip.
 * Throws 400 Bad Request `period_too_long`.
 */
export async function listOrderProfits(
  org: MoneyReader,
  { period, timezone, currency, profit, direction }: OrderProfitsFilter,
  { after, limit }: { after: ProfitPosition | null; limit: number },
): Promise<{ rows: OrderProfit[]; hasMore: boolean }> {
  const zone = timezone ?? org.organization.timezone;
  const { days } = periodOf(period, dayText(dayNumber(org.now, zone)));
  if (days === null || days.from.until(days.to).days >= MAX_DAYS)
    throw invalid("period", "period_too_long", `Expected a period of at most ${MAX_DAYS} days.`);
  const { from, to } = daysText(days);
  const { rows, hasMore } = await listOrdersByProfit(org, {
    moments: [startOfDay(from, zone), endOfDay(to, zone)],
    currency: currency ?? org.organization.currency,
    isKnown: profit === "known",
    direction,
    after,
    limit,
  });
  return { rows: rows.map((row) => ({ ...row, net: netRevenue(row) })), hasMore };
}

const orNull = (units: number | null): number | null => (units === null ? null : toAmount(units));

/** What an order costs and leaves, in stored units. Costs, profit and margin are null if the profit is unknown. A Cancelled order earns no fees. */
export function profitFigures({ net, fees, status, profit, production_cost }: OrderProfit) {
  // A percentage with two decimal places. As in the summary, it is meaningless if net revenue is not positive.
  const margin = profit === null || net <= 0 ? null : Number(divideHalfUp(BigInt(profit) * 10_000n, BigInt(net))) / 100;
  const countedFees = fees !== null && status === "Cancelled" ? 0 : fees;
  return { fees: countedFees, costs: profit === null ? null : production_cost, profit, margin_pct: margin };
}

/** An order's figures as the API returns them: amounts are decimal numbers. */
export function presentOrderProfit(order: OrderProfit) {
  const { fees, costs, profit, margin_pct } = profitFigures(order);
  return {
    order_id: order.id,
    number: order.number,
    external_id: order.external_id,
    store_id: order.store_id,
    store_name: order.store_name,
    date: momentText(order.date),
    status: order.status,
    currency: order.currency,
    revenue: { net: toAmount(order.net), fees: orNull(fees) },
    costs: { production: orNull(costs), total: orNull(costs) },
    profit: { gross: orNull(profit), margin_pct },
  };
}
