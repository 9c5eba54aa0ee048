import { retryOnConflict } from "../../platform/db/change";
import type { OrgDb } from "../../platform/db/org-db";
import { insertView, viewRoom, type ViewRow } from "./views.sql.ts";
import { invalid, orNotFound, ApiError } from "../../platform/api-error";
import { viewQuery } from "./view-query";

/** So many views are still looked through at a glance. */
const MAX_VIEWS = 50;

/**
 * Keeps an order list's filters under a name, for everybody in the organization. 400 where nothing is filtered, 409 where the
 * name is taken (without regard to case) or there are 50 views. Two trips.
 */
export async function saveView(org: OrgDb, name: string, search: URLSearchParams): Promise<ViewRow> {
  const query = viewQuery(search);
  if (query === "") throw invalid("name", "no_filters", "Filter the orders first: a view keeps filters.");
  return await retryOnConflict(async () => {
    const [[room]] = await org.read(viewRoom(org, name));
    if (room?.taken === 1) throw new ApiError("conflict", [{ path: "name", code: "name_taken", message: "Another view has this name." }]);
    if ((room?.total ?? 0) >= MAX_VIEWS) {
      const message = `There are ${MAX_VIEWS} views, which is the most: remove one first.`;
      throw new ApiError("conflict", [{ path: "name", code: "too_many_views", message }]);
    }
    const { rows } = await org.commit(insertView(org, name, query, MAX_VIEWS));
    return orNotFound(rows[0][0]);
  }, viewConflict);
}

function viewConflict(): ApiError {
  return new ApiError("conflict", [{ code: "too_much_contention", message: "Views are being saved by many at once." }]);
}
