import * as fc from "fast-check";
import { expect, it } from "vitest";
import { coverRange, type Range } from "../../../src/platform/db/list/hour-cover";
import { assertProperty } from "../../kit/property";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The ranges of a cover in milliseconds, in order of time. */
function rangesOf(from: number, to: number): Range[] {
  const { days, hours, rows } = coverRange(from, to);
  const scaled = (ranges: Range[], unit: number) => ranges.map(([start, end]): Range => [start * unit, end * unit]);
  return [...scaled(days, DAY_MS), ...scaled(hours, HOUR_MS), ...rows].toSorted(([one], [other]) => one - other);
}

const nearHour = fc
  .tuple(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 24 }), fc.integer({ min: -2, max: 2 }))
  .map(([day, hour, by]) => day * DAY_MS + hour * HOUR_MS + by);
const moment = fc.oneof(nearHour, fc.integer({ min: 0, max: Date.parse("9999-12-31T23:59:59.999Z") }));

it("a cover has every millisecond of its range once", async () => {
  await assertProperty(
    fc.property(moment, moment, (from, to) => {
      const covered = rangesOf(from, to);
      if (from >= to) {
        expect(covered).toEqual([]);
        return;
      }
      // Each range begins at the end of the previous one.
      expect(covered.map(([start]) => start)).toEqual([Math.max(0, from), ...covered.slice(0, -1).map(([, end]) => end)]);
      expect(covered.at(-1)?.[1]).toBe(to);
    }),
    { cases: 1000 },
  );
});

it("a cover has few roll-ups: whole days, less than two days of hours, less than two hours of rows", async () => {
  const length = (ranges: Range[]) => ranges.reduce((sum, [from, to]) => sum + to - from, 0);
  await assertProperty(
    fc.property(moment, moment, (from, to) => {
      const { days, hours, rows } = coverRange(from, to);
      expect([days.length <= 1, hours.length <= 2, rows.length <= 2]).toEqual([true, true, true]);
      expect(length(hours)).toBeLessThan(48);
      expect(length(rows)).toBeLessThan(2 * HOUR_MS);
    }),
    { cases: 100 },
  );
});

it("a cover has no rows if both ends are whole hours", () => {
  expect(coverRange(2 * DAY_MS, 5 * DAY_MS)).toEqual({ days: [[2, 5]], hours: [], rows: [] });
  expect(coverRange(2 * DAY_MS - HOUR_MS, 5 * DAY_MS + 2 * HOUR_MS)).toEqual({
    days: [[2, 5]],
    hours: [
      [47, 48],
      [120, 122],
    ],
    rows: [],
  });
});

it("the cover of a range without an end includes every date that can be stored", () => {
  expect(rangesOf(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)[0]?.[0]).toBe(0);
  const end = coverRange(0, Number.POSITIVE_INFINITY).days[0]?.[1] ?? 0;
  expect(end * DAY_MS).toBeGreaterThan(Date.parse("9999-12-31T23:59:59.999Z"));
});
