import fc from "fast-check";
import { expect, it } from "vitest";
import { formatUnits, readPrintedAmount, readUnits, toDecimal } from "../../../src/resources/orders/files/money.ts";
import { assertProperty } from "../../kit/property.ts";

const SECOND_IN_MICROSECONDS = 1_000_000;

it.each([
  ["0", 0],
  ["-0.0", 0],
  ["2.1", 21_000],
  ["38970.0", 389_700_000],
  ["0.001", 10],
  ["1.", 10_000],
  ["-11062.06", -110_620_600],
  ["2.5000000", 25_000],
  ["1.00001", null],
  ["1,5", null],
  ["1e3", null],
  ["£2", null],
  ["", null],
  [".5", null],
  ["1.0000000001", null],
  ["1.00010000000", 10_001],
])("parses %s", (text, units) => expect(readUnits(text)).toBe(units));

it("parses an amount of 100,000 characters immediately", () => {
  const began = process.cpuUsage().user;
  expect(readUnits(`1.${"0".repeat(100_000)}1`)).toBeNull();
  expect(readUnits(`1.5${"0".repeat(100_000)}`)).toBe(15_000);
  // Backtracking took 24 s.
  expect(process.cpuUsage().user - began).toBeLessThan(SECOND_IN_MICROSECONDS);
});

it("writes a number that is parsed to the same units", () => {
  for (const units of [1, 10, 21_000, 254_999, 999_999_999_999]) expect(Math.round(toDecimal(units) * 10_000)).toBe(units);
});

it.each([
  [0n, "0.00"],
  [10n, "0.001"],
  [-110_620_600n, "-11,062.06"],
  [106_445_604_240n, "10,644,560.424"],
  [12_345n, "1.2345"],
])("prints %s", (units, text) => expect(formatUnits(units)).toBe(text));

it.each([
  ["12.50", 125_000, ""],
  ["$1,234.50", 12_345_000, "$"],
  ["1.234,50 €", 12_345_000, "€"],
  ["1 234,50 zł", 12_345_000, "zł"],
  ["1\u202f234,50", 12_345_000, ""],
  ["1'234.50", 12_345_000, ""],
  ["1,234,567", 12_345_670_000, ""],
  ["US $5", 50_000, "US$"],
  [".5", 5000, ""],
  ["$.99", 9900, "$"],
  ["-.75 EUR", -7500, "EUR"],
  ["(.05)", -500, ""],
  ["Rs.99", 990_000, "Rs"],
  ["Rs. .99", 9900, "Rs"],
  [".125", null, ""],
  [",5", null, ""],
  ["..5", null, ""],
  ["-$5.00", -50_000, "$"],
  ["$-5.00", -50_000, "$"],
  ["¥1,234", null, ""],
  ["1.234", null, ""],
  ["12,34,56", null, ""],
  ["1,23.45", null, ""],
  ["1.2,3.4", null, ""],
  ["5 or 6", null, ""],
  ["12abc34", null, ""],
  ["5%", null, ""],
  ["free", null, ""],
  ["", null, ""],
  ["5.", null, ""],
])("parses the printed amount %s", (text, units, sign) => expect(readPrintedAmount(text)).toEqual(units === null ? null : { units, sign }));

it("parses every amount that a marketplace prints with two decimal places", async () => {
  const locale = fc.constantFrom("en", "de", "fr", "pl", "de-CH", "pt-BR", "sv");
  const currency = fc.constantFrom("USD", "EUR", "GBP", "PLN", "AUD");
  await assertProperty(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), locale, currency, (cents, language, code) => {
      const text = new Intl.NumberFormat(language, { style: "currency", currency: code }).format(cents / 100);
      expect(readPrintedAmount(text)?.units).toBe(cents * 100);
    }),
    { cases: 100 },
  );
});

it("parses a printed amount of 100,000 characters immediately", () => {
  const began = process.cpuUsage().user;
  for (const text of ["$".repeat(100_000), " ".repeat(100_000), "1,".repeat(50_000), "1 ".repeat(50_000), `1${"'".repeat(100_000)}`]) {
    expect(readPrintedAmount(text)).toBeNull();
  }
  expect(process.cpuUsage().user - began).toBeLessThan(SECOND_IN_MICROSECONDS);
});
