import { foldedText } from "../../../platform/db/columns";
import { type SQL, sql } from "drizzle-orm";
import type { OrgDb } from "../../../platform/db/org-db";
import type { WriteStatement } from "../../../platform/db/statement";
import { foldCase } from "../../../platform/values/fold-case";
import { isLive } from "./item-status";
import { isUnfinished } from "./match.sql.ts";
import { setStatusColumns } from "./progress.sql.ts";
import { saysShipped } from "./shippable";
import { LACKS } from "./table";

interface ItemsToSet {
  /** The items to change, as a JSON array of objects with their ids. */
  rows: string;
  status: string;
  /** A condition on `order_items`, with "and". The counts include all items, so the caller asserts that all of them met it. */
  condition?: SQL;
  /** Further assignments of a row `j.value`, with a comma. */
  also?: SQL;
}

/**
 * Sets the status of items in one statement, and counts all of them together before it. The triggers would write each count once for each item. They
 * do not count an update that changes `count_parity`, and only this function changes it. The last statement is the update. `missing` has the bits 1
 * (SKU), 2 (design) and 4 (cost).
 */
export function setStatusOfItems(org: OrgDb, { rows, status, condition = sql``, also = sql`` }: ItemsToSet): WriteStatement[] {
  const states = statesOf(org, rows, status);
  return [
    org.write()`insert into item_rollups (organization_id, basis, bucket, store_id, status, missing, items)
      select ${org.key}, b.column1, iif(b.column1 = 'all', 0, s.day), s.store_id, s.status, s.sku + 2 * s.design + 4 * s.cost, sum(s.n)
      from (${states}) s cross join (values ('all'), ('date_day')) b group by 1, 2, 3, 4, 5, 6 having sum(s.n) <> 0
      on conflict (organization_id, basis, bucket, store_id, status, missing) do update set items = items + excluded.items`,
    org.write()`insert into list_counts (organization_id, list, filter, basis, bucket, total)
      select ${org.key}, 'items', case b.column1 when 'status:' then 'status:' || s.status when 'needs_design:' then 'needs_design:' || s.store_id
        else b.column1 end, b.column2, iif(b.column2 = 'all', 0, s.day), sum(s.n)
      from (${states}) s cross join (values ('status:', 'date_day'), ('missing_sku', 'date_day'), ('missing_design', 'date_day'),
        ('missing_cost', 'date_day'), ('needs_sku', 'all'), ('needs_sku', 'date_day'), ('needs_design:', 'all')) b
      where case b.column1 when 'status:' then 1 when 'missing_sku' then s.sku when 'missing_design' then s.design when 'missing_cost' then s.cost
        when 'needs_sku' then s.sku and s.unfinished else s.design and s.unfinished end
      group by 1, 2, 3, 4, 5 having sum(s.n) <> 0
      on conflict (organization_id, list, filter, basis, bucket) do update set total = total + excluded.total`,
    // The `+` keeps SQLite from scanning the organization's items (see ingest/write.sql.ts).
    org.write()`update order_items set ${setStatusColumns(status)}, count_parity = 1 - count_parity, version = version + 1, updated_at = ${org.now}
        ${also} from json_each(${rows}) j
      where +order_items.organization_id = ${org.key} and order_items.id = j.value->>'id' ${condition}`,
  ];
}

/** SQL for what items count for: each as it is (n = -1), and as it becomes with a status (n = 1). */
function statesOf(org: OrgDb, rows: string, status: string): SQL {
  const items = sql`from json_each(${rows}) j cross join order_items i on i.id = j.value->>'id' where i.organization_id = ${org.key}`;
  const lacks = (field: keyof typeof LACKS): SQL => (isLive(status) ? sql`i.is_goods = 1 and ${LACKS[field]}` : sql`0`);
  return sql`select i.store_id, i.order_date / 86400000 as day, -1 as n, ${foldedText("i", "status")} as status,
      i.missing_sku as sku, i.missing_design as design, i.missing_cost as cost, ${isUnfinished("i")} as unfinished ${items}
    union all select i.store_id, i.order_date / 86400000, 1, ${foldCase(status)}, (${lacks("sku")}), (${lacks("design")}), (${lacks("cost")}),
      (i.order_closed = 0 and ${saysShipped(status) ? sql`0` : sql`1`}) ${items}`;
}
