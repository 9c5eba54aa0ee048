import { type SQL, sql } from "drizzle-orm";
import type { OrgReader } from "../../platform/db/org-db";
import type { Statement } from "../../platform/db/statement";
import type { StoredItem } from "../rows.sql.ts";

/** SQL for rows with these ids as `id`. */
export function rowsOfIds(ids: readonly number[]): SQL {
  return sql`select value as id from json_each(${JSON.stringify(ids)})`;
}

/** Items by their ids. */
export function itemsWithIds(org: OrgReader, ids: readonly number[]): Statement<StoredItem> {
  return org.rows<StoredItem>()`select i.* from json_each(${JSON.stringify(ids)}) j cross join order_items i on i.id = j.value
    where i.organization_id = ${org.key}`;
}

/** SQL for rows with the ids of the orders of these items. */
export function ordersOfItems(org: OrgReader, itemIds: readonly number[]): SQL {
  return sql`select distinct i.order_id as id from json_each(${JSON.stringify(itemIds)}) j cross join order_items i on i.id = j.value
    where i.organization_id = ${org.key}`;
}
