import { type SQL, sql } from "drizzle-orm";
import { isUnfulfilled } from "./match.sql.ts";
import { ITEM_COLUMNS, JOIN_ORDER } from "../select.sql.ts";
import type { OrgReader } from "../../platform/db/org-db";
import type { ItemRow } from "../rows.sql.ts";
import type { Statement } from "../../platform/db/statement";

/** Stores `s` that use design files. What a store declares counts at once, and changes none of its items. */
const storesWithDesigns = (org: OrgReader): SQL => sql`s.organization_id = ${org.key} and s.uses_designs = 1`;

/** SQL of the id of a store's newest item that needs a design file, behind a position if there is one. */
function newestItemId(org: OrgReader, store: SQL, before: SQL): SQL {
  return sql`(select x.id from order_items x indexed by order_items_needs_design
    where x.organization_id = ${org.key} and x.store_id = ${store} and x.missing_design = 1 and ${isUnfulfilled("x")} ${before}
    order by x.order_day desc, x.id desc limit 1)`;
}

/** An item of the list: where a page continues. */
export interface DesignPosition {
  day: number;
  id: number;
}

/**
 * Up to `limit` items behind a position, of those that still have to be made and lack a design file which their store uses, newest orders first. Each store has
 * its items in that order: they are merged from each store's first item behind the position on, so that nothing else is read, however deep the page is.
 */
export function neededDesignPage(org: OrgReader, position: DesignPosition | null, limit: number): Statement<ItemRow> {
  const first = newestItemId(org, sql`s.id`, position === null ? sql`` : sql`and (x.order_day, x.id) < (${position.day}, ${position.id})`);
  const next = newestItemId(org, sql`m.store_id`, sql`and (x.order_day, x.id) < (m.day, m.id)`);
  return org.rows<ItemRow>()`with recursive merged(store_id, day, id) as (
      select * from (select s.id, n.order_day, n.id from stores s cross join order_items n on n.id = ${first} where ${storesWithDesigns(org)})
      union all
      select m.store_id, n.order_day, n.id from merged m cross join order_items n on n.id = ${next}
      order by 2 desc, 3 desc limit ${limit})
    select ${ITEM_COLUMNS} from merged p cross join order_items i on i.id = p.id ${JOIN_ORDER}
    where i.organization_id = ${org.key} order by i.order_day desc, i.id desc`;
}

/** How many such items there are: one row for each store. */
export function neededDesignCount(org: OrgReader): Statement<{ total: number }> {
  return org.rows<{ total: number }>()`select coalesce(sum(c.total), 0) as total from stores s
    cross join list_counts c on c.organization_id = ${org.key} and c.list = 'items' and c.filter = 'needs_design:' || s.id
      and c.basis = 'all' and c.bucket = 0
    where ${storesWithDesigns(org)}`;
}
