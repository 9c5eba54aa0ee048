import { CATEGORIES, PAYROLL, readCategory } from "../fields";

/** A category for people: `product_cost` as "Product cost". What somebody else has written stays as it is. */
export function categoryName(category: string): string {
  const { name, documented } = readCategory(category);
  if (!documented) return name;
  const text = name.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** All documented categories by their names, which the contract reads in any case and spacing. */
export const CATEGORY_NAMES = CATEGORIES.map(categoryName);

/** Whether a text names the category that payroll fields belong to. */
export function isPayroll(category: unknown): boolean {
  return typeof category === "string" && readCategory(category.trim()).name === PAYROLL;
}
