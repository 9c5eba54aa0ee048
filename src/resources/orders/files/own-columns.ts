import { columnNames, type FragileColumns } from "./format.ts";
import type { ItemView, OrderView } from "../order-view.ts";

/** How a value is written in its cell. The kinds that end with `!` are never empty. `id`: a whole number, also of a version. */
type Kind = "text" | "text!" | "list" | "flag" | "amount" | "amount!" | "moment!" | "quantity!" | "id" | "json";

/** A column of the export, by the name of its field. */
export interface OwnColumn {
  kind: Kind;
  purpose: string;
  /** An import does not change it. `compared`: another value is an error. `ignored`: it is not read. */
  readOnly?: "compared" | "ignored";
}

const text = (purpose: string): OwnColumn => ({ kind: "text", purpose });
const amount = (purpose: string): OwnColumn => ({ kind: "amount!", purpose });
const flag = (purpose: string): OwnColumn => ({ kind: "flag", purpose });
const comparedColumn = (kind: Kind, purpose: string): OwnColumn => ({
  kind,
  purpose: `${purpose}; must be that of the order`,
  readOnly: "compared",
});
const ignoredColumn = (purpose: string): OwnColumn => ({ kind: "text", purpose: `${purpose}; not read`, readOnly: "ignored" });

const SHIP_ADDRESS = {
  ship_address1: text("Street to ship to"),
  ship_address2: text("Street to ship to, second line"),
  ship_city: text("City to ship to"),
  ship_state: text("State to ship to"),
  ship_zipcode: text("Postal code to ship to"),
  ship_country: text("Country to ship to"),
};

/** The columns of an order in orders.csv except `order_id`, by the fields of the API. */
export const ORDER_COLUMNS = {
  version: { kind: "id", purpose: "Version; protects changes that were made since the export" },
  store_id: comparedColumn("id", "Store"),
  store_name: ignoredColumn("Name of the store"),
  external_id: comparedColumn("text", "External id"),
  status: comparedColumn("text", "Status"),
  fulfillment_state: ignoredColumn("How much of it was shipped"),
  created_at: ignoredColumn("Time of creation"),
  updated_at: ignoredColumn("Time of the last change"),
  number: text("Order number"),
  date: { kind: "moment!", purpose: "Date" },
  currency: { kind: "text!", purpose: "Currency" },
  total_amount: amount("Total"),
  subtotal: amount("Subtotal"),
  tax: amount("Tax"),
  shipping_cost: amount("Shipping cost"),
  discount: amount("Discount"),
  fees: { kind: "amount", purpose: "Fees" },
  customer_name: text("Customer’s name"),
  customer_address: text("Customer’s address"),
  ship_name: text("Name to ship to"),
  ship_company: text("Company to ship to"),
  ...SHIP_ADDRESS,
  ship_by_date: text("Day to ship at the latest"),
  shipping_service: text("Shipping service"),
  buyer_note: text("What the buyer wrote"),
  gift_message: text("What the recipient of the gift reads"),
  source_status: text("Status at the source"),
  discount_codes: { kind: "list", purpose: "Discount codes" },
  tags: { kind: "list", purpose: "Tags" },
  assignee: text("Assignee"),
  metadata: { kind: "json", purpose: "Metadata" },
  hold_reason: ignoredColumn("Why it is on hold"),
  hold_until: ignoredColumn("When its hold ends"),
  is_gift: flag("Whether it is a gift"),
  is_refunded: flag("Whether it is refunded"),
  is_case_closed: flag("Whether its case is closed"),
  is_lost: flag("Whether it is lost"),
  requires_audit: flag("Whether it requires an audit"),
  audit_reasons: ignoredColumn("Why it requires an audit"),
} satisfies Record<Exclude<keyof OrderView, "id" | "taxes_included">, OwnColumn>;

/** The columns of an item in orders.csv, which have the prefix `item_` there, except `item_id`. */
export const ITEM_COLUMNS = {
  external_id: comparedColumn("text", "Item’s id in the shop"),
  status: comparedColumn("text", "Item’s status"),
  order_date: ignoredColumn("Day of the order"),
  name: { kind: "text!", purpose: "Item’s name" },
  quantity: { kind: "quantity!", purpose: "Item’s quantity" },
  cancelled_quantity: ignoredColumn("Units that were refunded before they were shipped"),
  price: amount("Item’s price"),
  tax: { kind: "amount", purpose: "Tax of the item’s line" },
  custom_order_id: text("Item’s own order id"),
  sku: text("Item’s SKU"),
  custom_sku: text("Item’s custom SKU"),
  spu: text("Item’s SPU"),
  assigned_supplier: text("Item’s supplier"),
  sub_supplier: text("Item’s second supplier"),
  material: text("Item’s material"),
  material_id: text("Item’s material id"),
  design_url: text("Item’s design file"),
  tracking_code: text("Item’s tracking code"),
  carrier: text("Item’s carrier"),
  style: text("Item’s style"),
  type: text("Item’s type"),
  size: text("Item’s size"),
  color: text("Item’s color"),
  variations: text("Item’s variations"),
  personalization: text("Item’s personalization"),
  properties: { kind: "json", purpose: "Item’s properties" },
  metadata: { kind: "json", purpose: "Item’s metadata" },
  comment: text("Item’s comment"),
  id_service: text("Item’s service id"),
  phone: text("Item’s phone"),
  is_gift: flag("Whether the item is a gift"),
  requires_shipping: flag("Whether the item is goods to ship"),
  customer_name: text("Item’s customer"),
  customer_address: text("Address of the item’s customer"),
  ship_name: text("Name to ship the item to"),
  ...SHIP_ADDRESS,
  vat_ioss_number: text("Item’s VAT or IOSS number"),
  hold_reason: ignoredColumn("Why the item is on hold"),
  hold_until: ignoredColumn("When the hold of the item ends"),
} satisfies Record<Exclude<keyof ItemView, "id" | "order_id" | "store_name">, OwnColumn>;

/** The names of an item's columns in the file begin with this. */
export const ITEM_PREFIX = "item_";

/** The columns that an import uses, or those that it only knows (`isReadOnly`), with what they are for. */
export function ownPurposes({ isReadOnly }: { isReadOnly: boolean }): Record<string, string> {
  const all: [string, OwnColumn][] = [
    ["order_id", { kind: "id", purpose: "The order to update; groups its rows" }],
    ...Object.entries(ORDER_COLUMNS),
    [`${ITEM_PREFIX}id`, { kind: "id", purpose: "The item to update" }],
    ...Object.entries(ITEM_COLUMNS).map(([name, column]): [string, OwnColumn] => [ITEM_PREFIX + name, column]),
  ];
  const chosen = all.filter(([, { readOnly }]) => (readOnly !== undefined) === isReadOnly);
  return Object.fromEntries(chosen.map(([name, { purpose }]) => [name, purpose]));
}

/** The columns whose values a spreadsheet can damage. */
export const OWN_FRAGILE: FragileColumns = {
  ids: ["order_id", "version", "store_id", "external_id", "item_id", "item_external_id"],
  codes: columnNames(`
    number, item_sku, item_custom_sku, item_spu, item_custom_order_id, item_material_id, item_id_service, item_tracking_code, item_phone,
    item_vat_ioss_number
  `),
  postalCodes: { ship_zipcode: "ship_country", item_ship_zipcode: "item_ship_country" },
};
