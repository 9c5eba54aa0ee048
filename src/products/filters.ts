import { matchExpression } from "../platform/db/text/search-words";
import { defineFilter, type FilterTable, type FilterValues, momentIn, zoneFilter } from "../platform/http/input/filters";
import { textQuery } from "../platform/http/input/query";
import { momentQuery } from "../platform/http/input/time-query";
import { foldName } from "./product-terms";

/** The filters of the product list (docs/spec/lists-and-filters.md#product-list). Their SQL has the same keys in list.sql.ts. */
export const PRODUCT_FILTERS = {
  /** A full-text expression of this organization; null: nothing can match. */
  match: defineFilter({
    name: "q",
    aliases: ["search"],
    query: textQuery(200).describe("Search words that must all match. Each is the beginning of a word in the title, SKU, SPU or tags."),
    read: (text, { organizationId }) => matchExpression(organizationId, text),
    field: { kind: "search", label: "Search", placeholder: "Title, SKU, tag" },
  }),
  sku: defineFilter({
    name: "sku",
    query: textQuery().describe("Exact SKU."),
    field: { kind: "text", label: "Exact SKU" },
  }),
  spu: defineFilter({ name: "spu", query: textQuery().describe("Exact SPU.") }),
  /** A text that products give as their store, or the id, code or name of a store that they give by name or code. */
  store: defineFilter({
    name: "store",
    query: textQuery().describe("A text in the product's `stores`."),
    read: foldName,
    field: { kind: "text", label: "Store" },
  }),
  platform: defineFilter({
    name: "platform",
    query: textQuery().describe("A text in the product's `platforms`."),
    read: foldName,
    field: { kind: "text", label: "Platform" },
  }),
  tag: defineFilter({
    name: "tag",
    query: textQuery().describe("A text in the product's `tags`."),
    read: foldName,
    field: { kind: "text", label: "Tag" },
  }),
  /** In ms since 1970, exclusive. */
  updatedAfter: defineFilter({
    name: "updated_after",
    query: momentQuery().describe("Only products updated after this time."),
    read: momentIn,
  }),
  timezone: zoneFilter,
} satisfies FilterTable;

export type ProductFilter = FilterValues<typeof PRODUCT_FILTERS>;
