import * as z from "zod";
import { toAmount } from "../../platform/values/money";
import type { LineRow } from "./rows.sql.ts";

/** What a supplier order costs in one currency. */
export const SupplierOrderTotal = z.strictObject({
  currency: z.string(),
  agreed: z.number().nullable().describe("The agreed cost of all lines that are neither rejected nor cancelled. null if one is unknown."),
  charged: z.number().nullable().describe("What the supplier's invoice says. null while it is unknown for one of these lines."),
});

/** In stored units. */
export interface Total {
  currency: string;
  agreed: number | null;
  charged: number | null;
}

/** Null if one of the costs is unknown. */
function sumOf(lines: readonly LineRow[], cost: "unit_cost" | "charged_cost"): number | null {
  return lines.reduce<number | null>((sum, line) => {
    const unit = line[cost];
    return sum === null || unit === null ? null : sum + unit * line.quantity;
  }, 0);
}

/** What the lines that count cost, in each of their currencies. */
export function totalsOf(lines: readonly LineRow[]): Total[] {
  const counted = lines.filter(({ is_allocated }) => is_allocated === 1);
  return [...Map.groupBy(counted, ({ currency }) => currency)].map(([currency, some]) => ({
    currency,
    agreed: sumOf(some, "unit_cost"),
    charged: sumOf(some, "charged_cost"),
  }));
}

export const presentTotal = ({ currency, agreed, charged }: Total): z.output<typeof SupplierOrderTotal> => ({
  currency,
  agreed: agreed === null ? null : toAmount(agreed),
  charged: charged === null ? null : toAmount(charged),
});
