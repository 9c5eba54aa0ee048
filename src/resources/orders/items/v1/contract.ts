import * as z from "zod";
import type { ItemSortField } from "../list.sql.ts";
import { type FilterParameters, filterShape } from "../../../../platform/http/input/filters";
import { alias, pageOf, pageQuery, sizeQuery } from "../../../../platform/http/input/query";
import { sortDirectionQuery, sortFieldQuery, sortQuery } from "../../../../platform/http/input/sort-query";
import { camelCased } from "../../../../platform/http/v1-envelope";
import { ITEM_FIELDS, presentItem } from "../../order-view";
import type { ShownItem } from "../../rows.sql.ts";
import { ITEM_FILTERS } from "../filters";

/** An order item in Public V1 (docs/spec/items.md#item-fields): no cost. */
export const PublicOrderItem = z
  .strictObject({
    ...camelCased(ITEM_FIELDS, {
      without: ["external_id", "cancelled_quantity", "tax", "properties", "metadata", "requires_shipping", "hold_reason", "hold_until"],
    }),
    orderId: z.string(),
  })
  .meta({ id: "OrderItem" });

export function presentItemV1(row: ShownItem, zone: string): z.output<typeof PublicOrderItem> {
  const view = presentItem(row, zone);
  return {
    id: view.id,
    orderId: String(view.order_id),
    name: view.name,
    quantity: view.quantity,
    price: view.price,
    customOrderId: view.custom_order_id,
    sku: view.sku,
    customSku: view.custom_sku,
    spu: view.spu,
    status: view.status,
    assignedSupplier: view.assigned_supplier,
    subSupplier: view.sub_supplier,
    material: view.material,
    materialId: view.material_id,
    designUrl: view.design_url,
    trackingCode: view.tracking_code,
    carrier: view.carrier,
    style: view.style,
    type: view.type,
    size: view.size,
    color: view.color,
    variations: view.variations,
    personalization: view.personalization,
    comment: view.comment,
    idService: view.id_service,
    phone: view.phone,
    orderDate: view.order_date,
    storeName: view.store_name,
    isGift: view.is_gift,
    customerName: view.customer_name,
    customerAddress: view.customer_address,
    shipName: view.ship_name,
    shipAddress1: view.ship_address1,
    shipAddress2: view.ship_address2,
    shipCity: view.ship_city,
    shipState: view.ship_state,
    shipZipcode: view.ship_zipcode,
    shipCountry: view.ship_country,
    vatIossNumber: view.vat_ioss_number,
  };
}

/** Path of an item: the decimal string of its row id (docs/spec/items.md#item-ids). Any other text returns 404 Not Found. */
export const ItemPath = z.object({ itemId: z.string().max(255).describe("Id of an order item.") });

/** The sort names of the API and their snake_case aliases (docs/spec/lists-and-filters.md#item-sort). */
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

// A parameter and its aliases share a component: of two enums, a generator could make two types with the same name.
const SortField = sortFieldQuery(SORTS, { documentedDefault: "orderDate" }).meta({ id: "OrderItemSortField" });
const SortDirection = sortDirectionQuery().meta({ id: "SortDirection" });

/** The parameters of sort and page, with all their aliases. */
const SORT_AND_PAGE = {
  sort_by: SortField,
  sortBy: alias(SortField, "sort_by"),
  sort_dir: SortDirection,
  sortDir: alias(SortDirection, "sort_dir"),
  order: alias(SortDirection, "sort_dir"),
  sort: sortQuery(SORTS, { documentedDefault: "orderDate:desc" }),
  ...pageQuery,
  pageSize: alias(sizeQuery(), "page_size"),
  limit: alias(sizeQuery(), "page_size"),
};

/**
 * GET /orderItems, each parameter with its aliases. If several are sent, the first one applies (docs/spec/lists-and-filters.md#item-list).
 */
export const ItemListQuery = z.object({ ...filterShape(ITEM_FILTERS), ...SORT_AND_PAGE }).transform((query) => {
  const { sort_by, sortBy, sort_dir, sortDir, order, sort, page, page_size, pageSize, limit, ...filter } = query as z.output<
    z.ZodObject<typeof SORT_AND_PAGE>
  > &
    FilterParameters;
  return {
    filter,
    sort: {
      field: sort_by ?? sortBy ?? sort?.field ?? ("order_date" as const),
      direction: sort_dir ?? sortDir ?? order ?? sort?.direction ?? ("desc" as const),
    },
    ...pageOf({ page, page_size: page_size ?? pageSize ?? limit }),
  };
});
