import { presentExpense } from "../expense-view";
import type { ExpenseRow } from "../rows.sql.ts";
import { CATEGORIES, type ExpensePatch, insurance, PAYROLL, readCategory } from "../fields";
import { capitalized } from "../../../console/parts/values";

/** A category for people: `product_cost` as "Product cost". Custom categories stay unchanged. */
export function categoryName(category: string): string {
  const { name, isStandard } = readCategory(category);
  if (!isStandard) return name;
  return capitalized(name.replaceAll("_", " "));
}

/** The names of all standard categories. The API accepts them too, because it ignores case and spacing. */
export const CATEGORY_NAMES = CATEGORIES.map(categoryName);

/** Whether a text names the category that payroll fields belong to. */
export function isPayroll(category: unknown): boolean {
  return typeof category === "string" && readCategory(category.trim()).name === PAYROLL;
}

/** The fields that payroll adds, by the contract's names. */
export const PAYROLL_FIELDS = ["employee_name", "base_amount", "bhxh_rate", "bhxh_amount", "bhxh_type"] as const;

/** Whether a form needs the fields of payroll: its category is payroll, or one of them is filled in. */
export function showsPayroll(values: Readonly<Record<string, unknown>>): boolean {
  return isPayroll(values["category"]) || PAYROLL_FIELDS.some((name) => !["", null, undefined].includes(values[name] as string | null));
}

/** The insurance for a base and a rate, in stored units. Null if either is missing. */
function computedInsurance(base: number | null | undefined, rate: number | null | undefined, currency: string): number | null {
  return typeof base === "number" && typeof rate === "number" ? insurance(base, rate, currency) : null;
}

/** Whether an expense's insurance equals the amount computed from base and rate. */
export function isComputed({ base_amount, bhxh_rate, bhxh_amount, currency }: ExpenseRow): boolean {
  return bhxh_amount !== null && bhxh_amount === computedInsurance(base_amount, bhxh_rate, currency);
}

/** The values of an expense's form. Computed insurance is left empty, so that saving computes it from the new base and rate. */
export function formValues(row: ExpenseRow): Readonly<Record<string, unknown>> {
  const shown = presentExpense(row);
  return {
    ...shown,
    category: categoryName(row.category),
    currency: row.currency,
    bhxh_amount: isComputed(row) ? null : shown.bhxh_amount,
  };
}

/**
 * Adds the insurance to a form's change. If it was left empty (null), it is computed from the form's base and rate. It is undefined if the form
 * had no payroll fields.
 */
export function withInsurance(change: ExpensePatch): ExpensePatch {
  const { bhxh_amount, base_amount, bhxh_rate, currency } = change;
  if (bhxh_amount !== null || currency === undefined) return change;
  return { ...change, bhxh_amount: computedInsurance(base_amount, bhxh_rate, currency) };
}
