import { type SQL, sql } from "drizzle-orm";
import type { OrgReader } from "../org-db";
import type { Statement } from "../statement";

/** Identifies counts in list_counts: the numbers of rows of a list that match one filter, or of all rows. */
export interface CountKey {
  list: "orders" | "items";
  /** The value of the column `filter` in list_counts. If it is null in SQL, the count is 0. */
  filter: SQL;
  /** SQL for the number of all these rows. */
  total: SQL;
}

interface Buckets {
  basis: string;
  from: number;
  to: number;
}

const ALL: Buckets = { basis: "all", from: 0, to: 1 };

/** SQL for the number of rows in some buckets, by default in all. */
export function countOf(org: OrgReader, { list, filter }: Omit<CountKey, "total">, { basis, from, to } = ALL): SQL {
  return sql`(select coalesce(sum(c.total), 0) from list_counts c where c.organization_id = ${org.key} and c.list = ${list}
    and c.filter = ${filter} and c.basis = ${basis} and c.bucket >= ${from} and c.bucket < ${to})`;
}

/** A statement that returns the sum of several counts. */
export function totalOf(org: OrgReader, counts: SQL[]): Statement<{ total: number }> {
  return org.rows<{ total: number }>()`select ${sql.join([sql`0`, ...counts], sql` + `)} as total where ${org.key} is not null`;
}

const DAY_MS = 86_400_000;

interface PageStart {
  basis: string;
  direction: "asc" | "desc";
  /** A number, or SQL that yields it. */
  offset: number | SQL;
}

/**
 * SQL for the table `start`, for the WITH clause of a page that begins after `offset` counted rows. It contains the bucket in which the page
 * begins, and how many rows of that bucket to skip. Buckets are added up from the nearer end of the list until their sum reaches the offset,
 * so that only rows of one bucket are read and skipped. The table is empty if the list has no more than `offset` rows.
 */
function startOfPage(org: OrgReader, countKey: CountKey, { basis, direction, offset }: PageStart): SQL {
  const withRunningTotals = (scanDirection: "asc" | "desc"): SQL => sql`(select c.bucket, c.total, sum(c.total) over
      (order by c.bucket ${sql.raw(scanDirection)} rows unbounded preceding) - c.total as before from list_counts c
      where c.organization_id = ${org.key} and c.list = ${countKey.list} and c.filter = ${countKey.filter} and c.basis = ${basis})`;
  const remaining = sql`((select rows from listed) - ${offset})`;
  // The query that is not needed has a limit of 0, which SQLite checks before it reads anything.
  return sql`listed as materialized (select ${countKey.total} as rows),
    start as materialized (
      select * from (select d.bucket, ${offset} - d.before as into_bucket from ${withRunningTotals(direction)} d
        where d.before <= ${offset} and d.before + d.total > ${offset} limit (select ${offset} * 2 <= rows from listed))
      union all
      select * from (select d.bucket, d.total + d.before - ${remaining} from ${withRunningTotals(opposite(direction))} d
        where d.before < ${remaining} and d.before + d.total >= ${remaining} limit (select ${offset} * 2 > rows and ${offset} < rows from listed)))`;
}

interface DateRange {
  dateFrom?: number | undefined;
  dateTo?: number | undefined;
}

interface PageFromDay<Filter extends DateRange> extends Omit<PageStart, "offset"> {
  size: number;
  offset: number;
  filter: Filter;
  column: SQL;
  ids: (filter: Filter, within: SQL, limit: SQL) => SQL;
  countByDate: (filter: Filter) => SQL;
}

/** SQL for the ids of a page. The counts of the days tell the day on which it begins, and how many of its rows to skip. */
export function pageFromDay<Filter extends DateRange>(
  org: OrgReader,
  countKey: CountKey,
  { basis, direction, size, offset, filter, column, ids, countByDate }: PageFromDay<Filter>,
): SQL {
  const isAscending = direction === "asc";
  const bucket = sql`(select bucket from start)`;
  const within = sql`and ${column} ${isAscending ? sql`>= ${bucket} * ${DAY_MS}` : sql`< (${bucket} + 1) * ${DAY_MS}`}`;
  // The day replaces the bound at which the list begins.
  const [begin, beginName] = isAscending ? [filter.dateFrom, "dateFrom" as const] : [filter.dateTo, "dateTo" as const];
  const page = ids({ ...filter, [beginName]: undefined }, within, sql`limit ${size} offset coalesce((select into_bucket from start), 0)`);
  if (begin === undefined) return sql`with ${startOfPage(org, countKey, { basis, direction, offset })} ${page}`;
  // The counts include all dates, so the rows before the range are added to the offset.
  const before = countByDate({ ...filter, dateFrom: undefined, dateTo: undefined, [isAscending ? "dateTo" : "dateFrom"]: begin });
  return sql`with before as materialized (select ${offset} + ${before} as rows),
    ${startOfPage(org, countKey, { basis, direction, offset: sql`(select rows from before)` })} ${page}`;
}

interface NearerEnd {
  direction: "asc" | "desc";
  size: number;
  offset: number;
  /** SQL for the ids in one direction. `limit` is a LIMIT clause. */
  ids: (direction: "asc" | "desc", limit: SQL) => SQL;
}

/** SQL for the ids of a page. The rows before it are skipped one by one, from the nearer end of the list. */
export function pageFromNearerEnd(countKey: CountKey, { direction, size, offset, ids }: NearerEnd): SQL {
  const remaining = sql`(select rows - ${offset} from listed)`;
  return sql`with listed as materialized (select ${countKey.total} as rows)
    select * from (${ids(direction, sql`limit iif(${remaining} >= ${offset}, ${size}, 0) offset ${offset}`)}) union all
    select * from (${ids(opposite(direction), sql`limit iif(${remaining} < ${offset}, max(0, min(${size}, ${remaining})), 0) offset max(0, ${remaining} - ${size})`)})`;
}

export const opposite = (direction: "asc" | "desc"): "asc" | "desc" => (direction === "asc" ? "desc" : "asc");
