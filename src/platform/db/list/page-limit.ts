import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { ApiError } from "../../api-error";
import { MAX_CHANGED_ITEMS } from "../../values/changed-items.ts";
import type { PageNumber } from "./sort";

declare const isLimit: unique symbol;

/** The maximum contents of a list page. No other file can make one, so none can read pages with a limit of its own. */
export interface PageLimit {
  /** Items of orders and of fulfillments, attempts of deliveries, or rows of any other list. */
  readonly items: number;
  /** UTF-8 bytes of stored text. */
  readonly bytes: number;
  /** The bytes that an item takes in a response in addition to its texts, rounded up. */
  readonly itemBytes: number;
  /** The limit with which a larger page is read again, once there is memory for it. Absent: this is the last limit. */
  readonly next?: PageLimit;
  readonly [isLimit]: true;
}

const KIB = 1024;
const MIB = 1024 * KIB;

const limitOf = ({ itemBytes = KIB, ...limit }: Partial<PageLimit> & Pick<PageLimit, "items" | "bytes">): PageLimit =>
  ({ ...limit, itemBytes }) as PageLimit;

/** The limit of both APIs and the console. Only what has reserved memory reads pages with it (page-memory.ts). */
const PAGE_LIMIT = limitOf({ items: 10_000, bytes: 8 * MIB });

const LAST_CHANGED_PAGE = limitOf({ items: MAX_CHANGED_ITEMS, bytes: 8 * MIB });

/** The limit of what is read in order to change it. */
const CHANGED_PAGE = limitOf({ items: 1000, bytes: MIB, next: LAST_CHANGED_PAGE });

/** The limit with which a page is first read. Most pages fit in it. Larger ones share the memory of the isolate. */
const ORDINARY_PAGE = limitOf({ items: 1000, bytes: MIB, next: PAGE_LIMIT });

const LAST_SMALL_PAGE = limitOf({ items: 500, bytes: 512 * KIB });

/** A lower limit, for callers that keep all of what they read, such as models. A single row may be larger: only then is it read again. */
const SMALL_PAGE = limitOf({ ...LAST_SMALL_PAGE, next: LAST_SMALL_PAGE });

const LAST_PRINTED_PAGE = limitOf({ items: 2000, bytes: 8 * MIB, itemBytes: 4 * KIB });

/** A lower limit, for documents in which each item takes much more room and time than in a list. */
const PRINTED_PAGE = limitOf({ items: 200, bytes: 256 * KIB, itemBytes: 4 * KIB, next: LAST_PRINTED_PAGE });

export type PageKind = "ordinary" | "changed" | "small" | "printed";

/** The limits with which pages are first read. */
export const FIRST_LIMITS: Readonly<Record<PageKind, PageLimit>> = {
  ordinary: ORDINARY_PAGE,
  changed: CHANGED_PAGE,
  small: SMALL_PAGE,
  printed: PRINTED_PAGE,
};

export interface Weight {
  page_items: number;
  page_bytes: number;
  /** 1 if the row has texts that were not read (`columnsInPage`), or not measured. It then fits only in a page with the last limit. */
  is_cut?: 0 | 1;
}

/** A row of a list. Its weight is absent if it was not measured. */
export type Weighed<Row> = Row & Partial<Weight>;

/** Thrown if a page exceeds the limit with which it was read. It is then read again with the next limit (page-memory.ts). */
export class LargePage extends Error {
  override readonly name = "LargePage";
  /** How many bytes the page takes. A row without a weight counts as much as a whole page of the next limit. */
  readonly bytes: number;

  constructor(
    readonly next: PageLimit,
    rows: readonly Partial<Weight>[] = [{}],
  ) {
    super();
    this.bytes = rows.reduce(
      (sum, { page_items = next.items, page_bytes = next.bytes }) => sum + page_items * next.itemBytes + page_bytes,
      0,
    );
  }
}

/** Counts the first rows that fit in a page. Unless the limit is the last one, a row whose long texts were not read does not fit. */
export function fittingCount(rows: readonly Partial<Weight>[], limit: PageLimit): number {
  let [items, bytes] = [0, 0];
  const end = rows.findIndex(({ page_items = 0, page_bytes = 0, is_cut }) => {
    items += page_items;
    bytes += page_bytes;
    return items > limit.items || bytes > limit.bytes || (is_cut === 1 && limit.next !== undefined);
  });
  return end === -1 ? rows.length : end;
}

/**
 * Takes the first page of rows, of which one more than `size` was read, and returns whether there are more rows. The page ends before the
 * first row that does not fit, but it has at least one row, so that every page makes progress. Throws LargePage if more rows fit in a page
 * of the next limit.
 */
export function takePage<Row extends Partial<Weight>>(
  rows: readonly Row[],
  size: number,
  limit: PageLimit,
): { rows: Row[]; hasMore: boolean } {
  const { next } = limit;
  const count = Math.min(rows.length, size, Math.max(1, fittingCount(rows, next ?? limit)));
  // If fewer rows than requested were read, there may be more, so the next page is as large as it can be.
  if (next !== undefined && fittingCount(rows, limit) < count) throw new LargePage(next, rows.length > size ? rows : undefined);
  return { rows: rows.slice(0, count), hasMore: rows.length > count };
}

/** A table with its `alias`, the names of its `long` text columns, and SQL for the bytes of all its texts. */
export interface ListedTable {
  table: SQLiteTable;
  alias: string;
  long: readonly string[];
  bytes: SQL;
}

/**
 * SQL for a table's columns in a page of at most `count` rows. The long texts of a row are null if the row has more bytes than its share of
 * the page. Only tables whose texts are shorter than their share of the last limit are read with it in this way (8 MiB / 200 = 41 KB).
 */
export function columnsInPage({ bytes: pageBytes }: PageLimit, count: number, { table, alias, long, bytes }: ListedTable): SQL {
  const isCut = sql`${bytes} > ${Math.floor(pageBytes / count)}`;
  const columns = Object.keys(getTableColumns(table)).map((name) => {
    const column = sql.raw(`${alias}."${name}"`);
    return long.includes(name) ? sql`iif(${isCut}, null, ${column}) as ${sql.identifier(name)}` : column;
  });
  return sql.join([...columns, sql`${isCut} as is_cut`], sql`, `);
}

export const MAX_PAGE_SIZE = 200;

function pageTooLarge(pageSize: number, page: number, advice: string): ApiError {
  const limit = `A page holds at most ${PAGE_LIMIT.items.toLocaleString("en")} items and ${PAGE_LIMIT.bytes / MIB} MiB of text.`;
  const detail = { path: "page_size", code: "page_too_large", message: `${limit} ${advice}`, page_size: pageSize, page };
  return new ApiError("validation_error", [detail]);
}

/**
 * Throws 400 Bad Request if the rows of a numbered page do not all fit in it. The error names a smaller page size, and the number of the page
 * of that size that begins with the same row, so that a caller who continues there misses nothing. A single row always fits. Throws
 * LargePage if the rows fit only with the next limit.
 */
export function assertPageFits(
  rows: readonly Partial<Weight>[],
  limit: PageLimit,
  { page, size }: PageNumber = { page: 1, size: 1 },
): void {
  if (fittingCount(rows, limit) === rows.length) return;
  const fitting = fittingCount(rows, limit.next ?? limit);
  // A row that was cut has texts that are longer than its share of this limit. What fits is known when it was read whole.
  const mayFit = fitting === rows.length || rows.length === 1 || rows.some(({ is_cut }) => is_cut === 1);
  if (mayFit && limit.next !== undefined) throw new LargePage(limit.next, rows);
  if (mayFit) return;
  let smaller = Math.max(1, fitting);
  // Only pages of a size that divides the rows before them begin with the same row.
  const skipped = (page - 1) * size;
  while (skipped % smaller !== 0) smaller -= 1;
  const number = skipped / smaller + 1;
  throw pageTooLarge(smaller, number, `Ask for page_size=${smaller}&page=${number} instead.`);
}

/** Throws LargePage if texts of rows of a page were not read because they may not fit in it with this limit. */
export function assertTextsRead(rows: readonly Weighed<object>[], limit: PageLimit): void {
  if (limit.next !== undefined && fittingCount(rows, limit) < rows.length) throw new LargePage(limit.next);
}

/** Throws LargePage if rows of a numbered page, or their long texts, were not read because they may not fit in it with this limit. */
export function assertAllRead(
  rows: readonly Weighed<object>[],
  limit: PageLimit,
  { page, size, total }: PageNumber & { total: number },
): void {
  if (limit.next !== undefined && rows.length < Math.min(size, total - (page - 1) * size)) throw new LargePage(limit.next);
  assertTextsRead(rows, limit);
}

/** Throws 400 Bad Request if a list that was requested as a whole does not fit in a page. In that case, none of its rows was read. */
export function assertWholeFits(rows: readonly object[], total: number): void {
  if (rows.length > 0 || total === 0) return;
  throw pageTooLarge(MAX_PAGE_SIZE, 1, `Ask for the list in pages, with page_size=${MAX_PAGE_SIZE}.`);
}

/** SQL for rows with the running totals of their weights. `rows` returns `id`, the weight and the columns that `order` sorts by. */
function withRunningTotals(rows: SQL, order: SQL): SQL {
  return sql`(select *, row_number() over fit as position, sum(page_items) over fit as items, sum(page_bytes) over fit as bytes
    from (${rows}) window fit as (order by ${order} rows unbounded preceding))`;
}

/**
 * SQL for the ids of the first rows that fit in a page; with the last limit, at least one. Related rows are read by these ids.
 */
export function fittingIds(rows: SQL, order: SQL, { items, bytes, next }: PageLimit): SQL {
  return sql`select id from ${withRunningTotals(rows, order)} where (items <= ${items} and bytes <= ${bytes}) ${next ? sql`` : sql`or position = 1`}`;
}

/**
 * SQL for the ids and the weights of the first rows that fit in a page, and of one row more, which shows that there are more rows. This also
 * applies if the first row alone is larger than a page.
 */
export function fittingRows(rows: SQL, order: SQL, { items, bytes }: PageLimit): SQL {
  return sql`select id, page_items, page_bytes from ${withRunningTotals(rows, order)}
    where position <= 2 or (items - page_items <= ${items} and bytes - page_bytes <= ${bytes})`;
}

/**
 * SQL for the ids of all rows if they fit in a page; with the last limit, a single row always fits. Otherwise SQL for no ids. `rows` returns
 * `id` and the weight.
 */
export function allOrNone(rows: SQL, { items, bytes, next }: PageLimit): SQL {
  return sql`select j.value as id
    from (select json_group_array(id) as ids, count(*) as found, sum(page_items) as items, sum(page_bytes) as bytes from (${rows})) w
    cross join json_each(iif((w.items <= ${items} and w.bytes <= ${bytes}) ${next ? sql`` : sql`or w.found = 1`}, w.ids, '[]')) j`;
}
