import { eq, type InferSelectModel, sql } from "drizzle-orm";
import { type Change, assertCondition, assertRowsChanged } from "../../../platform/db/change";
import { equalsIgnoringCase } from "../../../platform/db/columns";
import type { OrgDb, OrgReader } from "../../../platform/db/org-db";
import { savedViews } from "./table";
import type { Statement } from "../../../platform/db/statement";

export type ViewRow = InferSelectModel<typeof savedViews>;

export function viewList(org: OrgReader): Statement<ViewRow> {
  return org.rows<ViewRow>()`select v.* from saved_views v where v.organization_id = ${org.key} order by v.id`;
}

/** The number of views, and whether one has this name. */
export function viewUsage(org: OrgReader, name: string): Statement<{ total: number; taken: number }> {
  return org.rows<{
    total: number;
    taken: number;
  }>()`select count(*) as total, coalesce(max(${equalsIgnoringCase("v", "name", name)}), 0) as taken
    from saved_views v where v.organization_id = ${org.key}`;
}

/** Inserts a view. The batch fails if its name is taken or there are already `max` views. */
export function insertView(org: OrgDb, { name, query }: Pick<ViewRow, "name" | "query">, max: number): Change<Statement<ViewRow>> {
  const hasName = equalsIgnoringCase("saved_views", "name", name);
  return {
    writes: [
      assertCondition(sql`(select count(*) from saved_views v where v.organization_id = ${org.key}) < ${max}`),
      org.insert(savedViews, { name, query, created_at: org.now }),
    ],
    conflicts: [savedViews.name],
    marker: sql`(select json_object('view_id', id) from saved_views where organization_id = ${org.key} and ${hasName})`,
    returning: org.find(savedViews, hasName),
  };
}

/** Deletes a view. The batch fails if there is none with this id. */
export function deleteView(org: OrgDb, id: number): Change {
  return {
    writes: [org.remove(savedViews, eq(savedViews.id, id)), assertRowsChanged()],
    marker: { view_id: id },
  };
}
