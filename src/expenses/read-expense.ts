import { type ExpenseRow, expenseById } from "./rows.sql.ts";
import type { OrgReader } from "../platform/db/org-db";
import { orNotFound } from "../platform/api-error";

/** Reads an expense. 404 if this organization has none with that id. One round trip. */
export async function readExpense(org: OrgReader, id: number): Promise<ExpenseRow> {
  const [[expense]] = await org.read(expenseById(org, id));
  return orNotFound(expense);
}

/** Reads the expense that a write marker refers to, in its current state. */
export function expenseFromMarker(org: OrgReader, marker: unknown): Promise<ExpenseRow> {
  return readExpense(org, (marker as { expense_id: number }).expense_id);
}
