import type { z } from "zod";
import type { Event, EventFeed } from "../../../src/resources/events/v2/contract";
import { rows, type Shop } from "../../kit/client";

export type FeedEvent = z.output<typeof Event>;
type FeedPage = z.output<typeof EventFeed>;

/** A page of the feed after a cursor, or the first page. The client checks each response against its contract. */
export async function pageOf(shop: Shop, after?: string, limit?: number): Promise<FeedPage> {
  const query = new URLSearchParams({ ...(after !== undefined && { after }), ...(limit !== undefined && { limit: String(limit) }) });
  const response = await shop.v2(`/events?${query.toString()}`);
  if (response.status !== 200) throw new Error(`${response.status} ${response.text}`);
  return response.body;
}

/** All events of the feed, page by page. */
export async function walk(shop: Shop, limit: number, after?: string): Promise<FeedEvent[]> {
  const page = await pageOf(shop, after, limit);
  return page.has_more ? [...page.data, ...(await walk(shop, limit, page.next_cursor))] : page.data;
}

export const idsOf = (events: readonly FeedEvent[]): string[] => events.map(({ event_id }) => event_id);

/** The events of an organization as they are stored, in commit order. */
export async function stored({ id }: Shop): Promise<{ seq: number; id: string; body: string }[]> {
  return await rows<{ seq: number; id: string; body: string }>(
    "select seq, id, body from events where organization_id = ? order by seq",
    id,
  );
}
