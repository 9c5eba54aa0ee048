import { type ReadCell, type Row, UnreadableOrder } from "./format.ts";

const MOMENT = /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(?:([+-]\d{2})(?::?(\d{2}))?|(Z|UTC))?)?$/i;

/** What spreadsheets of many countries make of a time. With dots, the day is first. */
const DOTTED_MOMENT = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:,? (\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;

/**
 * Converts `2024-05-01 09:58:12 +0200`, ISO 8601 or `1.5.2024 09:58` to RFC 3339. Without an offset, the API uses the organization's time
 * zone.
 */
export function readMoment(row: Row, column: string, value: ReadCell): string {
  return parseMoment(row, column, value(row, column));
}

/** Converts the text of a cell in the same way. The row and the column are for errors. */
export function parseMoment(row: Row, column: string, text: string): string {
  const match = MOMENT.exec(text);
  const dotted = DOTTED_MOMENT.exec(text);
  const fromDots = dotted === null ? null : momentFromDots(dotted);
  if (fromDots !== null) return fromDots;
  if (match === null) throw invalidDate(row, column, text, "2024-05-01 09:58:12 +0200 or 2024-05-01T09:58:12+02:00");
  const [, year = "", month = "", day = "", time, hours, minutes = "00", utc] = match;
  const date = `${year}-${month}-${day}`;
  if (time === undefined) return date;
  if (utc !== undefined) return `${date}T${time}Z`;
  return `${date}T${time}${hours === undefined ? "" : `${hours}:${minutes}`}`;
}

function momentFromDots([, day = "", month = "", year = "", hours, minutes = "00", seconds = "00"]: readonly string[]): string | null {
  const date = dayOf(Number(year), Number(month), Number(day));
  return date === null || hours === undefined ? date : `${date}T${hours.padStart(2, "0")}:${minutes}:${seconds}`;
}

/** The number of days since 1899 that a spreadsheet has written instead of a date, such as 46347 or 46347.416. 20000 is in 1954, and 79999 in 2119. */
export const isDayNumber = (text: string): boolean => /^[2-7]\d{4}(?:[.,]\d+)?$/.test(text);

/** The error for a date that is not in the form of the example. */
export function invalidDate({ line }: Row, column: string, text: string, example: string): UnreadableOrder {
  if (isDayNumber(text)) {
    const problem = `a spreadsheet has turned the date into a number. Format the column as a date, or import the file as it was downloaded.`;
    return new UnreadableOrder("date_damaged", `Line ${line}: ${column} "${text}": ${problem}`);
  }
  return new UnreadableOrder("invalid_date", `Line ${line}: ${column} "${text}" is not a date such as ${example}.`);
}

/** A day as `2024-05-01`. Null if there is no such day, or it is before 1970: the API accepts no earlier date. */
function dayOf(year: number, month: number, day: number): string | null {
  if (year < 1970) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null;
}

/** The beginnings of the names of months in English, German, French, Spanish, Italian, Portuguese and Dutch, without accents. */
const MONTHS: readonly string[] = [
  "jan ene gen",
  "feb fev",
  "mar mrt",
  "apr avr abr",
  "may mai mag mei",
  "jun juin giu",
  "jul juil lug",
  "aug ago aou",
  "sep set",
  "oct okt ott out",
  "nov",
  "dec dez dic",
];

/** The number of a month by its name or the beginning of it. Null for any other text. */
function monthNumber(text: string): number | null {
  const name = text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const index = MONTHS.findIndex((names) => names.split(" ").some((start) => name.startsWith(start)));
  return index === -1 ? null : index + 1;
}

/** What a date in digits with slashes or hyphens means, such as 3/4/2026. */
export type Slashes = "month first" | "day first" | "ambiguous";

/**
 * Converts a date as a marketplace or a spreadsheet prints it to `2025-07-21`: `2025-07-21`, `21-Jul-25`, `Jul 21, 2025`, `21.07.2025`, each also
 * with a time, which is left out, because it has no zone. Null for any other text.
 */
export function readPrintedDay(text: string, slashes: Slashes): string | null {
  const time = text.search(/[T ,]\s?\d{1,2}:\d{2}/);
  const day = time === -1 ? text : text.slice(0, time);
  const parts = day.split(/[\s\-/.,]+/).filter((part) => part !== "");
  const [first = "", second = "", third = ""] = parts;
  if (parts.length !== 3) return null;
  if (/^\d{4}$/.test(first)) return fromParts(first, second, third);
  if (/^\d/.test(first) && /^\d/.test(second)) {
    if (day.includes(".")) return fromParts(third, second, first);
    if (slashes === "day first") return fromParts(third, second, first);
    // Files of Etsy are read with the month first because of their slashes: with hyphens they would be somebody else's dates.
    return slashes === "month first" && day.includes("/") ? fromParts(third, first, second) : null;
  }
  return /^\d/.test(first) ? fromParts(third, second, first) : fromParts(third, first, second);
}

function fromParts(year: string, month: string, day: string): string | null {
  if (!/^(?:\d{2}|\d{4})$/.test(year) || !/^\d{1,2}$/.test(day)) return null;
  const number = /^\d{1,2}$/.test(month) ? Number(month) : monthNumber(month);
  return number === null ? null : dayOf(Number(year.length === 2 ? `20${year}` : year), number, Number(day));
}
