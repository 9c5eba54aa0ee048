import { type SQL, sql } from "drizzle-orm";
import { countOf } from "../../../platform/db/list/list-counts";
import type { Walk } from "../../../platform/db/list/page-plan";
import type { OrgReader } from "../../../platform/db/org-db";
import { countByCreation } from "./count.sql.ts";
import type { OrderFilterValues } from "./filters";
import { conditions, dateIndexOf } from "./match.sql.ts";
import { afterPosition, type List } from "./sort.sql.ts";

const DAY_MS = 86_400_000;

/**
 * A walk through the orders by date that skips days, and hours of a day, whose orders cannot have been created in the range of a filter. order_days
 * has bounds of the creation times of each day, and of their lag: `created_at` minus `date`.
 */
export function creationWalk(list: List): Walk {
  const { org, filter } = list;
  const { createdAfter, createdBefore, ...others } = filter;
  const { days, begin, end } = walkedDays(list);
  return {
    found: countByCreation({ org, filter: {} }, { createdAfter, createdBefore }),
    listed: countOf(org, { list: "orders", filter: sql`''` }),
    rowCost: 1,
    scan: (scanDirection, limit) => {
      const direction = sql.raw(scanDirection);
      return sql`select o.id, (1 ${conditions(list)}) as matches
        from order_days d cross join orders o indexed by ${dateIndexOf(filter)}
        where ${days} and o.date >= ${begin} and o.date < ${end} and o.organization_id = ${org.key} ${conditions({ org, filter: others })} ${afterPosition(list)}
        order by d.day ${direction}, o.date ${direction}, o.id ${direction} ${limit}`;
    },
  };
}

/** SQL for the days `d` that the walk visits, and for the part of a day whose orders can have been created in the range. */
function walkedDays({ org, filter, sort, after }: List): { days: SQL; begin: SQL; end: SQL } {
  const { createdAfter, createdBefore, dateFrom, dateTo } = filter;
  const dayOf = (date: number): number => Math.floor(date / DAY_MS);
  const days = [sql`d.organization_id = ${org.key}`];
  if (createdAfter !== undefined) days.push(sql`d.last_created > ${createdAfter}`);
  if (createdBefore !== undefined) days.push(sql`d.first_created < ${createdBefore}`);
  if (dateFrom !== undefined) days.push(sql`d.day >= ${dayOf(dateFrom)}`);
  if (dateTo !== undefined) days.push(sql`d.day <= ${dayOf(dateTo)}`);
  if (after !== null) days.push(sql`d.day ${sort.direction === "asc" ? sql`>=` : sql`<=`} ${dayOf(after[0])}`);
  const [first, last] = [sql`d.day * ${DAY_MS}`, sql`(d.day + 1) * ${DAY_MS}`];
  return {
    days: sql.join(days, sql` and `),
    begin: createdAfter === undefined ? first : sql`max(${first}, ${createdAfter} - d.greatest_lag)`,
    end: createdBefore === undefined ? last : sql`min(${last}, ${createdBefore} - d.least_lag)`,
  };
}

/** SQL for a condition on the creation times of orders `o` in a range of dates, from the bounds that order_days has for these days. */
export function createdOnDates(org: OrgReader, { dateFrom, dateTo }: OrderFilterValues): SQL {
  if (dateFrom === undefined && dateTo === undefined) return sql``;
  const [first, last] = [dateFrom ?? 0, dateTo ?? Number.MAX_SAFE_INTEGER].map((date) => Math.floor(date / DAY_MS));
  const ofDays = (value: SQL): SQL =>
    sql`(select ${value} from order_days d where d.organization_id = ${org.key} and d.day between ${first} and ${last})`;
  return sql`and o.created_at between ${ofDays(sql`min(d.first_created)`)} and ${ofDays(sql`max(d.last_created)`)}`;
}
