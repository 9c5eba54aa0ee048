import * as z from "zod";
import type { ItemSortField } from "../list.sql.ts";
import {
  alias,
  booleanQuery,
  integerQuery,
  pageQuery,
  parsedQuery,
  readSort,
  sortPattern,
  spelledQuery,
  textQuery,
} from "../../../platform/http/input/query";
import { dayQuery, zoneQuery } from "../../../platform/http/input/time-query";
import { ORDER_WORDS } from "../../list/filter-query";

const nullableText = z.string().nullable();

/** An order item in Public V1 (docs/spec/items.md#item-fields): no cost. */
export const PublicOrderItem = z
  .strictObject({
    id: z.string(),
    orderId: z.string(),
    name: z.string(),
    quantity: z.int(),
    price: z.number(),
    customOrderId: nullableText,
    sku: nullableText,
    customSku: nullableText,
    spu: nullableText,
    status: nullableText,
    assignedSupplier: nullableText,
    subSupplier: nullableText,
    material: nullableText,
    materialId: nullableText,
    designUrl: nullableText,
    trackingCode: nullableText,
    carrier: nullableText,
    style: nullableText,
    type: nullableText,
    size: nullableText,
    color: nullableText,
    variations: nullableText,
    personalization: nullableText,
    comment: nullableText,
    idService: nullableText,
    phone: nullableText,
    orderDate: nullableText,
    storeName: nullableText,
    isGift: z.boolean().nullable(),
    customerName: nullableText,
    customerAddress: nullableText,
    shipName: nullableText,
    shipAddress1: nullableText,
    shipAddress2: nullableText,
    shipCity: nullableText,
    shipState: nullableText,
    shipZipcode: nullableText,
    shipCountry: nullableText,
    vatIossNumber: nullableText,
  })
  .meta({ id: "OrderItem" });

/** Path of an item: the decimal string of its row id (docs/spec/items.md#item-ids); any other text names nothing. */
export const ItemPath = z.object({ itemId: z.string().max(255).describe("Id of an order item.") });

/** Sort names, the wire's and their snake_case aliases (docs/spec/lists-and-filters.md#item-sort). */
const SORTS: Readonly<Record<string, ItemSortField>> = {
  orderDate: "order_date",
  order_date: "order_date",
  date: "order_date",
  id: "id",
  orderId: "order_id",
  order_id: "order_id",
  name: "name",
  sku: "sku",
  status: "status",
  storeName: "store_name",
  store_name: "store_name",
  quantity: "quantity",
  price: "price",
  createdAt: "created_at",
  created_at: "created_at",
  updatedAt: "updated_at",
  updated_at: "updated_at",
};

const SORT_FIELD = `Expected one of ${Object.keys(SORTS).join(", ")}.`;
const DIRECTIONS = ["asc", "desc"] as const;
const fieldQuery = () =>
  parsedQuery(
    (text) => (Object.hasOwn(SORTS, text) ? (SORTS[text] ?? null) : null),
    SORT_FIELD,
    "invalid_sort",
    Object.keys(SORTS).join("|"),
  ).describe(`The sort field: ${Object.keys(SORTS).join(", ")}. Default: \`orderDate\`.`);
const directionQuery = () =>
  spelledQuery(DIRECTIONS, "invalid_sort", (text) => DIRECTIONS.find((name) => name === text.toLowerCase()) ?? null).describe(
    "`asc` or `desc`. Default: `desc`.",
  );

/** GET /orderItems, each parameter with its aliases; the first named wins (docs/spec/lists-and-filters.md#item-list). */
export const ItemListQuery = z
  .object({
    search: textQuery(200).describe(ORDER_WORDS),
    q: alias(textQuery(200), "search"),
    status: textQuery(64).describe("A status, in any case."),
    store_name: textQuery().describe("Id, code or exact name of a store; an unknown store has no items."),
    storeName: alias(textQuery(), "store_name"),
    store: alias(textQuery(), "store_name"),
    store_id: alias(textQuery(), "store_name"),
    date_from: dayQuery().describe("First day of order dates, included."),
    dateFrom: alias(dayQuery(), "date_from"),
    start_date: alias(dayQuery(), "date_from"),
    startDate: alias(dayQuery(), "date_from"),
    date_to: dayQuery().describe("Last day of order dates, included."),
    dateTo: alias(dayQuery(), "date_to"),
    end_date: alias(dayQuery(), "date_to"),
    endDate: alias(dayQuery(), "date_to"),
    timezone: zoneQuery(),
    supplier_id: textQuery().describe("Exact name of a supplier or sub-supplier."),
    supplier: alias(textQuery(), "supplier_id"),
    missingSku: booleanQuery().describe("Only live items without a SKU."),
    missingDesign: booleanQuery().describe("Only live items without a design file."),
    missingCost: booleanQuery().describe("Only live items without a cost."),
    sort_by: fieldQuery(),
    sortBy: alias(fieldQuery(), "sort_by"),
    sort_dir: directionQuery(),
    sortDir: alias(directionQuery(), "sort_dir"),
    order: alias(directionQuery(), "sort_dir"),
    sort: parsedQuery(
      (text) => readSort(text, SORTS),
      `${SORT_FIELD.slice(0, -1)}, as field:asc or field:desc.`,
      "invalid_sort",
      sortPattern(SORTS),
    ),
    ...pageQuery,
    pageSize: alias(integerQuery(1, 200), "page_size"),
    limit: alias(integerQuery(1, 200), "page_size"),
  })
  .transform((query) => ({
    filter: {
      search: query.search ?? query.q,
      status: query.status,
      store: query.store_name ?? query.storeName ?? query.store ?? query.store_id,
      supplier: query.supplier_id ?? query.supplier,
      dateFrom: query.date_from ?? query.dateFrom ?? query.start_date ?? query.startDate,
      dateTo: query.date_to ?? query.dateTo ?? query.end_date ?? query.endDate,
      timezone: query.timezone,
      missingSku: query.missingSku,
      missingDesign: query.missingDesign,
      missingCost: query.missingCost,
    },
    sort: {
      field: query.sort_by ?? query.sortBy ?? query.sort?.field ?? ("order_date" as const),
      direction: query.sort_dir ?? query.sortDir ?? query.order ?? query.sort?.direction ?? ("desc" as const),
    },
    page: query.page ?? 1,
    size: query.page_size ?? query.pageSize ?? query.limit ?? 50,
  }));
