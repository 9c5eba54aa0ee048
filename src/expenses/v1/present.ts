import type { z } from "zod";
import type { ExpenseRow } from "../rows.sql.ts";
import { storeText } from "../expense-values";
import { toAmount } from "../../platform/values/money";
import { momentText } from "../../platform/values/zone";
import type { Expense } from "./contract";

/** Stored units as a decimal number. A percentage is stored in the same units as an amount. */
function decimal(units: number | null): number | null {
  return units === null ? null : toAmount(units);
}

/** An expense as Public V1 shows it. */
export function presentExpense(row: ExpenseRow): z.output<typeof Expense> {
  return {
    id: row.id,
    category: row.category,
    amount: toAmount(row.amount),
    date: row.date,
    store_id: storeText(row.store_id),
    store_name: row.store_name,
    description: row.description,
    original_currency: row.currency,
    // Amounts are never converted.
    original_amount: toAmount(row.amount),
    base_amount: decimal(row.base_amount),
    bhxh_amount: decimal(row.bhxh_amount),
    bhxh_rate: decimal(row.bhxh_rate),
    bhxh_type: row.bhxh_type,
    employee_name: row.employee_name,
    created_at: momentText(row.created_at),
  };
}
