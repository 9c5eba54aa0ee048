import type { OrgReader } from "../../db/org-db";
import { compareTexts } from "../../db/sort-key";
import { viewList, type ViewRow } from "../../db/saved-views";

/** The organization's saved views, by name: at most 50. One trip. */
export async function listViews(org: OrgReader): Promise<ViewRow[]> {
  const [views] = await org.read(viewList(org));
  return views.toSorted((one, other) => compareTexts(one.name, other.name));
}
