const known = new Set(Intl.supportedValuesOf("currency"));

/** A currency code of ISO 4217 in upper case, or null where the list has none such. */
export function readCurrency(text: string): string | null {
  const code = text.trim().toUpperCase();
  return known.has(code) ? code : null;
}
