import { defineFilter, type FilterTable, type FilterValues } from "../../platform/http/input/filters";
import { booleanQuery, choiceQueryIgnoringCase } from "../../platform/http/input/query";
import { STORE_PLATFORMS } from "./store-kinds";

/** The filters of the store list in v2; their SQL has the same keys in list.sql.ts. */
export const STORE_FILTERS = {
  platform: defineFilter({
    name: "platform",
    query: choiceQueryIgnoringCase(STORE_PLATFORMS, "invalid_platform", { description: "Only stores of this platform." }),
  }),
  isActive: defineFilter({
    name: "is_active",
    query: booleanQuery().describe("`true`: only active stores. `false`: only inactive stores."),
  }),
} satisfies FilterTable;

export type StoreFilter = FilterValues<typeof STORE_FILTERS>;
