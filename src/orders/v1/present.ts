import type { z } from "zod";
import type { OrderParts } from "../rows.sql.ts";
import { viewFulfillment } from "../fulfillments/list-fulfillments";
import { viewOrder } from "../order-view";
import { presentItem } from "../items/v1/present";
import type { Include, PublicOrder } from "./contract";

/** An order's rows as Public V1 shows them. */
export function presentOrder(parts: OrderParts, includes: readonly Include[] = []): z.output<typeof PublicOrder> {
  const order = viewOrder(parts);
  return {
    id: order.id,
    storeName: order.store_name,
    date: order.date,
    currency: order.currency,
    totalAmount: order.total_amount,
    subtotal: order.subtotal,
    tax: order.tax,
    shippingCost: order.shipping_cost,
    discount: order.discount,
    customerName: order.customer_name,
    customerAddress: order.customer_address,
    shipAddress1: order.ship_address1,
    shipAddress2: order.ship_address2,
    shipCity: order.ship_city,
    shipState: order.ship_state,
    shipZipcode: order.ship_zipcode,
    shipCountry: order.ship_country,
    isGift: order.is_gift,
    isRefunded: order.is_refunded,
    isCaseClosed: order.is_case_closed,
    isLost: order.is_lost,
    requiresAudit: order.requires_audit,
    createdAt: order.created_at,
    updatedAt: order.updated_at,
    items: order.items.map(presentItem),
    ...(includes.includes("status") && { status: order.status }),
    ...(includes.includes("number") && { number: order.number }),
    ...(includes.includes("external_id") && { external_id: order.external_id }),
    ...(includes.includes("fulfillments") && { fulfillments: parts.fulfillments.map(viewFulfillment) }),
    ...(includes.includes("version") && { version: order.version }),
  };
}
