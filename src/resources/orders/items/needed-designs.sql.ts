import { type SQL, sql } from "drizzle-orm";
import { isUnfinished } from "./match.sql.ts";
import type { OrgReader } from "../../../platform/db/org-db";
import type { Statement } from "../../../platform/db/statement";

/** The condition for stores `s` that use design files. Changing it in a store takes effect without updating the store's items. */
const storesWithDesigns = (org: OrgReader): SQL => sql`s.organization_id = ${org.key} and s.uses_designs = 1`;

/** SQL for the id of a store's newest item that needs a design file. `before` is an optional condition on its position. */
function newestItemId(org: OrgReader, store: SQL, before: SQL): SQL {
  return sql`(select x.id from order_items x indexed by order_items_needs_design
    where x.organization_id = ${org.key} and x.store_id = ${store} and x.missing_design = 1 and ${isUnfinished("x")} ${before}
    order by x.order_date desc, x.id desc limit 1)`;
}

/** The position of an item in a list that is sorted by order date, after which a page continues. */
export interface ItemPosition {
  /** The item's `order_date`. */
  date: number;
  id: number;
}

/**
 * SQL for the ids of unfinished items after a position that lack a design file, of stores that use design files, newest
 * orders first. `limit` is a LIMIT clause. It merges the stores' items, which are sorted in an index, starting after the position. It reads no
 * other items, so deep pages cost the same.
 */
export function neededDesigns(org: OrgReader, position: ItemPosition | null, limit: SQL): SQL {
  const first = newestItemId(
    org,
    sql`s.id`,
    position === null ? sql`` : sql`and (x.order_date, x.id) < (${position.date}, ${position.id})`,
  );
  const next = newestItemId(org, sql`m.store_id`, sql`and (x.order_date, x.id) < (m.date, m.id)`);
  return sql`with recursive merged(store_id, date, id) as (
      select * from (select s.id, n.order_date, n.id from stores s cross join order_items n on n.id = ${first} where ${storesWithDesigns(org)})
      union all
      select m.store_id, n.order_date, n.id from merged m cross join order_items n on n.id = ${next}
      order by 2 desc, 3 desc ${limit})
    select m.id from merged m`;
}

/** Counts these items from one stored count per store. */
export function neededDesignCount(org: OrgReader): Statement<{ total: number }> {
  return org.rows<{ total: number }>()`select coalesce(sum(c.total), 0) as total from stores s
    cross join list_counts c on c.organization_id = ${org.key} and c.list = 'items' and c.filter = 'needs_design:' || s.id
      and c.basis = 'all' and c.bucket = 0
    where ${storesWithDesigns(org)}`;
}

/** An item that needs a design, and the names that a file for it may have. */
export interface UndesignedItem {
  id: number;
  order_id: number;
  name: string;
  sku: string | null;
  custom_sku: string | null;
  number: string | null;
  external_id: string | null;
}

/** Up to `limit` of these items, newest orders first. */
export function undesignedItems(org: OrgReader, limit: number): Statement<UndesignedItem> {
  return org.rows<UndesignedItem>()`select i.id, i.order_id, i.name, i.sku, i.custom_sku, o.number, o.external_id
    from (${neededDesigns(org, null, sql`limit ${limit}`)}) n
    cross join order_items i on i.id = n.id
    cross join orders o on o.organization_id = i.organization_id and o.id = i.order_id
    where i.organization_id = ${org.key} order by i.order_date desc, i.id desc`;
}
