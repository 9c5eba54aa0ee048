import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { ApiError } from "../../api-error";
import type { PageNumber } from "./sort";

/** The maximum contents of a list page. */
export interface PageLimit {
  /** Items of orders and of fulfillments, attempts of deliveries, or rows of any other list. */
  items: number;
  /** UTF-8 bytes of stored text. */
  bytes: number;
  /** With what limit a page that has more is read again, once there is memory for it. Absent: this is the last limit. */
  next?: PageLimit;
}

/**
 * The limit of both APIs and the console. JSON makes at most two bytes of a stored one (values/storable-text.ts), and a single character beyond
 * Latin-1 makes a text take two bytes for each of its characters, so a page takes up to four times this in an isolate's 128 MB.
 */
export const PAGE_LIMIT: PageLimit = { items: 10_000, bytes: 8 * 1024 * 1024 };

/** The limit that a page is read with at first. Most are smaller. Larger ones share the memory of the isolate (http/isolate-memory.ts). */
export const ORDINARY_PAGE: PageLimit = { items: 1000, bytes: 1024 * 1024, next: PAGE_LIMIT };

/** How much of the limit one row takes. */
export interface Weight {
  page_items: number;
  page_bytes: number;
  /** Long texts of the row were left out (`columnsInPage`). */
  is_cut?: 0 | 1;
}

/** A row of a list. Its weight is absent if it was not measured. */
export type Weighed<Row> = Row & Partial<Weight>;

/** What an item takes in JSON besides its text, rounded up. */
const ITEM_BYTES = 1024;

/** A page has more than the first limit allows: the request reads it again with the next one (http/pipeline.ts). */
export class LargePage extends Error {
  override readonly name = "LargePage";
  /** What the page adds to the memory of the isolate. A row that was not measured counts as a page of the next limit. */
  readonly bytes: number;

  constructor(
    readonly next: PageLimit,
    rows: readonly Partial<Weight>[] = [{}],
  ) {
    super();
    this.bytes = rows.reduce((sum, { page_items = next.items, page_bytes = next.bytes }) => sum + page_items * ITEM_BYTES + page_bytes, 0);
  }
}

/** Counts the first rows that fit in a page. With a limit that has a next one, a row whose texts were left out does not fit. */
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
 * The first page of rows that were read with one row more than `size`, and whether there are more rows. It ends early where the next row
 * does not fit, and has at least one row, so that every page leads on. Throws LargePage if it has more rows with the next limit.
 */
export function takePage<Row extends Partial<Weight>>(
  rows: readonly Row[],
  size: number,
  limit: PageLimit,
): { rows: Row[]; hasMore: boolean } {
  const { next } = limit;
  const count = Math.min(rows.length, size, Math.max(1, fittingCount(rows, next ?? limit)));
  if (next !== undefined && count > fittingCount(rows, limit)) {
    // If fewer rows than requested were read, there may be more.
    throw new LargePage(next, rows.length > size ? rows : undefined);
  }
  return { rows: rows.slice(0, count), hasMore: rows.length > count };
}

/** A table `alias` with its `long` texts and SQL of the size of all its texts. */
export interface ListedTable {
  table: SQLiteTable;
  alias: string;
  long: readonly string[];
  bytes: SQL;
}

/** SQL of a table's columns for one of at most `count` rows of a page. The long texts are null if a row has more bytes than there is room for. */
export function columnsInPage({ bytes: pageBytes }: PageLimit, count: number, { table, alias, long, bytes }: ListedTable): SQL {
  const isCut = sql`${bytes} > ${Math.floor(pageBytes / count)}`;
  const columns = Object.keys(getTableColumns(table)).map((name) => {
    const column = sql.raw(`${alias}."${name}"`);
    return long.includes(name) ? sql`iif(${isCut}, null, ${column}) as ${sql.identifier(name)}` : column;
  });
  return sql.join([...columns, sql`${isCut} as is_cut`], sql`, `);
}

const MIB = 1024 * 1024;

/** Rows of the largest page that can be requested. */
export const MAX_PAGE_SIZE = 200;

function pageTooLarge(pageSize: number, page: number, advice: string): ApiError {
  const limit = `A page holds at most ${PAGE_LIMIT.items.toLocaleString("en")} items and ${PAGE_LIMIT.bytes / MIB} MiB of text.`;
  const detail = { path: "page_size", code: "page_too_large", message: `${limit} ${advice}`, page_size: pageSize, page };
  return new ApiError("validation_error", [detail]);
}

/**
 * Throws 400 if the rows of a numbered page do not all fit in it, and names a page size that does. The page of that size which the error
 * names begins with the same row, so a caller who goes on from it misses nothing. A single row always fits. Throws LargePage if the rows fit
 * only with the next limit.
 */
export function assertPageFits(
  rows: readonly Partial<Weight>[],
  limit: PageLimit,
  { page, size }: PageNumber = { page: 1, size: 1 },
): void {
  if (fittingCount(rows, limit) === rows.length) return;
  const fitting = fittingCount(rows, limit.next ?? limit);
  if (fitting === rows.length || rows.length === 1) {
    if (limit.next !== undefined) throw new LargePage(limit.next, rows);
    return;
  }
  let smaller = Math.max(1, fitting);
  // Only pages of a size that divides the rows before them begin with the same row.
  const skipped = (page - 1) * size;
  while (skipped % smaller !== 0) smaller -= 1;
  const number = skipped / smaller + 1;
  throw pageTooLarge(smaller, number, `Ask for page_size=${smaller}&page=${number} instead.`);
}

/** Throws LargePage if rows of a numbered page, or long texts of theirs, were left out, since they may not fit in it with this limit. */
export function assertAllRead(
  rows: readonly Weighed<object>[],
  limit: PageLimit,
  { page, size, total }: PageNumber & { total: number },
): void {
  const isComplete = rows.length >= Math.min(size, total - (page - 1) * size) && fittingCount(rows, limit) === rows.length;
  if (limit.next !== undefined && !isComplete) throw new LargePage(limit.next);
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

/** SQL of the ids of the first rows that fit in a page: at least one with the last limit. What belongs to these rows is read by their ids. */
export function fittingIds(rows: SQL, order: SQL, { items, bytes, next }: PageLimit): SQL {
  return sql`select id from ${summed(rows, order)} where (items <= ${items} and bytes <= ${bytes}) ${next ? sql`` : sql`or place = 1`}`;
}

/**
 * SQL of the id and the weight of the first rows that fit in a page, and of the row after them, which shows that there are more. A first row
 * that alone is larger than a page has one after it too.
 */
export function fittingRows(rows: SQL, order: SQL, { items, bytes }: PageLimit): SQL {
  return sql`select id, page_items, page_bytes from ${summed(rows, order)}
    where place <= 2 or (items - page_items <= ${items} and bytes - page_bytes <= ${bytes})`;
}

/** SQL of the ids of all rows if they fit in a page, or are a single one with the last limit, else of none. `rows` yields `id` and the weight. */
export function allOrNone(rows: SQL, { items, bytes, next }: PageLimit): SQL {
  return sql`select j.value as id
    from (select json_group_array(id) as ids, count(*) as found, sum(page_items) as items, sum(page_bytes) as bytes from (${rows})) w
    cross join json_each(iif((w.items <= ${items} and w.bytes <= ${bytes}) ${next ? sql`` : sql`or w.found = 1`}, w.ids, '[]')) j`;
}
