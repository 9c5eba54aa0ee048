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
