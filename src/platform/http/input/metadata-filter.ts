import * as z from "zod";
import { pairTerm } from "../../db/text/metadata-terms";
import { defineFilter } from "./filters";
import { KEY_ERROR, MetadataKey, MetadataValue, rejectPrototype } from "./metadata";

/** The filter `metadata[key]=value`: rows that have all of these pairs. */
export const metadataQuery = z
  .preprocess(rejectPrototype, z.record(MetadataKey, MetadataValue, KEY_ERROR))
  .optional()
  .describe("`metadata[key]=value`: only those with this key and exactly this value. With several keys, all must match.")
  .meta({ param: { style: "deepObject", explode: true } });

/** The terms of a filter's pairs in the full-text index. An empty value counts as absent. */
export function termsOfQuery(metadata: Readonly<Record<string, string>> | undefined, organizationId: number) {
  const pairs = Object.entries(metadata ?? {}).filter(([, value]) => value !== "");
  return pairs.map(([key, value]) => pairTerm(organizationId, key, value));
}

export const metadataFilter = defineFilter({
  name: "metadata",
  onlyV2: true,
  query: metadataQuery,
  read: () => undefined,
  tool: { about: "Only those with all of these keys and values, exactly.", pairs: true },
  terms: (metadata, { organizationId }) => termsOfQuery(metadata, organizationId),
});
