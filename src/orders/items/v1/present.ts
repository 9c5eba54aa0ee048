import type { z } from "zod";
import type { ItemView } from "../../order-view";
import type { PublicOrderItem } from "./contract";

/** An item as Public V1 shows it. */
export function presentItem(item: ItemView): z.output<typeof PublicOrderItem> {
  return {
    id: item.id,
    orderId: item.order_id,
    name: item.name,
    quantity: item.quantity,
    price: item.price,
    customOrderId: item.custom_order_id,
    sku: item.sku,
    customSku: item.custom_sku,
    spu: item.spu,
    status: item.status,
    assignedSupplier: item.assigned_supplier,
    subSupplier: item.sub_supplier,
    material: item.material,
    materialId: item.material_id,
    designUrl: item.design_url,
    trackingCode: item.tracking_code,
    carrier: item.carrier,
    style: item.style,
    type: item.type,
    size: item.size,
    color: item.color,
    variations: item.variations,
    personalization: item.personalization,
    comment: item.comment,
    idService: item.id_service,
    phone: item.phone,
    orderDate: item.order_date,
    storeName: item.store_name,
    isGift: item.is_gift,
    customerName: item.customer_name,
    customerAddress: item.customer_address,
    shipName: item.ship_name,
    shipAddress1: item.ship_address1,
    shipAddress2: item.ship_address2,
    shipCity: item.ship_city,
    shipState: item.ship_state,
    shipZipcode: item.ship_zipcode,
    shipCountry: item.ship_country,
    vatIossNumber: item.vat_ioss_number,
  };
}
