import * as z from "zod";
import { isDay, isZone, readMoment } from "../../values/zone";
import { MOMENT, whole, ZONE } from "./input-patterns";
import { parsedQuery } from "./query";

/** A moment, as its text (docs/spec/lists-and-filters.md#time-zones). */
export function momentQuery() {
  const expected = "Expected an RFC 3339 date-time, a date-time without offset, or a date.";
  return parsedQuery((text) => (readMoment(text, "UTC") === null ? null : text), expected, "invalid_date", MOMENT);
}

/** A moment in a body, as its text. */
export const MomentInput = z
  .string()
  .refine((text) => readMoment(text, "UTC") !== null, {
    error: "Expected an RFC 3339 date-time or a date.",
    params: { code: "invalid_date_time" },
  })
  .meta({ override: { type: "string", pattern: whole(MOMENT) } });

/** A calendar day, YYYY-MM-DD. */
export function dayQuery() {
  return parsedQuery((text) => (isDay(text) ? text : null), "Expected a date, YYYY-MM-DD.", "invalid_date").meta({
    override: { type: "string", format: "date" },
  });
}

/** An IANA timezone. */
export function zoneQuery() {
  return parsedQuery((name) => (isZone(name) ? name : null), "Expected an IANA timezone name.", "invalid_timezone", ZONE).describe(
    "IANA time zone in which dates and times without an offset are read. Default: the organization's.",
  );
}
