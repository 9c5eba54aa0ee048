import { type SQL, sql } from "drizzle-orm";
import { allOrNone, PAGE_LIMIT, type PageLimit } from "../../platform/db/list/page-limit";
import type { OrgReader } from "../../platform/db/org-db";
import { FULFILLMENT_COUNT, FULFILLMENT_ITEM_COUNT, INHERITED_BYTES, MAX_FULFILLMENT_BYTES, ORDER_TEXT_BYTES } from "../text-bytes.sql.ts";

/**
 * SQL for what an order `o` adds to a page. Unless the limit is the last one, an order whose texts are not measured yet does not fit: the
 * SQL that measures them takes longer to compile than the whole page to read.
 */
export function weightOf({ bytes: limit, next }: PageLimit, withFulfillments: boolean): SQL {
  const texts = next === undefined ? ORDER_TEXT_BYTES : sql`coalesce(o.text_bytes, ${limit + 1})`;
  const [items, bytes] = withFulfillments
    ? [sql` + ${FULFILLMENT_ITEM_COUNT}`, sql` + ${FULFILLMENT_COUNT} * ${MAX_FULFILLMENT_BYTES}`]
    : [sql``, sql``];
  const isCut = next === undefined ? sql`0` : sql`o.text_bytes is null`;
  return sql`o.item_count${items} as page_items, ${texts} + ${INHERITED_BYTES}${bytes} as page_bytes, ${isCut} as is_cut`;
}

/** SQL for the ids and weights of a page's orders. `weight` is SQL of columns. */
export function withWeight(org: OrgReader, ids: SQL, weight: SQL): SQL {
  return sql`select o.id, ${weight} from (${ids}) p cross join orders o on o.id = p.id where o.organization_id = ${org.key}`;
}

/** SQL for the ids of orders whose items and fulfillments fit in memory together, or for none. `ids` is SQL of rows with `id`. */
export function fittingOrders(org: OrgReader, ids: SQL): SQL {
  return allOrNone(withWeight(org, ids, weightOf(PAGE_LIMIT, true)), PAGE_LIMIT);
}
