import type { Shape } from "./shape";

/** Expense in a response; what may be null there: docs/spec/resources.md#absent-values. */
export const EXPENSE: Shape = {
  id: "integer",
  category: "string",
  amount: "number",
  date: "date",
  store_id: "string?",
  store_name: "string?",
  description: "string?",
  original_currency: "currency code",
  original_amount: "number",
  base_amount: "number?",
  bhxh_amount: "number?",
  bhxh_rate: "number?",
  bhxh_type: "string?",
  employee_name: "string?",
  created_at: "date-time",
};

/**
 * A payroll expense: every field of the request body but store_id and the alias `currency`. `bhxh`: the social insurance of Vietnam, whose
 * rate is a percentage of the base amount.
 */
export const PAYROLL_REQUEST = {
  category: "payroll",
  amount: 1200.5,
  date: "2026-01-31",
  description: "January",
  original_currency: "EUR",
  base_amount: 1000,
  bhxh_amount: 105,
  bhxh_rate: 10.5,
  bhxh_type: "employee",
  employee_name: "Linh",
};

/** An operating expense with no more than must be there. */
export const RENT_REQUEST = { category: "rent", amount: 900, date: "2026-01-31" };
