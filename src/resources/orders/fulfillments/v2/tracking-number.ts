import { optionalText, requiredText } from "../../../../platform/http/input/text";
import { DAMAGED_NUMBER, isNumberIntact } from "../damaged-number";
import { MAX_TRACKING_NUMBER_LENGTH } from "../../order-limits";

const DAMAGED = { error: DAMAGED_NUMBER, params: { code: "value_damaged" } };

/** The tracking number of a parcel. No carrier knows a number that a spreadsheet has changed, such as 9.4E+21. */
export const trackingNumber = requiredText(MAX_TRACKING_NUMBER_LENGTH).refine(isNumberIntact, DAMAGED);

/** As `trackingNumber`. Null or an empty text: the parcel has none. */
export const optionalTrackingNumber = optionalText(MAX_TRACKING_NUMBER_LENGTH).refine(isNumberIntact, DAMAGED);
