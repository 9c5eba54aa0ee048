import { type SQL, sql } from "drizzle-orm";
import { ApiError } from "../../api-error";

/** The maximum contents of a list page. */
export interface PageLimit {
  /** Items of orders and of fulfillments, attempts of deliveries, or rows of any other list. */
  items: number;
  /** UTF-8 bytes of stored text. */
  bytes: number;
}

/**
 * The limit of both APIs and the console. JSON makes at most two bytes of a stored one (values/storable-text.ts), and a single character beyond
 * Latin-1 makes a text take two bytes for each of its characters, so a page takes up to four times this in an isolate's 128 MB.
 */
export const PAGE_LIMIT: PageLimit = { items: 10_000, bytes: 8 * 1024 * 1024 };

/** How much of the limit one row takes. */
export interface Weight {
  page_items: number;
  page_bytes: number;
}

/** A row of a list. Its weight is absent if the page has room for any such rows (`hasRoomForAny`). */
export type Weighed<Row> = Row & Partial<Weight>;

/** Counts the first rows that fit in a page. */
export function fittingCount(rows: readonly Partial<Weight>[], limit: PageLimit): number {
  let [items, bytes] = [0, 0];
  const end = rows.findIndex(({ page_items = 0, page_bytes = 0 }) => {
    items += page_items;
    bytes += page_bytes;
    return items > limit.items || bytes > limit.bytes;
  });
  return end === -1 ? rows.length : end;
}

/**
 * The first page of rows that were read with one row more than `size`, and whether there are more rows. It ends early where the next row
 * does not fit, and has at least one row, so that every page leads on.
 */
export function takePage<Row extends Partial<Weight>>(
  rows: readonly Row[],
  size: number,
  limit: PageLimit,
): { rows: Row[]; hasMore: boolean } {
  const count = Math.min(size, Math.max(1, fittingCount(rows, limit)));
  return { rows: rows.slice(0, count), hasMore: rows.length > count };
}

/**
 * How many rows of at most `maxBytes` each fit in a page, whatever their texts, so that there is no need to measure them. `maxBytes` is of characters
 * that take three bytes. JSON escapes none of those, so twice the limit takes no more memory than the limit does at its worst.
 */
export function unmeasuredRows(maxBytes: number, { items, bytes }: PageLimit): number {
  return Math.min(items, Math.floor((2 * bytes) / maxBytes));
}

/** Whether any `count` rows of at most `maxBytes` each fit in a page. */
export function hasRoomForAny(count: number, maxBytes: number, limit: PageLimit): boolean {
  return count <= unmeasuredRows(maxBytes, limit);
}

const MIB = 1024 * 1024;

/** Rows of the largest page that can be requested. */
const MAX_PAGE_SIZE = 200;

function pageTooLarge(pageSize: number, page: number, advice: string): ApiError {
  const limit = `A page holds at most ${PAGE_LIMIT.items.toLocaleString("en")} items and ${PAGE_LIMIT.bytes / MIB} MiB of text.`;
  const detail = { path: "page_size", code: "page_too_large", message: `${limit} ${advice}`, page_size: pageSize, page };
  return new ApiError("validation_error", [detail]);
}

/**
 * Throws 400 if the rows of a numbered page do not all fit in it, and names a page size that does. The page of that size which the error
 * names begins with the same row, so a caller who goes on from it misses nothing. A single row always fits.
 */
export function assertPageFits(rows: readonly Weight[], page: number, size: number): void {
  const fitting = fittingCount(rows, PAGE_LIMIT);
  if (fitting === rows.length || rows.length === 1) return;
  let smaller = Math.max(1, fitting);
  // Only pages of a size that divides the rows before them begin with the same row.
  const skipped = (page - 1) * size;
  while (skipped % smaller !== 0) smaller -= 1;
  const number = skipped / smaller + 1;
  throw pageTooLarge(smaller, number, `Ask for page_size=${smaller}&page=${number} instead.`);
}

/** Throws 400 if a list that was requested as a whole has more rows than fit in a page: none of them was read. */
export function assertWholeFits(rows: readonly object[], total: number): void {
  if (rows.length > 0 || total === 0) return;
  throw pageTooLarge(MAX_PAGE_SIZE, 1, `Ask for the list in pages, with page_size=${MAX_PAGE_SIZE}.`);
}

/** SQL of rows with the sums of their weights up to and including each. `rows` yields `id`, the weight and what `order` sorts by. */
function summed(rows: SQL, order: SQL): SQL {
  return sql`(select *, row_number() over fit as place, sum(page_items) over fit as items, sum(page_bytes) over fit as bytes
    from (${rows}) window fit as (order by ${order} rows unbounded preceding))`;
}

/** SQL of the ids of the first rows that fit in a page: at least one. For what belongs to these rows and is read by their ids. */
export function fittingIds(rows: SQL, order: SQL, { items, bytes }: PageLimit): SQL {
  return sql`select id from ${summed(rows, order)} where place = 1 or (items <= ${items} and bytes <= ${bytes})`;
}

/**
 * SQL of the id and the weight of the first rows that fit in a page, and of the row after them, which shows that there are more. A first row
 * that alone is larger than a page has one after it too.
 */
export function fittingRows(rows: SQL, order: SQL, { items, bytes }: PageLimit): SQL {
  return sql`select id, page_items, page_bytes from ${summed(rows, order)}
    where place <= 2 or (items - page_items <= ${items} and bytes - page_bytes <= ${bytes})`;
}

/** SQL of the ids of all rows if they fit in a page or are a single one, else of none. `rows` yields `id` and the weight. */
export function allOrNone(rows: SQL, { items, bytes }: PageLimit): SQL {
  return sql`select j.value as id
    from (select json_group_array(id) as ids, count(*) as found, sum(page_items) as items, sum(page_bytes) as bytes from (${rows})) w
    cross join json_each(iif((w.items <= ${items} and w.bytes <= ${bytes}) or w.found = 1, w.ids, '[]')) j`;
}
