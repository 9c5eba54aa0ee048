import { type SQL, sql } from "drizzle-orm";
import { countOf, opposite } from "./list-counts";
import type { OrgReader } from "../org-db";

/** Up to this many rows are always read and sorted. */
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
  /** SQL for the id of the requested store: `filtered_store` in the other SQL. */
  store: SQL;
  /** SQL for how many orders the range has. */
  found: SQL;
  /** SQL for ids and whether each matches the filter, from an index in the order of the sort; up to a LIMIT clause. */
  scan: (direction: "asc" | "desc") => SQL;
  /** SQL for the ids that match, read from the index of the range and sorted, with a LIMIT clause. */
  sortedRange: (limit: SQL) => SQL;
}

/**
 * SQL for the ids of a page of the orders of a range, in an order that the index of the range does not have. A long range is scanned in the
 * order of the sort, from the nearer end, and orders outside the range are skipped. A short range is read and sorted. The counts show which
 * plan reads fewer rows if the range is spread evenly over the sort. If it is not, the scan ends after as many rows as the range has, and
 * the range is read instead. So a page never reads more than about twice the rows of the range.
 */
export function rangePage(org: OrgReader, part: Part, { store, found, scan, sortedRange }: PagePlans): SQL {
  const { direction, size, offset, isAfterCursor } = part;
  const all = countOf(org, { list: "orders", filter: sql`''` });
  // SQLite checks a limit of 0 before it reads anything.
  const scanned = (scanDirection: "asc" | "desc", isChosen: SQL, { count, skipped }: { count: SQL; skipped: SQL }): SQL =>
    sql`select * from (select id from (${scan(scanDirection)} limit (select iif(${isChosen}, found, 0) from plan)) where matches
      limit (select ${count} from plan) offset (select ${skipped} from plan))`;
  return sql`with filtered_store as materialized (select ${store} as id), counts as materialized (select ${found} as found, ${all} as listed),
    plan as materialized (select found, expected, from_end, is_backward, found > ${SMALL_RESULT}
        and found * cast(found as real) > (iif(is_backward, from_end, ${offset}) + expected) * cast(listed as real) as is_scan
      from (select *, max(0, found - ${offset} - expected) as from_end, ${isAfterCursor ? sql`0` : sql`${offset} > max(0, found - ${offset} - expected)`} as is_backward
        from (select *, max(0, min(${size}, found - ${offset})) as expected from counts))),
    scanned as materialized (
      ${scanned(direction, sql`is_scan and not is_backward`, { count: isAfterCursor ? sql`${size}` : sql`expected`, skipped: sql`${offset}` })} union all
      ${scanned(opposite(direction), sql`is_scan and is_backward`, { count: sql`expected`, skipped: sql`from_end` })}),
    is_found as materialized (select is_scan and expected = (select count(*) from scanned) as yes from plan)
    select id from scanned where (select yes from is_found)
    union all select * from (${sortedRange(sql`limit (select iif(yes, 0, ${size}) from is_found) offset ${offset}`)})`;
}
