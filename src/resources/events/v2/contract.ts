import * as z from "zod";
import { cursorQuery } from "../../../platform/http/input/query";
import { listQuery } from "../../../platform/http/input/lists";
import type { Message } from "../../../platform/http/openapi/document";
import { MAX_ATTEMPTS, RETRY_HOURS } from "../../webhooks/retry-schedule";
import { EVENTS, summaryOf, WebhookTestEvent } from "../events";

export const Event = z.discriminatedUnion("event", EVENTS).meta({ id: "Event" });

/** A page of the feed. It always has a cursor to continue from. */
export const EventFeed = z
  .strictObject({
    data: z.array(Event),
    has_more: z.boolean().describe("Whether more events are available now."),
    next_cursor: z.string().describe("The cursor to continue from, now or later. Present on the last page too."),
  })
  .meta({ id: "EventFeed" });

/** GET /api/v2/events. `cursor`, the name in the other lists, is an alias of `after`. `after` takes precedence. */
export const EventFeedQuery = z.object({
  after: cursorQuery().describe("A `next_cursor` of this feed. Without a cursor the feed starts with the oldest event."),
  ...listQuery,
});

const SUBSCRIBED_DESCRIPTION = `Sent at least once to each webhook endpoint that subscribes to it, with up to ${MAX_ATTEMPTS} attempts over about ${RETRY_HOURS} hours.`;

export const EVENT_MESSAGES: readonly Message[] = [
  ...EVENTS.map((body) => ({
    event: body.shape.event.value,
    summary: summaryOf(body),
    description: SUBSCRIBED_DESCRIPTION,
    body,
  })),
  {
    event: "webhook.test",
    summary: summaryOf(WebhookTestEvent),
    description: "Sent once to the tested endpoint.",
    body: WebhookTestEvent,
  },
];
