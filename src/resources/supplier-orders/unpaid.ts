import { invalid } from "../../platform/api-error";
import type { MoneyReader } from "../../platform/db/org-db";
import { dayNumber, dayText } from "../../platform/values/zone";
import { MAX_UNPAID_LINES, type UnpaidRow, unpaidOrders } from "./unpaid.sql.ts";

/** What is owed to a supplier in one currency for the supplier orders that were sent in a month. */
export interface Unpaid {
  supplier_id: string;
  supplier_name: string;
  /** YYYY-MM, in the time zone of the organization. */
  month: string;
  currency: string;
  orders: number;
  lines_without_cost: number;
  /** In stored units: what was charged or else agreed. Null if it is unknown of a line. */
  due: bigint | null;
}

/**
 * What is owed to suppliers, the oldest month first. Null if there are more than MAX_UNPAID_LINES unpaid lines, which are not summed. One round trip.
 */
export async function readUnpaid(org: MoneyReader, supplierId: string | null): Promise<Unpaid[] | null> {
  const rows = await org.read(unpaidOrders(org, supplierId));
  if (rows.reduce((sum, { lines }) => sum + lines, 0) > MAX_UNPAID_LINES) return null;
  const monthOf = (at: number): string => dayText(dayNumber(at, org.organization.timezone)).slice(0, 7);
  const groups = Map.groupBy(rows, (row) => [monthOf(row.sent_at), row.supplier_id, row.currency].join(" "));
  return [...groups.values()].map((some) => groupOf(monthOf, some)).toSorted(byMonthAndName);
}

function groupOf(monthOf: (at: number) => string, rows: readonly UnpaidRow[]): Unpaid {
  const [first] = rows;
  if (first === undefined) throw new Error("A group has a row.");
  const lines_without_cost = rows.reduce((sum, row) => sum + row.lines_without_cost, 0);
  const { supplier_id, supplier_name, currency } = first;
  return {
    supplier_id,
    supplier_name,
    month: monthOf(first.sent_at),
    currency,
    orders: rows.length,
    lines_without_cost,
    due: lines_without_cost > 0 ? null : rows.reduce((sum, row) => sum + BigInt(row.due), 0n),
  };
}

const keyOf = ({ month, supplier_name, supplier_id, currency }: Unpaid): string =>
  [month, supplier_name.toLowerCase(), supplier_id, currency].join("\n");

const byMonthAndName = (one: Unpaid, other: Unpaid): number => (keyOf(one) < keyOf(other) ? -1 : 1);

/** 400 Bad Request for more unpaid lines than are summed. */
export function tooManyUnpaid() {
  const message = `More than ${MAX_UNPAID_LINES} lines are unpaid. Name a supplier, or record which supplier orders are paid.`;
  return invalid("supplier_id", "too_many_unpaid", message);
}
