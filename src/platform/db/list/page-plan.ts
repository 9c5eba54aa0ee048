import { type SQL, sql } from "drizzle-orm";
import { type ApiError, invalid } from "../../api-error";
import type { OrgReader } from "../org-db";
import type { Statement } from "../statement";
import { type Direction, opposite } from "./sort";

/** The most rows that are read and left out, or read and sorted, to find a page. */
export const MAX_READ_ROWS = 100_000;

/**
 * Another way to the rows that match, for lists of which no index has them in order: all rows in order, until enough of them match. If it ends before
 * the page is full, the page is sorted in another round trip (read-page.ts).
 */
export interface Walk {
  /** SQL for how many rows the plan's `ids` read, and for how many rows the list has. */
  found: SQL;
  listed: SQL;
  /** One row of the walk takes as long as this many rows of `ids`. */
  rowCost: number;
  /** SQL for the ids of all rows in order, and whether each of them `matches`. `limit` is a LIMIT clause. */
  scan: (direction: Direction, limit: SQL) => SQL;
}

/** How the pages of a list with one filter and one sort are found (docs/design/lists.md). */
export interface PagePlan {
  org: OrgReader;
  direction: Direction;
  /** SQL for the ids of the rows that match, in order. `limit` is a LIMIT clause. */
  ids: (direction: Direction, limit: SQL) => SQL;
  /** Set if `ids` sorts all rows that match: at most how many there may be, and SQL for their stored number, or null if there is none. */
  sorts?: { max: number; stored: SQL | null };
  /** SQL for the ids of a deep page, located by counts of days. */
  byDay?: (direction: Direction, size: number, skip: number) => SQL;
  walk?: Walk | null;
  /** What the caller can do if too many rows would be read: the filter to add. */
  advice: string;
}

/** The rows that the two ways of a walk may read. */
export interface WalkSizes {
  found: number;
  listed: number;
}

export function walkSizes(org: OrgReader, { found, listed }: Walk): Statement<WalkSizes> {
  return org.rows<WalkSizes>()`select ${found} as found, ${listed} as listed where ${org.key} is not null`;
}

/**
 * SQL for the ids of the first rows, or null if the list's own statement can read them directly. A stored number of rows is compared with the
 * limit first, so that no row of a list that is too long is read: SQLite checks a limit of 0 before it reads anything. With a walk, the statement
 * itself decides as `isSorted` and `walkLimit` do.
 */
export function firstIds({ direction, ids, sorts, walk }: PagePlan, size: number): SQL | null {
  if (walk) {
    const { found, listed, rowCost, scan } = walk;
    return sql`with counts as materialized (select ${found} as found, ${listed} as listed),
      plan as materialized (select found * found <= ${2 * rowCost * size} * listed as is_sorted,
        cast(min(found / ${rowCost}, ${MAX_READ_ROWS}) as integer) as walked from counts)
      select id from (${ids(direction, sql`limit (select iif(is_sorted, ${size}, 0) from plan)`)})
      union all select id from (select id from (${scan(direction, sql`limit (select iif(is_sorted, 0, walked) from plan)`)})
        where matches limit ${size})`;
  }
  if (sorts === undefined) return null;
  return ids(direction, sorts.stored === null ? sql`limit ${size}` : sql`limit iif(${sorts.stored} <= ${sorts.max}, ${size}, 0)`);
}

/** The part of a list to read, whose total is known. */
interface DeepPart {
  size: number;
  offset: number;
  total: number;
}

/** How many rows a walk reads at most: it takes as long as sorting, which it replaces. */
export function walkLimit({ rowCost }: Walk, { found }: WalkSizes): number {
  return Math.min(Math.floor(found / rowCost), MAX_READ_ROWS);
}

/**
 * Whether the rows that match are sorted, and not walked to, for the first `rows` of a list. If they are evenly spread, a walk reads
 * `rows * listed / found` rows. It is chosen if that is less than half of the `found / rowCost` that it may read (both sides times
 * 2 * found * rowCost).
 */
export function isSorted({ rowCost }: Walk, { found, listed }: WalkSizes, rows: number): boolean {
  return found * found <= 2 * rowCost * rows * listed;
}

/** SQL for the ids of a page that does not begin at the beginning. The rows before it are left out, from the nearer end of the list. */
export function deepIds(plan: PagePlan, { size, offset, total }: DeepPart, sizes: WalkSizes | undefined): SQL {
  const { walk } = plan;
  const expected = Math.min(size, total - offset);
  const rowsAfter = total - offset - expected;
  const [direction, skip] = rowsAfter < offset ? [opposite(plan.direction), rowsAfter] : [plan.direction, offset];
  if (plan.byDay !== undefined) return plan.byDay(direction, expected, skip);
  const page = sql`limit ${expected} offset ${skip}`;
  if (walk && sizes !== undefined && !isSorted(walk, sizes, skip + expected)) {
    const limit = walkLimit(walk, sizes);
    if (limit >= skip + expected) return sql`select id from (${walk.scan(direction, sql`limit ${limit}`)}) where matches ${page}`;
  }
  // Lists with a walk have no index in order, so all rows that match are sorted. In others, the rows before the page are left out.
  if ((sizes?.found ?? skip) > MAX_READ_ROWS) throw pageLimitError(plan);
  return plan.ids(direction, page);
}

/** Throws 400 Bad Request if all rows that match would have to be sorted, and there are too many. */
export function assertSortable({ sorts, advice }: PagePlan, total: number): void {
  if (sorts === undefined || total <= sorts.max) return;
  throw invalid("sort", "sort_limit", `${total} rows match, and at most ${sorts.max} can be sorted by this field. ${advice}`);
}

/** 400 Bad Request, for a page that would have to read too many rows. */
export function pageLimitError({ advice }: PagePlan): ApiError {
  const limit = MAX_READ_ROWS.toLocaleString("en");
  return invalid("page", "page_limit", `At most ${limit} rows are read to find a page, and this one needs more. ${advice}`);
}
