import { minorUnit } from "../platform/values/currency";
import { halfUp, SCALE } from "../platform/values/money";
import { PAYROLL, readCategory } from "./categories";

/**
 * Insurance of a payroll expense: base times percent, rounded half-up to the currency's minor unit (docs/spec/expenses.md#payroll-fields).
 * All in stored units, on integers: their product goes beyond what a float holds.
 */
export function insurance(base: number, rate: number, currency: string): number {
  const minor = minorUnit(currency);
  // A whole is 100 percent, each percent stored times SCALE.
  return Number(halfUp(BigInt(base) * BigInt(rate), 100n * BigInt(SCALE) * minor) * minor);
}

const PAYROLL_FIELDS = ["base_amount", "bhxh_amount", "bhxh_rate", "bhxh_type", "employee_name"] as const;

type PayrollFields = { category: string } & { [K in (typeof PAYROLL_FIELDS)[number]]?: number | string | null | undefined };

/** Payroll fields on an expense of another category are kept, with a warning. */
export function payrollWarnings(expense: PayrollFields, path = ""): string[] {
  if (readCategory(expense.category).name === PAYROLL) return [];
  const given = PAYROLL_FIELDS.filter((name) => expense[name] !== null && expense[name] !== undefined);
  if (given.length === 0) return [];
  return [`${given.map((name) => path + name).join(", ")}: meant for the category ${PAYROLL}; kept on this one too.`];
}
