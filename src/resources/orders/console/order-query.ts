import * as z from "zod";
import { ORDER_FILTERS, type OrderFilterValues } from "../list/filters";
import type { OrderSortField } from "../list/sort.sql.ts";
import { SHIP_BY_SORT } from "../work-days";
import type { Sort } from "../../../platform/db/list/sort";
import { type FilterParameters, readFilter } from "../../../platform/http/input/filters";
import type { OrgReader } from "../../../platform/db/org-db";
import { numberedQuery } from "../../../platform/http/input/lists";
import { parseForm } from "../../../console/form";

/** Characters of the query of a list that another page keeps. */
export const MAX_LIST_QUERY_LENGTH = 4000;

const SORTS = {
  date: "date",
  created_at: "created_at",
  updated_at: "updated_at",
  total_amount: "total_amount",
  customer_name: "customer_name",
  store_name: "store_name",
  status: "status",
  ship_by_date: "ship_by_date",
} as const satisfies Record<string, OrderSortField>;

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
  [SHIP_BY_SORT, "Ship by, earliest first"],
];

/** The label of a sort. Returns an unknown sort unchanged. */
export function sortLabel(sort: string): string {
  return SORT_CHOICES.find(([value]) => value === sort)?.[1] ?? sort;
}

const DEFAULT_SORT: Sort<OrderSortField> = { field: "date", direction: "desc" };

/** Reads the field of the metadata filter, which has a key and its value, such as `batch=7`. */
function readPair(query: unknown, ctx: z.core.$RefinementCtx): unknown {
  const { metadata, ...others } = query as Readonly<Record<string, unknown>>;
  if (typeof metadata !== "string") return query;
  const text = metadata.trim();
  if (text === "") return others;
  const [key = "", ...values] = text.split("=");
  if (values.length === 0) {
    const message = "Enter a key and its value, for example batch=7.";
    ctx.addIssue({ code: "custom", message, params: { code: "invalid_format" }, path: ["metadata"], input: metadata });
  }
  return { ...others, metadata: { [key.trim()]: values.join("=") } };
}

/** The order list's query: the filters of v2, a sort and a page. */
export const OrderListQuery = z.preprocess(
  readPair,
  numberedQuery({ api: "v2", filters: ORDER_FILTERS, sorts: SORTS, defaultSort: DEFAULT_SORT }),
);

export type OrderListParams = z.output<typeof OrderListQuery>;

/** Parses the list's query from a URL that the router has not parsed. Throws 400 Bad Request for an invalid query. */
export function parseOrderListQuery(search: URLSearchParams): OrderListParams {
  return parseForm(OrderListQuery, Object.fromEntries(search));
}

/** The values of a list's filters. Every member sees contact data on the page of an order, so the search finds orders by it. */
export function readOrderFilter(org: OrgReader, parameters: FilterParameters): OrderFilterValues {
  return readFilter(ORDER_FILTERS, org, parameters, { readsContacts: true });
}
