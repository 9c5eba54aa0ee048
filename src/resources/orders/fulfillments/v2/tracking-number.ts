import { optionalText, requiredText } from "../../../../platform/http/input/text";
import { damageOfTrackingNumber } from "../../files/damaged-values";
import { MAX_TRACKING_NUMBER_LENGTH } from "../../order-limits";

const isIntact = (number: string | null | undefined): boolean => damageOfTrackingNumber(number ?? "") === null;

const DAMAGED = {
  error: "Expected a tracking number as the carrier wrote it. A spreadsheet has changed this one.",
  params: { code: "value_damaged" },
};

/** The tracking number of a parcel. No carrier knows a number that a spreadsheet has changed, such as 9.4E+21. */
export const trackingNumber = requiredText(MAX_TRACKING_NUMBER_LENGTH).refine(isIntact, DAMAGED);

/** As `trackingNumber`. Null or an empty text: the parcel has none. */
export const optionalTrackingNumber = optionalText(MAX_TRACKING_NUMBER_LENGTH).refine(isIntact, DAMAGED);
