import type { Client } from "openapi-fetch";
import { must } from "./errors.ts";
import type { components, paths } from "./generated/v2.ts";
import { sleep } from "./retry.ts";

/** An event as the feed gives it; which one, its `event` tells. */
export type FeedEvent = components["schemas"]["Event"];

export interface FeedOptions {
  /** The cursor that was stored last; without one, from the oldest event that is kept. */
  after?: string | undefined;
  /** Events a page, at most 200 (the default). */
  limit?: number | undefined;
  /** Go on waiting for new events at the end, until the signal is aborted. */
  follow?: boolean | undefined;
  /** How long to wait at the end before asking again, ms; 5,000 by default. */
  pollMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** Some events in the order of their commit. */
export interface FeedPage {
  events: FeedEvent[];
  /** Where to go on from. Store it when the events have been dealt with. */
  cursor: string;
}

const NEVER = new AbortController().signal;

/** The event feed, page by page; pages without events are passed over. Rejects with the signal's reason where it is aborted. */
export async function* readFeed(v2: Client<paths>, options: FeedOptions): AsyncGenerator<FeedPage, void, undefined> {
  const { limit = 200, follow = false, pollMs = 5_000, signal = NEVER } = options;
  let { after } = options;
  for (;;) {
    const query = { limit, ...(after !== undefined && { after }) };
    const { data, has_more, next_cursor } = await must(v2.GET("/api/v2/events", { params: { query }, signal }));
    if (data.length > 0) yield { events: data, cursor: next_cursor };
    after = next_cursor;
    if (has_more) continue;
    if (!follow) return;
    await sleep(pollMs, signal);
  }
}
