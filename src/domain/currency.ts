import { SCALE } from "./money";

/** Codes of ISO 4217 that runtimes leave out of their list: funds, metals, and the latest currencies. */
const ALSO = [
  "BOV",
  "CHE",
  "CHW",
  "CLF",
  "COU",
  "MXV",
  "SLE",
  "USN",
  "UYI",
  "UYW",
  "VED",
  "XAG",
  "XAU",
  "XCG",
  "XDR",
  "XPD",
  "XPT",
  "XSU",
  "XUA",
  "ZWG",
];

const known = new Set([...Intl.supportedValuesOf("currency"), ...ALSO]);

/** A currency code of ISO 4217 in upper case, or null where the list has none such. */
export function readCurrency(text: string): string | null {
  const code = text.trim().toUpperCase();
  return known.has(code) ? code : null;
}

/** A currency's minor unit, a cent or a yen, in stored units; the runtime knows its decimal places. */
export function minorUnit(currency: string): bigint {
  const digits = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
  return 10n ** BigInt(Math.max(0, Math.log10(SCALE) - digits));
}
