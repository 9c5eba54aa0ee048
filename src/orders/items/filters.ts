import { parseSearchTerms } from "../../platform/db/text/text-search";
import {
  defineFilter,
  type FilterContext,
  type FilterTable,
  type FilterValues,
  flagFilter,
  textFilter,
  zoneFilter,
} from "../../platform/http/input/filters";
import { dayQuery, textQuery } from "../../platform/http/input/query";
import { dayNumber, endOfDay, startOfDay } from "../../platform/values/zone";
import { ORDER_WORDS } from "../list/filters";
import { readItemStatus } from "./item-status";

/** One end of a range of days. */
interface DayBound {
  /** The first or the last `order_day` of the range. */
  day: number;
  /** The moment within that day at which the range begins or ends. Only set if the caller's time zone is not the organization's. */
  at?: number;
}

// A day in the organization's time zone is an item's `order_day`. A day in another zone spans parts of two of them.
function boundIn(moment: number, within: number, { zone, ownZone }: FilterContext): DayBound {
  return { day: dayNumber(within, ownZone), ...(zone !== ownZone && { at: moment }) };
}

/**
 * The filters of the item list (docs/spec/lists-and-filters.md#item-list), each with its aliases. Their SQL has the same keys in
 * match.sql.ts.
 */
export const ITEM_FILTERS = {
  /** Search terms. Each must be the beginning of a word of the item. Null if nothing can match. */
  match: defineFilter({
    name: "search",
    aliases: ["q"],
    query: textQuery(200).describe(ORDER_WORDS),
    read: (text, { organizationId }) => parseSearchTerms(organizationId, text),
  }),
  status: defineFilter({ name: "status", query: textQuery(64).describe("A status, ignoring case."), read: readItemStatus }),
  store: textFilter("store_name", "Id, code or exact name of a store. An unknown store matches no items.", {
    aliases: ["storeName", "store", "store_id"],
  }),
  dateFrom: defineFilter({
    name: "date_from",
    aliases: ["dateFrom", "start_date", "startDate"],
    query: dayQuery().describe("First day of order dates, included."),
    read: (day, context) => boundIn(startOfDay(day, context.zone), startOfDay(day, context.zone), context),
  }),
  dateTo: defineFilter({
    name: "date_to",
    aliases: ["dateTo", "end_date", "endDate"],
    query: dayQuery().describe("Last day of order dates, included."),
    read: (day, context) => boundIn(endOfDay(day, context.zone), endOfDay(day, context.zone) - 1, context),
  }),
  timezone: zoneFilter,
  supplier: textFilter("supplier_id", "Exact name of a supplier or sub-supplier.", { aliases: ["supplier"] }),
  missingSku: flagFilter("missingSku", "Only live items without a SKU."),
  missingDesign: flagFilter("missingDesign", "Only live items without a design file."),
  missingCost: flagFilter("missingCost", "Only live items without a cost."),
} satisfies FilterTable;

/** The set filters of an item list. */
export type ItemFilter = FilterValues<typeof ITEM_FILTERS> & {
  /** Only unfulfilled items without a SKU. */
  needsSku?: true;
};
