import { readPrintedAmountAt } from "./cells.ts";
import type { ReadCell, Row } from "./format.ts";

const CURRENCIES: Readonly<Record<string, string>> = {
  $: "USD",
  US$: "USD",
  AU$: "AUD",
  A$: "AUD",
  NZ$: "NZD",
  C$: "CAD",
  CA$: "CAD",
  S$: "SGD",
  HK$: "HKD",
  "£": "GBP",
  "GB£": "GBP",
  "€": "EUR",
};

/** The currency of a sign, which may be its code. Undefined if it is unknown. */
function currencyOfSign(sign: string): string | undefined {
  if (Object.hasOwn(CURRENCIES, sign)) return CURRENCIES[sign];
  return Intl.supportedValuesOf("currency").includes(sign) ? sign : undefined;
}

/** A currency sign beside an amount, and its currency. Undefined: the sign is unknown. */
export interface PrintedCurrency {
  row: Row;
  column: string;
  sign: string;
  currency: string | undefined;
}

/** The first currency sign beside an amount in these columns. Null if there is none. */
export function printedCurrency(rows: readonly Row[], columns: readonly string[], value: ReadCell): PrintedCurrency | null {
  for (const row of rows) {
    for (const column of columns) {
      const sign = (readPrintedAmountAt(row, column, value)?.sign ?? "").toUpperCase();
      if (sign !== "") return { row, column, sign, currency: currencyOfSign(sign) };
    }
  }
  return null;
}
