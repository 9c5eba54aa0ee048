import { minorUnit } from "../../platform/values/currency";
import { divideHalfUp, SCALE } from "../../platform/values/money";

/** The category that payroll fields belong to. */
export const PAYROLL = "payroll";

/** The standard categories (docs/spec/expenses.md#categories). */
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

/** Ignores case and separators: `Product Cost`, `product-cost` and `productcost` are the same category. */
function foldCategory(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_-]+/g, "");
}

const standardByKey = new Map<string, string>(CATEGORIES.map((name) => [foldCategory(name), name]));

/** Returns a standard category in its canonical spelling, and any other text as sent. `group` is the category that it counts under. */
export function readCategory(text: string): { name: string; group: string; isStandard: boolean } {
  const known = standardByKey.get(foldCategory(text));
  return known === undefined ? { name: text, group: "other", isStandard: false } : { name: known, group: known, isStandard: true };
}

/** An expense as a caller sends it, with money and rate in stored units. null means that there is no value. */
export interface IncomingExpense {
  category: string;
  amount: number;
  /** YYYY-MM-DD. */
  date: string;
  /** Id or code of a store. null or absent for overhead. */
  store_id?: string | null | undefined;
  description?: string | null | undefined;
  /** One field under two names (docs/spec/expenses.md#expense-currency). They are equal if both are sent. */
  currency?: string | undefined;
  original_currency?: string | undefined;
  base_amount?: number | null | undefined;
  /** BHXH is the Vietnamese social insurance. */
  bhxh_amount?: number | null | undefined;
  /** Percent. */
  bhxh_rate?: number | null | undefined;
  bhxh_type?: string | null | undefined;
  employee_name?: string | null | undefined;
}

/** A partial update of an expense: an absent field is unchanged, and null clears a field (docs/spec/requests.md#partial-updates). */
export type ExpensePatch = { [K in keyof IncomingExpense]?: IncomingExpense[K] | undefined };

/** The currency, under either of its two names. */
export function currencyOf({ original_currency, currency }: ExpensePatch): string | undefined {
  return original_currency ?? currency;
}

/**
 * Insurance of a payroll expense: base times percent, rounded half-up to the currency's minor unit (docs/spec/expenses.md#payroll-fields).
 * All values are in stored units. BigInt, because the product can exceed the integers that a number represents exactly.
 */
export function insurance(base: number, rate: number, currency: string): number {
  const minor = minorUnit(currency);
  // 100 percent is stored as 100 times SCALE.
  return Number(divideHalfUp(BigInt(base) * BigInt(rate), 100n * BigInt(SCALE) * minor) * minor);
}

const PAYROLL_FIELDS = ["base_amount", "bhxh_amount", "bhxh_rate", "bhxh_type", "employee_name"] as const;

type PayrollFields = { category: string } & { [K in (typeof PAYROLL_FIELDS)[number]]?: number | string | null | undefined };

/** The warnings for payroll fields on an expense of another category, which are stored nevertheless. */
export function payrollWarnings(expense: PayrollFields, path = ""): string[] {
  if (readCategory(expense.category).name === PAYROLL) return [];
  const present = PAYROLL_FIELDS.filter((name) => expense[name] !== null && expense[name] !== undefined);
  if (present.length === 0) return [];
  return [`${present.map((name) => path + name).join(", ")}: intended for the category ${PAYROLL}, but stored anyway.`];
}
