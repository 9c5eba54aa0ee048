import { ORDER_STATUSES, readOrderStatus, STATUS_SEPARATOR } from "../order-status";
import { alias, booleanQuery, spelledQuery, textQuery } from "../../platform/http/input/query";
import { dayQuery, momentQuery, zoneQuery } from "../../platform/http/input/time-query";

/** What `q` looks in (docs/spec/lists-and-filters.md#search). */
export const ORDER_WORDS =
  "Search words that must all match. Each is the beginning of a word in the order number, external id, customer name, item name, SKU or tracking code.";

/** What orders are found by, on both surfaces (docs/spec/lists-and-filters.md#order-list). */
export const orderFilterQuery = {
  q: textQuery(200).describe(ORDER_WORDS),
  search: alias(textQuery(200), "q"),
  status: spelledQuery(ORDER_STATUSES, "invalid_status", readOrderStatus, STATUS_SEPARATOR),
  store_id: textQuery().describe("Id, code or exact name of a store; an unknown store has no orders."),
  created_after: momentQuery().describe("Only orders created in this service after this time."),
  created_before: momentQuery().describe("Only orders created in this service before this time."),
  updated_after: momentQuery().describe("Only orders updated after this time. To keep a copy up to date, read the event feed instead."),
  date_from: dayQuery().describe("First day of order dates, included: a whole day in `timezone`."),
  date_to: dayQuery().describe("Last day of order dates, included: a whole day in `timezone`."),
  timezone: zoneQuery(),
  supplier_id: textQuery().describe("Exact name of a supplier or sub-supplier of any item."),
  missingSku: booleanQuery().describe("Only orders that have a live item without a SKU."),
  missingDesign: booleanQuery().describe("Only orders that have a live item without a design file."),
};
