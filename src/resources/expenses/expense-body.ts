import * as z from "zod";
import { IntegerId } from "../../platform/http/input/query";
import { CurrencyInput, optionalText, requiredText } from "../../platform/http/input/text";
import { readCurrency } from "../../platform/values/currency";
import { NonNegativeAmountInput, PercentInput } from "../../platform/values/money";
import { toStorableText } from "../../platform/values/storable-text";
import { CATEGORIES, type ExpensePatch, type IncomingExpense } from "./fields";

/** The response of a deletion. */
export const Deleted = z.strictObject({ deleted: z.literal(true) });

export const ExpensePath = z.object({ id: IntegerId });

const FIELDS = {
  category: requiredText(64).describe(
    `One of ${CATEGORIES.join(", ")}, ignoring case and spacing. Any other text is stored as sent and counts as other.`,
  ),
  amount: NonNegativeAmountInput,
  date: z.iso.date({ error: "Expected a date, YYYY-MM-DD." }),
  store_id: z
    .union([z.string().overwrite(toStorableText).trim().max(255), z.int()])
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
