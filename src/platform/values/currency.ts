import { decimalPlaces } from "./minor-unit.ts";
import { SCALE } from "./money";

/** ISO 4217 codes that runtimes do not list: funds, metals and the newest currencies. */
const EXTRA_CODES = "BOV CHE CHW CLF COU MXV SLE USN UYI UYW VED XAG XAU XCG XDR XPD XPT XSU XUA ZWG".split(" ");

/** Loaded on first use: it takes milliseconds, which would slow down the isolate's start. */
let codes: ReadonlySet<string> | null = null;

/** The ISO 4217 currency code in upper case, or null if there is no such currency. */
export function readCurrency(text: string): string | null {
  codes ??= new Set([...Intl.supportedValuesOf("currency"), ...EXTRA_CODES]);
  const code = text.trim().toUpperCase();
  return codes.has(code) ? code : null;
}

/** A currency's minor unit (a cent, a yen) in stored units. */
export function minorUnit(currency: string): bigint {
  return 10n ** BigInt(Math.log10(SCALE) - decimalPlaces(currency));
}
