import { expect } from "vitest";
import { type Answering, startReceiver } from "../server/receiver.ts";
import { type Answer, anOrder, idempotencyKey, openShop, type Shop } from "../server/shop.ts";
import { type CrashingWorker, PAST_LEASE_MS, until } from "./crashing-worker.ts";

/** Nothing has moved for so long, in ms: what is left waits for the sweep. */
const STALLED_MS = 600;
/** What is pending still after so many sweeps is lost: the verdict says so. */
const MOST_SWEEPS = 40;

/** What a receiver got and the log says, over all endpoints of one load. */
export interface Verdict {
  events: number;
  /** Events times endpoints that the receiver never got. */
  lost: number;
  /** Of those that it got, how many more than once. */
  doubled: number;
  /** Attempts in the log whose outcome nobody knows. */
  unknown: number;
}

interface LoggedRow {
  id: string;
  event_id: string;
  endpoint_id: string;
  status: string;
  lease_token: string | null;
  attempts: number;
  number: number | null;
  error_code: string | null;
}

/** A shop with two endpoints at one receiver, of a Worker that may be killed at any time. */
export async function openLoad(crashing: CrashingWorker, answering?: Answering) {
  const receiver = await startReceiver(answering);
  const shop = await openShop(crashing.worker.url);
  const endpoints = await Promise.all(["/a", "/b"].map(async (path) => (await shop.webhook(receiver.url + path, ["order.created"])).id));
  const reopened = (): Shop => shop.at(crashing.worker.url);
  const query = async <Row>(sql: string) => await crashing.worker.rows<Row>(sql, shop.id);
  let bulks = 0;

  return {
    receiver,
    shop: reopened,
    endpoints,

    /** So many orders as one write, which may be made again: it has its own key. */
    bulk: (size: number): (() => Promise<Answer>) => {
      bulks += 1;
      const orders = Array.from({ length: size }, (_, index) => anOrder({ external_id: `${bulks}-${index}` }));
      const key = idempotencyKey();
      return async () => await reopened().v2("/orders/bulk", { orders }, key);
    },

    /** A write that is refused because of its second order: its first must never be heard of. */
    refused: async (): Promise<void> => {
      const orders = [anOrder({ external_id: "refused" }), { store: "Gift shop", items: [] }];
      const answer = await reopened().v2("/orders/bulk", { orders }, idempotencyKey());
      expect(answer.status).toBeGreaterThanOrEqual(400);
    },

    /** How many orders there are. */
    orders: async (): Promise<number> => {
      const [row] = await query<{ n: number }>("select count(*) as n from orders where organization_id = ?");
      return row?.n ?? 0;
    },

    /** Waits until nothing is pending; where nothing moves any more, a minute passes and the cron runs. Answers how often it had to. */
    drain: async (): Promise<number> => {
      let before = -1;
      let movedAt = Date.now();
      for (let sweeps = 0; ;) {
        const [row] = await crashing.worker.rows<{ pending: number; leased: number }>(
          `select count(*) as pending, sum(lease_token is not null and lease_until > ?) as leased
           from deliveries where organization_id = ? and status = 'pending'`,
          Date.now() + crashing.aheadMs,
          shop.id,
        );
        const pending = row?.pending ?? 0;
        if (pending === 0 || sweeps === MOST_SWEEPS) return sweeps;
        if (pending !== before) movedAt = Date.now();
        before = pending;
        // Never while an attempt is under way: half of its lease is left to it even then.
        if (Date.now() - movedAt > STALLED_MS && row?.leased === 0) {
          await crashing.moveClock(PAST_LEASE_MS);
          await crashing.sweep();
          sweeps += 1;
          movedAt = Date.now();
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },

    /**
     * Holds the receiver's count against the log. Fails where a delivery has not succeeded, where a request has no line in
     * the log or a line no request, where one attempt came twice, and where an event came twice without an unknown outcome.
     */
    verdict: async (): Promise<Verdict> => {
      const events = await query<{ id: string }>("select id from events where organization_id = ? and type = 'order.created'");
      const log = await query<LoggedRow>(
        `select d.id, d.event_id, d.endpoint_id, d.status, d.lease_token, d.attempts, a.number, a.error_code
         from deliveries d left join attempts a on a.delivery_id = d.id where d.organization_id = ?`,
      );
      const requests = receiver.received.map(({ headers, path }) => ({
        attempt: `${String(headers["x-service-delivery"])} ${String(headers["x-service-attempt"])}`,
        event: `${path} ${String(headers["webhook-id"])}`,
      }));
      const times = countsOf(requests.map(({ event }) => event));
      const unknownOf = countsOf(log.filter(({ error_code }) => error_code === "outcome_unknown").map(({ id }) => id));
      const known = log.filter(({ number, error_code }) => number !== null && error_code === null);
      const delivered = new Map(log.map(({ id, event_id, endpoint_id }) => [`${pathOf(endpoint_id)} ${event_id}`, id]));
      const owed = events.flatMap(({ id }) => ["/a", "/b"].map((path) => `${path} ${id}`));

      expect(
        log.filter(({ status, lease_token }) => status !== "succeeded" || lease_token !== null),
        "not delivered",
      ).toEqual([]);
      const linesOf = countsOf(log.map(({ id }) => id));
      expect(
        log.filter(({ id, attempts }) => linesOf.get(id) !== attempts),
        "attempts without a line",
      ).toEqual([]);
      const attempts = countsOf(requests.map(({ attempt }) => attempt));
      expect(
        [...attempts].filter(([, count]) => count > 1),
        "an attempt that came twice",
      ).toEqual([]);
      const lines = new Set(log.map(({ id, number }) => `${id} ${number}`));
      expect(
        [...attempts.keys()].filter((attempt) => !lines.has(attempt)),
        "requests without a line",
      ).toEqual([]);
      expect(
        known.filter(({ id, number }) => !attempts.has(`${id} ${number}`)),
        "lines without a request",
      ).toEqual([]);
      const doubled = [...times].filter(([, count]) => count > 1);
      expect(
        doubled.filter(([event, count]) => count - 1 > (unknownOf.get(delivered.get(event) ?? "") ?? 0)),
        "doubled without an unknown outcome",
      ).toEqual([]);
      const promised = new Set(owed);
      expect(
        [...times.keys()].filter((event) => !promised.has(event)),
        "events of no committed write",
      ).toEqual([]);
      expect(receiver.received.filter(({ raw }) => raw.includes('"refused"'))).toEqual([]);
      expect(crashing.dead, "dead letters").toEqual([]);
      const unknown = [...unknownOf.values()].reduce((sum, count) => sum + count, 0);
      const lost = owed.filter((event) => !times.has(event));
      expect(lost, "lost").toEqual([]);
      return { events: events.length, lost: lost.length, doubled: doubled.length, unknown };
    },

    [Symbol.asyncDispose]: async () => await receiver[Symbol.asyncDispose](),
  };

  function pathOf(endpointId: string): string {
    return endpointId === endpoints[0] ? "/a" : "/b";
  }
}

export type Load = Awaited<ReturnType<typeof openLoad>>;

/** Puts so many orders in, as bulks of at most 200. */
export async function takeIn(load: Load, size: number): Promise<void> {
  for (let left = size; left > 0; left -= 200) {
    const answer = await load.bulk(Math.min(200, left))();
    expect(answer).toMatchObject({ status: 200, body: { summary: { created: Math.min(200, left) } } });
  }
  await until(async () => expect(await load.orders()).toBe(size));
}

function countsOf(all: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}
