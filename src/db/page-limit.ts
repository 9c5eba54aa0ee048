import { type SQL, sql } from "drizzle-orm";

/** What a page of a list holds at most, however few rows it has. */
export interface PageLimit {
  /** Items of orders, lines of parcels, or rows of a list that is not paged. */
  items: number;
  /** UTF-8 bytes of stored text. */
  bytes: number;
}

/** The limit of both APIs and the console: a page with everything that is made of it fits in an isolate's memory. */
export const PAGE_LIMIT: PageLimit = { items: 10_000, bytes: 16 * 1024 * 1024 };

/** What one row of a list adds to its page. */
export interface Weight {
  page_items: number;
  page_bytes: number;
}

/** How many of the first rows a page has room for. */
export function fittingCount(rows: readonly Weight[], limit: PageLimit): number {
  let [items, bytes] = [0, 0];
  const end = rows.findIndex(({ page_items, page_bytes }) => {
    items += page_items;
    bytes += page_bytes;
    return items > limit.items || bytes > limit.bytes;
  });
  return end === -1 ? rows.length : end;
}

/**
 * SQL of the ids of the first rows that a page has room for: at least one, so that each page leads on. `rows` is SQL of `id`,
 * `page_items`, `page_bytes` and what `order` sorts by. `found` is how many rows there are, those without room included.
 */
export function leadingRows(rows: SQL, order: SQL, limit: PageLimit): SQL {
  return sql`select id, found from (select id, row_number() over fit as place, sum(page_items) over fit as items, sum(page_bytes) over fit as bytes,
      count(*) over () as found
    from (${rows}) window fit as (order by ${order} rows unbounded preceding))
    where place = 1 or (items <= ${limit.items} and bytes <= ${limit.bytes})`;
}

/**
 * SQL of the ids of all of these rows where a page has room for them, else of none; of a single row in any case, unless `single` is
 * false. `rows` is SQL of `id`, `page_items` and `page_bytes`.
 */
export function allOrNone(rows: SQL, limit: PageLimit, single = true): SQL {
  return sql`select id from (select id, count(*) over () as found, sum(page_items) over () as items, sum(page_bytes) over () as bytes from (${rows}))
    where (items <= ${limit.items} and bytes <= ${limit.bytes}) ${single ? sql`or found = 1` : sql``}`;
}

/** Rows of a list that is asked for as a whole: one more than it may have, so that it shows. */
export const MAX_WHOLE_ROWS = PAGE_LIMIT.items + 1;

/** A row of a cursor list. `found`: how many rows there were, those that the page has no room for included; absent where it has room for any. */
export type Listed<Row> = Row & { found?: number };

/** Whether a page has room for so many rows, however large each is: then their sizes need not be looked at. */
export function hasRoomForAny(rows: number, maxBytes: number, { items, bytes }: PageLimit): boolean {
  return rows <= items && rows * maxBytes <= bytes;
}

/** The first `limit` rows of a list of which one more was asked for, and whether there are more than these. */
export function takePage<Row extends object>(rows: readonly Listed<Row>[], limit: number): { rows: Row[]; hasMore: boolean } {
  const taken = rows.slice(0, limit);
  return { rows: taken, hasMore: (rows[0]?.found ?? rows.length) > taken.length };
}
