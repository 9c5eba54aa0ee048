import * as z from "zod";
import { confirmQuery } from "../../../platform/http/input/confirm";
import { CURSOR, HTTPS_URL, whole } from "../../../platform/http/input/input-patterns";
import { emptyAsAbsent, MomentInput } from "../../../platform/http/input/query";
import { optionalText, patchBody } from "../../../platform/http/input/text";
import { EVENT_TYPES, SUPPLIER_EVENT_TYPES } from "../../events/events";
import { readMoment } from "../../../platform/values/zone";
import { destinationError } from "../destination";
import { cursorListQuery, listSchema } from "../../../platform/http/input/lists";
import { DELIVERY_FILTERS, DELIVERY_STATUSES } from "../deliveries/filters";

const EventName = z.enum(EVENT_TYPES, { error: `Expected one of ${EVENT_TYPES.join(", ")}.` });
/** How many names a list may have, duplicates included, so that the violations of an invalid list fit in a response. */
const MAX_NAMES = 100;
const Moment = z.iso.datetime();

/** A URL that the service calls. The handler also checks it against the rules of this deployment. */
export const calledUrl = (description: string) =>
  z
    .string()
    .trim()
    .superRefine((url, issues) => {
      const reason = destinationError(url, { allowInsecure: true, ownHosts: [] });
      if (reason !== null) issues.addIssue({ code: "custom", message: reason, params: { code: "invalid_url" } });
    })
    .meta({ override: { type: "string", format: "uri", pattern: HTTPS_URL, maxLength: 2048 }, description });

const fields = {
  url: calledUrl("Publicly reachable https URL, port 443 or 8443, at most 2,048 characters."),
  events: z.array(EventName).min(1).max(MAX_NAMES).meta({ description: "The event types to subscribe to. A repeated name counts once." }),
  description: optionalText(255),
};

export const NewWebhook = z
  .object({
    ...fields,
    supplier_id: z
      .string()
      .max(64)
      .nullable()
      .optional()
      .describe(
        `Limits the endpoint to this supplier: it receives only ${SUPPLIER_EVENT_TYPES.join(" and ")} of supplier orders that were sent to the supplier. Can't be changed.`,
      ),
  })
  .meta({ id: "NewWebhook" });

/** PATCH /webhooks/{id}: `events` replaces the whole list (docs/spec/webhooks.md#update). */
export const WebhookChanges = patchBody(
  z.object({
    url: fields.url.optional(),
    events: fields.events.optional(),
    enabled: z
      .boolean()
      .optional()
      .meta({ description: "`false` pauses the endpoint and holds its deliveries. `true` resumes delivery and clears the failure state." }),
    description: fields.description,
  }),
  "WebhookChanges",
);

export const DeleteWebhookQuery = confirmQuery("endpoint");

export const DeletedWebhook = z.strictObject({ id: z.string(), deleted: z.literal(true) }).meta({ id: "DeletedWebhook" });

export const RotateSecret = z
  .object({
    overlap_hours: z
      .number()
      .min(0)
      .max(168)
      .default(24)
      .describe(
        "How long the old secret also signs in webhook-signature, also a fraction of an hour. Default: 24. 0 also ends the overlap of an earlier rotation.",
      ),
    replaces_unseen: z
      .boolean()
      .default(false)
      .describe("The newest secret was never received: it is replaced, and the one before it keeps its overlap."),
  })
  .meta({ id: "RotateWebhookSecret" });

export const WebhookPath = z.object({ id: z.string().meta({ description: "Id of a webhook endpoint, we_…" }) });

const DAY_MS = 24 * 3_600_000;
/** How long deliveries are kept (docs/spec/webhooks.md#delivery-fields). */
export const RETENTION_MS = 30 * DAY_MS;

/** A time read as UTC, less than a day off for any zone. Invalid text is rejected elsewhere. */
function approximateMoment(text: string): number {
  return readMoment(text, "UTC") ?? Date.now();
}

function rangeError(error: string) {
  return { error, params: { code: "invalid_range" } };
}

const DELIVERY_LIST = {
  filters: DELIVERY_FILTERS,
  defaultSort: { field: "created_at", direction: "desc" },
  cursor: emptyAsAbsent(z.string().meta({ override: { pattern: whole(CURSOR) } })),
} as const;

export const DeliveryListQuery = cursorListQuery(DELIVERY_LIST);

/** The console's list, whose cursor parameter is `after`. */
export const DeliveryPageQuery = cursorListQuery(DELIVERY_LIST, "after");

const webhook = {
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(EVENT_TYPES)),
  enabled: z.boolean().meta({ description: "False pauses delivery." }),
  description: z.string().nullable(),
  supplier_id: z.string().nullable().describe("The supplier to which the endpoint is limited."),
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
    secret: z.string().meta({ description: "Signs the deliveries. Only this response contains it, so store it securely." }),
  })
  .meta({ id: "CreatedWebhook" });

/** The previous secret also signs in `webhook-signature` until `previous_secret_valid_until`. Null: it no longer signs. */
export const RotatedWebhook = CreatedWebhook.extend({ previous_secret_valid_until: Moment.nullable() }).meta({ id: "RotatedWebhook" });

const Attempt = z
  .strictObject({
    number: z.int(),
    started_at: Moment,
    duration_ms: z.int().nullable().meta({ description: "null if the outcome is unknown." }),
    response_status: z.int().nullable(),
    response_body: z.string().nullable().meta({ description: "The first 4 KB of the response." }),
    error_code: z
      .enum(["timeout", "connection", "tls_or_dns", "redirect", "http_status", "blocked_url", "outcome_unknown", "cancelled", "rejected"])
      .nullable(),
  })
  .meta({ id: "WebhookAttempt" });

export const Delivery = z
  .strictObject({
    id: z.string(),
    event_id: z.string(),
    event: z.string(),
    status: z.enum(DELIVERY_STATUSES),
    trigger: z.enum(["auto", "test", "manual", "recover"]),
    attempts: z.array(Attempt),
    next_attempt_at: Moment.nullable(),
    created_at: Moment,
    completed_at: Moment.nullable(),
  })
  .meta({ id: "WebhookDelivery" });

/** POST /webhooks/{id}/test (docs/spec/webhooks.md#test). */
export const WebhookTest = z
  .strictObject({
    id: z.string().meta({ description: "Id of the delivery." }),
    delivered: z.boolean(),
    response_status: z.int().nullable(),
    duration_ms: z.int().nullable(),
    error: z.string().nullable().meta({ description: "The `error_code` of an attempt." }),
    delivery: Delivery,
  })
  .meta({ id: "WebhookTest" });

export const NewRecovery = z
  .object({
    since: MomentInput.refine((text) => approximateMoment(text) < Date.now() + DAY_MS, rangeError("Expected a time before now."))
      .optional()
      .meta({ description: "Only deliveries created at or after this time. Default: 30 days ago." }),
    until: MomentInput.refine(
      (text) => approximateMoment(text) > Date.now() - RETENTION_MS - DAY_MS,
      rangeError("Expected a time within the last 30 days."),
    )
      .optional()
      .meta({ description: "Only deliveries created before this time. Default: now." }),
    statuses: z
      .array(z.enum(["failed", "held"]))
      .min(1)
      .max(MAX_NAMES)
      .optional()
      .meta({ description: "Default: both." }),
    events: z.array(EventName).min(1).max(MAX_NAMES).optional().meta({ description: "Default: all." }),
  })
  .meta({ id: "NewRecovery" });

export const Recovery = z
  .strictObject({
    id: z.string(),
    webhook_id: z.string(),
    status: z.enum(["running", "completed", "cancelled"]),
    since: Moment,
    until: Moment,
    statuses: z.array(z.enum(["failed", "held"])),
    events: z.array(z.enum(EVENT_TYPES)),
    recovered: z.int().meta({ description: "Number of deliveries that have been rescheduled so far." }),
    created_at: Moment,
    completed_at: Moment.nullable(),
  })
  .meta({ id: "Recovery" });

export const RecoveryPath = z.object({ id: WebhookPath.shape.id, recovery_id: z.string().describe("Id of a recovery, rcv_…") });
export const DeliveryPath = z.object({ id: WebhookPath.shape.id, delivery_id: z.string().describe("Id of a delivery, dlv_…") });

export const Webhooks = listSchema(Webhook);
export const Deliveries = listSchema(Delivery);
