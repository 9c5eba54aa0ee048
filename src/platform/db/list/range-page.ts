import { type SQL, sql } from "drizzle-orm";
import { countOf, opposite } from "./list-counts";
import type { OrgReader } from "../org-db";

/** Orders that are read and sorted in any case. */
const SMALL_RESULT = 100;

/** The part of a sorted list to read. */
interface Part {
  direction: "asc" | "desc";
  size: number;
  offset: number;
  isAfterCursor: boolean;
}

/** What the statement looks up first, and the SQL of both plans for a page. */
interface PagePlans {
  /** SQL of the id of the requested store: `filtered_store` in the other SQL. */
  store: SQL;
  /** SQL of how many orders the range has. */
  found: SQL;
  /** SQL of ids and whether each matches the filter, from an index in the order of the sort; up to a LIMIT clause. */
  walked: (direction: "asc" | "desc") => SQL;
  /** SQL of the ids that match, read from the index of the range and sorted, with a LIMIT clause. */
  read: (limit: SQL) => SQL;
}

/**
 * SQL of the ids of a page of the orders of a range, in an order that the index of the range does not have. A long range is walked in the
 * order of the sort, from the nearer end, and orders outside the range are passed over. A short range is read and sorted. The counts
 * tell which reads fewer rows if the range is spread evenly over the sort. If it is not, the walk ends after as many rows as the
 * range has, and the range is read instead. So a page never reads more than about twice what the range holds.
 */
export function rangePage(org: OrgReader, part: Part, { store, found, walked, read }: PagePlans): SQL {
  const { direction, size, offset, isAfterCursor } = part;
  const all = countOf(org, { list: "orders", filter: sql`''` });
  // A limit of 0 is tested before anything is read.
  const walk = (way: "asc" | "desc", isTaken: SQL, { count, skipped }: { count: SQL; skipped: SQL }): SQL =>
    sql`select * from (select id from (${walked(way)} limit (select iif(${isTaken}, found, 0) from plan)) where matches
      limit (select ${count} from plan) offset (select ${skipped} from plan))`;
  return sql`with filtered_store as materialized (select ${store} as id), counts as materialized (select ${found} as found, ${all} as listed),
    plan as materialized (select found, expected, from_end, is_backward, found > ${SMALL_RESULT}
        and found * cast(found as real) > (iif(is_backward, from_end, ${offset}) + expected) * cast(listed as real) as is_walked
      from (select *, max(0, found - ${offset} - expected) as from_end, ${isAfterCursor ? sql`0` : sql`${offset} > max(0, found - ${offset} - expected)`} as is_backward
        from (select *, max(0, min(${size}, found - ${offset})) as expected from counts))),
    walked as materialized (
      ${walk(direction, sql`is_walked and not is_backward`, { count: isAfterCursor ? sql`${size}` : sql`expected`, skipped: sql`${offset}` })} union all
      ${walk(opposite(direction), sql`is_walked and is_backward`, { count: sql`expected`, skipped: sql`from_end` })}),
    is_found as materialized (select is_walked and expected = (select count(*) from walked) as yes from plan)
    select id from walked where (select yes from is_found)
    union all select * from (${read(sql`limit (select iif(yes, 0, ${size}) from is_found) offset ${offset}`)})`;
}
