import { first } from "../../platform/db/statement";
import { eventPage, lastPurged } from "./feed.sql.ts";
import type { OrgReader } from "../../platform/db/org-db";
import { takePage } from "../../platform/db/list/page-fit";
import { ApiError } from "../../platform/api-error";
import { parseStored } from "../../platform/reading/json";

/** A page of the feed. `next` is the position to continue from, on the last page too. */
export interface FeedPage {
  /** Bodies as webhooks deliver them, in commit order. */
  events: unknown[];
  hasMore: boolean;
  next: number;
}

/**
 * Reads up to `limit` events after the position `after`, as many as fit in a page. If `after` is null, it starts after the
 * last event that has been purged. Events are never committed before a position that was returned, so a reader that continues from `next` gets each
 * event once (docs/spec/events.md#event-feed). Throws 410 Gone `gone` if events after `after` have been purged. One round trip.
 */
export async function readFeed(org: OrgReader, after: number | null, limit: number): Promise<FeedPage> {
  // One more row than requested shows whether there are more.
  const { rows, purged } = await org.read({ rows: eventPage(org, after, limit + 1), purged: first(lastPurged(org)) });
  const purgedTo = purged?.purged_to ?? 0;
  if (after !== null && after < purgedTo) throw purgedError();
  const { rows: page, hasMore } = takePage(rows, limit, org.pageLimit);
  return {
    events: page.map(({ body }) => parseStored(body)),
    hasMore,
    next: page.at(-1)?.seq ?? after ?? purgedTo,
  };
}

function purgedError(): ApiError {
  const message =
    "Events after this cursor have been removed, because events are kept for 30 days. Reload your data from the API, then start without a cursor.";
  return new ApiError("gone", [{ code: "events_purged", message }]);
}
