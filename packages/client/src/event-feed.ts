import type { Client } from "openapi-fetch";
import { must } from "./errors.ts";
import type { components, paths } from "./generated/v2.ts";
import { sleep } from "./retry.ts";

/** An event of the feed. `event` is its type. */
export type FeedEvent = components["schemas"]["Event"];

export interface FeedOptions {
  /** The cursor that was stored last. Default: the oldest event in the feed. */
  after?: string | undefined;
  /** Events per page, at most 200 (the default). */
  limit?: number | undefined;
  /** At the end, wait for new events until the signal is aborted. */
  follow?: boolean | undefined;
  /** How long to wait at the end before the next request, in ms. Default: 5,000. */
  pollMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** A page of events, in the order of their commits. */
export interface FeedPage {
  events: FeedEvent[];
  /** The cursor to continue from. Store it after you have handled the events. */
  cursor: string;
}

const NEVER = new AbortController().signal;

/** Yields the event feed page by page, without empty pages. Rejects with the signal's reason if it is aborted. */
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
