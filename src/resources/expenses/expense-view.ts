import * as z from "zod";
import { toAmount } from "../../platform/values/money";
import { momentText } from "../../platform/values/zone";
import { storeText } from "./expense-values";
import type { ExpenseRow } from "./rows.sql.ts";

const nullableText = z.string().nullable();
const nullableNumber = z.number().nullable();

/** An expense (docs/spec/expenses.md#expense-fields). Responses have the currency only as `original_currency`. */
export const Expense = z
  .strictObject({
    id: z.int(),
    category: z.string(),
    amount: z.number(),
    date: z.iso.date(),
    store_id: nullableText,
    store_name: nullableText,
    description: nullableText,
    original_currency: z.string(),
    original_amount: z.number(),
    base_amount: nullableNumber,
    bhxh_amount: nullableNumber,
    bhxh_rate: nullableNumber,
    bhxh_type: nullableText,
    employee_name: nullableText,
    created_at: z.iso.datetime(),
  })
  .meta({ id: "Expense" });

/** Stored units as a decimal number. A percentage is stored in the same units as an amount. */
function decimal(units: number | null): number | null {
  return units === null ? null : toAmount(units);
}

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
