import type { OrgReader } from "../../../platform/db/org-db";
import { type PublicContext, Unusable } from "../../../public/public-page";
import { MAX_CARRIER_LENGTH, MAX_TRACKING_NUMBER_LENGTH } from "../../orders/order-limits";
import { readSentOrder } from "../work";
import { workOf } from "./work-of-link";

export type Form = Readonly<Record<string, unknown>>;

export const textIn = (form: Form, name: string): string => {
  const value = form[name];
  return typeof value === "string" ? value.trim() : "";
};

/** The tracking number of a parcel. Throws Unusable if there is none. */
export function trackingNumberIn(form: Form): string {
  const number = textIn(form, "tracking_number");
  if (number === "") throw new Unusable([{ key: "tracking_missing" }]);
  if (number.length > MAX_TRACKING_NUMBER_LENGTH)
    throw new Unusable([{ key: "tracking_long", values: { count: MAX_TRACKING_NUMBER_LENGTH } }]);
  return number;
}

/** The carrier of a parcel, which is empty if it is not known. */
export function carrierIn(form: Form): string {
  const carrier = textIn(form, "carrier");
  if (carrier.length > MAX_CARRIER_LENGTH) throw new Unusable([{ key: "carrier_long", values: { count: MAX_CARRIER_LENGTH } }]);
  return carrier;
}

/** The id of an order that belongs to the link. Throws 404 Not Found for any other. */
export async function ownOrder(org: OrgReader, { link, param }: PublicContext): Promise<string> {
  const { id } = await readSentOrder(org, workOf(link), param["id"] ?? "");
  return id;
}
