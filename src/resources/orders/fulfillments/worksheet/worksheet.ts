import { first } from "../../../../platform/db/statement";
import { ApiError, invalid, notFound } from "../../../../platform/api-error";
import type { OrgReader } from "../../../../platform/db/org-db";
import { NO_LOCK } from "../../../../platform/export-lock";
import { type FilePart, openFileStream } from "../../../../platform/file-stream";
import { dayNumber, dayText, endOfDay, startOfDay } from "../../../../platform/values/zone";
import { headOf, LAYOUTS, WORKSHEET_FORMATS, type WorksheetFormat, writeLines } from "./formats";
import { lineCount, type LinePosition, type ShippedPeriod, shippedLines, worksheetStore } from "./worksheet.sql.ts";

const MAX_LINES = 10_000;

/**
 * Lines that are read together, and the most bytes that they have. A line has the id of an order, a tracking number, a carrier and a tracking page, whose
 * characters have up to three bytes.
 */
const BATCH_LINES = 300;
const BATCH_BYTES = BATCH_LINES * 3 * (191 + 255 + 64 + 2048);

export interface WorksheetRequest {
  storeId: number;
  /** Default: that of the store's platform, else Etsy's, which is a plain list. */
  format?: WorksheetFormat | undefined;
  /** The first and the last day of shipping, YYYY-MM-DD, in the organization's time zone. Default: the week that ends with `to`, or today. */
  from?: string | undefined;
  to?: string | undefined;
}

export const DEFAULT_DAYS = 7;

/** The media type of all worksheets. Only the commas or tabs of the file tell them apart. */
export const WORKSHEET_TYPE = "text/plain; charset=utf-8";

/**
 * The response with the tracking numbers of what a store shipped in a period, in the columns of a platform that accepts them only as a file. It is
 * read while it is downloaded. Throws 404 Not Found for an unknown store, and 400 Bad Request for a period that ends before it begins or has too
 * many lines. Two round trips, and one for every further 300 lines.
 */
export async function worksheetResponse(org: OrgReader, { storeId, ...request }: WorksheetRequest): Promise<Response> {
  const { timezone } = org.organization;
  const to = request.to ?? dayText(dayNumber(org.now, timezone));
  const from = request.from ?? dayText(dayNumber(startOfDay(to, timezone), timezone) - DEFAULT_DAYS + 1);
  if (to < from) throw invalid("to", "invalid_range", "Expected a day that is not before `from`.");
  const period = { storeId, from: startOfDay(from, timezone), until: endOfDay(to, timezone) };
  const { store, fulfillments, items } = await org.read({
    store: first(worksheetStore(org, storeId)),
    fulfillments: first(lineCount(org, { ...period, byItem: false }, MAX_LINES + 1)),
    items: first(lineCount(org, { ...period, byItem: true }, MAX_LINES + 1)),
  });
  if (store === undefined) throw notFound();
  const format = request.format ?? WORKSHEET_FORMATS.find((name) => name === store.platform) ?? "etsy";
  const { byItem, extension } = LAYOUTS[format];
  if (((byItem ? items : fulfillments)?.total ?? 0) > MAX_LINES) throw tooManyLines(byItem);
  const lines = await openLines(org, format, { ...period, byItem });
  const name = `tracking-${format}-${from}-${to}.${extension}`;
  return new Response(lines, { headers: { "Content-Type": WORKSHEET_TYPE, "Content-Disposition": `attachment; filename="${name}"` } });
}

function tooManyLines(byItem: boolean): ApiError {
  const what = byItem ? "items" : "fulfillments";
  const message = `More than ${MAX_LINES.toLocaleString("en-US")} ${what} were shipped. Choose a shorter period.`;
  return new ApiError("validation_error", [{ path: "to", code: "too_many_items", message, limit: MAX_LINES }]);
}

async function openLines(org: OrgReader, format: WorksheetFormat, period: ShippedPeriod): Promise<ReadableStream<Uint8Array>> {
  const layout = LAYOUTS[format];
  let after: LinePosition | null = null;
  let isDone = false;
  const read = async (): Promise<string> => {
    const head = after === null ? headOf(layout) : "";
    const lines = await org.read(shippedLines(org, period, { after, limit: BATCH_LINES }));
    const last = lines.at(-1);
    if (last === undefined || lines.length < BATCH_LINES) isDone = true;
    else after = [last.shipped_at, last.fulfillment_id, last.item_id];
    return head + writeLines(layout, lines, org.organization.timezone);
  };
  const next = (): FilePart | null => (isDone ? null : { bytes: BATCH_BYTES, read });
  return await openFileStream({ organizationId: org.organization.id, next, lock: NO_LOCK, event: "worksheet.broken" });
}
