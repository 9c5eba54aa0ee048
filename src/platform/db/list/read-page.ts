import { type SQL, sql } from "drizzle-orm";
import { type Count, totalOf } from "./list-counts";
import {
  assertSortable,
  deepIds,
  firstIds,
  isSorted,
  MAX_READ_ROWS,
  pageLimitError,
  type PagePlan,
  type Walk,
  walkLimit,
  type WalkSizes,
  walkSizes,
} from "./page-plan";
import type { PageNumber } from "./sort";
import type { Statement } from "../statement";

/** The rows of a list to read: SQL for their ids, or null for the first ones. */
export interface Part {
  ids: SQL | null;
  size: number;
}

export interface NumberedRead {
  rows: readonly unknown[];
  /** The result of the count, if one was given. */
  counts: readonly { total: number }[];
}

export type ReadPart<Read> = (part: Part, count: Count | null) => Promise<Read>;

/** Reads a numbered page, as `readRowsAt` does. */
export async function readNumberedPage<Read extends NumberedRead>(
  plan: PagePlan,
  count: Count,
  { page, size }: PageNumber,
  read: ReadPart<Read>,
): Promise<{ page: Read | null; total: number }> {
  return await readRowsAt(plan, count, { offset: (page - 1) * size, size }, read);
}

/**
 * Reads the rows of a list at some places with `read`, which also runs the given count. `page` is null if they are past the end. The first rows
 * take one round trip. Others take two: the count tells how to find them. One more is needed if a walk did not find them.
 */
export async function readRowsAt<Read extends NumberedRead>(
  plan: PagePlan,
  count: Count,
  { offset, size }: { offset: number; size: number },
  read: ReadPart<Read>,
): Promise<{ page: Read | null; total: number }> {
  const { org, walk = null } = plan;
  if (offset === 0) {
    const first = await read({ ids: firstIds(plan, size), size }, count);
    const total = first.counts[0]?.total ?? 0;
    assertSortable(plan, total);
    const isFound = walk === null || first.rows.length >= Math.min(size, total);
    return { page: isFound ? first : await readSorted(plan, walk, { size, offset }, read), total };
  }
  const { counts, sizes } = await org.read({ counts: count, sizes: walk === null ? null : walkSizes(org, walk) });
  const total = counts[0]?.total ?? 0;
  assertSortable(plan, total);
  if (offset >= total) return { page: null, total };
  const deep = await read({ ids: deepIds(plan, { size, offset, total }, sizes[0]), size }, null);
  const isFound = walk === null || deep.rows.length >= Math.min(size, total - offset);
  return { page: isFound ? deep : await readSorted(plan, walk, { size, offset }, read), total };
}

/** Reads and sorts all rows that match, because a walk did not find the page. Throws 400 Bad Request if there are too many. */
async function readSorted<Read extends NumberedRead>(
  plan: PagePlan,
  { found }: Walk,
  { size, offset }: { size: number; offset: number },
  read: (part: Part, count: null) => Promise<Read>,
): Promise<Read> {
  const limit = sql`limit iif(${found} <= ${MAX_READ_ROWS}, ${size}, 0) offset ${offset}`;
  const sorted = await read({ ids: plan.ids(plan.direction, limit), size }, null);
  if (sorted.rows.length === 0) throw pageLimitError(plan);
  return sorted;
}

interface CursorRead {
  rows: readonly unknown[];
  sizes: readonly WalkSizes[];
  /** Whether the page is full although it has fewer rows than requested. */
  isFull?: boolean;
}

/**
 * Reads up to `size` rows with `read`, which also runs the given statement. The plan has the position of a cursor. One round trip, and up to two more
 * if a walk has ended before the page was full, or if too many rows would have to be sorted.
 */
export async function readCursorPage<Read extends CursorRead>(
  plan: PagePlan,
  size: number,
  read: (part: Part, sizes: Statement<WalkSizes> | null) => Promise<Read>,
): Promise<Read> {
  const { org, walk = null, sorts, direction, ids } = plan;
  const first = await read({ ids: firstIds(plan, size), size }, walk === null ? null : walkSizes(org, walk));
  if (first.isFull === true || first.rows.length >= size) return first;
  // Without rows, there may be too many to sort (firstIds).
  if (sorts !== undefined && sorts.stored !== null) {
    const [count] = await org.read(totalOf(org, sorts.stored));
    assertSortable(plan, count?.total ?? 0);
  }
  const [sizes] = first.sizes;
  if (walk === null || sizes === undefined || isSorted(walk, sizes, size)) return first;
  // The list may have ended, or the walk.
  const next = walk.scan(direction, sql`limit 1 offset ${walkLimit(walk, sizes)}`);
  const rest = await org.read(org.rows<{ id: number }>()`select id from (${next}) where ${org.key} is not null`);
  if (rest.length === 0) return first;
  if (sizes.found > MAX_READ_ROWS) throw pageLimitError(plan);
  return await read({ ids: ids(direction, sql`limit ${size}`), size }, null);
}
