import { decimalPlaces } from "./minor-unit.ts";

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string): Intl.NumberFormat {
  let format = formats.get(currency);
  if (format === undefined) {
    const places = decimalPlaces(currency);
    format = new Intl.NumberFormat("en", {
      style: "currency",
      currency,
      minimumFractionDigits: places,
      maximumFractionDigits: places,
      roundingMode: "halfCeil",
      // No minus sign before an amount that is rounded to zero.
      signDisplay: "negative",
    });
    formats.set(currency, format);
  }
  return format;
}

/**
 * Formats an amount in stored units for people, as `£12.50`, rounded half up to the minor unit of its currency
 * (docs/spec/amounts-and-figures.md#shown-amounts). The decimal is passed as a text, because a float would be rounded a first time.
 */
export function moneyText(units: number | bigint, currency: string): string {
  return formatOf(currency).format(`${units}E-4` as `${number}`);
}

/** Whether people write `$`, without a letter, beside amounts in a currency. */
export function isDollar(currency: string): boolean {
  const format = new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "narrowSymbol" });
  return format.formatToParts(0).some(({ type, value }) => type === "currency" && value === "$");
}

const axisFormats = new Map<string, Intl.NumberFormat>();

/** Formats a value of a chart's axis: `$1.2K`. It is a position of the axis and not an amount, so it is short and not exact. */
export function axisMoneyText(value: number, currency: string): string {
  let format = axisFormats.get(currency);
  if (format === undefined) {
    format = new Intl.NumberFormat("en", {
      style: "currency",
      currency,
      notation: "compact",
      minimumFractionDigits: 0,
      maximumFractionDigits: 2,
    });
    axisFormats.set(currency, format);
  }
  return format.format(value);
}
