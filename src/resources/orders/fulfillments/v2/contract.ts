import * as z from "zod";
import { FULFILLMENT_STATUSES, readFulfillmentStatus } from "../fulfillment-status";
import { FULFILLMENT_FIELDS } from "../list-fulfillments";
import { ItemId } from "../../items/item-id";
import { isFrom2000On } from "../../../../platform/values/outside-clock";
import { MAX_URL_LENGTH } from "../../../../platform/values/text-limits";
import { isPlainWebUrl, PLAIN_WEB_URL } from "../../../../platform/values/web-url";
import { readMoment } from "../../../../platform/values/zone";
import { MAX_CARRIER_LENGTH, MAX_ORDER_ITEMS, MAX_OVERRIDE_LENGTH, MAX_TRACKING_NUMBER_LENGTH, MAX_QUANTITY } from "../../order-limits";
import { HTTP_URL, MOMENT, whole, wholeOrEmpty } from "../../../../platform/http/input/input-patterns";
import { dayQuery, emptyAsAbsent, enumSchema } from "../../../../platform/http/input/query";
import { WORKSHEET_FORMATS } from "../worksheet/formats";
import { optionalTrackingNumber } from "./tracking-number";
import { optionalText, patchBody, parsedText, requiredText } from "../../../../platform/http/input/text";

export const Fulfillment = z.strictObject(FULFILLMENT_FIELDS).meta({ id: "FulfillmentV2" });

export const FulfillmentPath = z.object({ id: z.string().describe("Id of a fulfillment, ful_…") });

const SPELLING = "Case is ignored, and a space or `-` may replace `_`.";

const status = parsedText(readFulfillmentStatus, `Expected one of ${FULFILLMENT_STATUSES.join(", ")}.`, "invalid_status").meta({
  override: enumSchema(FULFILLMENT_STATUSES),
  description: `A status that is behind the current one is recorded but not applied. ${SPELLING}`,
});

/** What every time says of its range. */
const FROM_2000 = "A time before 2000 is rejected (`invalid_date`).";

const moment = z
  .string()
  .refine((text) => isFrom2000On(readMoment(text, "UTC") ?? -1), {
    error: "Expected an RFC 3339 date-time, a date-time without offset, or a date, from 2000 on.",
    params: { code: "invalid_date" },
  })
  .meta({ override: { pattern: whole(MOMENT) } });

const fulfillmentFields = {
  status: status.optional(),
  tracking_number: optionalTrackingNumber,
  carrier: optionalText(MAX_CARRIER_LENGTH).describe("Default: the carrier that the tracking number shows."),
  tracking_url: optionalText(MAX_URL_LENGTH, wholeOrEmpty(HTTP_URL))
    .refine((url) => url === null || url === undefined || isPlainWebUrl(url), {
      error: `Expected ${PLAIN_WEB_URL}.`,
      params: { code: "invalid_url" },
    })
    .describe("The carrier's tracking page. Default: that of the carrier for the number, if we know it."),
  shipped_at: moment
    .optional()
    .describe(`When it was shipped. Default: now, if the status means shipped. Its event is sent once. ${FROM_2000}`),
  delivered_at: moment
    .optional()
    .describe(`When it was delivered. Default: now, if the status is delivered. Its event is sent once. ${FROM_2000}`),
};

export const NewFulfillment = z
  .object({
    ...fulfillmentFields,
    items: z
      .array(
        z.object({
          order_item_id: ItemId,
          quantity: z.int().min(1).max(MAX_QUANTITY).optional().describe("Default: everything that is left of the item."),
        }),
      )
      .min(1)
      .max(MAX_ORDER_ITEMS)
      .optional()
      .describe("The items of the fulfillment. If omitted, everything that is not in a fulfillment yet."),
    override_reason: optionalText(MAX_OVERRIDE_LENGTH).describe(
      "Why it is shipped although items are not ready (`not_ready`). The history of the order keeps it. It does not release a hold.",
    ),
  })
  .meta({ id: "NewFulfillment" });

/** A number that a shop has sent damaged may be sent back as it is stored (`assertNumberIntact`). */
export const FulfillmentChanges = patchBody(
  z.object({ ...fulfillmentFields, tracking_number: optionalText(MAX_TRACKING_NUMBER_LENGTH) }),
  "FulfillmentChanges",
);

export const TrackingReport = z
  .object({
    tracking_number: requiredText(MAX_TRACKING_NUMBER_LENGTH).describe(
      "Ignoring case, spaces and hyphens. Every fulfillment that has it is updated.",
    ),
    carrier: fulfillmentFields.carrier.describe("Stored in fulfillments that have no carrier."),
    status: status.describe(
      `One that is behind the current status, or older than the last report, is recorded but not applied. \`unknown\` changes nothing. ${SPELLING}`,
    ),
    occurred_at: moment
      .optional()
      .describe(`When the carrier had the status. Default: now. A time in the future counts as now. ${FROM_2000}`),
  })
  .meta({ id: "TrackingReport" });

export const TrackingReportResult = z
  .strictObject({
    fulfillments: z.array(
      z.strictObject({
        id: z.string(),
        order_id: z.int(),
        status: z.enum(FULFILLMENT_STATUSES).describe("The status after the report."),
        outcome: z.enum(["updated", "unchanged", "outdated"]),
      }),
    ),
  })
  .meta({ id: "TrackingReportResult" });

export const WorksheetQuery = z.object({
  format: emptyAsAbsent(z.enum(WORKSHEET_FORMATS)).describe(
    "The platform whose columns the file has. Default: that of the store, else `etsy`, which is a plain list.",
  ),
  from: dayQuery().describe("The first day of shipping, in the organization's time zone. Default: six days before `to`."),
  to: dayQuery().describe("The last day of shipping. Default: today."),
});
