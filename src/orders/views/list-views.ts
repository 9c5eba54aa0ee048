import type { OrgReader } from "../../platform/db/org-db";
import { compareTexts } from "../../platform/db/text/sort-key";
import { viewList, type ViewRow } from "./views.sql.ts";

/** Reads the organization's saved views, sorted by name. There are at most 50. One round trip. */
export async function listViews(org: OrgReader): Promise<ViewRow[]> {
  const [views] = await org.read(viewList(org));
  return views.toSorted((one, other) => compareTexts(one.name, other.name));
}
