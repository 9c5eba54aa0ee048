import { type SQL, sql } from "drizzle-orm";
import type { PageLimit } from "../../../platform/db/list/page-limit";
import type { OrgReader } from "../../../platform/db/org-db";
import { FULFILLMENT_COUNT, FULFILLMENT_ITEM_COUNT, INHERITED_BYTES, MAX_FULFILLMENT_BYTES } from "../text-bytes.sql.ts";

/** What a page has of its orders, in addition to their items. */
export interface PageContents {
  fulfillments?: boolean;
  inheritedTexts?: boolean;
}

/** SQL for what an order `o` adds to a page. */
export function weightOf({ fulfillments = false, inheritedTexts = false }: PageContents): SQL {
  const inherited = inheritedTexts ? sql` + ${INHERITED_BYTES}` : sql``;
  const [items, bytes] = fulfillments
    ? [sql` + ${FULFILLMENT_ITEM_COUNT}`, sql` + ${FULFILLMENT_COUNT} * ${MAX_FULFILLMENT_BYTES}`]
    : [sql``, sql``];
  return sql`o.item_count${items} as page_items, o.text_bytes${inherited}${bytes} as page_bytes`;
}

/** SQL for the ids and weights of a page's orders. `weight` is SQL of columns. */
export function withWeight(org: OrgReader, ids: SQL, weight: SQL): SQL {
  return sql`select o.id, ${weight} from (${ids}) p cross join orders o on o.id = p.id where o.organization_id = ${org.key}`;
}

/**
 * SQL for rows of a page of `size` orders without the texts for which it may have no room: null instead of `packed`. If the page can be read again
 * with a larger limit (`next`), a row whose texts are longer than an equal share of the page has none, and is marked (`is_cut`). Otherwise the
 * orders that fit in the page have texts, whose ids the SQL `fitting` returns. `rows` returns `id`, the weight, and all texts of a row in the one
 * column `packed` (platform/db/packed.ts).
 */
export function withoutLongRows({ bytes, next }: PageLimit, size: number, { rows, fitting }: { rows: SQL; fitting: SQL }): SQL {
  if (next === undefined) return sql`select iif(id in (${fitting}), packed, null) as packed, page_items, page_bytes from (${rows})`;
  const isLong = sql`octet_length(packed) > ${Math.floor(bytes / size)}`;
  return sql`select iif(${isLong}, null, packed) as packed, page_items, page_bytes, ${isLong} as is_cut from (${rows})`;
}
