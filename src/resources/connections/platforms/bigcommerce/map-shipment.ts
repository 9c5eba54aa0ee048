import { MAX_CARRIER_LENGTH, MAX_TRACKING_NUMBER_LENGTH } from "../../../orders/order-limits";
import type { SourceFulfillment } from "../adapter";
import { idAt, linkOf, optionalMoment, quantityAt, recordsAt, textOf } from "../values";

type Fields = Readonly<Record<string, unknown>>;

/** Maps a shipment of an order. It has been handed over when it is created, and has no time of a change. Throws UnmappableError. */
export function mapShipment(fields: Fields): SourceFulfillment {
  const items = recordsAt(fields["items"], "shipments.items").map((item) => ({
    externalId: idAt(item["order_product_id"], "shipments.items.order_product_id"),
    quantity: quantityAt(item["quantity"], "shipments.items.quantity"),
  }));
  return {
    externalId: idAt(fields["id"], "shipments.id"),
    createdAt: optionalMoment(fields["date_created"]),
    updatedAt: null,
    status: "in_transit",
    trackingNumber: textOf(fields["tracking_number"], MAX_TRACKING_NUMBER_LENGTH) ?? null,
    carrier: carrierOf(fields),
    trackingUrl: linkOf(fields["tracking_link"]) ?? linkOf(fields["generated_tracking_link"]) ?? null,
    items: items.filter(({ quantity }) => quantity > 0),
  };
}

function carrierOf(fields: Fields): string | null {
  const names = ["shipping_provider_display_name", "tracking_carrier", "shipping_provider"].map((name) =>
    textOf(fields[name], MAX_CARRIER_LENGTH),
  );
  return names.find((name) => name !== undefined) ?? null;
}
