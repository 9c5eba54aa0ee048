import type { Reply } from "./endpoint";

/** A list with `meta.pagination` (docs/spec/pagination.md#numbered-pages). An empty list has no pages. */
export function page(data: unknown[], number: number, size: number, total: number): Reply {
  return { status: 200, data, pagination: { page: number, page_size: size, total, total_pages: Math.ceil(total / size) } };
}

/** A list that is whole unless the caller asked for a page of it (docs/spec/pagination.md#optional-pages). */
export function wholeOrPart(data: unknown[], part: { page: number; size: number } | null, total: number): Reply {
  return part === null ? { status: 200, data } : page(data, part.page, part.size, total);
}
