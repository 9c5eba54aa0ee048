import { readPairs } from "../../values/metadata";
import { exactTerm, type SearchTerm } from "./text-search";

/** The terms of the pairs of metadata in a full-text index: a filter by a key and its value looks one up. */
export const pairTerm = (organizationId: number, key: string, value: string): SearchTerm =>
  exactTerm(organizationId, JSON.stringify([key, value]));

/** The terms of stored metadata. */
export function metadataTerms(organizationId: number, metadata: string | null | undefined): SearchTerm[] {
  return readPairs(metadata ?? null).map(([key, value]) => pairTerm(organizationId, key, value));
}
