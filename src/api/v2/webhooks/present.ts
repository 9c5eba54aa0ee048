import type { z } from "zod";
import type { EndpointRow } from "../../../db/webhook-endpoints";
import type { EventType } from "../../../domain/event-types";
import type { Delivery as DeliveryWithAttempts } from "../../../domain/webhooks/list-deliveries";
import { momentText } from "../../../domain/zone";
import type { CreatedWebhook, Delivery, Webhook } from "./contract";

const momentOrNull = (moment: number | null): string | null => (moment === null ? null : momentText(moment));

/** An endpoint as v2 shows it (decisions H1): never its secret. */
export function presentWebhook(row: EndpointRow): z.output<typeof Webhook> {
  return {
    id: row.id,
    url: row.url,
    // Only names that the contract knows are ever stored.
    events: JSON.parse(row.events) as EventType[],
    enabled: row.enabled === 1,
    description: row.description,
    status: row.status,
    secret_hint: row.secret_hint,
    created_at: momentText(row.created_at),
    updated_at: momentText(row.updated_at),
    last_success_at: momentOrNull(row.last_success_at),
    last_failure_at: momentOrNull(row.last_failure_at),
    consecutive_failures: row.consecutive_failures,
  };
}

/** A new endpoint, with the secret that is shown this once. */
export function presentCreated(row: EndpointRow, secret: string): z.output<typeof CreatedWebhook> {
  return { ...presentWebhook(row), secret };
}

/** A delivery with its attempts (decisions H7). */
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
      duration_ms: attempt.duration_ms,
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
