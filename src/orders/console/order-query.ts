import type * as z from "zod";
import { ORDER_FILTERS } from "../list/filters";
import type { OrderSortField } from "../list/sort.sql.ts";
import { numberedQuery } from "../../platform/http/input/lists";
import { parseForm } from "../../console/form";

/** The sort fields of the list, by the API's names. */
const SORTS = {
  date: "date",
  created_at: "created_at",
  updated_at: "updated_at",
  total_amount: "total_amount",
  customer_name: "customer_name",
  store_name: "store_name",
  status: "status",
} as const satisfies Record<string, OrderSortField>;

/** The sort options with their labels. */
export const SORT_CHOICES: readonly (readonly [value: string, label: string])[] = [
  ["date:desc", "Newest first"],
  ["date:asc", "Oldest first"],
  ["created_at:desc", "Recently created first"],
  ["updated_at:desc", "Recently changed first"],
  ["total_amount:desc", "Highest total first"],
  ["total_amount:asc", "Lowest total first"],
  ["customer_name:asc", "Customer, A to Z"],
  ["store_name:asc", "Store, A to Z"],
  ["status:asc", "Status, A to Z"],
];

/** The order list's query: the filters of v2, a sort and a page. */
export const OrderListQuery = numberedQuery({
  api: "v2",
  filters: ORDER_FILTERS,
  sorts: SORTS,
  defaultSort: { field: "date", direction: "desc" },
});

export type OrderListParams = z.output<typeof OrderListQuery>;

/** Parses the list's query from a URL that the router has not parsed. Throws 400 Bad Request for an invalid query. */
export function parseOrderListQuery(search: URLSearchParams): OrderListParams {
  return parseForm(OrderListQuery, Object.fromEntries(search));
}
