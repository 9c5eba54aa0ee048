import { invalid } from "../../../platform/api-error";
import { damageOfTrackingNumber } from "../files/damaged-values";

export const DAMAGED_NUMBER = "Expected a tracking number as the carrier wrote it. A spreadsheet has changed this one.";

export const isNumberIntact = (number: string | null | undefined): boolean => damageOfTrackingNumber(number ?? "") === null;

/** Throws 400 Bad Request for a number that a spreadsheet has changed, unless it is the stored one. */
export function assertNumberIntact(number: string | null | undefined, stored: string | null): void {
  if (number !== stored && !isNumberIntact(number)) throw invalid("tracking_number", "value_damaged", DAMAGED_NUMBER);
}
