import type { TextKeyName } from "../../platform/db/text/text-keys";
import { newEvent } from "../events/new-event";
import type { ExpenseRow } from "./rows.sql.ts";
import type { ExpenseToCreate, ExpenseValues } from "./write.sql.ts";
import type { OrgReader } from "../../platform/db/org-db";
import { toAmount } from "../../platform/values/money";
import { currencyOf, type ExpensePatch, type IncomingExpense, insurance, readCategory } from "./fields";

/** Builds a new expense with its expense.created event. The batch sets the expense's id in the event. */
export function planCreate(org: OrgReader, incoming: IncomingExpense, storeId: number | null): ExpenseToCreate {
  const values = newValues(org, incoming, storeId);
  const event = newEvent(org, "expense.created", {
    expense_id: 0,
    category: values.category,
    amount: toAmount(values.amount),
    currency: values.currency,
    date: values.date,
    store_id: storeText(storeId),
  });
  return { values, event };
}

/** A store's id as every response and event of an expense shows it (docs/spec/expenses.md#expense-store). */
export function storeText(id: number | null): string | null {
  return id === null ? null : String(id);
}

const EMPTY = {
  store_id: null,
  description: null,
  base_amount: null,
  bhxh_amount: null,
  bhxh_rate: null,
  bhxh_type: null,
  employee_name: null,
};

function newValues(org: OrgReader, incoming: IncomingExpense, storeId: number | null): ExpenseValues {
  const { category, amount, date } = incoming;
  const stored = { ...EMPTY, category, amount, date, currency: org.organization.currency, version: 0, created_at: org.now };
  // Many clients send null for a field that the user left empty.
  const patch = { ...incoming, bhxh_amount: incoming.bhxh_amount ?? undefined };
  return mergedValues(org, { stored, patch, storeId });
}

type StoredExpense = Omit<ExpenseRow, "id" | "organization_id" | "store_name" | "category_group" | "updated_at" | TextKeyName<ExpenseRow>>;

/** Merges a patch into an expense's values. `storeId` is undefined if the patch does not contain a store. */
export function mergedValues(
  org: OrgReader,
  { stored, patch, storeId }: { stored: StoredExpense; patch: ExpensePatch; storeId: number | null | undefined },
): ExpenseValues {
  const category = readCategory(patch.category ?? stored.category);
  const currency = currencyOf(patch) ?? stored.currency;
  const base_amount = pick(patch.base_amount, stored.base_amount);
  const bhxh_rate = pick(patch.bhxh_rate, stored.bhxh_rate);
  return {
    store_id: pick(storeId, stored.store_id),
    category: category.name,
    category_group: category.group,
    amount: patch.amount ?? stored.amount,
    currency,
    date: patch.date ?? stored.date,
    description: pick(patch.description, stored.description),
    base_amount,
    bhxh_amount: mergedInsurance(stored, patch, computedInsurance(base_amount, bhxh_rate, currency)),
    bhxh_rate,
    bhxh_type: pick(patch.bhxh_type, stored.bhxh_type),
    employee_name: pick(patch.employee_name, stored.employee_name),
    version: stored.version + 1,
    created_at: stored.created_at,
    updated_at: org.now,
  };
}

/**
 * The insurance amount after a patch. If the patch omits it, a computed amount is computed from the new base and rate, and an amount that
 * was sent or cleared is kept. It is also computed if the patch adds the missing base or rate.
 */
function mergedInsurance(stored: StoredExpense, patch: ExpensePatch, newlyComputed: number | null): number | null {
  if (patch.bhxh_amount !== undefined) return patch.bhxh_amount;
  const wasComputed = stored.bhxh_amount === computedInsurance(stored.base_amount, stored.bhxh_rate, stored.currency);
  return wasComputed ? newlyComputed : stored.bhxh_amount;
}

function computedInsurance(base: number | null, rate: number | null, currency: string): number | null {
  return base === null || rate === null ? null : insurance(base, rate, currency);
}

function pick<T>(patched: T | undefined, stored: T): T {
  return patched === undefined ? stored : patched;
}
