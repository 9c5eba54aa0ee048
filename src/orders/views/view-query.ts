/** What a saved view may keep of the order list's query, in the order in which it keeps it. */
export const VIEW_FILTERS = [
  "q",
  "status",
  "store_id",
  "supplier_id",
  "created_after",
  "created_before",
  "updated_after",
  "date_from",
  "date_to",
  "timezone",
  "missingSku",
  "missingDesign",
  "sort",
] as const;

export type ViewFilter = (typeof VIEW_FILTERS)[number];

/** A query's filters as a view keeps them: the known ones that say anything, always in the same order. Empty where there are none. */
export function viewQuery(search: URLSearchParams): string {
  const kept = new URLSearchParams();
  for (const name of VIEW_FILTERS) {
    const said = textOf(name, search);
    if (said !== "") kept.set(name, said);
  }
  return kept.toString();
}

function textOf(name: ViewFilter, search: URLSearchParams): string {
  const text = search.get(name)?.trim() ?? "";
  // The API takes `search` for `q`, and `1` for `true`.
  if (name === "q" && text === "") return search.get("search")?.trim() ?? "";
  if (name === "missingSku" || name === "missingDesign") return ["true", "1"].includes(text.toLowerCase()) ? "true" : "";
  return text;
}
