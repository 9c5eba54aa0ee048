const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Days from 1970 to past the year 9999, the last one that a date may have. */
const MAX_DAY = 3_000_000;

/** A half-open range. */
export type Range = readonly [from: number, to: number];

/** A range of time cut into whole UTC days, whole UTC hours and what is left of hours at its ends. */
export interface Cover {
  /** Days since 1970. */
  days: Range[];
  /** Hours since 1970. */
  hours: Range[];
  /** Milliseconds: to be counted row by row. */
  rows: Range[];
}

/** Covers [from, to) ms with whole UTC days and what is left of days at its ends; infinite ends are cut to days that can exist. */
export function coverDays(from: number, to: number): Pick<Cover, "days" | "rows"> {
  const [start, end] = [Math.max(0, from), Math.min(to, MAX_DAY * DAY_MS)];
  if (start >= end) return { days: [], rows: [] };
  const [firstDay, lastDay] = [Math.ceil(start / DAY_MS), Math.floor(end / DAY_MS)];
  if (firstDay > lastDay) return { days: [], rows: [[start, end]] };
  return { days: nonEmpty([firstDay, lastDay]), rows: nonEmpty([start, firstDay * DAY_MS], [lastDay * DAY_MS, end]) };
}

/** Covers [from, to) ms so that counting it reads few roll-up rows; infinite ends are cut to days that can exist. */
export function coverRange(from: number, to: number): Cover {
  const start = Math.max(0, from);
  const end = Math.min(to, MAX_DAY * DAY_MS);
  if (start >= end) return { days: [], hours: [], rows: [] };
  const [firstHour, lastHour] = [Math.ceil(start / HOUR_MS), Math.floor(end / HOUR_MS)];
  if (firstHour > lastHour) return { days: [], hours: [], rows: [[start, end]] };
  const rows = nonEmpty([start, firstHour * HOUR_MS], [lastHour * HOUR_MS, end]);
  const [firstDay, lastDay] = [Math.ceil(firstHour / 24), Math.floor(lastHour / 24)];
  if (firstDay >= lastDay) return { days: [], hours: nonEmpty([firstHour, lastHour]), rows };
  return { days: [[firstDay, lastDay]], hours: nonEmpty([firstHour, firstDay * 24], [lastDay * 24, lastHour]), rows };
}

function nonEmpty(...ranges: Range[]): Range[] {
  return ranges.filter(([from, to]) => from < to);
}
