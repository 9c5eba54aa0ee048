import { expect, it } from "vitest";
import { formatUnits, readUnits, toDecimal } from "../../../src/orders/files/money.ts";

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
])("reads %s", (text, units) => expect(readUnits(text)).toBe(units));

it("reads an amount of 100,000 characters at once", () => {
  const began = process.cpuUsage().user;
  expect(readUnits(`1.${"0".repeat(100_000)}1`)).toBeNull();
  expect(readUnits(`1.5${"0".repeat(100_000)}`)).toBe(15_000);
  // Backtracking took 24 s.
  expect(process.cpuUsage().user - began).toBeLessThan(1_000_000);
});

it("writes the number that reads back as the same units", () => {
  for (const units of [1, 10, 21_000, 254_999, 999_999_999_999]) expect(Math.round(toDecimal(units) * 10_000)).toBe(units);
});

it.each([
  [0n, "0.00"],
  [10n, "0.001"],
  [-110_620_600n, "-11,062.06"],
  [106_445_604_240n, "10,644,560.424"],
  [12_345n, "1.2345"],
])("shows %s", (units, text) => expect(formatUnits(units)).toBe(text));
