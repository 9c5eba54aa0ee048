import type { OrgReader } from "../../platform/db/org-db";
import type { OrderFilter } from "./match.sql.ts";
import { askedWords } from "../../platform/db/text/search-words";
import { endOfDay, readMoment, startOfDay } from "../../platform/values/zone";

/** Filters of an order list as a caller words them; times are texts that `timezone` may be needed to read. */
export interface OrderQuery {
  q?: string | undefined;
  status?: string | undefined;
  store?: string | undefined;
  supplier?: string | undefined;
  externalId?: string | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
  updatedAfter?: string | undefined;
  /** Days of order dates, YYYY-MM-DD, both inclusive. */
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
  /** IANA name; else the organization's. */
  timezone?: string | undefined;
  missingSku?: boolean | undefined;
  missingDesign?: boolean | undefined;
}

/** The filter that a query means in this organization. */
export function orderFilter(org: OrgReader, query: OrderQuery): OrderFilter {
  const zone = query.timezone ?? org.organization.timezone;
  const filter: OrderFilter = {};
  if (query.q !== undefined) filter.match = askedWords(org.organization.id, query.q);
  if (query.status !== undefined) filter.status = query.status;
  if (query.store !== undefined) filter.store = query.store;
  if (query.supplier !== undefined) filter.supplier = query.supplier;
  if (query.externalId !== undefined) filter.externalId = query.externalId;
  if (query.dateFrom !== undefined) filter.dateFrom = startOfDay(query.dateFrom, zone);
  if (query.dateTo !== undefined) filter.dateTo = endOfDay(query.dateTo, zone);
  if (query.missingSku === true) filter.missingSku = true;
  if (query.missingDesign === true) filter.missingDesign = true;
  const times = { createdAfter: query.createdAfter, createdBefore: query.createdBefore, updatedAfter: query.updatedAfter };
  for (const [name, text] of Object.entries(times)) {
    if (text === undefined) continue;
    // The first and the last day that there are lie, in some zones, partly outside what is stored; as UTC they lie inside.
    const moment = readMoment(text, zone) ?? readMoment(text, "UTC");
    if (moment !== null) filter[name as keyof typeof times] = moment;
  }
  return filter;
}
