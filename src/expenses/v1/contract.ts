import * as z from "zod";
import type { ExpenseSortField } from "../list.sql.ts";
import { readCurrency } from "../../platform/values/currency";
import { CATEGORIES, type ExpensePatch, type IncomingExpense } from "../fields";
import { CurrencyInput, optionalText, requiredText } from "../../platform/http/input/text";
import { PercentInput, NonNegativeAmountInput } from "../../platform/values/money";
import type { JsonShape } from "../../platform/http/input/json-shape";
import { numberedQuery } from "../../platform/http/input/lists";
import { IntegerId } from "../../platform/http/input/query";
import { EXPENSE_FILTERS } from "../filters";

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

export const BulkCreated = z.strictObject({ success: z.literal(true), count: z.int() });
export const Deleted = z.strictObject({ deleted: z.literal(true) });

export const ExpensePath = z.object({ id: IntegerId });

const FIELDS = {
  category: requiredText(64).describe(
    `One of ${CATEGORIES.join(", ")}, ignoring case and spacing. Any other text is stored as sent and counts as other.`,
  ),
  amount: NonNegativeAmountInput,
  date: z.iso.date({ error: "Expected a date, YYYY-MM-DD." }),
  store_id: z
    .union([z.string().trim().max(255), z.int()])
    .transform((value) => (value === "" ? null : String(value)))
    .nullable()
    .optional()
    .describe("Id or code of a store. Omit it or send null for overhead."),
  description: optionalText(2000),
  currency: CurrencyInput.optional().describe("Alias of original_currency."),
  original_currency: CurrencyInput.optional().describe("ISO 4217 code. Default: the organization's currency."),
  base_amount: NonNegativeAmountInput.nullable().optional(),
  bhxh_amount: NonNegativeAmountInput.nullable()
    .optional()
    .describe("If omitted, computed from base_amount and bhxh_rate if both are present, and rounded to the currency's minor unit."),
  bhxh_rate: PercentInput.nullable().optional().describe("Percent, 0 to 100."),
  bhxh_type: optionalText(32).describe("employee, employer, both, none, or any other text."),
  employee_name: optionalText(255),
};

/** Whether the two currency fields do not contradict each other (docs/spec/expenses.md#expense-currency). Invalid codes are reported separately. */
function currenciesMatch(value: unknown): boolean {
  const { currency: one, original_currency: other } = (value ?? {}) as Record<string, unknown>;
  return (
    typeof one !== "string" || typeof other !== "string" || readCurrency(one) === null || readCurrency(other) === null || one === other
  );
}

const MISMATCH = {
  path: ["currency"],
  error: "currency and original_currency are two names of one field. Send one of them, or the same value in both.",
  params: { code: "currency_mismatch" },
  // Runs even if some fields are invalid, so that the response lists every violation.
  when: () => true,
};

export const NewExpense = z
  .object(FIELDS)
  .refine(currenciesMatch, MISMATCH)
  .meta({ id: "NewExpense" }) satisfies z.ZodType<IncomingExpense>;

/** A partial update: an omitted field is kept, and null clears a field (docs/spec/requests.md#partial-updates). */
export const ExpenseChanges = z
  .object({ ...FIELDS, category: FIELDS.category.optional(), amount: FIELDS.amount.optional(), date: FIELDS.date.optional() })
  .refine(currenciesMatch, MISMATCH)
  .refine((patch) => Object.keys(patch).length > 0, {
    error: `Expected at least one of ${Object.keys(FIELDS).join(", ")}.`,
    params: { code: "no_fields" },
  })
  .meta({ id: "ExpenseChanges" }) satisfies z.ZodType<ExpensePatch>;

const MAX_BULK_EXPENSES = 500;

export const BulkExpenses = z.object({ expenses: z.array(NewExpense).min(1).max(MAX_BULK_EXPENSES) });

/** The limits of a bulk body: at most as many values as the largest body that the schema accepts. */
export const BULK_EXPENSES_SHAPE: JsonShape = {
  maxDepth: 32,
  maxValues: MAX_BULK_EXPENSES * (Object.keys(FIELDS).length + 1) + 100,
  lists: [
    {
      name: "expenses",
      depth: 2,
      max: MAX_BULK_EXPENSES,
      violation: { path: "expenses", code: "too_big", message: `Too big: expected array to have <=${MAX_BULK_EXPENSES} items` },
    },
  ],
};

/** The sort names and their snake_case aliases. */
const SORTS: Readonly<Record<string, ExpenseSortField>> = {
  date: "date",
  amount: "amount",
  category: "category",
  createdAt: "created_at",
  created_at: "created_at",
  id: "id",
};

/** GET /expenses (docs/spec/lists-and-filters.md#expense-list). */
export const ExpenseListQuery = numberedQuery({
  filters: EXPENSE_FILTERS,
  sorts: SORTS,
  defaultSort: { field: "date", direction: "desc" },
});
