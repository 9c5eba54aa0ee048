import { contactQueries, splitContacts } from "../../../platform/db/text/contact-terms";
import { matchOf, parseSearchTerms, prefixTerm, type SearchTerm } from "../../../platform/db/text/text-search";
import { groupedTrackingNumber } from "../../../platform/values/tracking-number";

/** Requires one of these full-text queries. The index has no such term itself, so its rows are counted by the query. */
function anyOf(queries: readonly string[]): SearchTerm {
  const query = queries.length === 1 ? (queries[0] ?? "") : `(${queries.join(" OR ")})`;
  return { term: query, isWhole: false, query };
}

const allOf = (terms: readonly SearchTerm[]): string => `(${matchOf(terms)})`;

/**
 * The terms of a search: its words, or the tracking number that they are the groups of (docs/spec/lists-and-filters.md#search). Null if nothing
 * can match.
 */
export function parseTrackingTerms(organizationId: number, q: string, terms = parseSearchTerms(organizationId, q)): SearchTerm[] | null {
  const number = groupedTrackingNumber(q);
  if (terms === null || number === null) return terms;
  return [anyOf([prefixTerm(organizationId, number).query, allOf(terms)])];
}

/**
 * The terms of a search of orders. If the caller may read contact data, an email address or a phone number in it also finds the orders of the
 * customer (docs/spec/lists-and-filters.md#contact-data).
 */
export function parseOrderTerms(organizationId: number, q: string, { readsContacts }: { readsContacts: boolean }): SearchTerm[] | null {
  if (!readsContacts) return parseTrackingTerms(organizationId, q);
  const terms = splitContacts(q).flatMap((part) => {
    const words = parseSearchTerms(organizationId, part);
    const queries = contactQueries(organizationId, part);
    if (queries.length === 0) return words ?? [];
    return [anyOf(words === null ? queries : [...queries, allOf(words)])];
  });
  return parseTrackingTerms(organizationId, q, terms.length === 0 ? null : terms);
}
