import * as z from "zod";
import { orderFilterQuery } from "../list/filter-query";
import type { OrderSortField } from "../list/sort.sql.ts";
import type { Sort } from "../../platform/db/list/sort";
import type { OrderFilter } from "../list/match.sql.ts";
import type { OrgReader } from "../../platform/db/org-db";
import { orderFilter } from "../list/filters";
import { pageQuery, sortQuery } from "../../platform/http/input/query";
import { parseForm } from "../../console/form";

/** What the list can be sorted by, under the API's names. */
const SORTS = {
  date: "date",
  created_at: "created_at",
  updated_at: "updated_at",
  total_amount: "total_amount",
  customer_name: "customer_name",
  store_name: "store_name",
  status: "status",
} as const satisfies Record<string, OrderSortField>;

/** The order list's query: the API's filters, a sort and a page. */
export const OrderListQuery = z.object({ ...orderFilterQuery, sort: sortQuery(SORTS, "date:desc"), ...pageQuery });

export type OrderListAsked = z.output<typeof OrderListQuery>;

/** Reads the list's query from an address that the router has not read. Throws 400 for one that no list has. */
export function askedIn(search: URLSearchParams): OrderListAsked {
  return parseForm(OrderListQuery, Object.fromEntries(search));
}

/** How the list is sorted where nothing is said. */
export const USUAL_SORT: Sort<OrderSortField> = { field: "date", direction: "desc" };

/** The filter that the list's query means in this organization. */
export function filterIn(org: OrgReader, query: OrderListAsked): OrderFilter {
  return orderFilter(org, {
    q: query.q ?? query.search,
    status: query.status,
    store: query.store_id,
    supplier: query.supplier_id,
    createdAfter: query.created_after,
    createdBefore: query.created_before,
    updatedAfter: query.updated_after,
    dateFrom: query.date_from,
    dateTo: query.date_to,
    timezone: query.timezone,
    missingSku: query.missingSku,
    missingDesign: query.missingDesign,
  });
}
