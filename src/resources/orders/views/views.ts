import { retryOnConflict, WriteConflict } from "../../../platform/db/change";
import type { OrgDb, OrgReader } from "../../../platform/db/org-db";
import { compareTexts } from "../../../platform/db/text/sort-key";
import { deleteView, insertView, viewList, viewUsage, type ViewRow } from "./views.sql.ts";
import { ApiError, conflictError, invalid, notFound, orNotFound } from "../../../platform/api-error";
import { ORDER_FILTERS } from "../list/filters";

/** The console shows all views at once, so there may not be many. */
const MAX_VIEWS = 50;

/** Reads the organization's saved views, sorted by name. One round trip. */
export async function listViews(org: OrgReader): Promise<ViewRow[]> {
  const views = await org.read(viewList(org));
  return views.toSorted((one, other) => compareTexts(one.name, other.name));
}

/**
 * Saves the filters of an order list under a name, for everybody in the organization. Throws 400 Bad Request if no filter is set, and 409
 * Conflict if the name is taken (ignoring case) or there are 50 views. Two round trips.
 */
export async function saveView(org: OrgDb, name: string, search: URLSearchParams): Promise<ViewRow> {
  const query = viewQuery(search);
  if (query === "") throw invalid("name", "no_filters", "Filter the orders first. A view saves their filters.");
  return await retryOnConflict(async () => {
    const [usage] = await org.read(viewUsage(org, name));
    if (usage?.taken === 1) throw new ApiError("conflict", [{ path: "name", code: "name_taken", message: "Another view has this name." }]);
    if ((usage?.total ?? 0) >= MAX_VIEWS) {
      const message = `There are already ${MAX_VIEWS} views, the maximum. Remove one first.`;
      throw new ApiError("conflict", [{ path: "name", code: "too_many_views", message }]);
    }
    const [written] = await org.commit(insertView(org, { name, query }, MAX_VIEWS));
    return orNotFound(written);
  }, viewConflict);
}

function viewConflict(): ApiError {
  return conflictError("the saved views");
}

/** Deletes a saved view. Throws 404 Not Found for an unknown view. One round trip. */
export async function removeView(org: OrgDb, id: number): Promise<void> {
  try {
    await org.commit(deleteView(org, id));
  } catch (error) {
    throw error instanceof WriteConflict ? notFound() : error;
  }
}

/** The filters that the console has a field for, and the time zone, which decides when their days begin. */
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
