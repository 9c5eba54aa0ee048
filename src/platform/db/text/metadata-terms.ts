import { sha256Hex } from "../../crypto/digest";
import { readPairs } from "../../values/metadata";
import type { SearchTerm } from "./text-search";

/** The term of a pair of metadata in a full-text index, by which a filter finds it. No word of a text begins with `~`. */
export function pairTerm(organizationId: number, key: string, value: string): SearchTerm {
  const term = `${organizationId}~~${sha256Hex(JSON.stringify([key, value])).slice(0, 32)}`;
  return { term, isWhole: true, query: `"${term}"` };
}

export function metadataTerms(organizationId: number, metadata: string | null | undefined): SearchTerm[] {
  return readPairs(metadata ?? null).map(([key, value]) => pairTerm(organizationId, key, value));
}
