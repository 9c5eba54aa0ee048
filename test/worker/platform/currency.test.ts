import { describe, expect, it } from "vitest";
import { minorUnit } from "../../../src/platform/values/currency";
import { isZone, startOfDay } from "../../../src/platform/values/zone";

describe("minorUnit", () => {
  it.each([
    ["USD", 100n],
    ["JPY", 10_000n],
    ["KWD", 10n],
    ["CLF", 1n],
    ["PKR", 100n],
    ["HUF", 100n],
    ["IQD", 10n],
    // Gold has no minor unit, and is counted in hundredths.
    ["XAU", 100n],
  ])("%s has the value of ISO 4217, in stored units", (currency, unit) => {
    expect(minorUnit(currency)).toBe(unit);
  });
});

describe("isZone", () => {
  it("accepts every time zone of the runtime, also by an old name, and no other text", () => {
    for (const zone of Intl.supportedValuesOf("timeZone")) expect(isZone(zone), zone).toBe(true);
    // Intl also accepts these abbreviations and the offset, but they are no names of IANA. EST, below, is one.
    for (const name of ["IST", "PST", "JST", "AET", "BST", "+05:30", "Mars/Olympus", ""]) {
      expect(isZone(name), name).toBe(false);
    }
    for (const alias of ["EST", "UTC", "US/Eastern", "Asia/Calcutta", "GMT"]) {
      expect(isZone(alias), alias).toBe(true);
      expect(startOfDay("2026-01-01", alias)).toBeGreaterThan(0);
    }
  });
});
