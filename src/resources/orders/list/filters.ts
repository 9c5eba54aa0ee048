import { MAX_SEARCH_LENGTH } from "../order-limits";
import { ORDER_STATUSES, readOrderStatus, STATUS_SPELLING } from "../order-status";
import { parseOrderTerms } from "./search-terms";
import {
  defineFilter,
  type FilterTable,
  type FilterValues,
  flagFilter,
  momentFilter,
  textFilter,
  zoneFilter,
} from "../../../platform/http/input/filters";
import { metadataFilter } from "../../../platform/http/input/metadata-filter";
import { dayQuery, choiceQueryIgnoringCase, textQuery } from "../../../platform/http/input/query";
import { MAX_METADATA_KEY_LENGTH, MAX_METADATA_VALUE_LENGTH } from "../../../platform/values/metadata-limits";
import { endOfDay, startOfDay } from "../../../platform/values/zone";

/** A key of metadata, an equals sign and its value. */
const MAX_PAIR_LENGTH = MAX_METADATA_KEY_LENGTH + 1 + MAX_METADATA_VALUE_LENGTH;

/** The description of search words (docs/spec/lists-and-filters.md#search). */
const ORDER_WORDS =
  "Search words that must all match. Each is the beginning of a word in the order number, external id, names, city, postal code, tags, item name, SKU or tracking code.";

/**
 * The filters of the order list (docs/spec/lists-and-filters.md#order-list). The queries of both APIs, saved views, the console's form,
 * CSV exports and the MCP tool are derived from this table; their SQL has the same keys in match.sql.ts.
 */
export const ORDER_FILTERS = {
  /** Search terms. Each must be the beginning of a word of the order. Null if nothing can match. */
  match: defineFilter({
    name: "q",
    aliases: ["search"],
    query: textQuery(MAX_SEARCH_LENGTH).describe(ORDER_WORDS),
    read: (text, { organizationId, readsContacts }) => parseOrderTerms(organizationId, text, { readsContacts }),
    field: { kind: "search", label: "Search", placeholder: "Number, customer, item, SKU" },
    tool: true,
  }),
  status: defineFilter({
    name: "status",
    query: choiceQueryIgnoringCase(ORDER_STATUSES, "invalid_status", {
      description: "Only orders with this status.",
      parse: readOrderStatus,
      spelling: STATUS_SPELLING,
    }),
    field: { kind: "choice", label: "Status" },
    tool: "Only orders with this status.",
  }),
  store: textFilter("store_id", "Id, code or exact name of a store. An unknown store matches no orders.", {
    field: { kind: "store", label: "Store" },
    tool: "Id, code or exact name of a store (list_stores).",
  }),
  externalId: textFilter("external_id", "The id of the order in its source.", {
    onlyV2: true,
    tool: "The order's id in the shop or marketplace that it came from.",
  }),
  /** The times of creation and of update are exclusive bounds, in ms since 1970. */
  createdAfter: momentFilter("created_after", "Only orders created in this service after this time.", {
    field: { kind: "moment", label: "Created here after", rare: true },
    tool: "RFC 3339 date-time or a date: only orders created after it. A date starts in the organization's time zone.",
  }),
  createdBefore: momentFilter("created_before", "Only orders created in this service before this time.", {
    field: { kind: "moment", label: "Created here before", rare: true },
    tool: "As created_after: before it.",
  }),
  updatedAfter: momentFilter(
    "updated_after",
    "Only orders updated after this time. To keep a copy up to date, read the event feed instead.",
    {
      field: { kind: "moment", label: "Changed here since", rare: true },
      tool: "As created_after: only orders updated after it.",
    },
  ),
  /** The start of the range of order dates, in ms since 1970. */
  dateFrom: defineFilter({
    name: "date_from",
    query: dayQuery().describe("First day of order dates, included: a whole day in `timezone`."),
    read: (day, { zone }) => startOfDay(day, zone),
    field: { kind: "day", label: "Date, from", rare: true },
    tool: "A date (YYYY-MM-DD): only orders of this date or a later one, in the organization's time zone.",
  }),
  /** The exclusive end of the range of order dates, in ms since 1970. */
  dateTo: defineFilter({
    name: "date_to",
    query: dayQuery().describe("Last day of order dates, included: a whole day in `timezone`."),
    read: (day, { zone }) => endOfDay(day, zone),
    field: { kind: "day", label: "Date, up to", rare: true },
    tool: "As date_from: this date or an earlier one.",
  }),
  timezone: zoneFilter,
  supplier: textFilter(
    "supplier_id",
    "Exact name of a supplier or sub-supplier. Of a supplier with a record, also its code or id. Any item may have it.",
    {
      field: { kind: "text", label: "Supplier", rare: true },
      tool: true,
    },
  ),
  assignee: textFilter("assignee", "Exactly this assignee.", {
    onlyV2: true,
    field: { kind: "text", label: "Assignee", rare: true },
    tool: true,
  }),
  tag: textFilter("tag", "Only orders with this tag, ignoring case.", {
    onlyV2: true,
    field: { kind: "text", label: "Tag", rare: true },
    tool: "Exactly this tag, ignoring case.",
  }),
  shipCountry: textFilter("ship_country", "Only orders shipped to exactly this country, as its source writes it, ignoring case.", {
    onlyV2: true,
    field: { kind: "text", label: "Ship to country", rare: true },
    tool: "Exactly this country, as the source writes it, ignoring case.",
  }),
  shippingService: textFilter("shipping_service", "Only orders with exactly this shipping service, ignoring case.", {
    onlyV2: true,
    field: { kind: "text", label: "Shipping service", rare: true },
    tool: "Exactly this service, ignoring case.",
  }),
  /** The first and the last day by which open orders must be shipped. */
  dueFrom: defineFilter({
    name: "due_from",
    onlyV2: true,
    query: dayQuery().describe("Only open orders (New, Pending Cost or In Production) that must be shipped by this day or a later one."),
    field: { kind: "day", label: "Ship by, from", rare: true },
    tool: "A date (YYYY-MM-DD): only open orders to ship by this day or a later one.",
  }),
  dueTo: defineFilter({
    name: "due_to",
    onlyV2: true,
    query: dayQuery().describe("Only open orders that must be shipped by this day or an earlier one. Yesterday finds those that are late."),
    field: { kind: "day", label: "Ship by, up to", rare: true },
    tool: "As due_from: this day or an earlier one. Yesterday finds late orders.",
  }),
  missingSku: flagFilter("missingSku", "Only orders that have a live item without a SKU.", {
    v2Alias: "missing_sku",
    field: { kind: "check", label: "An item lacks a SKU", rare: true },
    tool: "true: only orders with an item without a SKU.",
  }),
  missingDesign: flagFilter("missingDesign", "Only orders that have a live item without a design file.", {
    v2Alias: "missing_design",
    field: { kind: "check", label: "An item lacks a design", rare: true },
    tool: "true: only orders with an item without a design file.",
  }),
  requiresAudit: flagFilter("requires_audit", "Only orders that a person must check: their flag `requires_audit` is set.", {
    onlyV2: true,
    field: { kind: "check", label: "Needs an audit", rare: true },
    tool: "true: only orders that need an audit.",
  }),
  partlyShipped: flagFilter("partly_shipped", "Only orders of which a part was shipped: their `fulfillment_state` is `partial`.", {
    onlyV2: true,
    field: { kind: "check", label: "Partly shipped", rare: true },
    tool: "true: only orders of which a part was shipped.",
  }),
  ready: flagFilter("ready", "Only open orders with an item that is ready to be sent to its supplier.", {
    onlyV2: true,
    field: { kind: "check", label: "Ready to send", rare: true },
    tool: "true: only orders with an item that is ready to be sent to its supplier.",
  }),
  onHold: flagFilter("on_hold", "Only orders that are on hold, or of which an open item is.", {
    onlyV2: true,
    field: { kind: "check", label: "On hold", rare: true },
    tool: "true: only orders that are on hold, or of which an open item is.",
  }),
  metadata: {
    ...metadataFilter,
    field: { kind: "text", label: "Metadata", placeholder: "key=value", maxLength: MAX_PAIR_LENGTH, rare: true },
  },
} satisfies FilterTable;

/** The set filters of the order list, parsed. */
export type OrderFilterValues = FilterValues<typeof ORDER_FILTERS>;
