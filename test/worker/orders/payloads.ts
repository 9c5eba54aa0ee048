import { parseIncoming } from "../../../src/resources/orders/ingest/v2/parse-incoming";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type Fields = Readonly<Record<string, Json>>;

/** The body of an order, parsed, with its hash. */
export function parseOrder(body: Json) {
  const { element } = parseIncoming(body, { strict: false });
  if ("error" in element) throw element.error;
  return element;
}

export const hashOf = (body: Json): string => parseOrder(body).hash;

/** A copy whose objects have their keys sorted by `rank`. */
export function reorderKeys<T>(value: T, rank: (name: string) => number): T {
  if (Array.isArray(value)) return value.map((each: unknown) => reorderKeys(each, rank)) as T;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => rank(a) - rank(b));
  return Object.fromEntries(entries.map(([name, each]: [string, unknown]) => [name, reorderKeys(each, rank)])) as T;
}
