import { defineFilter, type FilterTable, type FilterValues } from "../../platform/http/input/filters";
import { booleanQuery } from "../../platform/http/input/query";

/** The filters of the supplier list; their SQL has the same keys in rows.sql.ts. */
export const SUPPLIER_FILTERS = {
  isActive: defineFilter({
    name: "is_active",
    query: booleanQuery().describe("`true`: only active suppliers. `false`: only inactive suppliers."),
    field: { kind: "choice", label: "Status" },
    tool: "true: only active suppliers. false: only inactive ones.",
  }),
} satisfies FilterTable;

export type SupplierFilter = FilterValues<typeof SUPPLIER_FILTERS>;
