import { conflict } from "../../platform/api-error";
import { parseStored } from "../../platform/reading/json";
import { normalizeTrackingNumber } from "../../platform/values/tracking-number";

/** How a parcel is tracked. Null: unknown. */
export interface ParcelTracking {
  tracking_number: string | null;
  carrier: string | null;
  tracking_url: string | null;
}

/** Units of a line that have left in one parcel. */
export interface LineShipment extends ParcelTracking {
  quantity: number;
}

/** The same as it is stored, with the fulfillments that they became for the buyer. */
export interface StoredShipment extends LineShipment {
  fulfillment_ids: readonly string[];
}

/** Parcels of one line. */
const MAX_LINE_SHIPMENTS = 100;

export const readShipments = ({ shipments }: { shipments: string }): StoredShipment[] => parseStored<StoredShipment[]>(shipments);

/** Whether two texts are the same tracking number. No number is the same as none. */
export function isSameNumber(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return one === other;
  return normalizeTrackingNumber(one) === normalizeTrackingNumber(other);
}

/** Adds units to the parcels of a line. Units in a parcel that is known are added to it. Throws 409 Conflict for too many parcels. */
export function addShipment(shipments: readonly StoredShipment[], added: StoredShipment): StoredShipment[] {
  const at = shipments.findIndex(({ tracking_number }) => isSameNumber(tracking_number, added.tracking_number));
  const known = shipments[at];
  if (known !== undefined) {
    const quantity = known.quantity + added.quantity;
    return shipments.with(at, { ...known, quantity, fulfillment_ids: [...known.fulfillment_ids, ...added.fulfillment_ids] });
  }
  if (shipments.length < MAX_LINE_SHIPMENTS) return [...shipments, added];
  const message = `A line has at most ${MAX_LINE_SHIPMENTS} shipments. Ship more units at a time.`;
  throw conflict("too_many_shipments", message, { limit: MAX_LINE_SHIPMENTS });
}
