import type { FulfillmentStatus } from "../../../orders/fulfillments/fulfillment-status";
import { type SourceFulfillment, UnmappableError } from "../adapter";
import { type DetailReader, notApplied } from "../detail-reader";
import { MAX_CARRIER_LENGTH, MAX_TRACKING_NUMBER_LENGTH } from "../../../orders/order-limits";
import { idAt, linkOf, listAt, optionalMoment, quantityAt, recordAt, recordsAt, textOf } from "../values";

/** The platform's `shipment_status`, which the carrier's reports set. */
const SHIPMENT_STATUSES = new Map<unknown, FulfillmentStatus>([
  ["label_printed", "label_created"],
  ["label_purchased", "label_created"],
  ["ready_for_pickup", "available_for_pickup"],
  ["confirmed", "label_created"],
  ["in_transit", "in_transit"],
  ["out_for_delivery", "out_for_delivery"],
  ["attempted_delivery", "delivery_attempted"],
  ["delivered", "delivered"],
  ["failure", "exception"],
]);

/** Maps the fulfillments of an order. One that can't be mapped is left out, so that the order is stored without it. */
export function mapFulfillments(reader: DetailReader, value: unknown): SourceFulfillment[] {
  const mapOrLeaveOut = <T>(map: () => T[]): T[] => {
    try {
      return map();
    } catch (error) {
      if (!(error instanceof UnmappableError)) throw error;
      reader.leaveOut(notApplied(error.message));
      return [];
    }
  };
  return mapOrLeaveOut(() => listAt(value, "fulfillments")).flatMap((each, index) =>
    mapOrLeaveOut(() => {
      const fulfillment = mapFulfillment(recordAt(each, `fulfillments[${index}]`));
      return fulfillment === null ? [] : [fulfillment];
    }),
  );
}

/** Maps a fulfillment of an order. Null for one that failed or is not open yet: nothing was sent. Throws UnmappableError. */
export function mapFulfillment(fields: Readonly<Record<string, unknown>>): SourceFulfillment | null {
  const { status } = fields;
  if (status !== "success" && status !== "cancelled") return null;
  const items = recordsAt(fields["line_items"], "fulfillments.line_items").map((line) => ({
    externalId: idAt(line["id"], "fulfillments.line_items.id"),
    quantity: quantityAt(line["quantity"], "fulfillments.line_items.quantity"),
  }));
  return {
    externalId: idAt(fields["id"], "fulfillments.id"),
    createdAt: optionalMoment(fields["created_at"]),
    updatedAt: optionalMoment(fields["updated_at"]),
    // A fulfillment without reports of a carrier has been handed over.
    status: status === "cancelled" ? "cancelled" : (SHIPMENT_STATUSES.get(fields["shipment_status"]) ?? "in_transit"),
    trackingNumber: textOf(fields["tracking_number"], MAX_TRACKING_NUMBER_LENGTH) ?? null,
    carrier: textOf(fields["tracking_company"], MAX_CARRIER_LENGTH) ?? null,
    trackingUrl: linkOf(fields["tracking_url"]) ?? null,
    items: items.filter(({ quantity }) => quantity > 0),
  };
}
