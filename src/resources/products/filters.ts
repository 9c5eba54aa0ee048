import { parseSearchTerms } from "../../platform/db/text/text-search";
import { defineFilter, type FilterTable, type FilterValues, momentFilter, textFilter, zoneFilter } from "../../platform/http/input/filters";
import { metadataFilter } from "../../platform/http/input/metadata-filter";
import { textQuery } from "../../platform/http/input/query";
import { foldName } from "./product-terms";

/** A filter by an entry of a product's `stores`, `platforms` or `tags`. */
function termFilter(name: string, label: string) {
  const query = textQuery().describe(`A text in the product's \`${name}s\`.`);
  return defineFilter({ name, query, read: foldName, field: { kind: "text", label } });
}

/** The filters of the product list (docs/spec/lists-and-filters.md#product-list). Their SQL has the same keys in list.sql.ts. */
export const PRODUCT_FILTERS = {
  /** Search terms. null means that nothing can match. */
  match: defineFilter({
    name: "q",
    aliases: ["search"],
    query: textQuery(200).describe("Search words that must all match. Each is the beginning of a word in the title, SKU, SPU or tags."),
    read: (text, { organizationId }) => parseSearchTerms(organizationId, text),
    field: { kind: "search", label: "Search", placeholder: "Title, SKU, tag" },
  }),
  sku: textFilter("sku", "Exact SKU.", { field: { kind: "text", label: "Exact SKU" } }),
  spu: textFilter("spu", "Exact SPU."),
  /** A text in the products' `stores`, or the id, code or name of a store whose name or code is in them. */
  store: termFilter("store", "Store"),
  platform: termFilter("platform", "Platform"),
  tag: termFilter("tag", "Tag"),
  /** In ms since 1970, exclusive. */
  updatedAfter: momentFilter("updated_after", "Only products updated after this time."),
  timezone: zoneFilter,
  metadata: metadataFilter,
} satisfies FilterTable;

export type ProductFilter = FilterValues<typeof PRODUCT_FILTERS>;
