import { SCALE } from "./money";

/** Codes of ISO 4217 that runtimes leave out of their list: funds, metals, and the latest currencies. */
const ALSO = "BOV CHE CHW CLF COU MXV SLE USN UYI UYW VED XAG XAU XCG XDR XPD XPT XSU XUA ZWG".split(" ");

/** Asked of the runtime when first needed: it takes milliseconds, which an isolate's start need not. */
let known: ReadonlySet<string> | null = null;

/** A currency code of ISO 4217 in upper case, or null where the list has none such. */
export function readCurrency(text: string): string | null {
  known ??= new Set([...Intl.supportedValuesOf("currency"), ...ALSO]);
  const code = text.trim().toUpperCase();
  return known.has(code) ? code : null;
}

/** Decimal places of the currencies of ISO 4217 that do not have two. The runtime's are CLDR's, which differ and may change. */
const PLACES: Readonly<Record<string, number>> = {
  ...Object.fromEntries("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" ").map((code) => [code, 0])),
  ...Object.fromEntries("BHD IQD JOD KWD LYD OMR TND".split(" ").map((code) => [code, 3])),
  CLF: 4,
  UYW: 4,
};

/** A currency's minor unit, a cent or a yen, in stored units. */
export function minorUnit(currency: string): bigint {
  return 10n ** BigInt(Math.log10(SCALE) - (PLACES[currency] ?? 2));
}
