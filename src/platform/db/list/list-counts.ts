import { type SQL, sql } from "drizzle-orm";
import type { OrgReader } from "../org-db";
import type { Statement } from "../statement";

/** A count in list_counts: all rows of a list that match one filter or none. */
export interface Counted {
  list: "orders" | "items";
  /** As list_counts names it; null, in SQL, finds nothing. */
  filter: SQL;
}

/** The buckets [from, to) of a basis. */
interface Buckets {
  basis: string;
  from: number;
  to: number;
}

const ALL: Buckets = { basis: "all", from: 0, to: 1 };

/** Rows in some buckets; by default all of them. */
export function countOf(org: OrgReader, { list, filter }: Counted, { basis, from, to } = ALL): SQL {
  return sql`(select coalesce(sum(c.total), 0) from list_counts c where c.organization_id = ${org.key} and c.list = ${list}
    and c.filter = ${filter} and c.basis = ${basis} and c.bucket >= ${from} and c.bucket < ${to})`;
}

/** The sum of several counts. */
export function totalOf(org: OrgReader, counts: SQL[]): Statement<{ total: number }> {
  return org.rows<{ total: number }>()`select ${sql.join([sql`0`, ...counts], sql` + `)} as total where ${org.key} is not null`;
}

/** Where a page begins, in the order of a list. */
interface PageStart {
  basis: string;
  direction: "asc" | "desc";
  /** A number, or SQL that yields it. */
  offset: number | SQL;
  /** The first and the last bucket that the list has. */
  first?: number | undefined;
  last?: number | undefined;
}

/** Beyond the days of all dates that can be stored. */
export const [BEFORE_ALL, AFTER_ALL] = [-1, 3_000_000];

/**
 * SQL of the table `start`, for the WITH of a page that begins `offset` rows into what is counted: the bucket in which it
 * begins, and how many rows of that come before it. Buckets are added up from the nearer end of the list until they hold the
 * offset, so that only rows of the page's own bucket are passed over. Empty where the list ends before.
 */
export function startOfPage(org: OrgReader, counted: Counted, { basis, direction, offset, first, last }: PageStart): SQL {
  const all =
    first === undefined && last === undefined
      ? countOf(org, counted)
      : countOf(org, counted, { basis, from: first ?? BEFORE_ALL, to: (last ?? AFTER_ALL) + 1 });
  const summed = (way: "asc" | "desc"): SQL => sql`(select c.bucket, c.total, sum(c.total) over
      (order by c.bucket ${sql.raw(way)} rows unbounded preceding) - c.total as before from list_counts c
      where c.organization_id = ${org.key} and c.list = ${counted.list} and c.filter = ${counted.filter} and c.basis = ${basis}
        and c.bucket between ${first ?? BEFORE_ALL} and ${last ?? AFTER_ALL})`;
  const behind = sql`((select rows from listed) - ${offset})`;
  // A branch that is not taken has a limit of 0, which SQLite tests before it reads anything.
  return sql`listed as materialized (select ${all} as rows),
    start as materialized (
      select * from (select d.bucket, ${offset} - d.before as into_bucket from ${summed(direction)} d
        where d.before <= ${offset} and d.before + d.total > ${offset} limit (select ${offset} * 2 <= rows from listed))
      union all
      select * from (select d.bucket, d.total + d.before - ${behind} from ${summed(opposite(direction))} d
        where d.before < ${behind} and d.before + d.total >= ${behind} limit (select ${offset} * 2 > rows and ${offset} < rows from listed)))`;
}

interface NearerEnd {
  direction: "asc" | "desc";
  size: number;
  offset: number;
  /** SQL of ids in either direction, up to a LIMIT clause. */
  ids: (direction: "asc" | "desc", limit: SQL) => SQL;
}

/** SQL of the ids of a page that can only be reached by skipping rows, from the nearer end of the list. */
export function pageFromNearerEnd(org: OrgReader, counted: Counted, { direction, size, offset, ids }: NearerEnd): SQL {
  const left = sql`(select rows - ${offset} from listed)`;
  return sql`with listed as materialized (select ${countOf(org, counted)} as rows)
    select * from (${ids(direction, sql`limit iif(${left} >= ${offset}, ${size}, 0) offset ${offset}`)}) union all
    select * from (${ids(opposite(direction), sql`limit iif(${left} < ${offset}, max(0, min(${size}, ${left})), 0) offset max(0, ${left} - ${size})`)})`;
}

export const opposite = (direction: "asc" | "desc"): "asc" | "desc" => (direction === "asc" ? "desc" : "asc");
