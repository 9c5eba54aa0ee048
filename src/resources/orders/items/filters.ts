import {
  defineFilter,
  type FilterTable,
  type FilterValues,
  flagFilter,
  textFilter,
  zoneFilter,
} from "../../../platform/http/input/filters";
import { dayQuery, textQuery } from "../../../platform/http/input/query";
import { endOfDay, startOfDay } from "../../../platform/values/zone";
import { MAX_SEARCH_LENGTH } from "../order-limits";
import { parseTrackingTerms } from "../list/search-terms";
import { readItemStatus } from "./item-status";

const ITEM_WORDS =
  "Search words that must all match. Each is the beginning of a word in the order number, external id, customer name, item name, SKU or tracking code.";

/**
 * The filters of the item list (docs/spec/lists-and-filters.md#item-list), each with its aliases. Their SQL has the same keys in
 * match.sql.ts.
 */
export const ITEM_FILTERS = {
  /** Search terms. Each must be the beginning of a word of the item. Null if nothing can match. */
  match: defineFilter({
    name: "search",
    aliases: ["q"],
    query: textQuery(MAX_SEARCH_LENGTH).describe(ITEM_WORDS),
    read: (text, { organizationId }) => parseTrackingTerms(organizationId, text),
  }),
  status: defineFilter({ name: "status", query: textQuery(64).describe("A status, ignoring case."), read: readItemStatus }),
  store: textFilter("store_name", "Id, code or exact name of a store. An unknown store matches no items.", {
    aliases: ["storeName", "store", "store_id"],
  }),
  /** The start of the range of order dates, in ms since 1970. */
  dateFrom: defineFilter({
    name: "date_from",
    aliases: ["dateFrom", "start_date", "startDate"],
    query: dayQuery().describe("First day of order dates, included."),
    read: (day, { zone }) => startOfDay(day, zone),
  }),
  /** The exclusive end of the range of order dates, in ms since 1970. */
  dateTo: defineFilter({
    name: "date_to",
    aliases: ["dateTo", "end_date", "endDate"],
    query: dayQuery().describe("Last day of order dates, included."),
    read: (day, { zone }) => endOfDay(day, zone),
  }),
  timezone: zoneFilter,
  supplier: textFilter("supplier_id", "Exact name of a supplier or sub-supplier. Of a supplier with a record, also its code or id.", {
    aliases: ["supplier"],
  }),
  missingSku: flagFilter("missingSku", "Only live items without a SKU."),
  missingDesign: flagFilter("missingDesign", "Only live items without a design file."),
  missingCost: flagFilter("missingCost", "Only live items without a cost."),
} satisfies FilterTable;

/** The set filters of an item list. */
export type ItemFilter = FilterValues<typeof ITEM_FILTERS> & {
  /** Only unfinished items without a SKU, for the page that lists what they lack. No caller can send it. */
  needsSku?: true;
};
