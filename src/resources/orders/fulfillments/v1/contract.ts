import * as z from "zod";
import { HISTORY_FIELDS } from "../../history/list-history";
import { FULFILLMENT_STATUSES } from "../fulfillment-status";
import { FULFILLMENT_FIELDS } from "../list-fulfillments";

/** The first tracking record of an order (docs/spec/tracking.md#first-tracking-record). */
export const OrderTracking = z
  .strictObject({
    tracking_number: z.string(),
    carrier: z.string().nullable(),
    status: z.enum(FULFILLMENT_STATUSES),
    last_updated: z.iso.datetime(),
  })
  .meta({ id: "OrderTracking" });

export const Fulfillment = z.strictObject(FULFILLMENT_FIELDS).meta({ id: "Fulfillment" });

export const HistoryEntry = z.strictObject(HISTORY_FIELDS).meta({ id: "HistoryLine" });
