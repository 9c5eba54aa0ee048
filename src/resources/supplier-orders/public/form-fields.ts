import { InvalidFormError } from "../../../public/public-page";
import { damageOfTrackingNumber } from "../../orders/files/damaged-values";
import { MAX_CARRIER_LENGTH, MAX_TRACKING_NUMBER_LENGTH } from "../../orders/order-limits";

export type Form = Readonly<Record<string, unknown>>;

/** The text of a field. Empty if it was sent several times, or not at all. */
export const textIn = (form: Form | null, name: string): string => {
  const value = form?.[name];
  return typeof value === "string" ? value.trim() : "";
};

/** The tracking number of a parcel. Throws InvalidFormError if there is none, or a spreadsheet has changed it. */
export function trackingNumberIn(form: Form): string {
  const number = textIn(form, "tracking_number");
  if (number === "") throw new InvalidFormError([{ key: "tracking_missing" }]);
  if (number.length > MAX_TRACKING_NUMBER_LENGTH)
    throw new InvalidFormError([{ key: "tracking_long", values: { count: MAX_TRACKING_NUMBER_LENGTH } }]);
  if (damageOfTrackingNumber(number) !== null) throw new InvalidFormError([{ key: "tracking_damaged" }]);
  return number;
}

/** The carrier of a parcel, which is empty if it is not known. */
export function carrierIn(form: Form): string {
  const carrier = textIn(form, "carrier");
  if (carrier.length > MAX_CARRIER_LENGTH) throw new InvalidFormError([{ key: "carrier_long", values: { count: MAX_CARRIER_LENGTH } }]);
  return carrier;
}
