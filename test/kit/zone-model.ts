const clocks = new Map<string, Intl.DateTimeFormat>();

/** Building a format takes longer than using it a hundred times. */
function clock(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const digits = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" } as const;
  const format = new Intl.DateTimeFormat("en-US", { timeZone, calendar: "iso8601", hourCycle: "h23", ...digits });
  clocks.set(timeZone, format);
  return format;
}

/** The local time of a moment in the time zone, as if it were UTC, to the second. */
function wallClock(moment: number, zone: string): number {
  const parts = clock(zone).formatToParts(moment);
  const part = (type: string) => Number(parts.find((found) => found.type === type)?.value);
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
}

function offset(moment: number, zone: string): number {
  return wallClock(moment, zone) - Math.floor(moment / 1000) * 1000;
}

const DAY_MS = 86_400_000;

/** The moment of a local time in the time zone: the first one if it occurs twice, moved forward by the gap if it never occurs. */
function momentAt(local: number, zone: string): number {
  const before = offset(local - DAY_MS, zone);
  const after = offset(local + DAY_MS, zone);
  if (offset(local - before, zone) === before) return local - before;
  return offset(local - after, zone) === after ? local - after : local - before;
}

/** The moment of a parameter: RFC 3339, or a date or date-time in the time zone. */
export function momentOf(text: string, zone: string): number {
  if (/(?:Z|[+-]\d\d:\d\d)$/.test(text) && text.includes("T")) return Date.parse(text);
  return momentAt(Date.parse(text.includes("T") ? `${text}Z` : `${text}T00:00:00Z`), zone);
}

/** The first moment of a day, and of the next day. */
export function boundsOf(day: string, zone: string): [from: number, to: number] {
  const local = Date.parse(`${day}T00:00:00Z`);
  return [momentAt(local, zone), momentAt(local + DAY_MS, zone)];
}

/** The day of a moment in the time zone, YYYY-MM-DD. */
export function dayOf(moment: number, zone: string): string {
  return new Date(wallClock(moment, zone)).toISOString().slice(0, 10);
}
