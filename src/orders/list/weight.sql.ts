import { type SQL, sql } from "drizzle-orm";
import { allOrNone, PAGE_LIMIT } from "../../platform/db/list/page-limit";
import type { OrgReader } from "../../platform/db/org-db";
import { FULFILLMENT_COUNT, FULFILLMENT_ITEM_COUNT, INHERITED_BYTES, MAX_FULFILLMENT_BYTES } from "../text-bytes.sql.ts";

/** SQL for what an order `o` adds to a page. */
export function weightOf(withFulfillments: boolean): SQL {
  const [items, bytes] = withFulfillments
    ? [sql` + ${FULFILLMENT_ITEM_COUNT}`, sql` + ${FULFILLMENT_COUNT} * ${MAX_FULFILLMENT_BYTES}`]
    : [sql``, sql``];
  return sql`o.item_count${items} as page_items, o.text_bytes + ${INHERITED_BYTES}${bytes} as page_bytes`;
}

/** SQL for the ids and weights of a page's orders. `weight` is SQL of columns. */
export function withWeight(org: OrgReader, ids: SQL, weight: SQL): SQL {
  return sql`select o.id, ${weight} from (${ids}) p cross join orders o on o.id = p.id where o.organization_id = ${org.key}`;
}

/** SQL for the ids of orders whose items and fulfillments fit in memory together, or for none. `ids` is SQL of rows with `id`. */
export function fittingOrders(org: OrgReader, ids: SQL): SQL {
  return allOrNone(withWeight(org, ids, weightOf(true)), PAGE_LIMIT);
}
