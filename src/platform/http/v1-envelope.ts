import type { PageNumber } from "../db/list/sort";
import type { Reply } from "./endpoint";

/** A list with `meta.pagination` (docs/spec/pagination.md#numbered-pages). An empty list has no pages. */
export function page<Row>(rows: readonly Row[], { page: number, size }: PageNumber, total: number, view: (row: Row) => unknown): Reply {
  const pagination = { page: number, page_size: size, total, total_pages: Math.ceil(total / size) };
  return { status: 200, data: rows.map((row) => view(row)), pagination };
}

/** A list that is whole unless the caller asked for a page of it (docs/spec/pagination.md#optional-pages). */
export function wholeOrPart(data: unknown[], part: PageNumber | null, total: number): Reply {
  return part === null ? { status: 200, data } : page(data, part, total, (row) => row);
}
