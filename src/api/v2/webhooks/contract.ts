import { z } from "zod";
import { optionalText } from "../../text";
import { EVENT_TYPES } from "../../../domain/event-types";
import { readMoment } from "../../../domain/zone";
import { refuseDestination } from "../../../webhooks/destination";
import { listOf } from "../cursor-list";

const EventName = z.enum(EVENT_TYPES, { error: "Expected the name of an event." });
const Moment = z.iso.datetime();
const STATUSES = ["pending", "succeeded", "failed", "held", "cancelled"] as const;

/** POST /webhooks. The handler checks the URL again, with what this deployment forbids. */
export const NewWebhook = z
  .object({
    url: z
      .string()
      .trim()
      .superRefine((url, issues) => {
        const reason = refuseDestination(url, { allowInsecure: true, ownHost: null });
        if (reason !== null) issues.addIssue({ code: "custom", message: reason, params: { code: "invalid_url" } });
      })
      .meta({ description: "Publicly reachable https URL, port 443 or 8443, at most 2,048 characters." }),
    events: z.array(EventName).min(1).meta({ description: "The events to be told of; repeats count once." }),
    description: optionalText(255),
  })
  .meta({ id: "NewWebhook" });

export const WebhookPath = z.object({ id: z.string().meta({ description: "Id of a webhook endpoint, we_…" }) });

/** An empty parameter counts as absent (decisions E9). */
function optional<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === "" ? undefined : value), schema.optional()).optional();
}

const Time = z.string().refine((text) => readMoment(text, "UTC") !== null, {
  error: "Expected an RFC 3339 date-time or a date.",
  params: { code: "invalid_date_time" },
});

export const DeliveriesQuery = z.object({
  status: optional(z.enum(STATUSES)).meta({ description: "Only deliveries in this status." }),
  event: optional(z.enum([...EVENT_TYPES, "webhook.test"])).meta({ description: "Only deliveries of this event." }),
  since: optional(Time).meta({ description: "Only deliveries made at or after this moment." }),
  until: optional(Time).meta({ description: "Only deliveries made before this moment." }),
  limit: optional(z.coerce.number().int().min(1).max(200)).meta({ description: "Page size, 1 to 200; 50 where it is left out." }),
  cursor: optional(z.string()).meta({ description: "next_cursor of the page before, asked with the same filters." }),
});

const webhook = {
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(EVENT_TYPES)),
  enabled: z.boolean().meta({ description: "False pauses delivery." }),
  description: z.string().nullable(),
  status: z.enum(["active", "paused", "disabled_failing", "gone"]),
  secret_hint: z.string().meta({ description: "The last characters of the secret." }),
  created_at: Moment,
  updated_at: Moment,
  last_success_at: Moment.nullable(),
  last_failure_at: Moment.nullable(),
  consecutive_failures: z.int(),
};

export const Webhook = z.strictObject(webhook).meta({ id: "Webhook" });

export const CreatedWebhook = z
  .strictObject({
    ...webhook,
    secret: z.string().meta({ description: "Signs the deliveries. Shown in this answer alone: store it securely." }),
  })
  .meta({ id: "CreatedWebhook" });

const Attempt = z
  .strictObject({
    number: z.int(),
    started_at: Moment,
    duration_ms: z.int(),
    response_status: z.int().nullable(),
    response_body: z.string().nullable().meta({ description: "The first 4 KB of the answer." }),
    error_code: z
      .enum(["timeout", "connection", "tls_or_dns", "redirect", "http_status", "blocked_url", "outcome_unknown", "cancelled"])
      .nullable(),
  })
  .meta({ id: "WebhookAttempt" });

export const Delivery = z
  .strictObject({
    id: z.string(),
    event_id: z.string(),
    event: z.string(),
    status: z.enum(STATUSES),
    trigger: z.enum(["auto", "test", "manual", "recover"]),
    attempts: z.array(Attempt),
    next_attempt_at: Moment.nullable(),
    created_at: Moment,
    completed_at: Moment.nullable(),
  })
  .meta({ id: "WebhookDelivery" });

export const Webhooks = listOf(Webhook);
export const Deliveries = listOf(Delivery);
