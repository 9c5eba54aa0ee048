import { eventPage, feedFloor } from "./feed.sql.ts";
import type { OrgReader } from "../platform/db/org-db";
import { type PageLimit, takePage } from "../platform/db/list/page-limit";
import { ApiError } from "../platform/api-error";

/** A part of the feed; `next` is the place to go on from, on the last page too. */
export interface FeedPage {
  /** Bodies as webhooks deliver them, in commit order. */
  events: unknown[];
  hasMore: boolean;
  next: number;
}

/**
 * Up to `limit` events behind the place `after`, as many as fit in a page; null: from the oldest that nothing is missing behind. No event is
 * ever committed in front of a place that was given out, so whoever goes on from `next` sees each one once
 * (docs/spec/events.md#event-feed). 410 `gone` where events behind `after` have been purged. One trip.
 */
export async function readFeed(org: OrgReader, after: number | null, limit: number, pageLimit: PageLimit): Promise<FeedPage> {
  // One more row than requested tells whether there are more.
  const [found, floors] = await org.read(eventPage(org, after, limit + 1, pageLimit), feedFloor(org));
  const floor = floors[0]?.floor ?? 0;
  if (after !== null && after < floor) throw purgedError();
  const { rows: page, hasMore } = takePage(found, limit, pageLimit);
  return {
    events: page.map(({ body }) => JSON.parse(body) as unknown),
    hasMore,
    next: page.at(-1)?.seq ?? after ?? floor,
  };
}

function purgedError(): ApiError {
  const message =
    "Events after this cursor have been removed, because events are kept for 30 days. Read your copy again, and start without a cursor.";
  return new ApiError("gone", [{ code: "events_purged", message }]);
}
