import { ORDER_FILTERS } from "../list/filters";

const SAVED_FILTERS = Object.values(ORDER_FILTERS).filter((filter) => filter.field !== undefined || filter === ORDER_FILTERS.timezone);

/** The filters and the sort of a query as a view stores them: always in the same order. Empty if none is set. */
export function viewQuery(search: URLSearchParams): string {
  const saved = new URLSearchParams();
  for (const { name, aliases = [], field } of [...SAVED_FILTERS, { name: "sort" }]) {
    const text = [name, ...aliases].map((other) => search.get(other)?.trim() ?? "").find((value) => value !== "");
    if (text === undefined) continue;
    if (field?.kind !== "check") saved.set(name, text);
    // The API accepts `1` for `true`.
    else if (["true", "1"].includes(text.toLowerCase())) saved.set(name, "true");
  }
  return saved.toString();
}

/** Whether a saved view has the same filters as this query, in any order, because a release may change the order of the filters. */
export function isSameView(saved: string, query: string): boolean {
  return saved === query || viewQuery(new URLSearchParams(saved)) === query;
}
