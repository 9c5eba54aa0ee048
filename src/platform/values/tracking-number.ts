import { foldCase } from "./fold-case";

/** Spaces, hyphens and dashes, and characters that are not shown. People and carriers write them between the groups of a number. */
const SEPARATORS = /[\s\p{Pd}\p{Cf}\u00AD]+/gu;

/** The digit that makes the weighted sum of the digits before it a multiple of 10. `weights` repeat from the first digit. */
export function mod10CheckDigit(digits: string, weights: readonly number[]): number {
  const sum = Array.from(digits, Number).reduce((total, digit, at) => total + digit * (weights[at % weights.length] ?? 0), 0);
  return (10 - (sum % 10)) % 10;
}

/** Whether the last digit is the check digit of those before it. */
export function hasCheckDigit(number: string, weights: readonly number[]): boolean {
  return mod10CheckDigit(number.slice(0, -1), weights) === Number(number.slice(-1));
}

/** The weights of the check digits of the United States Postal Service. */
export const USPS_WEIGHTS: readonly number[] = [3, 1];

/** A number of the United States Postal Service: 22 or 26 digits. */
const isUspsNumber = (digits: string): boolean => /^9[1-5](?:\d{20}|\d{24})$/.test(digits);

/** The barcode of the United States Postal Service without what is before the number: 420 and the postal code, which has 5 or 9 digits. */
function withoutPostalCode(digits: string): string {
  if (!/^420\d{27,35}$/.test(digits)) return digits;
  const numbers = [8, 12].map((length) => digits.slice(length)).filter(isUspsNumber);
  return numbers.find((number) => hasCheckDigit(number, USPS_WEIGHTS)) ?? numbers[0] ?? digits;
}

/**
 * A tracking number in the form in which numbers are compared: without spaces, hyphens and invisible characters, ignoring case, and without the
 * postal code of a barcode of the United States Postal Service (docs/spec/tracking.md#tracking-numbers). It is never shown.
 */
export function normalizeTrackingNumber(text: string): string {
  const characters = foldCase(text.normalize("NFKC")).replaceAll(SEPARATORS, "");
  return characters === "" ? foldCase(text) : withoutPostalCode(characters);
}

/** Groups of digits have so many digits together that they are a number rather than several words. */
const MIN_GROUPED_DIGITS = 12;

/**
 * The normalized form of a text that is a tracking number in groups, as carriers print it, or a barcode. Null for any other text, also for a
 * number without groups.
 */
export function groupedTrackingNumber(text: string): string | null {
  const normalized = normalizeTrackingNumber(text);
  if (normalized === foldCase(text.trim())) return null;
  // Numbers of digits only, of UPS (1Z), and of the post: two letters, nine digits and two letters (UPU S10).
  const isNumber =
    (/^\d+$/.test(normalized) && normalized.length >= MIN_GROUPED_DIGITS) ||
    /^1z[0-9a-z]{16}$/.test(normalized) ||
    /^[a-z]{2}\d{9}[a-z]{2}$/.test(normalized);
  return isNumber ? normalized : null;
}
