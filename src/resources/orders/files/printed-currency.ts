import { readPrintedAmountAt } from "./cells.ts";
import type { ReadCell, Row } from "./format.ts";

/** Signs that one country has, and `$`, which is the currency of the reports of eBay in the United States. */
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
  R$: "BRL",
  "₹": "INR",
  "₫": "VND",
  "₺": "TRY",
  "₩": "KRW",
  "₪": "ILS",
  "฿": "THB",
  "₴": "UAH",
  "₽": "RUB",
  NT$: "TWD",
  MX$: "MXN",
  ZŁ: "PLN",
  KČ: "CZK",
  FT: "HUF",
};

/** The currency of a sign, which may be its code. Undefined if it is unknown. */
export function currencyOfSign(sign: string): string | undefined {
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

/** The currency signs beside the amounts in these columns. */
export function printedCurrencies(rows: readonly Row[], columns: readonly string[], value: ReadCell): PrintedCurrency[] {
  return rows.flatMap((row) =>
    columns.flatMap((column) => {
      const sign = (readPrintedAmountAt(row, column, value)?.sign ?? "").toUpperCase();
      return sign === "" ? [] : [{ row, column, sign, currency: currencyOfSign(sign) }];
    }),
  );
}
