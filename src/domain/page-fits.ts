import { fittingCount, PAGE_LIMIT, type Weight } from "../db/page-limit";
import { Refusal } from "../refusal";

const MIB = 1024 * 1024;
const ROOM = `${PAGE_LIMIT.items} items and ${PAGE_LIMIT.bytes / MIB} MiB of text`;

/** 400 for a page that would hold too much; `path` is what to change. */
export function pageTooLarge(path: string, advice: string, more: Record<string, unknown> = {}): Refusal {
  const message = `A page holds at most ${ROOM}. ${advice}`;
  return new Refusal("validation_error", [{ path, code: "page_too_large", message, ...more }]);
}

/**
 * Throws 400 where a numbered page has no room for all of its rows, and names a page size that fits. The page of that size
 * begins with the same row, so that nothing is missed by going on with it. A page of one row always fits.
 */
export function assertPageFits(rows: readonly Weight[], page: number, size: number): void {
  const fitting = fittingCount(rows, PAGE_LIMIT);
  if (fitting === rows.length || rows.length === 1) return;
  let smaller = Math.max(1, fitting);
  // Behind the first page, only a divisor of the size begins with the same row.
  while (page > 1 && size % smaller !== 0) smaller -= 1;
  const number = (page - 1) * (size / smaller) + 1;
  throw pageTooLarge("page_size", `Ask for page_size=${smaller}; there it is page=${number}.`, { page_size: smaller, page: number });
}

/** Rows of the largest page there is. */
const MAX_PAGE_SIZE = 200;

/** Throws 400 where a list that was asked for as a whole has rows and none of them was read, since all of them are too much. */
export function assertWholeFits(part: object | null, read: number, total: number): void {
  if (part !== null || read > 0 || total === 0) return;
  throw pageTooLarge("page_size", `Ask for the list in pages, with page_size=${MAX_PAGE_SIZE}.`, { page_size: MAX_PAGE_SIZE, page: 1 });
}
