import { type SQL, sql } from "drizzle-orm";
import type { Range } from "../platform/db/list/hour-cover";
import { storeNamed } from "../stores/lookup.sql.ts";
import type { OrgReader } from "../platform/db/org-db";

/** A stretch of calendar days. Its place in a list is the number under which its sums come back. */
export interface Span {
  /** First and last day, YYYY-MM-DD: expenses have days and no times. */
  days: readonly [first: string, last: string];
  /** The same in a zone, ms since 1970. */
  moments: Range;
}

/** Spans to sum over, null being all time, and whose orders and expenses count. */
export interface SumsQuery {
  spans: readonly (Span | null)[];
  /** Id, code or exact name. */
  store?: string | undefined;
  currency?: string | undefined;
  /** Sums of each store, rather than of all of them. */
  byStore: boolean;
}

/** What a query asks of a row `r`, besides its organization and time; begins with "and" where it asks anything. */
export function narrowed(org: OrgReader, { store, currency }: SumsQuery): SQL {
  return sql`${store === undefined ? sql`` : sql`and r.store_id = ${storeNamed(org, store)}`}
    ${currency === undefined ? sql`` : sql`and r.currency = ${currency}`}`;
}

/** SQL of the store that a row `r` is summed under; null where all stores are summed together. */
export function storeOf({ byStore }: SumsQuery): SQL {
  return byStore ? sql`r.store_id` : sql`null`;
}
