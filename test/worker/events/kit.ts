import type { z } from "zod";
import type { Event, EventFeed } from "../../../src/resources/events/v2/contract";
import { rows, type Shop } from "../../kit/client";

export type FeedEvent = z.output<typeof Event>;
type FeedPage = z.output<typeof EventFeed>;

/** Which page of the feed is read: after a cursor, or the first page. */
interface PageOptions {
  after?: string | undefined;
  limit?: number;
}

/** Reads a page of the feed. The client checks each response against its contract. */
export async function readPage(shop: Shop, { after, limit }: PageOptions = {}): Promise<FeedPage> {
  const query = new URLSearchParams({ ...(after !== undefined && { after }), ...(limit !== undefined && { limit: String(limit) }) });
  const response = await shop.v2(`/events?${query.toString()}`);
  if (response.status !== 200) throw new Error(`${response.status} ${response.text}`);
  return response.body;
}

/** Reads all events of the feed from a cursor on, page by page. */
export async function readFeed(shop: Shop, { after, limit }: PageOptions & { limit: number }): Promise<FeedEvent[]> {
  const page = await readPage(shop, { after, limit });
  return page.has_more ? [...page.data, ...(await readFeed(shop, { after: page.next_cursor, limit }))] : page.data;
}

export const idsOf = (events: readonly FeedEvent[]): string[] => events.map(({ event_id }) => event_id);

/** The events of an organization as they are stored, in commit order. */
export async function readStored({ id }: Shop): Promise<{ seq: number; id: string; body: string }[]> {
  return await rows<{ seq: number; id: string; body: string }>(
    "select seq, id, body from events where organization_id = ? order by seq",
    id,
  );
}
