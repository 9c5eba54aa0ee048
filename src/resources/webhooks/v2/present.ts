import type { z } from "zod";
import type { RecoveryRow } from "../deliveries/recovery.sql.ts";
import type { EndpointRow } from "../endpoints/endpoints.sql.ts";
import type { EventType } from "../../events/events";
import type { Delivery as DeliveryWithAttempts } from "../deliveries/queries";
import { pickValues } from "../../../platform/values/record";
import { momentOrNull, momentText } from "../../../platform/values/zone";
import { type CreatedWebhook, type Delivery, type Recovery, type RotatedWebhook, type WebhookTest, Webhook } from "./contract";
import { parseStored } from "../../../platform/reading/json";

/** An endpoint in v2 (docs/spec/webhooks.md#endpoint-fields), without its secret. */
export function presentWebhook(row: EndpointRow): z.output<typeof Webhook> {
  return {
    ...pickValues(row, Webhook.shape),
    // Only names that the contract knows are ever stored.
    events: parseStored<EventType[]>(row.events),
    enabled: row.enabled === 1,
    created_at: momentText(row.created_at),
    updated_at: momentText(row.updated_at),
    last_success_at: momentOrNull(row.last_success_at),
    last_failure_at: momentOrNull(row.last_failure_at),
  };
}

/** A new endpoint with its secret, which is shown only once. */
export function presentCreatedWebhook(row: EndpointRow, secret: string): z.output<typeof CreatedWebhook> {
  return { ...presentWebhook(row), secret };
}

/** A delivery with its attempts (docs/spec/webhooks.md#delivery-fields). */
export function presentDelivery({ delivery, attempts }: DeliveryWithAttempts): z.output<typeof Delivery> {
  return {
    id: delivery.id,
    event_id: delivery.event_id,
    event: delivery.event_type,
    status: delivery.status,
    trigger: delivery.trigger,
    attempts: attempts.map((attempt) => ({
      number: attempt.number,
      started_at: momentText(attempt.started_at),
      // The duration of a lost attempt is unknown.
      duration_ms: attempt.error_code === "outcome_unknown" ? null : attempt.duration_ms,
      response_status: attempt.response_status,
      response_body: attempt.response_body,
      // Only codes of the closed set are ever stored.
      error_code: attempt.error_code as z.output<typeof Delivery>["attempts"][number]["error_code"],
    })),
    next_attempt_at: momentOrNull(delivery.next_attempt_at),
    created_at: momentText(delivery.created_at),
    completed_at: momentOrNull(delivery.completed_at),
  };
}

/** An endpoint with its new secret after a rotation. */
export function presentRotatedWebhook(row: EndpointRow, secret: string): z.output<typeof RotatedWebhook> {
  return { ...presentCreatedWebhook(row, secret), previous_secret_valid_until: momentOrNull(row.previous_valid_until) };
}

export function presentTest(test: DeliveryWithAttempts): z.output<typeof WebhookTest> {
  const delivery = presentDelivery(test);
  const attempt = delivery.attempts[0];
  return {
    id: delivery.id,
    delivered: delivery.status === "succeeded",
    response_status: attempt?.response_status ?? null,
    duration_ms: attempt?.duration_ms ?? null,
    error: attempt?.error_code ?? null,
    delivery,
  };
}

export function presentRecovery(row: RecoveryRow): z.output<typeof Recovery> {
  return {
    id: row.id,
    webhook_id: row.endpoint_id,
    status: row.status,
    since: momentText(row.since),
    until: momentText(row.until),
    // Only names that the contract knows are ever stored.
    statuses: parseStored<("failed" | "held")[]>(row.statuses),
    events: parseStored<EventType[]>(row.events),
    recovered: row.recovered,
    created_at: momentText(row.created_at),
    completed_at: momentOrNull(row.completed_at),
  };
}
