import type { FulfillmentStatus } from "../../../orders/fulfillments/fulfillment-status";
import type { CarrierService } from "./names";

/**
 * What the services' statuses mean here (docs/spec/carriers.md#statuses-of-carrier-services). A key is a status, a status with a detail
 * (`TRANSIT/out_for_delivery`), or a detail of any status (`/lost`), which takes precedence. Any other status is `unknown`.
 */
export const CARRIER_STATUSES: Readonly<Record<CarrierService, Readonly<Record<string, FulfillmentStatus>>>> = {
  easypost: {
    pre_transit: "label_created",
    in_transit: "in_transit",
    out_for_delivery: "out_for_delivery",
    available_for_pickup: "available_for_pickup",
    delivered: "delivered",
    return_to_sender: "returned_to_sender",
    failure: "exception",
    "/lost": "lost",
    cancelled: "cancelled",
  },
  shippo: {
    PRE_TRANSIT: "label_created",
    TRANSIT: "in_transit",
    "TRANSIT/out_for_delivery": "out_for_delivery",
    "TRANSIT/pickup_available": "available_for_pickup",
    "TRANSIT/delivery_attempted": "delivery_attempted",
    "TRANSIT/notice_left": "delivery_attempted",
    "TRANSIT/return_to_sender": "returned_to_sender",
    DELIVERED: "delivered",
    RETURNED: "returned_to_sender",
    FAILURE: "exception",
    "FAILURE/package_lost": "lost",
  },
  aftership: {
    InfoReceived: "label_created",
    InTransit: "in_transit",
    OutForDelivery: "out_for_delivery",
    AvailableForPickup: "available_for_pickup",
    AttemptFail: "delivery_attempted",
    Delivered: "delivered",
    Exception: "exception",
    "Exception/Exception_010": "returned_to_sender",
    "Exception/Exception_011": "returned_to_sender",
    "Exception/Exception_013": "lost",
  },
  "17track": {
    InfoReceived: "label_created",
    InTransit: "in_transit",
    OutForDelivery: "out_for_delivery",
    AvailableForPickup: "available_for_pickup",
    DeliveryFailure: "delivery_attempted",
    Delivered: "delivered",
    Exception: "exception",
    "Exception/Exception_Returning": "returned_to_sender",
    "Exception/Exception_Returned": "returned_to_sender",
    "Exception/Exception_Lost": "lost",
    "Exception/Exception_Cancel": "cancelled",
  },
};

/** Our status for the words of a service: a status and a detail. */
export function statusOf(
  service: CarrierService,
  [status = "", detail = ""]: readonly [status?: string | undefined, detail?: string | undefined],
): FulfillmentStatus {
  const map = CARRIER_STATUSES[service];
  const key = [`/${detail}`, `${status}/${detail}`, status].find((each) => Object.hasOwn(map, each));
  return (key === undefined ? undefined : map[key]) ?? "unknown";
}
