import { defineFilter, type FilterTable, type FilterValues, textFilter } from "../../platform/http/input/filters";
import { choiceQueryIgnoringCase, dayQuery } from "../../platform/http/input/query";
import { SUPPLIER_ORDER_STATES } from "./states";

/** The filters of the list of supplier orders; their SQL has the same keys in rows.sql.ts. */
export const SUPPLIER_ORDER_FILTERS = {
  supplier: textFilter("supplier_id", "Only orders to the supplier with this id.", { tool: true }),
  state: defineFilter({
    name: "state",
    query: choiceQueryIgnoringCase(SUPPLIER_ORDER_STATES, "invalid_state", { description: "Only orders in this state." }),
    tool: true,
  }),
  lateOn: defineFilter({ name: "late_on", query: dayQuery().describe("Only open orders that were due before this day."), tool: true }),
} satisfies FilterTable;

export type SupplierOrderFilter = FilterValues<typeof SUPPLIER_ORDER_FILTERS>;
