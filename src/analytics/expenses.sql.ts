import { narrowed, storeOf, type SumsQuery } from "./query.sql.ts";
import type { OrgReader } from "../platform/db/org-db";
import type { Statement } from "../platform/db/statement";

/** Expenses of one span, store, currency and kind. */
export interface ExpenseSums {
  /** Place of the span. */
  span: number;
  /** 0: overhead of the whole organization. */
  store_id: number | null;
  currency: string;
  kind: "operating" | "payroll";
  /** Text of stored units, as the sums of orders are. */
  amount: string;
}

/** The roll-up's date of all days together. */
const ALL_DAYS = ["", ""] as const;

/** Sums of the expenses of the spans' days, from the roll-up. With a store, that store's alone: no overhead. */
export function expenseSums(org: OrgReader, query: SumsQuery): Statement<ExpenseSums> {
  const ranges = query.spans.map((span, at) => [at, ...(span?.days ?? ALL_DAYS)]);
  return org.rows<ExpenseSums>()`select j.value->>0 as span, ${storeOf(query)} as store_id, r.currency, r.kind,
      cast(sum(r.amount) as text) as amount
    from json_each(${JSON.stringify(ranges)}) j cross join expense_rollups r
    where r.organization_id = ${org.key} and r.date >= j.value->>1 and r.date <= j.value->>2
      ${narrowed(org, query)} group by 1, 2, 3, 4 having sum(r.expenses) > 0`;
}
