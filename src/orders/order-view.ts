import type { ItemRow, OrderParts } from "./rows.sql.ts";
import { toAmount } from "../platform/values/money";
import { dayText, momentText } from "../platform/values/zone";

/** A stored flag as a nullable boolean. */
function flag(value: number | null): boolean | null {
  return value === null ? null : value === 1;
}

/**
 * Everything that an answer may say about an order: no email, payment method, profit or refund amount
 * (docs/spec/resources.md#curated-responses). Both surfaces show parts of this and nothing else.
 */
export function viewOrder({ order, items }: OrderParts) {
  return {
    id: order.id,
    store_id: order.store_id,
    store_name: order.store_name,
    external_id: order.external_id,
    number: order.number,
    status: order.status,
    version: order.version,
    date: momentText(order.date),
    currency: order.currency,
    total_amount: toAmount(order.total_amount),
    subtotal: toAmount(order.subtotal),
    tax: toAmount(order.tax),
    shipping_cost: toAmount(order.shipping_cost),
    discount: toAmount(order.discount),
    taxes_included: flag(order.taxes_included),
    customer_name: order.customer_name,
    customer_address: order.customer_address,
    ship_address1: order.ship_address1,
    ship_address2: order.ship_address2,
    ship_city: order.ship_city,
    ship_state: order.ship_state,
    ship_zipcode: order.ship_zipcode,
    ship_country: order.ship_country,
    is_gift: flag(order.is_gift),
    is_refunded: flag(order.is_refunded),
    is_case_closed: flag(order.is_case_closed),
    is_lost: flag(order.is_lost),
    requires_audit: flag(order.requires_audit),
    created_at: momentText(order.created_at),
    updated_at: momentText(order.updated_at),
    items: items.map(viewItem),
  };
}

/** Everything that an answer may say about an item: no cost. Customer and address are its order's where it has none. */
export function viewItem(row: ItemRow) {
  return {
    id: String(row.id),
    order_id: String(row.order_id),
    name: row.name,
    quantity: row.quantity,
    price: toAmount(row.price),
    external_id: row.external_id,
    custom_order_id: row.custom_order_id,
    sku: row.sku,
    custom_sku: row.custom_sku,
    spu: row.spu,
    status: row.status,
    assigned_supplier: row.assigned_supplier,
    sub_supplier: row.sub_supplier,
    material: row.material,
    material_id: row.material_id,
    design_url: row.design_url,
    tracking_code: row.tracking_code,
    carrier: row.carrier,
    style: row.style,
    type: row.type,
    size: row.size,
    color: row.color,
    variations: row.variations,
    personalization: row.personalization,
    comment: row.comment,
    id_service: row.id_service,
    phone: row.phone,
    order_date: dayText(row.order_day),
    store_name: row.store_name,
    is_gift: flag(row.is_gift ?? row.order_is_gift),
    customer_name: row.customer_name ?? row.order_customer_name,
    customer_address: row.customer_address ?? row.order_customer_address,
    ship_name: row.ship_name,
    ...shipTo(row),
    vat_ioss_number: row.vat_ioss_number,
  };
}

/** An address is taken whole, the item's own or its order's: never a street of one with a town of the other. */
function shipTo(row: ItemRow) {
  const { ship_address1, ship_address2, ship_city, ship_state, ship_zipcode, ship_country } = row;
  const own = { ship_address1, ship_address2, ship_city, ship_state, ship_zipcode, ship_country };
  if (Object.values(own).some((part) => part !== null)) return own;
  return {
    ship_address1: row.order_ship_address1,
    ship_address2: row.order_ship_address2,
    ship_city: row.order_ship_city,
    ship_state: row.order_ship_state,
    ship_zipcode: row.order_ship_zipcode,
    ship_country: row.order_ship_country,
  };
}

export type ItemView = ReturnType<typeof viewItem>;
