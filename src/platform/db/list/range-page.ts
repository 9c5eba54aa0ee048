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
  const listed = countOf(org, { list: "orders", filter: sql`''` });
  const expected = sql`max(0, min(${size}, found - ${offset}))`;
  const fromEnd = sql`max(0, found - ${offset} - expected)`;
  // Behind a cursor, the rows before the page are not counted, so only the scan from the cursor finds it.
  const isBackward = isAfterCursor ? sql`0` : sql`${offset} > ${fromEnd}`;
  const skipped = sql`iif(is_backward, from_end, ${offset})`;
  // Spread evenly, one of `listed / found` scanned rows is in the range. Reading the range reads `found` rows.
  const isScan = sql`found > ${SMALL_RESULT} and found * cast(found as real) > (${skipped} + expected) * cast(listed as real)`;
  const plan = sql`select found, expected, from_end, is_backward, ${isScan} as is_scan
    from (select *, ${fromEnd} as from_end, ${isBackward} as is_backward from (select *, ${expected} as expected from counts))`;
  // SQLite checks a limit of 0 before it reads anything, so only the scan in the chosen direction reads rows.
  const scanIf = (isChosen: SQL, from: "asc" | "desc", page: { size: SQL; offset: SQL }): SQL =>
    sql`select * from (select id from (${scan(from)} limit (select iif(${isChosen}, found, 0) from plan)) where matches
      limit (select ${page.size} from plan) offset (select ${page.offset} from plan))`;
  const forward = { size: isAfterCursor ? sql`${size}` : sql`expected`, offset: sql`${offset}` };
  const backward = { size: sql`expected`, offset: sql`from_end` };
  return sql`with filtered_store as materialized (select ${store} as id),
    counts as materialized (select ${found} as found, ${listed} as listed),
    plan as materialized (${plan}),
    scanned as materialized (${scanIf(sql`is_scan and not is_backward`, direction, forward)}
      union all ${scanIf(sql`is_scan and is_backward`, opposite(direction), backward)}),
    is_found as materialized (select is_scan and expected = (select count(*) from scanned) as yes from plan)
    select id from scanned where (select yes from is_found)
    union all select * from (${sortedRange(sql`limit (select iif(yes, 0, ${size}) from is_found) offset ${offset}`)})`;
}
