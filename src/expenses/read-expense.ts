import { type ExpenseRow, expenseById } from "./rows.sql.ts";
import type { OrgReader } from "../platform/db/org-db";
import { orNotFound } from "../platform/api-error";

/** One expense; 404 where this organization has none with that id. One trip. */
export async function readExpense(org: OrgReader, id: number): Promise<ExpenseRow> {
  const [[expense]] = await org.read(expenseById(org, id));
  return orNotFound(expense);
}

/** The expense that a marker names, as it now is. */
export function expenseFromMarker(org: OrgReader, marker: unknown): Promise<ExpenseRow> {
  return readExpense(org, (marker as { expense_id: number }).expense_id);
}
