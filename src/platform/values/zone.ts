import { Temporal } from "temporal-polyfill";

const DAY_MS = 86_400_000;
/** The last millisecond of the year 9999 in UTC. */
const MAX_MOMENT = 253_402_300_799_999;

/** Whether a number is a moment that may be stored: ms since 1970, to the end of the year 9999. */
export const isMoment = (value: number): boolean => value >= 0 && value <= MAX_MOMENT;

const knownZones = new Map<string, boolean>();

/** Whether a text is an IANA time zone name or alias. Offsets are not. */
export function isZone(name: string): boolean {
  let isKnown = knownZones.get(name);
  if (isKnown === undefined) {
    isKnown = /^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name) && runtimeKnows(name);
    if (knownZones.size < 1000) knownZones.set(name, isKnown);
  }
  return isKnown;
}

function runtimeKnows(name: string): boolean {
  try {
    // We use Temporal itself, because Intl also accepts three-letter names (IST) that Temporal then rejects.
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId !== "";
  } catch {
    return false;
  }
}

/** The first moment of a calendar day (YYYY-MM-DD) in a zone, in ms since 1970. It is not 00:00 if DST skips midnight. */
export function startOfDay(day: string, zone: string): number {
  return Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone }).epochMilliseconds;
}

/** The first moment of the following day, in ms since 1970. */
export function endOfDay(day: string, zone: string): number {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime({ timeZone: zone }).epochMilliseconds;
}

/** A cache of one: all items of an order have the same moment. */
let lastMoment = { moment: 0, zone: "UTC", day: 0 };

/** The calendar day of a moment in a zone, as days since 1970-01-01. */
export function dayNumber(moment: number, zone: string): number {
  if (zone === "UTC") return Math.floor(moment / DAY_MS);
  if (lastMoment.moment !== moment || lastMoment.zone !== zone) {
    const { year, month, day } = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone);
    lastMoment = { moment, zone, day: Date.UTC(year, month - 1, day) / DAY_MS };
  }
  return lastMoment.day;
}

/** A cache of one: consecutive rows of a list often have the same day. */
let lastDay = { day: 0, text: "1970-01-01" };

/** A day number as YYYY-MM-DD. */
export function dayText(day: number): string {
  if (lastDay.day !== day) lastDay = { day, text: new Date(day * DAY_MS).toISOString().slice(0, 10) };
  return lastDay.text;
}

/** A moment as RFC 3339 UTC with milliseconds (docs/spec/resources.md#times). */
export function momentText(moment: number): string {
  return new Date(moment).toISOString();
}

export function momentOrNull(moment: number | null): string | null {
  return moment === null ? null : momentText(moment);
}

/** Whether a text is a calendar day, YYYY-MM-DD. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  try {
    return Temporal.PlainDate.from(text, { overflow: "reject" }).toString() === text;
  } catch {
    return false;
  }
}

/**
 * Parses RFC 3339, a date-time without offset, or a bare date into ms since 1970. A text without offset is read in `zone`
 * (docs/spec/lists-and-filters.md#time-zones); a time that DST skips or repeats resolves like Temporal's "compatible". Returns null for any
 * other text, and for years outside 1970-9999.
 */
export function readMoment(text: string, zone: string): number | null {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?([Zz]|[+-]\d{2}:?\d{2})?)?$/.exec(text.trim());
  if (match === null) return null;
  const [, day = "", time = "00:00", offset] = match;
  try {
    const moment =
      offset === undefined
        ? Temporal.PlainDateTime.from(`${day}T${time}`, { overflow: "reject" }).toZonedDateTime(zone).epochMilliseconds
        : Temporal.Instant.from(`${day}T${time}${offset}`).epochMilliseconds;
    return isMoment(moment) ? moment : null;
  } catch {
    return null;
  }
}
