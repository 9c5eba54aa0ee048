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
