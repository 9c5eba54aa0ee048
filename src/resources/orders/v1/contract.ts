import * as z from "zod";
import type { OrderSortField } from "../list/sort.sql.ts";
import { numberedQuery } from "../../../platform/http/input/lists";
import { choiceListQuery, IntegerId, pageOf, pageQuery } from "../../../platform/http/input/query";
import { ORDER_FILTERS } from "../list/filters";
import { type CamelCased, camelCased } from "../../../platform/http/v1-envelope";
import { ORDER_STATUSES } from "../order-status";
import { ORDER_FIELDS, type OrderView, presentFields } from "../order-view";
import type { ShownOrder, ShownParts } from "../rows.sql.ts";
import { ORDER_LISTS } from "../text-columns";
import { presentFulfillment } from "../fulfillments/list-fulfillments";
import { presentItemV1, PublicOrderItem } from "../items/v1/contract";
import { Fulfillment } from "../fulfillments/v1/contract";

const nullableText = z.string().nullable();

/** The fields that `?include=` can add (docs/spec/orders.md#include). */
export const INCLUDES = ["status", "number", "external_id", "fulfillments", "version"] as const;
export type Include = (typeof INCLUDES)[number];

/** The fields of an order that Public V1 returns only on request or never. V1 is frozen, so add every new field here. */
const NOT_IN_V1 = [
  "store_id",
  "external_id",
  "number",
  "status",
  "fulfillment_state",
  "version",
  "fees",
  "taxes_included",
  "ship_name",
  "ship_company",
  "ship_by_date",
  "shipping_service",
  "buyer_note",
  "gift_message",
  "source_status",
  ...ORDER_LISTS,
  "assignee",
  "metadata",
  "hold_reason",
  "hold_until",
  "audit_reasons",
] as const satisfies readonly (keyof typeof ORDER_FIELDS)[];

/** An order in Public V1 (docs/spec/orders.md#public-v1-order): no email, payment method, profit or refund amount. */
export const PublicOrder = z
  .strictObject({
    ...camelCased(ORDER_FIELDS, { without: NOT_IN_V1 }),
    items: z.array(PublicOrderItem),
    status: z.enum(ORDER_STATUSES).optional(),
    number: nullableText.optional(),
    external_id: nullableText.optional(),
    fulfillments: z.array(Fulfillment).optional(),
    version: z.int().optional(),
  })
  .meta({ id: "Order" });

/** The fields of an order that V1 always returns. */
function presentFieldsV1(order: ShownOrder): CamelCased<Omit<OrderView, (typeof NOT_IN_V1)[number]>> {
  const view = presentFields(order);
  return {
    id: view.id,
    storeName: view.store_name,
    date: view.date,
    currency: view.currency,
    totalAmount: view.total_amount,
    subtotal: view.subtotal,
    tax: view.tax,
    shippingCost: view.shipping_cost,
    discount: view.discount,
    customerName: view.customer_name,
    customerAddress: view.customer_address,
    shipAddress1: view.ship_address1,
    shipAddress2: view.ship_address2,
    shipCity: view.ship_city,
    shipState: view.ship_state,
    shipZipcode: view.ship_zipcode,
    shipCountry: view.ship_country,
    isGift: view.is_gift,
    isRefunded: view.is_refunded,
    isCaseClosed: view.is_case_closed,
    isLost: view.is_lost,
    requiresAudit: view.requires_audit,
    createdAt: view.created_at,
    updatedAt: view.updated_at,
  };
}

/** An order with its items, as Public V1 returns it. */
export function presentOrderV1(parts: ShownParts, zone: string, includes: readonly Include[] = []): z.output<typeof PublicOrder> {
  const { status, number, external_id, version } = parts.order;
  const optional = { status, number, external_id, fulfillments: parts.fulfillments.map(presentFulfillment), version };
  const includedFields = Object.fromEntries(includes.map((name) => [name, optional[name]]));
  return { ...presentFieldsV1(parts.order), items: parts.items.map((item) => presentItemV1(item, zone)), ...includedFields };
}

export const OrderPath = z.object({ id: IntegerId });

/** The page of a list that is returned whole if no page is requested (docs/spec/pagination.md#optional-pages). */
export const OptionalPageQuery = z
  .object(pageQuery)
  .transform((query) => (query.page === undefined && query.page_size === undefined ? null : pageOf(query)));

/** The sort names of the API and their snake_case aliases (docs/spec/lists-and-filters.md#order-sort). */
const SORTS: Readonly<Record<string, OrderSortField>> = {
  date: "date",
  createdAt: "created_at",
  created_at: "created_at",
  updatedAt: "updated_at",
  updated_at: "updated_at",
  totalAmount: "total_amount",
  total_amount: "total_amount",
  customerName: "customer_name",
  customer_name: "customer_name",
  storeName: "store_name",
  store_name: "store_name",
  status: "status",
  id: "id",
};

/** `?include=status,version`. */
export const IncludeQuery = z.object({
  include: choiceListQuery(INCLUDES, "invalid_include").describe("Fields to add, separated by commas."),
});

/** GET /orders (docs/spec/lists-and-filters.md#order-list). */
export const OrderListQuery = numberedQuery(
  { filters: ORDER_FILTERS, sorts: SORTS, defaultSort: { field: "date", direction: "desc" } },
  IncludeQuery.shape,
);
