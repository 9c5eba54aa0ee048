import { cursorListQuery } from "../../../platform/http/input/lists";
import { EXPENSE_FILTERS } from "../filters";
import type { ExpenseListSort } from "../list.sql.ts";

const SORTS: Readonly<Record<string, ExpenseListSort>> = { date: "date" };

export const ExpenseListQueryV2 = cursorListQuery({
  filters: EXPENSE_FILTERS,
  sorts: SORTS,
  defaultSort: { field: "date", direction: "desc" },
});
