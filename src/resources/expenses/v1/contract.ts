import * as z from "zod";
import type { ExpenseSortField } from "../list.sql.ts";
import type { JsonShape } from "../../../platform/reading/json-shape";
import { numberedQuery } from "../../../platform/http/input/lists";
import { EXPENSE_FILTERS } from "../filters";
import { NewExpense } from "../expense-body";

export const BulkCreated = z.strictObject({ success: z.literal(true), count: z.int() });

const MAX_BULK_EXPENSES = 500;

export const BulkExpenses = z.object({ expenses: z.array(NewExpense).min(1).max(MAX_BULK_EXPENSES) });

/**
 * The limits of a bulk body: at most as many values as the largest body that the schema accepts, which are the fields of each expense and its object.
 * A few more leave room for unknown fields.
 */
export const BULK_EXPENSES_SHAPE: JsonShape = {
  maxDepth: 32,
  maxValues: MAX_BULK_EXPENSES * (Object.keys(NewExpense.shape).length + 1) + 100,
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
