import { foldCase } from "../../../platform/values/fold-case";
import { normalizeTrackingNumber } from "../../../platform/values/tracking-number";
import { carrierOfNumber } from "./carrier-of-number";

/** The pages of carriers that show a parcel, by the name of the carrier in lower case and without punctuation. `%s` is the number. */
const PAGES: Readonly<Record<string, string>> = {
  ups: "https://www.ups.com/track?tracknum=%s",
  usps: "https://tools.usps.com/go/TrackConfirmAction?tLabels=%s",
  fedex: "https://www.fedex.com/fedextrack/?trknbr=%s",
  dhl: "https://www.dhl.com/global-en/home/tracking.html?tracking-id=%s",
  royalmail: "https://www.royalmail.com/track-your-item#/tracking-results/%s",
};

/** Other names of the carriers, and the beginnings of the names of their services. */
const NAMES: readonly (readonly [start: string, carrier: string])[] = [
  ["unitedstatespostalservice", "usps"],
  ["uspostalservice", "usps"],
  ["unitedparcelservice", "ups"],
  ["federalexpress", "fedex"],
  ...Object.keys(PAGES).map((name) => [name, name] as const),
];

/** The page of a carrier by its name: `DHL Paket` is DHL. Undefined for a carrier that is not known. */
function pageOf(carrier: string): string | undefined {
  const name = foldCase(carrier).replaceAll(/[^\p{L}\p{N}]/gu, "");
  const knownCarrier = NAMES.find(([start]) => name.startsWith(start))?.[1];
  return knownCarrier === undefined ? undefined : PAGES[knownCarrier];
}

/** What is known of how a parcel is tracked. */
interface Tracking {
  tracking_number: string | null;
  carrier: string | null;
  tracking_url: string | null;
}

/**
 * The page where a parcel can be tracked: the one that was sent, else the page of the carrier for the number, with the carrier that the number
 * shows if none was sent. Null if it is not known.
 */
export function trackingLink({ tracking_number, carrier, tracking_url }: Tracking): string | null {
  if (tracking_url !== null || tracking_number === null) return tracking_url;
  const name = carrier ?? carrierOfNumber(tracking_number);
  const page = name === null ? undefined : pageOf(name);
  return page?.replace("%s", encodeURIComponent(normalizeTrackingNumber(tracking_number).toUpperCase())) ?? null;
}
