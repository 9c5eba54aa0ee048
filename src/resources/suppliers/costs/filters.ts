import { type FilterTable, type FilterValues, textFilter } from "../../../platform/http/input/filters";

/** The filters of a supplier's costs; their SQL has the same keys in rows.sql.ts. */
export const SUPPLIER_COST_FILTERS = {
  sku: textFilter("sku", "Only the cost of this SKU, regardless of case.", { tool: true }),
} satisfies FilterTable;

export type SupplierCostFilter = FilterValues<typeof SUPPLIER_COST_FILTERS>;
