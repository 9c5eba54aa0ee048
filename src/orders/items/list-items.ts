import { itemCount } from "./count.sql.ts";
import { type ItemSortField, itemPage } from "./list.sql.ts";
import type { ItemFilter } from "./match.sql.ts";
import type { Sort } from "../../platform/db/list/sort";
import { itemById } from "../select.sql.ts";
import type { OrgReader } from "../../platform/db/org-db";
import type { ItemRow } from "../rows.sql.ts";
import { notFound } from "../../platform/refusal";
import { askedWords } from "../../platform/db/text/search-words";
import { dayNumber, endOfDay, startOfDay } from "../../platform/values/zone";
import { readItemStatus } from "./item-status";

/** Filters of an item list as a caller words them; the dates are days, both inclusive (docs/spec/lists-and-filters.md#date-filters). */
export interface ItemQuery {
  search?: string | undefined;
  status?: string | undefined;
  store?: string | undefined;
  supplier?: string | undefined;
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
  timezone?: string | undefined;
  missingSku?: boolean | undefined;
  missingDesign?: boolean | undefined;
  missingCost?: boolean | undefined;
  /** Still has to be made and has no SKU; asked without other filters. */
  needsSku?: boolean | undefined;
}

function itemFilter(org: OrgReader, query: ItemQuery): ItemFilter {
  const zone = query.timezone ?? org.organization.timezone;
  const filter: ItemFilter = {};
  if (query.search !== undefined) filter.match = askedWords(org.organization.id, query.search);
  if (query.status !== undefined) filter.status = readItemStatus(query.status);
  if (query.store !== undefined) filter.store = query.store;
  if (query.supplier !== undefined) filter.supplier = query.supplier;
  // In the organization's own zone a day is the day that an item is listed under; in another, its moments decide.
  const { timezone } = org.organization;
  if (query.dateFrom !== undefined) {
    const from = startOfDay(query.dateFrom, zone);
    filter.firstDay = dayNumber(from, timezone);
    if (zone !== timezone) filter.from = from;
  }
  if (query.dateTo !== undefined) {
    const to = endOfDay(query.dateTo, zone);
    filter.lastDay = dayNumber(to - 1, timezone);
    if (zone !== timezone) filter.to = to;
  }
  for (const flag of ["missingSku", "missingDesign", "missingCost", "needsSku"] as const) if (query[flag] === true) filter[flag] = true;
  return filter;
}

/** A numbered page of items and how many there are; one trip. */
export async function listItems(
  org: OrgReader,
  query: ItemQuery,
  sort: Sort<ItemSortField>,
  page: number,
  size: number,
): Promise<{ items: ItemRow[]; total: number }> {
  const filter = itemFilter(org, query);
  if (filter.match === null) return { items: [], total: 0 };
  const [items, counts] = await org.read(itemPage(org, filter, sort, page, size), itemCount(org, filter));
  return { items, total: counts[0]?.total ?? 0 };
}

/** One item; 404 where this organization has none with that id. */
export async function readItem(org: OrgReader, id: number): Promise<ItemRow> {
  const [[item]] = await org.read(itemById(org, id));
  if (item === undefined) throw notFound();
  return item;
}
