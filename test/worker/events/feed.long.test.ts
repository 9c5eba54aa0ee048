import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ORDER_STATUSES } from "../../../src/resources/orders/order-status";
import { type ApiResponse, orderBody, createShop, idempotencyKey, rows, type Shop, ingestOrder } from "../../kit/client";
import { type FeedEvent, idsOf, readPage, readStored } from "./kit";
import { assertProperty } from "../../kit/property";

interface Target {
  id: number;
  items: { id: string }[];
}

/** One write. Some succeed, some are rejected, some change nothing, and many change the same rows at the same time. */
interface Write {
  surface: "v1" | "v2";
  path: (targets: readonly Target[]) => string;
  body: unknown;
  /** Sent twice at once under one idempotency key. */
  twice: boolean;
}

const sourceOrder = fc.record({ external_id: fc.constantFrom("a", "b", "c", "d"), number: fc.constantFrom("1", "2") }).map(orderBody);
const anyOrder = fc.oneof({ weight: 6, arbitrary: sourceOrder }, { weight: 1, arbitrary: fc.constant(orderBody({ items: [] })) });
const target = fc.nat({ max: 2 });

const write: fc.Arbitrary<Omit<Write, "twice">> = fc.oneof(
  fc
    .tuple(anyOrder, fc.constantFrom("", "?on_conflict=update", "?on_conflict=skip"))
    .map(([body, query]) => ({ surface: "v2" as const, path: () => `/orders${query}`, body })),
  fc
    .record({
      orders: fc.array(anyOrder, { minLength: 1, maxLength: 4 }),
      on_conflict: fc.constantFrom("error", "update", "skip"),
      on_error: fc.constantFrom("reject_all", "skip"),
      dry_run: fc.boolean(),
    })
    .map((body) => ({ surface: "v2" as const, path: () => "/orders/bulk", body })),
  fc.tuple(target, fc.constantFrom(...ORDER_STATUSES), fc.constantFrom("why", undefined)).map(([nth, status, reason]) => ({
    surface: "v2" as const,
    path: (targets: readonly Target[]) => `/orders/${targets[nth]?.id}/status`,
    body: { status, reason },
  })),
  fc.tuple(target, fc.constantFrom("New", "Shipped", "Delivered", "Cancelled", "")).map(([nth, status]) => ({
    surface: "v1" as const,
    path: (targets: readonly Target[]) => `/orderItems/${targets[nth]?.items[nth % 2]?.id}/status`,
    body: { status },
  })),
  fc
    .constantFrom(5, 0.1, -1)
    .map((amount) => ({ surface: "v1" as const, path: () => "/expenses", body: { category: "rent", amount, date: "2026-01-31" } })),
  target.map((nth) => ({
    surface: "v1" as const,
    path: (targets: readonly Target[]) => `/orders/${targets[nth]?.id}/notes`,
    body: { content: "Noted." },
  })),
);

const writer = fc.array(
  fc.tuple(write, fc.boolean()).map(([of, twice]): Write => ({ ...of, twice })),
  { minLength: 6, maxLength: 14 },
);
const poll = fc.record({ limit: fc.integer({ min: 1, max: 6 }), pauseMs: fc.nat({ max: 8 }) });

const pause = async (ms: number) => {
  await new Promise((resolve) => setTimeout(resolve, ms));
};

/** Runs writers concurrently, and returns their responses without replays. */
async function run(shop: Shop, writers: readonly Write[][], targets: readonly Target[]): Promise<ApiResponse[]> {
  const responses = await Promise.all(
    writers.map(async (writes) => {
      const own: ApiResponse[] = [];
      for (const { surface, path, body, twice } of writes) {
        const request = { body, headers: idempotencyKey() };
        const send = () => shop[surface](path(targets), request);
        own.push(...(await Promise.all(twice ? [send(), send()] : [send()])));
      }
      return own;
    }),
  );
  return responses.flat().filter(({ headers }) => !headers.has("Idempotent-Replayed"));
}

/** Reads the feed until it has reached the last event after `done` has returned true. */
async function pollUntil(done: () => boolean, shop: Shop, polls: readonly { limit: number; pauseMs: number }[]): Promise<FeedEvent[]> {
  const walked: FeedEvent[] = [];
  let after: string | undefined;
  for (let index = 0; ; index += 1) {
    const { limit = 1, pauseMs = 0 } = polls[index % polls.length] ?? {};
    const last = done();
    const { data, has_more, next_cursor } = await readPage(shop, { after, limit });
    walked.push(...data);
    after = next_cursor;
    if (last && !has_more) return walked;
    await pause(pauseMs);
  }
}

const ofType = <T extends FeedEvent["event"]>(events: readonly FeedEvent[], type: T) =>
  events.filter((event): event is Extract<FeedEvent, { event: T }> => event.event === type);

/** Expects that the events of each order are numbered without a gap, and that their versions and statuses lead to its current ones. */
async function expectWholeOrders(shop: Shop, events: readonly FeedEvent[]): Promise<void> {
  const orders = await rows<{ id: number; version: number; status: string; event_sequence: number }>(
    "select id, version, status, event_sequence from orders where organization_id = ? order by id",
    shop.id,
  );
  const ofOrders = events.flatMap((event) => ("sequence" in event ? [event] : []));
  const byOrder = Map.groupBy(ofOrders, ({ order_id }) => order_id);
  expect([...byOrder.keys()].toSorted((a, b) => a - b)).toEqual(orders.map(({ id }) => id));
  for (const { id, version, status, event_sequence } of orders) {
    const own = byOrder.get(id) ?? [];
    expect(own.map(({ sequence }) => sequence)).toEqual(Array.from({ length: event_sequence }, (_, n) => n + 1));
    // The first event, and no other one, is its creation.
    expect(ofType(own.slice(0, 1), "order.created")).toHaveLength(1);
    expect(ofType(own, "order.created")).toHaveLength(1);
    expect(ofType(own, "order.updated").map((event) => event.version)).toEqual(Array.from({ length: version - 1 }, (_, n) => n + 2));
    let now: string | undefined = ofType(own, "order.created")[0]?.status;
    for (const { old_status, new_status } of ofType(own, "order.status_changed")) {
      expect({ old_status, new_status }).toEqual({ old_status: now, new_status: expect.not.stringMatching(`^${now}$`) });
      now = new_status;
    }
    expect(now).toBe(status);
  }
}

describe("GET /api/v2/events", () => {
  it("returns every event once, in commit order, without a gap, to a slow poller during concurrent writes", async () => {
    const items = [
      { name: "Mug", price: 1, tracking_code: "T1", carrier: "DHL" },
      { name: "Tee", price: 2 },
    ];
    await assertProperty(
      fc.asyncProperty(fc.array(writer, { minLength: 4, maxLength: 6 }), fc.array(poll, { minLength: 1 }), async (writers, polls) => {
        const shop = await createShop();
        const targets = await Promise.all(Array.from({ length: 3 }, () => ingestOrder(shop, { items })));
        let haveEnded = false;
        const [responses, walked, rejected] = await Promise.all([
          run(shop, writers, targets).finally(() => {
            haveEnded = true;
          }),
          pollUntil(() => haveEnded, shop, polls),
          shop.v2("/orders", { body: { store: "nowhere", items } }),
        ]);
        expect(responses.filter(({ status }) => status >= 500)).toEqual([]);
        expect(rejected.status).toBe(404);

        expect(idsOf(walked)).toEqual((await readStored(shop)).map(({ id }) => id));
        await expectWholeOrders(shop, walked);
        const createdIds = responses.flatMap(({ status, body }) =>
          status === 201 && "original_amount" in (body.data ?? {}) ? [body.data.id] : [],
        );
        const idsInEvents = ofType(walked, "expense.created").map(({ expense_id }) => expense_id);
        expect(idsInEvents.toSorted()).toEqual(createdIds.toSorted());
      }),
      { cases: 3 },
    );
  });
});
