import { minorUnit } from "../platform/values/currency";
import { divideHalfUp, SCALE } from "../platform/values/money";

/** The category that payroll fields belong to. */
export const PAYROLL = "payroll";

/** The documented categories (docs/spec/expenses.md#categories): payroll, and what it costs to run a shop. */
export const CATEGORIES = [
  PAYROLL,
  "advertising",
  "design",
  "product_cost",
  "fulfillment",
  "shipping",
  "platform_fees",
  "payment_fees",
  "software",
  "samples",
  "refunds_chargebacks",
  "taxes",
  "rent",
  "utilities",
  "office",
  "equipment",
  "professional_services",
  "bank_fees",
  "travel",
  "training",
  "other",
] as const;

/** Case, and spaces in every spelling: `Product Cost`, `product-cost` and `productcost` are one name. */
function folded(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_-]+/g, "");
}

const documented = new Map<string, string>(CATEGORIES.map((name) => [folded(name), name]));

/** A documented category in its own spelling, any other text as sent; `group` is the documented one it counts under. */
export function readCategory(text: string): { name: string; group: string; documented: boolean } {
  const known = documented.get(folded(text));
  return known === undefined ? { name: text, group: "other", documented: false } : { name: known, group: known, documented: true };
}

/** An expense as a caller words it, money and rate in stored units. Null: none. */
export interface IncomingExpense {
  category: string;
  amount: number;
  /** YYYY-MM-DD. */
  date: string;
  /** Id or code of a store; null or absent: overhead. */
  store_id?: string | null | undefined;
  description?: string | null | undefined;
  /** One field under two names (docs/spec/expenses.md#expense-currency); equal where both are there. */
  currency?: string | undefined;
  original_currency?: string | undefined;
  base_amount?: number | null | undefined;
  bhxh_amount?: number | null | undefined;
  /** Percent. */
  bhxh_rate?: number | null | undefined;
  bhxh_type?: string | null | undefined;
  employee_name?: string | null | undefined;
}

/** A change of an expense: absent means unchanged, null clears (docs/spec/requests.md#partial-updates). */
export type ExpensePatch = { [K in keyof IncomingExpense]?: IncomingExpense[K] | undefined };

/** The currency that an expense names under either name. */
export function currencyOf({ original_currency, currency }: ExpensePatch): string | undefined {
  return original_currency ?? currency;
}

/**
 * Insurance of a payroll expense: base times percent, rounded half-up to the currency's minor unit (docs/spec/expenses.md#payroll-fields).
 * All in stored units, on integers: their product goes beyond what a float holds.
 */
export function insurance(base: number, rate: number, currency: string): number {
  const minor = minorUnit(currency);
  // A whole is 100 percent, each percent stored times SCALE.
  return Number(divideHalfUp(BigInt(base) * BigInt(rate), 100n * BigInt(SCALE) * minor) * minor);
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
