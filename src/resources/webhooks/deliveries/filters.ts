import * as z from "zod";
import { EVENT_TYPES } from "../../events/events";
import { defineFilter, type FilterTable, type FilterValues, parseMoment } from "../../../platform/http/input/filters";
import { emptyAsAbsent } from "../../../platform/http/input/query";
import { MomentInput } from "../../../platform/http/input/query";

export const DELIVERY_STATUSES = ["pending", "succeeded", "failed", "held", "cancelled"] as const;
/** The event types that deliveries can have: those of the feed, and the test. */
export const DELIVERED_EVENTS = [...EVENT_TYPES, "webhook.test"] as const;

/** The filters of an endpoint's deliveries. Their SQL has the same keys in list.sql.ts. */
export const DELIVERY_FILTERS = {
  status: defineFilter({
    name: "status",
    query: emptyAsAbsent(z.enum(DELIVERY_STATUSES)).describe("Only deliveries in this status."),
    field: { kind: "choice", label: "Status" },
  }),
  event: defineFilter({
    name: "event",
    query: emptyAsAbsent(z.enum(DELIVERED_EVENTS)).describe("Only deliveries of this event."),
    field: { kind: "choice", label: "Event" },
  }),
  since: defineFilter({
    name: "since",
    query: emptyAsAbsent(MomentInput).describe("Only deliveries created at or after this time."),
    read: parseMoment,
    field: { kind: "minute", label: "Created after" },
  }),
  until: defineFilter({
    name: "until",
    query: emptyAsAbsent(MomentInput).describe("Only deliveries created before this time."),
    read: parseMoment,
    field: { kind: "minute", label: "Created before" },
  }),
} satisfies FilterTable;

export type DeliveryFilter = FilterValues<typeof DELIVERY_FILTERS>;
