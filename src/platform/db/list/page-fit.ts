import { ApiError } from "../../api-error";
import { LargePage, type PageLimit, PAGE_LIMIT_TEXT, type Weight, type Weighed } from "./page-limit";
import type { PageNumber } from "./sort";

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
  // If no row after the page was read, rows of the page may be missing. Memory is then needed for the largest page of the next limit.
  if (next !== undefined && fittingCount(rows, limit) < count) throw new LargePage(next, rows.length > size ? rows : undefined);
  return { rows: rows.slice(0, count), hasMore: rows.length > count };
}

export const MAX_PAGE_SIZE = 200;

function pageTooLarge(pageSize: number, page: number, advice: string): ApiError {
  const detail = { path: "page_size", code: "page_too_large", message: `${PAGE_LIMIT_TEXT} ${advice}`, page_size: pageSize, page };
  return new ApiError("validation_error", [detail]);
}

/**
 * Throws 400 Bad Request if the rows of a numbered page do not all fit in it. The error names a smaller page size, and the number of the page
 * of that size that begins with the same row, so that a caller who continues there misses nothing. A single row always fits, and is what
 * the default page stands for. Throws LargePage if the rows fit only with the next limit.
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
