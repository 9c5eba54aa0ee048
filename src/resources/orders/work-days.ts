import type { OrgReader } from "../../platform/db/org-db";
import { dayNumber, dayText } from "../../platform/values/zone";

/** Today and the day before it in the organization's time zone, as YYYY-MM-DD. */
export function workDays({ organization, now }: Pick<OrgReader, "organization" | "now">): { today: string; yesterday: string } {
  const today = dayNumber(now, organization.timezone);
  return { today: dayText(today), yesterday: dayText(today - 1) };
}

/** The sort of the lists of orders that are late or to be shipped today: the most overdue first. */
export const SHIP_BY_SORT = "ship_by_date:asc";
