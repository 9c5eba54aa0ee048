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
  /** The numbers that it had before they were corrected, by which a file still knows it. */
  former_numbers: readonly string[];
}

/** Former numbers of one parcel. The oldest ones are forgotten. */
const MAX_FORMER_NUMBERS = 10;

/** Parcels of one line. */
const MAX_LINE_SHIPMENTS = 100;

export const readShipments = ({ shipments }: { shipments: string }): StoredShipment[] => parseStored<StoredShipment[]>(shipments);

/** Whether two texts are the same tracking number. No number is the same as none. */
export function isSameNumber(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return one === other;
  return normalizeTrackingNumber(one) === normalizeTrackingNumber(other);
}

/** Whether a parcel has a number, or had it before it was corrected. */
export const isKnownAs = ({ tracking_number, former_numbers }: StoredShipment, number: string | null): boolean =>
  [tracking_number, ...former_numbers].some((one) => isSameNumber(one, number));

/** A parcel whose tracking was corrected. */
export function withTracking(shipment: StoredShipment, tracking: ParcelTracking): StoredShipment {
  const { tracking_number: before, former_numbers } = shipment;
  const isRenamed = before !== null && !isSameNumber(before, tracking.tracking_number);
  return { ...shipment, ...tracking, former_numbers: latestNumbers(isRenamed ? [...former_numbers, before] : former_numbers) };
}

const latestNumbers = (numbers: readonly string[]): string[] => [...new Set(numbers)].slice(-MAX_FORMER_NUMBERS);

/** Adds units to the parcels of a line. Units in a parcel that is known are added to it. Throws 409 Conflict for too many parcels. */
export function addShipment(shipments: readonly StoredShipment[], added: StoredShipment): StoredShipment[] {
  const at = shipments.findIndex(({ tracking_number }) => isSameNumber(tracking_number, added.tracking_number));
  const known = shipments[at];
  if (known !== undefined) {
    const quantity = known.quantity + added.quantity;
    return shipments.with(at, {
      ...known,
      quantity,
      fulfillment_ids: [...known.fulfillment_ids, ...added.fulfillment_ids],
      former_numbers: latestNumbers([...known.former_numbers, ...added.former_numbers]),
    });
  }
  if (shipments.length < MAX_LINE_SHIPMENTS) return [...shipments, added];
  const message = `A line has at most ${MAX_LINE_SHIPMENTS} shipments. Ship more units at a time.`;
  throw conflict("too_many_shipments", message, { limit: MAX_LINE_SHIPMENTS });
}
