import * as z from "zod";
import type { ShownItem, ShownOrder, ShownParts } from "./rows.sql.ts";
import { ORDER_FLAGS } from "./ingest/incoming-order";
import { MONEY_FIELDS } from "./order-amounts";
import { ORDER_STATUSES } from "./order-status";
import { ORDER_LISTS, SHIP_ADDRESS } from "./text-columns";
import { toAmount } from "../platform/values/money";
import { columnReaders, type Readers, recordOf, viewer } from "../platform/values/record";
import { dayText, momentText } from "../platform/values/zone";

const nullableText = z.string().nullable();
const nullableFlag = z.boolean().nullable();
const moment = z.iso.datetime();
const shipAddress = recordOf(SHIP_ADDRESS, () => nullableText);

/**
 * The fields of an order that responses contain: no email, phone, payment method, profit or refund amount
 * (docs/spec/resources.md#curated-responses). The schemas of v1 and v2 and the CSV export are derived from them.
 */
export const ORDER_FIELDS = {
  id: z.int(),
  store_id: z.int(),
  store_name: z.string(),
  external_id: nullableText,
  number: nullableText,
  status: z.enum(ORDER_STATUSES),
  version: z.int(),
  date: moment,
  currency: z.string(),
  total_amount: z.number(),
  subtotal: z.number(),
  tax: z.number(),
  shipping_cost: z.number(),
  discount: z.number(),
  fees: z.number().nullable().describe("Fees that the customer paid, as part of total_amount. null if unknown."),
  taxes_included: nullableFlag.describe("Whether the amounts include the tax. null if unknown."),
  customer_name: nullableText,
  customer_address: nullableText,
  ship_name: nullableText.describe("The recipient."),
  ship_company: nullableText,
  ...shipAddress,
  ship_by_date: z.iso.date().nullable(),
  shipping_service: nullableText,
  source_status: nullableText.describe("The status of the order at its source."),
  discount_codes: z.array(z.string()),
  tags: z.array(z.string()),
  assignee: nullableText.describe("The colleague who handles the order."),
  is_gift: nullableFlag,
  is_refunded: nullableFlag,
  is_case_closed: nullableFlag,
  is_lost: nullableFlag,
  requires_audit: nullableFlag,
  created_at: moment,
  updated_at: moment,
};

/** The fields of an order that Public V1 returns only on request or never. V1 is frozen, so add every new field here. */
export const NOT_IN_V1 = [
  "store_id",
  "external_id",
  "number",
  "status",
  "version",
  "fees",
  "taxes_included",
  "ship_name",
  "ship_company",
  "ship_by_date",
  "shipping_service",
  "source_status",
  ...ORDER_LISTS,
  "assignee",
] as const satisfies readonly (keyof typeof ORDER_FIELDS)[];

/** The customer's contact data. Only a single order has it, with the scope `customers:read`. */
export const CONTACT_FIELDS = {
  customer_email: nullableText.describe("Only with the scope customers:read."),
  customer_phone: nullableText.describe("Only with the scope customers:read."),
};

/** The fields of an item that responses contain: no cost. */
export const ITEM_FIELDS = {
  id: z.string(),
  order_id: z.string(),
  name: z.string(),
  quantity: z.int(),
  price: z.number(),
  external_id: nullableText,
  custom_order_id: nullableText,
  sku: nullableText,
  custom_sku: nullableText,
  spu: nullableText,
  status: nullableText,
  assigned_supplier: nullableText,
  sub_supplier: nullableText,
  material: nullableText,
  material_id: nullableText,
  design_url: nullableText,
  tracking_code: nullableText,
  carrier: nullableText,
  style: nullableText,
  type: nullableText,
  size: nullableText,
  color: nullableText,
  variations: nullableText,
  personalization: nullableText,
  comment: nullableText,
  id_service: nullableText,
  phone: nullableText,
  order_date: nullableText,
  store_name: nullableText,
  is_gift: nullableFlag,
  customer_name: nullableText,
  customer_address: nullableText,
  ship_name: nullableText,
  ...shipAddress,
  vat_ioss_number: nullableText,
};

export type ItemView = z.output<z.ZodObject<typeof ITEM_FIELDS>>;
export type OrderView = z.output<z.ZodObject<typeof ORDER_FIELDS>>;

/** Converts a stored flag to a nullable boolean. */
function flag(value: number | null): boolean | null {
  return value === null ? null : value === 1;
}

/** Reads a list of texts, which is stored as JSON. */
const LIST_READERS = recordOf(ORDER_LISTS, (name) => (order: ShownOrder) => readList(order[name]));

/** The texts of a list that is stored as JSON. */
export function readList(json: string | null): string[] {
  return json === null ? [] : (JSON.parse(json) as string[]);
}

/** How responses show an order. */
export const ORDER_READERS: Readers<ShownOrder, OrderView> = {
  ...columnReaders<ShownOrder, Exclude<keyof OrderView, keyof typeof LIST_READERS>>(ORDER_FIELDS),
  ...LIST_READERS,
  date: ({ date }) => momentText(date),
  ...recordOf(MONEY_FIELDS, (name) => (order: ShownOrder) => toAmount(order[name])),
  fees: ({ fees }) => (fees === null ? null : toAmount(fees)),
  ...recordOf(ORDER_FLAGS, (name) => (order: ShownOrder) => flag(order[name])),
  created_at: (order) => momentText(order.created_at),
  updated_at: (order) => momentText(order.updated_at),
};

/** How responses show an item. If it has no customer or address of its own, it takes the order's. */
export const ITEM_READERS: Readers<ShownItem, ItemView> = {
  ...columnReaders<ShownItem, keyof ItemView>(ITEM_FIELDS),
  id: ({ id }) => String(id),
  order_id: (row) => String(row.order_id),
  price: ({ price }) => toAmount(price),
  order_date: (row) => dayText(row.order_day),
  is_gift: (row) => flag(row.is_gift ?? row.order_is_gift),
  customer_name: (row) => row.customer_name ?? row.order_customer_name,
  customer_address: (row) => row.customer_address ?? row.order_customer_address,
  ...recordOf(SHIP_ADDRESS, (name) => {
    const inherited = `order_${name}` as const;
    return (row: ShownItem) => row[hasOwnAddress(row) ? name : inherited];
  }),
};

/** Whether the item shows its own address, which is whole. Mixing the two could pair one's street with the other's city. */
function hasOwnAddress({ ship_address1, ship_address2, ship_city, ship_state, ship_zipcode, ship_country }: ShownItem): boolean {
  return (ship_address1 ?? ship_address2 ?? ship_city ?? ship_state ?? ship_zipcode ?? ship_country) !== null;
}

/** The fields of an order as responses contain them. */
export const viewFields = viewer(ORDER_READERS);

/** An item as responses contain it. */
export const viewItem = viewer(ITEM_READERS);

/** An order with its items, as v2 returns it. */
export function viewOrder({ order, items }: ShownParts): OrderView & { items: ItemView[] } {
  return { ...viewFields(order), items: items.map(viewItem) };
}
