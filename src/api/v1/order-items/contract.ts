import * as z from "zod";
import type { ItemSortField } from "../../../db/item-list";
import { isDay, isZone } from "../../../domain/zone";
import { booleanQuery, integerQuery, parsedQuery, readSort, textQuery } from "../../../http/query";

const nullableText = z.string().nullable();

/** An order item in Public V1 (interface, PublicOrderItem): no cost. */
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

/** Path of an item: the decimal string of its row id (decisions C20); any other text names nothing. */
export const ItemPath = z.object({ itemId: z.string().max(255) });

/** Sort names, the wire's and their snake_case aliases (decisions E3). */
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
const dayQuery = () => parsedQuery((text) => (isDay(text) ? text : null), "Expected a date, YYYY-MM-DD.", "invalid_date");
const fieldQuery = () => parsedQuery((text) => (Object.hasOwn(SORTS, text) ? (SORTS[text] ?? null) : null), SORT_FIELD, "invalid_sort");
const directionQuery = () =>
  parsedQuery(
    (text) => {
      const folded = text.toLowerCase();
      return folded === "asc" || folded === "desc" ? folded : null;
    },
    "Expected asc or desc.",
    "invalid_sort",
  );

/** GET /orderItems, each parameter with its aliases; the first named wins (decisions E2, E5). */
export const ItemListQuery = z
  .object({
    search: textQuery(200),
    q: textQuery(200),
    status: textQuery(64),
    store_name: textQuery(),
    storeName: textQuery(),
    store: textQuery(),
    store_id: textQuery(),
    date_from: dayQuery(),
    dateFrom: dayQuery(),
    start_date: dayQuery(),
    startDate: dayQuery(),
    date_to: dayQuery(),
    dateTo: dayQuery(),
    end_date: dayQuery(),
    endDate: dayQuery(),
    timezone: parsedQuery((name) => (isZone(name) ? name : null), "Expected an IANA timezone name.", "invalid_timezone"),
    supplier_id: textQuery(),
    supplier: textQuery(),
    missingSku: booleanQuery(),
    missingDesign: booleanQuery(),
    missingCost: booleanQuery(),
    sort_by: fieldQuery(),
    sortBy: fieldQuery(),
    sort_dir: directionQuery(),
    sortDir: directionQuery(),
    order: directionQuery(),
    sort: parsedQuery((text) => readSort(text, SORTS), `${SORT_FIELD.slice(0, -1)}, as field:asc or field:desc.`, "invalid_sort"),
    page: integerQuery(1, 100_000),
    page_size: integerQuery(1, 200),
    pageSize: integerQuery(1, 200),
    limit: integerQuery(1, 200),
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
