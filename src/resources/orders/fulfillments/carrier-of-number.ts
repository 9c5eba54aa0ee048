import { hasCheckDigit, normalizeTrackingNumber, USPS_WEIGHTS } from "../../../platform/values/tracking-number";

/** The carriers whose numbers are recognized, by the names that are stored. */
export type KnownCarrier = "UPS" | "USPS" | "DHL" | "FedEx" | "Royal Mail";

/** A form of the numbers of a carrier. Null for the carrier: it is that of others, so that a number that fits it is ambiguous. */
interface NumberForm {
  carrier: KnownCarrier | null;
  /** Of a normalized number. */
  isOfForm: (number: string) => boolean;
}

const numberForm = (carrier: KnownCarrier | null, pattern: RegExp, isValid: (number: string) => boolean = () => true): NumberForm => ({
  carrier,
  isOfForm: (number) => pattern.test(number) && isValid(number),
});

/** UPS: the letters of a number count as digits, a as 2, and the digits at even positions count twice. */
function isUps(number: string): boolean {
  const digits = number.slice(2).replaceAll(/[a-z]/g, (letter) => String((letter.charCodeAt(0) - 95) % 10));
  return hasCheckDigit(digits, [1, 2]);
}

/** FedEx Express: three weights in turn, and the remainder by 11, of which 10 counts as 0. */
function isFedExExpress(number: string, weights: readonly number[]): boolean {
  const sum = Array.from(number.slice(0, -1), Number).reduce((total, digit, at) => total + digit * (weights[at % 3] ?? 0), 0);
  return (sum % 11) % 10 === Number(number.slice(-1));
}

/** Purolator: Luhn's formula, in which every second digit counts twice, and a sum of two digits as the sum of these. */
function isPurolator(number: string): boolean {
  const sum = Array.from(number, Number).reduce((total, digit, at) => {
    const counted = at % 2 === 0 ? digit * 2 : digit;
    return total + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return sum % 10 === 0;
}

/** DHL Express: the last digit is the remainder of the digits before it by 7. */
const isDhlExpress = (number: string): boolean => Number(number.slice(0, -1)) % 7 === Number(number.slice(-1));

const POSTAL_WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7];

/** The numbers of the Universal Postal Union (standard S10): two letters, nine digits and the country. */
function isPostal(number: string): boolean {
  const digits = Array.from(number.slice(2, 11), Number);
  const sum = POSTAL_WEIGHTS.reduce((total, weight, at) => total + weight * (digits[at] ?? 0), 0);
  const difference = 11 - (sum % 11);
  // 10 and 11 are not digits: 0 and 5 stand for them.
  const check = new Map([
    [10, 0],
    [11, 5],
  ]).get(difference);
  return (check ?? difference) === digits[8];
}

/**
 * The forms that carriers document and that jkeen/tracking_number_data (MIT) collects and maintains with their check digits. Forms without a check
 * digit are only those that begin with letters of one carrier.
 */
const FORMS: readonly NumberForm[] = [
  numberForm("UPS", /^1z[0-9a-z]{15}\d$/, isUps),
  numberForm("USPS", /^9[1-5](?:\d{20}|\d{24})$/, (number) => hasCheckDigit(number, USPS_WEIGHTS)),
  // The check digit of certified mail may be that of the number with 91 before it.
  numberForm("USPS", /^7[0-7]\d{18}$/, (number) => hasCheckDigit(number, USPS_WEIGHTS) || hasCheckDigit(`91${number}`, USPS_WEIGHTS)),
  numberForm("USPS", /^[a-z]{2}\d{9}us$/, isPostal),
  numberForm("Royal Mail", /^[a-z]{2}\d{9}gb$/, isPostal),
  numberForm("FedEx", /^\d{12}$/, (number) => isFedExExpress(number, [3, 1, 7])),
  // A barcode, which ends with the number.
  numberForm("FedEx", /^(?:96|[01]\d)\d{32}$/, (number) => isFedExExpress(number.slice(20), [1, 7, 3])),
  numberForm("FedEx", /^\d{15}$/, (number) => hasCheckDigit(number, [1, 3])),
  // The same with 15 digits.
  numberForm("FedEx", /^96\d{20}$/, (number) => hasCheckDigit(number.slice(7), [1, 3])),
  numberForm("DHL", /^\d{10}$/, isDhlExpress),
  // Yodel's numbers begin with jd too, and have 16 digits.
  numberForm("DHL", /^j?jd\d{18,20}$/),
  numberForm("DHL", /^(?:jjd|jvgl)\d{10}$/),
  numberForm("DHL", /^gm\d{14,18}$/),
  numberForm("DHL", /^00340\d{15}$/, (number) => hasCheckDigit(number, [3, 1])),
  // DHL's identification code in Germany has as many digits as FedEx's number.
  numberForm(null, /^\d{12}$/, (number) => hasCheckDigit(number, [4, 9])),
  // Purolator's numbers have as many digits as those of FedEx and DHL.
  numberForm(null, /^[0-5]\d{11}$/, isPurolator),
  // Telephone and account numbers begin like this, and no number of DHL Express.
  numberForm(null, /^0\d{9}$/),
];

/** The carrier of a tracking number, if only one carrier has numbers of its form, with its check digit. Else null. */
export function carrierOfNumber(trackingNumber: string): KnownCarrier | null {
  const normalized = normalizeTrackingNumber(trackingNumber);
  // Any check digit fits a number of zeros, which people enter to fill a field.
  if (new Set(normalized).size === 1) return null;
  const carriers = new Set(FORMS.flatMap(({ carrier, isOfForm }) => (isOfForm(normalized) ? [carrier] : [])));
  const [carrier = null] = carriers;
  return carriers.size === 1 ? carrier : null;
}
