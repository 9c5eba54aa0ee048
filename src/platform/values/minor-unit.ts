/** Decimal places of ISO 4217 currencies that do not have two. The runtime uses CLDR's, which differ and may change. */
const DECIMAL_PLACES: Readonly<Record<string, number>> = {
  ...Object.fromEntries("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" ").map((code) => [code, 0])),
  ...Object.fromEntries("BHD IQD JOD KWD LYD OMR TND".split(" ").map((code) => [code, 3])),
  CLF: 4,
  UYW: 4,
};

/** The number of decimal places of a currency (docs/spec/amounts-and-figures.md#minor-units). */
export function decimalPlaces(currency: string): number {
  return DECIMAL_PLACES[currency] ?? 2;
}
