function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== "object" || value === null) return value;
  const fields = value as Readonly<Record<string, unknown>>;
  // Twice as fast as Object.fromEntries, which matters for a request with thousands of items.
  const sorted: Record<string, unknown> = {};
  for (const name of Object.keys(fields).toSorted()) sorted[name] = withSortedKeys(fields[name]);
  return sorted;
}

/** The canonical JSON of a value (RFC 8785): without white space, with sorted keys. Undefined fields are absent. Keys are field names of ours. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(withSortedKeys(value));
}
