import * as z from "zod";
import type { EventType } from "../event-types";
import type { Message } from "../../platform/http/openapi/document";
import { EVENTS } from "./contract";

/** What each event tells. */
const SUMMARIES: Record<EventType, string> = {
  "order.created": "An order was created",
  "order.updated": "An order or one of its items changed",
  "order.status_changed": "The status of an order changed",
  "order.fulfillment.shipped": "A fulfillment was shipped",
  "order.fulfillment.delivered": "A fulfillment was delivered",
  "expense.created": "An expense was recorded",
  "ticket.created": "A ticket was opened",
  "ticket.updated": "A ticket changed",
};

const SUBSCRIBED = "Sent at least once to each webhook endpoint that subscribes to it, with up to 14 attempts over about 80 hours.";

/** The body of a test (docs/spec/webhooks.md#test): it is asked for, never subscribed to, and not in the feed. */
const WebhookTestEvent = z
  .strictObject({
    event: z.literal("webhook.test"),
    event_id: z.string().startsWith("evt_"),
    webhook_id: z.string().startsWith("we_"),
    message: z.string(),
    occurred_at: z.iso.datetime(),
  })
  .meta({ id: "WebhookTestEvent" });

/** Everything that is sent to webhooks. */
export const EVENT_MESSAGES: readonly Message[] = [
  ...EVENTS.map((body) => ({ event: body.shape.event.value, summary: SUMMARIES[body.shape.event.value], description: SUBSCRIBED, body })),
  {
    event: "webhook.test",
    summary: "A test was requested",
    description: "Sent once to the tested endpoint.",
    body: WebhookTestEvent,
  },
];
