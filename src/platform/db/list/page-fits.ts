import { fittingCount, PAGE_LIMIT, type Weight } from "./page-limit";
import { ApiError } from "../../api-error";

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
