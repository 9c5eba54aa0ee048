import type { Budget } from "../../platform/budget";
import type { OrganizationsDb } from "../../platform/db/database";
import { removeObjects } from "../../platform/object-store";
import { objectsAfter } from "./objects.sql.ts";

/** The keys of a page are removed in one call, because a file has at most two. */
const PAGE_SIZE = 500;

/**
 * Removes the objects of an organization's files in a database, after the file with an id. The rows stay, and are removed later: until then, this can be
 * repeated. Returns where to continue if the budget is spent; null if all are removed.
 */
export async function removeAllObjects(
  env: Env,
  db: OrganizationsDb,
  { organizationId, after, budget }: { organizationId: number; after: string; budget: Budget },
): Promise<string | null> {
  for (let last = after; ;) {
    if (budget.isSpent) return last;
    const files = await db.run(objectsAfter(organizationId, { after: last, limit: PAGE_SIZE }));
    budget.count();
    await removeObjects(
      env,
      files.flatMap(({ object_key, preview_key }) => [object_key, preview_key]),
    );
    const end = files.at(-1);
    if (end === undefined || files.length < PAGE_SIZE) return null;
    last = end.id;
  }
}
