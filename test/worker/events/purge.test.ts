import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { itUnlessLong } from "../../kit/form";
import { purgeHistory } from "../../../src/resources/webhooks/deliveries/purge.sql.ts";
import { organizationsDb } from "../../../src/platform/db/database";
import { runDeliveryJob } from "../../../src/resources/webhooks/delivery-job";
import { createShop, rows, type Shop, ingestOrder } from "../../kit/client";
import { insertDelivery, insertWebhookEndpoint, captureEnqueued } from "../../kit/webhook-fixture";
import { idsOf, readPage, readStored, readFeed } from "./kit";
import { assertProperty } from "../../kit/property";
import { organizationD1, organizationDatabase } from "../../kit/databases";

const DAY = 86_400_000;
let shop: Shop;

beforeEach(async () => {
  captureEnqueued();
  await organizationD1().batch(["attempts", "deliveries", "events"].map((table) => organizationD1().prepare(`delete from ${table}`)));
  shop = await createShop();
});
afterEach(() => vi.restoreAllMocks());

/** A cursor after each event, in order. */
async function cursorsOf(of: Shop, after?: string): Promise<string[]> {
  const { data, next_cursor } = await readPage(of, { after, limit: 1 });
  return data.length === 0 ? [] : [next_cursor, ...(await cursorsOf(of, next_cursor))];
}

const runJobIn = async (days: number) => {
  await runDeliveryJob(env, Date.now() + days * DAY);
};
const getEvents = (cursor: string, of: Shop = shop) => of.v2(`/events?after=${cursor}`);
const readFloor = async ({ id }: Shop) =>
  (await rows<{ floor: number }>("select purged_to as floor from event_floors where organization_id = ?", id))[0]?.floor ?? 0;
const setAge = async (id: string, days: number) => {
  await rows("update events set occurred_at = ? where id = ?", Date.now() - days * DAY, id);
};

const countEvents = async () => (await rows<{ n: number }>("select count(*) as n from events"))[0]?.n ?? 0;
/** The number of events that are older than 30 days and have no delivery. */
const countExpired = async () =>
  (
    await rows<{ n: number }>(
      "select count(*) as n from events where occurred_at < ? and id not in (select event_id from deliveries)",
      Date.now() - 30 * DAY,
    )
  )[0]?.n ?? 0;

describe("events are kept 30 days", () => {
  itUnlessLong("a cursor before purged events returns 410 with an explanation; a later one continues", async () => {
    const beginning = await readPage(shop);
    for (let n = 0; n < 3; n += 1) await ingestOrder(shop);
    const cursors = await cursorsOf(shop);
    const [first, second, third] = await readStored(shop);
    for (const event of [first, second]) await setAge(event?.id ?? "", 31);
    await runJobIn(0);
    for (const cursor of [beginning.next_cursor, cursors[0] ?? ""]) {
      const response = await getEvents(cursor);
      expect(response.status).toBe(410);
      expect(response.body.error).toMatchObject({
        code: "gone",
        details: [{ code: "events_purged", message: expect.stringContaining("start without a cursor") }],
      });
    }
    expect(idsOf((await readPage(shop, { after: cursors[1] })).data)).toEqual([third?.id]);
    expect((await readPage(shop, { after: cursors[2] })).data).toEqual([]);
    expect(idsOf((await readPage(shop)).data)).toEqual([third?.id]);
  });

  itUnlessLong("after 29 days all are stored; after 31 days none, and the feed continues where it ended", async () => {
    await ingestOrder(shop);
    const [cursor = ""] = await cursorsOf(shop);
    await runJobIn(29);
    expect((await readPage(shop)).data).toHaveLength(1);
    await runJobIn(31);
    const empty = await readPage(shop);
    expect({ data: empty.data, next_cursor: empty.next_cursor }).toEqual({ data: [], next_cursor: cursor });
    await ingestOrder(shop);
    expect(idsOf((await readPage(shop, { after: cursor })).data)).toEqual((await readStored(shop)).map(({ id }) => id));
  });

  itUnlessLong("the purge of one organization does not affect another", async () => {
    const other = await createShop();
    const { next_cursor } = await readPage(other);
    await ingestOrder(other);
    await ingestOrder(shop);
    const [theirs] = await readStored(other);
    const [mine] = await readStored(shop);
    await setAge(mine?.id ?? "", 31);
    await runJobIn(0);
    expect(await readFloor(shop)).toBe(mine?.seq);
    expect(await readFloor(other)).toBe(0);
    expect(idsOf((await readPage(other, { after: next_cursor })).data)).toEqual([theirs?.id]);
  });

  itUnlessLong("an event that is still to be delivered can be older than purged ones: the feed begins after the gap", async () => {
    const endpoint = await insertWebhookEndpoint(shop.id);
    await insertDelivery(endpoint, Date.now() - 32 * DAY, { body: JSON.stringify({ event: "order.updated" }) });
    await ingestOrder(shop);
    const [waiting, purged] = await readStored(shop);
    await setAge(purged?.id ?? "", 31);
    await ingestOrder(shop);
    await runJobIn(0);
    expect((await readStored(shop)).map(({ id }) => id)).toContain(waiting?.id);
    expect(await readFloor(shop)).toBe(purged?.seq);
    const kept = (await readStored(shop)).slice(1).map(({ id }) => id);
    expect(idsOf(await readFeed(shop, { limit: 1 }))).toEqual(kept);

    await rows("update deliveries set status = 'succeeded' where event_id = ?", waiting?.id);
    await runJobIn(0);
    expect((await readStored(shop)).map(({ id }) => id)).toEqual(kept);
    // It only increases.
    expect(await readFloor(shop)).toBe(purged?.seq);
  });

  itUnlessLong("a test of an endpoint is not in the feed, and its purge causes no gap", async () => {
    await ingestOrder(shop);
    const [cursor = ""] = await cursorsOf(shop);
    await rows(
      "insert into events (id, organization_id, type, body, occurred_at) values ('evt_test', ?, 'webhook.test', '{}', ?)",
      shop.id,
      Date.now() - 31 * DAY,
    );
    expect(await readPage(shop, { after: cursor })).toMatchObject({ data: [], has_more: false });
    await runJobIn(0);
    expect(await readStored(shop)).toHaveLength(1);
    expect((await getEvents(cursor)).status).toBe(200);
  });
});

/** A position in a feed: after the event `seq`, or before all of them (0). */
interface Place {
  seq: number;
  cursor: string;
}

/** One event: its organization, its age, and whether a delivery of it is pending. */
interface PastEvent {
  mine: boolean;
  days: number;
  pending: boolean;
}

const past: fc.Arbitrary<PastEvent> = fc.record({ mine: fc.boolean(), days: fc.constantFrom(1, 29, 31, 32, 33), pending: fc.boolean() });

/** Two organizations with such events, and every position in their feeds. */
async function createTwoShops(events: readonly PastEvent[]): Promise<[Shop, Place[]][]> {
  const shops = [await createShop(), await createShop()] as const;
  const before = await Promise.all(shops.map(async (of) => await readPage(of)));
  const endpoints = await Promise.all(shops.map(async ({ id }) => await insertWebhookEndpoint(id)));
  for (const { mine, days, pending } of events) {
    const nth = mine ? 0 : 1;
    await ingestOrder(shops[nth]);
    const { id = "" } = (await readStored(shops[nth])).at(-1) ?? {};
    await setAge(id, days);
    if (pending)
      await rows(
        `insert into deliveries (id, organization_id, endpoint_id, event_id, event_type, status, "trigger", created_at)
         values ('dlv_' || ?2, ?1, ?3, ?2, 'order.created', 'pending', 'auto', 0)`,
        shops[nth].id,
        id,
        endpoints[nth]?.id ?? "",
      );
  }
  return await Promise.all(
    shops.map(async (of, nth): Promise<[Shop, Place[]]> => {
      const cursors = await cursorsOf(of);
      const places = (await readStored(of)).map(({ seq }, n) => ({ seq, cursor: cursors[n] ?? "" }));
      return [of, [{ seq: 0, cursor: before[nth]?.next_cursor ?? "" }, ...places]];
    }),
  );
}

describe("after any purge, in batches of any size", () => {
  const batchSizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 });

  it(
    "a cursor returns 410 only if a later event was deleted; any other one, and a new start, returns the remaining events without a gap",
    { tags: "long" },
    async () => {
      await assertProperty(
        fc.asyncProperty(fc.array(past, { minLength: 1, maxLength: 12 }), batchSizes, async (events, sizes) => {
          const shops = await createTwoShops(events);
          for (const size of sizes) {
            const [before, expired] = [await countEvents(), await countExpired()];
            await purgeHistory(organizationsDb(env, organizationDatabase()), Date.now(), size);
            expect(before - (await countEvents())).toBe(Math.min(size, expired));
            for (const [of, places] of shops) {
              const left = await readStored(of);
              const idsAfter = (seq: number) => left.filter((event) => event.seq > seq).map(({ id }) => id);
              const lastGone = Math.max(0, ...places.map(({ seq }) => seq).filter((seq) => left.every((event) => event.seq !== seq)));
              for (const { seq, cursor } of places) {
                const response = await getEvents(cursor, of);
                if (lastGone > seq) expect(response.status).toBe(410);
                else expect(idsOf(response.body.data)).toEqual(idsAfter(seq));
              }
              expect(idsOf(await readFeed(of, { limit: 1 }))).toEqual(idsAfter(lastGone));
            }
          }
        }),
        { cases: 6 },
      );
    },
  );
});
