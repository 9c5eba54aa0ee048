import { defineFilter, type FilterTable, type FilterValues, textFilter } from "../../platform/http/input/filters";
import { currencyQuery, dayQuery, textQuery } from "../../platform/http/input/query";
import { readCategory } from "./fields";

/** The filters of the expense list (docs/spec/lists-and-filters.md#expense-list). Their SQL has the same keys in list.sql.ts. */
export const EXPENSE_FILTERS = {
  category: defineFilter({
    name: "category",
    query: textQuery(64).describe("A category, ignoring case and spacing."),
    read: readCategory,
    field: { kind: "text", label: "Category", maxLength: 64 },
  }),
  store: textFilter("store_id", "Id, code or exact name of a store. An unknown store matches no expenses.", {
    field: { kind: "store", label: "Store" },
  }),
  /** Days, YYYY-MM-DD, both inclusive. */
  dateFrom: defineFilter({
    name: "date_from",
    query: dayQuery().describe("First day, included."),
    field: { kind: "day", label: "First day" },
  }),
  dateTo: defineFilter({
    name: "date_to",
    query: dayQuery().describe("Last day, included."),
    field: { kind: "day", label: "Last day" },
  }),
  employeeName: textFilter("employee_name", "Exact name, ignoring case.", { field: { kind: "text", label: "Employee" } }),
  currency: defineFilter({
    name: "currency",
    query: currencyQuery(),
    field: { kind: "choice", label: "Currency" },
  }),
} satisfies FilterTable;

export type ExpenseFilter = FilterValues<typeof EXPENSE_FILTERS>;
