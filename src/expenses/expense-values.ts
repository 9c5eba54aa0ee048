import { newEvent } from "../events/new-event";
import type { ExpenseRow } from "./rows.sql.ts";
import type { ExpenseToCreate, ExpenseValues } from "./write.sql.ts";
import type { OrgReader } from "../platform/db/org-db";
import { toAmount } from "../platform/values/money";
import { currencyOf, type ExpensePatch, type IncomingExpense, insurance, readCategory } from "./fields";

/** A new expense with its expense.created event (the batch fills its id in). */
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

/** A store's id as every answer about an expense shows it (docs/spec/expenses.md#expense-store). */
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
  // Null is what many clients send for a field that they do not fill in.
  const patch = { ...incoming, bhxh_amount: incoming.bhxh_amount ?? undefined };
  return mergedValues(org, { stored, patch, storeId });
}

/** What a patch is laid over. */
type StoredExpense = Omit<ExpenseRow, "id" | "organization_id" | "store_name" | "category_group" | "category_sort_key" | "updated_at">;

/** What an expense becomes when a patch is laid over it. `storeId` is undefined where the patch names no store. */
export function mergedValues(
  org: OrgReader,
  { stored, patch, storeId }: { stored: StoredExpense; patch: ExpensePatch; storeId: number | null | undefined },
): ExpenseValues {
  const category = readCategory(patch.category ?? stored.category);
  const currency = currencyOf(patch) ?? stored.currency;
  const base_amount = said(patch.base_amount, stored.base_amount);
  const bhxh_rate = said(patch.bhxh_rate, stored.bhxh_rate);
  return {
    store_id: said(storeId, stored.store_id),
    category: category.name,
    category_group: category.group,
    amount: patch.amount ?? stored.amount,
    currency,
    date: patch.date ?? stored.date,
    description: said(patch.description, stored.description),
    base_amount,
    bhxh_amount: mergedInsurance(stored, patch, computed(base_amount, bhxh_rate, currency)),
    bhxh_rate,
    bhxh_type: said(patch.bhxh_type, stored.bhxh_type),
    employee_name: said(patch.employee_name, stored.employee_name),
    version: stored.version + 1,
    created_at: stored.created_at,
    updated_at: org.now,
  };
}

/**
 * Insurance after a patch that leaves it out: one that was computed follows what it is computed from, one that was sent
 * stays. It appears when the patch completes base and rate, and stays away where it had been cleared.
 */
function mergedInsurance(stored: StoredExpense, patch: ExpensePatch, next: number | null): number | null {
  if (patch.bhxh_amount !== undefined) return patch.bhxh_amount;
  const before = computed(stored.base_amount, stored.bhxh_rate, stored.currency);
  return stored.bhxh_amount === before ? next : stored.bhxh_amount;
}

function computed(base: number | null, rate: number | null, currency: string): number | null {
  return base === null || rate === null ? null : insurance(base, rate, currency);
}

/** The patch's value where it says one, else what is stored. */
function said<T>(patched: T | undefined, stored: T): T {
  return patched === undefined ? stored : patched;
}
