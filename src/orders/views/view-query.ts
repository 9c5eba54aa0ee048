import { ORDER_FILTERS } from "../list/filters";

const KEPT = Object.values(ORDER_FILTERS).filter((filter) => filter.field !== undefined || filter === ORDER_FILTERS.timezone);

/** A query's filters and sort as a view keeps them: those of the console that are set, always in the same order. Empty where there are none. */
export function viewQuery(search: URLSearchParams): string {
  const kept = new URLSearchParams();
  for (const { name, aliases = [], field } of [...KEPT, { name: "sort" }]) {
    const text = [name, ...aliases].map((other) => search.get(other)?.trim() ?? "").find((value) => value !== "");
    if (text === undefined) continue;
    if (field?.kind !== "check") kept.set(name, text);
    // The API takes `1` for `true`.
    else if (["true", "1"].includes(text.toLowerCase())) kept.set(name, "true");
  }
  return kept.toString();
}

/** Whether a saved view keeps the filters of this query, whatever the order in which they were saved. */
export function isSameView(saved: string, query: string): boolean {
  return saved === query || viewQuery(new URLSearchParams(saved)) === query;
}
