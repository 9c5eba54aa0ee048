const START = "metadata[";

/** Collects the parameters `metadata[key]` of a query in one object. */
export function collectMetadata(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isPair = (name: string): boolean => name.startsWith(START) && name.endsWith("]");
  const { pairs = [], others = [] } = Object.groupBy(Object.entries(query), ([name]) => (isPair(name) ? "pairs" : "others"));
  if (pairs.length === 0) return query;
  const metadata = Object.fromEntries(pairs.map(([name, value]) => [name.slice(START.length, -1), value]));
  return { ...Object.fromEntries(others), metadata };
}
