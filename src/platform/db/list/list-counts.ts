import { type SQL, sql } from "drizzle-orm";
import type { OrgReader } from "../org-db";
import type { Statement } from "../statement";
import type { Direction } from "./sort";

/** Identifies counts in list_counts: the numbers of rows of a list that match one filter, or of all rows. */
export interface CountKey {
  list: "orders" | "items";
  /** The value of the column `filter` in list_counts. If it is null in SQL, the count is 0. */
  filter: SQL;
  /** SQL for the number of all these rows. */
  total: SQL;
}

/**
 * The buckets from `from` to before `to`. With the basis `all` there is one, which is 0. With `date_day` and `created_day` a bucket is a UTC day, as
 * its number since 1970.
 */
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

export type Count = Statement<{ total: number }>;

/** A statement that returns a count. It names the key of the organization because every statement has to. */
export function totalOf(org: OrgReader, count: SQL): Count {
  return org.rows<{ total: number }>()`select ${count} as total where ${org.key} is not null`;
}

const DAY_MS = 86_400_000;

/** A range of times in ms since 1970. `dateTo` is exclusive. */
interface DateRange {
  dateFrom?: number | undefined;
  dateTo?: number | undefined;
}

/** The counts of a list's days, by which a deep page is found without reading the rows of the days before it. */
interface DayCounts<Filter extends DateRange> {
  key: CountKey;
  basis: "date_day" | "created_day";
  filter: Filter;
  /** The column whose days are counted. */
  column: SQL;
  /** SQL for the ids of the rows that match a filter and the condition `within`. */
  ids: (filter: Filter, direction: Direction, limit: SQL, within: SQL) => SQL;
  /** SQL for how many of the counted rows are in the range of a filter. */
  countByDate: (filter: Filter) => SQL;
}

/**
 * Returns a function for the ids of `size` rows after the first `skip` ones. The counts of the days tell the day on which the page begins, and
 * how many of its rows to skip, so that only rows of one day are read and skipped.
 */
export function idsByDay<Filter extends DateRange>(org: OrgReader, days: DayCounts<Filter>) {
  const { key, basis, filter, column, ids, countByDate } = days;
  return (direction: Direction, size: number, skip: number): SQL => {
    const isAscending = direction === "asc";
    // The day replaces the bound at which the list begins. The counts have all dates, so the rows before that bound are skipped too.
    const [bound, end] = isAscending ? (["dateFrom", "dateTo"] as const) : (["dateTo", "dateFrom"] as const);
    const before = filter[bound] === undefined ? sql`0` : countByDate({ ...filter, [bound]: undefined, [end]: filter[bound] });
    const bucket = sql`(select bucket from start)`;
    const within = sql`and ${column} ${isAscending ? sql`>= ${bucket} * ${DAY_MS}` : sql`< (${bucket} + 1) * ${DAY_MS}`}`;
    const limit = sql`limit ${size} offset coalesce((select into_bucket from start), 0)`;
    return sql`with skipped as materialized (select ${skip} + ${before} as rows),
      start as materialized (select d.bucket, (select rows from skipped) - d.before as into_bucket
        from (select c.bucket, c.total, sum(c.total) over (order by c.bucket ${sql.raw(direction)} rows unbounded preceding) - c.total as before
          from list_counts c where c.organization_id = ${org.key} and c.list = ${key.list} and c.filter = ${key.filter} and c.basis = ${basis}) d
        where d.before <= (select rows from skipped) and d.before + d.total > (select rows from skipped) limit 1)
      ${ids({ ...filter, [bound]: undefined }, direction, limit, within)}`;
  };
}
