import { anyCharacter } from "../../kit/any-character";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayNumber, dayText, endOfDay, isDay, isZone, momentText, readMoment, startOfDay } from "../../../src/platform/values/zone";
import { boundsOf, dayOf, momentOf } from "../../kit/zone-model";
import { assertProperty } from "../../kit/property";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const CHANGING = ["Europe/Berlin", "America/New_York", "America/St_Johns", "Australia/Lord_Howe", "Pacific/Auckland", "Africa/Cairo"];
const zone = fc.oneof(fc.constantFrom(...Intl.supportedValuesOf("timeZone"), "UTC"), fc.constantFrom(...CHANGING));
const YEARS = { min: 2012, max: 2037 };
/** A Sunday of a month in which many clocks change. */
const sundayOfChange = fc.tuple(fc.integer(YEARS), fc.constantFrom(3, 4, 10, 11), fc.nat({ max: 3 })).map(([year, month, week]) => {
  const first = Date.UTC(year, month - 1, 1) / DAY_MS;
  // 1 January 1970 was a Thursday.
  return first + ((10 - (first % 7)) % 7) + 7 * week;
});
/** Days since 1970, in years in which no time zone skipped a whole day: the last one was in 2011. */
const day = fc.oneof(fc.integer({ min: Date.UTC(YEARS.min, 0, 1) / DAY_MS, max: Date.UTC(YEARS.max, 11, 31) / DAY_MS }), sundayOfChange);
const moment = fc.tuple(day, fc.nat({ max: DAY_MS - 1 })).map(([days, ms]) => days * DAY_MS + ms);
const MAX_MOMENT = Date.parse("9999-12-31T23:59:59.999Z");

describe("the days of a time zone", () => {
  it("begin and end where its calendar says", async () => {
    await assertProperty(
      fc.property(day, zone, (days, name) => {
        const text = dayText(days);
        expect([startOfDay(text, name), endOfDay(text, name)]).toEqual(boundsOf(text, name));
      }),
      { cases: 300 },
    );
  });

  it("follow one another without a gap, each 22 to 26 hours long", async () => {
    await assertProperty(
      fc.property(day, zone, (days, name) => {
        const [from, to] = [startOfDay(dayText(days), name), endOfDay(dayText(days), name)];
        expect(to).toBe(startOfDay(dayText(days + 1), name));
        expect(to - from).toBeGreaterThanOrEqual(22 * HOUR_MS);
        expect(to - from).toBeLessThanOrEqual(26 * HOUR_MS);
      }),
      { cases: 100 },
    );
  });

  it("contain exactly the times of that day", async () => {
    await assertProperty(
      fc.property(moment, zone, (at, name) => {
        const text = dayText(dayNumber(at, name));
        expect(text).toBe(dayOf(at, name));
        expect(startOfDay(text, name)).toBeLessThanOrEqual(at);
        expect(endOfDay(text, name)).toBeGreaterThan(at);
      }),
      { cases: 300 },
    );
  });

  it("include those on which clocks change, or that a zone skipped", () => {
    expect(endOfDay("2026-03-29", "Europe/Berlin") - startOfDay("2026-03-29", "Europe/Berlin")).toBe(23 * HOUR_MS);
    expect(endOfDay("2026-10-25", "Europe/Berlin") - startOfDay("2026-10-25", "Europe/Berlin")).toBe(25 * HOUR_MS);
    expect(endOfDay("2026-04-05", "Australia/Lord_Howe") - startOfDay("2026-04-05", "Australia/Lord_Howe")).toBe(24.5 * HOUR_MS);
    // Cairo's clocks go forward at midnight: the day begins at 01:00.
    expect(momentText(startOfDay("2026-04-24", "Africa/Cairo"))).toBe("2026-04-23T22:00:00.000Z");
    // Samoa had no 30 December 2011.
    expect(startOfDay("2011-12-30", "Pacific/Apia")).toBe(endOfDay("2011-12-30", "Pacific/Apia"));
  });
});

describe("days as text", () => {
  it("are parsed to the same day", async () => {
    await assertProperty(
      fc.property(fc.integer({ min: 0, max: Math.floor(MAX_MOMENT / DAY_MS) }), (days) => {
        expect(isDay(dayText(days))).toBe(true);
        expect(dayNumber(days * DAY_MS, "UTC")).toBe(days);
        expect(startOfDay(dayText(days), "UTC")).toBe(days * DAY_MS);
      }),
      { cases: 100 },
    );
  });

  it("are calendar days and nothing else", async () => {
    for (const text of ["2024-02-29", "2026-12-31", "0001-01-01"]) expect(isDay(text), text).toBe(true);
    for (const text of [
      "2026-02-29",
      "2026-13-01",
      "2026-00-01",
      "2026-1-1",
      "20260101",
      "2026-01-01T00:00",
      "+002026-01-01",
      "-000001-01-01",
      "",
    ]) {
      expect(isDay(text), text).toBe(false);
    }
    await assertProperty(
      fc.property(fc.stringMatching(/^\d{4}-\d{2}-\d{2}$/), (text) => {
        const date = new Date(`${text}T00:00:00Z`);
        expect(isDay(text)).toBe(!Number.isNaN(date.getTime()) && date.toISOString().startsWith(text));
      }),
      { cases: 100 },
    );
  });
});

describe("a time", () => {
  it("with an offset is that time in any time zone", async () => {
    await assertProperty(
      fc.property(moment, fc.integer({ min: -14 * 60, max: 14 * 60 }), zone, (at, minutes, name) => {
        const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
        const twoDigits = (n: number) => String(n).padStart(2, "0");
        const local = new Date(at + minutes * 60_000).toISOString().slice(0, -1);
        const sign = minutes < 0 ? "-" : "+";
        for (const offset of [`${sign}${twoDigits(hours)}:${twoDigits(rest)}`, `${sign}${twoDigits(hours)}${twoDigits(rest)}`]) {
          expect(readMoment(local + offset, name), local + offset).toBe(at);
        }
        expect(readMoment(momentText(at), name)).toBe(at);
      }),
      { cases: 100 },
    );
  });

  it("without one is read in the time zone", async () => {
    await assertProperty(
      fc.property(moment, zone, fc.constantFrom(10, 16, 19, 23), (at, name, length) => {
        const text = new Date(at).toISOString().slice(0, length);
        expect(readMoment(text, name), text).toBe(momentOf(text, name));
      }),
      { cases: 300 },
    );
  });

  it("that occurs twice is the first of the two, and one that is skipped moves forward by the gap", () => {
    expect(momentText(readMoment("2026-10-25T02:30", "Europe/Berlin") ?? 0)).toBe("2026-10-25T00:30:00.000Z");
    expect(momentText(readMoment("2026-03-29T02:30", "Europe/Berlin") ?? 0)).toBe("2026-03-29T01:30:00.000Z");
  });

  it("may be written with a space, in lower case, and with nanoseconds", () => {
    for (const text of ["2026-01-02 03:04:05Z", "2026-01-02t03:04:05z", "2026-01-02 03:04:05 +00:00", " 2026-01-02T03:04:05.000000000Z "]) {
      expect(readMoment(text, "Asia/Tokyo"), text).toBe(Date.parse("2026-01-02T03:04:05Z"));
    }
  });

  it("is between the years 1970 and 9999", () => {
    expect(readMoment("1970-01-01T00:00:00Z", "UTC")).toBe(0);
    expect(readMoment("1969-12-31T23:59:59.999Z", "UTC")).toBeNull();
    expect(readMoment("9999-12-31T23:59:59.999Z", "UTC")).toBe(MAX_MOMENT);
    expect(readMoment("1970-01-01", "Asia/Tokyo")).toBeNull();
    expect(readMoment("9999-12-31", "America/New_York")).not.toBeNull();
    expect(readMoment("9999-12-31T23:59:59", "America/New_York")).toBeNull();
  });

  it("in any other format is rejected without an exception", async () => {
    for (const text of [
      "",
      "now",
      "2026",
      "2026-01",
      "2026-02-30",
      "2026-01-01T24:00",
      "2026-01-01T00:60",
      "2026-01-01T00:00+25:00",
      "1767225600",
      "2026-W01-1",
    ]) {
      expect(readMoment(text, "UTC"), text).toBeNull();
    }
    await assertProperty(
      fc.property(fc.string({ unit: anyCharacter }), zone, (text, name) => {
        expect([readMoment(text, name), isDay(text)].every((response) => response === null || response === false)).toBe(true);
      }),
      { cases: 100 },
    );
  });
});

describe("a time zone", () => {
  it("is an IANA name, also an old one, in any letter case", () => {
    for (const name of [...Intl.supportedValuesOf("timeZone"), "US/Eastern", "Asia/Calcutta", "Etc/GMT+5", "GMT", "europe/berlin"]) {
      expect(isZone(name), name).toBe(true);
    }
  });

  it("is not an offset or any other text", async () => {
    for (const name of ["", "+02:00", "-05", "Mars/Olympus", "Europe/Berlin ", "Europe", "UTC+1", "Z", "__proto__"]) {
      expect(isZone(name), name).toBe(false);
    }
    await assertProperty(
      fc.property(fc.string({ unit: anyCharacter }), (name) => {
        // No name of a zone has a space.
        expect(isZone(`${name} zone`)).toBe(false);
      }),
      { cases: 100 },
    );
  });
});
