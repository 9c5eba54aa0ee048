import { ApiError, invalid, notFound } from "../../../platform/api-error";
import type { OrgReader } from "../../../platform/db/org-db";
import { dayNumber, dayText, endOfDay, startOfDay } from "../../../platform/values/zone";
import { WORKSHEET_FORMATS, type WorksheetFormat, writeWorksheet } from "./formats";
import { shippedItems, worksheetStore } from "./worksheet.sql.ts";

/** The longest file. Its text has about 1 MB. */
const MAX_LINES = 10_000;

export interface WorksheetRequest {
  storeId: number;
  /** Default: that of the store's platform, else Etsy's, which is a plain list. */
  format?: WorksheetFormat | undefined;
  /** The first and the last day of shipping, YYYY-MM-DD, in the organization's time zone. Default: the week that ends with `to`, or today. */
  from?: string | undefined;
  to?: string | undefined;
}

/** How many days a worksheet has by default. */
export const DEFAULT_DAYS = 7;

/** A worksheet as it is downloaded. */
export interface WorksheetFile {
  name: string;
  text: string;
}

/**
 * The tracking numbers of what a store shipped in a period, in the columns of a platform that accepts them only as a file. One round trip.
 * Throws 404 Not Found for an unknown store, and 400 Bad Request for a period that ends before it begins or has too many items.
 */
export async function readWorksheet(org: OrgReader, { storeId, ...request }: WorksheetRequest): Promise<WorksheetFile> {
  const { timezone } = org.organization;
  const to = request.to ?? dayText(dayNumber(org.now, timezone));
  const from = request.from ?? dayText(dayNumber(startOfDay(to, timezone), timezone) - DEFAULT_DAYS + 1);
  if (to < from) throw invalid("to", "invalid_range", "Expected a day that is not before `from`.");
  const period = { storeId, from: startOfDay(from, timezone), until: endOfDay(to, timezone) };
  const [[found], items] = await org.read(worksheetStore(org, storeId), shippedItems(org, period, MAX_LINES + 1));
  if (found === undefined) throw notFound();
  if (items.length > MAX_LINES) {
    const message = `More than ${MAX_LINES.toLocaleString("en-US")} items were shipped. Choose a shorter period.`;
    throw new ApiError("validation_error", [{ path: "to", code: "too_many_items", message, limit: MAX_LINES }]);
  }
  const format = request.format ?? WORKSHEET_FORMATS.find((name) => name === found.platform) ?? "etsy";
  const { text, extension } = writeWorksheet(format, items, timezone);
  return { name: `tracking-${format}-${from}-${to}.${extension}`, text };
}

/** The media type of all worksheets. Only the commas or tabs of the file tell them apart. */
export const WORKSHEET_TYPE = "text/plain; charset=utf-8";

/** The response with a worksheet. */
export function worksheetResponse({ name, text }: WorksheetFile): Response {
  return new Response(text, {
    headers: { "Content-Type": WORKSHEET_TYPE, "Content-Disposition": `attachment; filename="${name}"` },
  });
}
