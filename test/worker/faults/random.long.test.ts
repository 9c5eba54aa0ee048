import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { runDeliveryJob } from "../../../src/resources/webhooks/delivery-job";
import { EVENT_TYPES } from "../../../src/resources/events/events";
import { type ApiResponse, createShop, rows, type Shop, ingestOrder } from "../../kit/client";
import { inForm, randomOf, SEED } from "../../kit/form";
import { insertWebhookEndpoint, captureEnqueued, type EnqueuedMessages } from "../../kit/webhook-fixture";
import { headersOf, mockReceiver } from "../webhooks/consumer";
import { runUntilIdle, wrongDeliveries, serveAll } from "./serve-queues";
import { envUnder } from "./crossings";
import { BEFORE_RETRY, randomPlan, injected } from "./drawn-faults";
import { print } from "./figures";
import { type MovingClock, movingClock } from "./moving-clock";
import { wrongTotals } from "./recount";
import { send } from "./route-fixture";

vi.setConfig({ testTimeout: 600_000 });

const CLIENTS = inForm({ test: 4, long: 6, full: 8 });
const WRITES_OF_EACH = inForm({ test: 7, long: 15, full: 50 });
/** A write that has not succeeded after this many attempts never will. */
const MAX_TRIES = 60;

let clock: MovingClock;
let enqueued: EnqueuedMessages;
let shop: Shop;
let orderId: number;
const postsByEvent = new Map<string, number>();
const counts = { writes: 0, tries: 0, posts: 0 };

beforeAll(async () => {
  clock = movingClock();
  enqueued = captureEnqueued();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  mockReceiver((_, init) => {
    const event = headersOf(init)["webhook-id"] ?? "";
    postsByEvent.set(event, (postsByEvent.get(event) ?? 0) + 1);
    counts.posts += 1;
    return new Response("thanks");
  });
  shop = await createShop();
  orderId = (await ingestOrder(shop, { number: "first" })).id;
  await insertWebhookEndpoint(shop.id, { events: JSON.stringify(EVENT_TYPES) });
});
afterAll(() => {
  vi.restoreAllMocks();
  print(
    "injected",
    [...injected].toSorted().map(([kind, times]) => [kind, { times }]),
  );
});

/** A write that marks all of its effects with its tag. */
interface Write {
  path: string;
  method: string;
  body: unknown;
  /** SQL for the rows with a tag. */
  found: string;
  event: string | null;
}

const post = (path: string, body: unknown, found: string, event: string | null): Write => ({ path, method: "POST", body, found, event });

/** Each kind of write that a client can choose. */
const KINDS: readonly ((tag: string, ticket: number) => Write)[] = [
  (tag) =>
    post(
      "/api/v2/orders",
      { store: "gift", number: tag, items: [{ name: "Mug", price: 2.5, quantity: 2 }] },
      "select id from orders where number = ?",
      "order.created",
    ),
  (tag) => post("/api/v2/tickets", { subject: tag, body: "Where is it?" }, "select id from tickets where subject = ?", "ticket.created"),
  (tag, ticket) => ({
    ...post(`/api/v2/tickets/${ticket}`, { body: tag }, "select id from tickets where body = ?", "ticket.updated"),
    method: "PATCH",
  }),
  (tag) =>
    post(
      "/expenses",
      { category: "rent", amount: 3, date: "2026-01-31", description: tag },
      "select id from expenses where description = ?",
      "expense.created",
    ),
  (tag) => post("/products", { title: tag }, "select id from products where title = ?", null),
  (tag) => post(`/orders/${orderId}/notes`, { content: tag }, "select id from order_notes where text = ?", null),
];

/**
 * Runs one client: it makes its writes one after another, each until it succeeds. Only this client changes its `ticket`. Returns the
 * number of changes of the ticket.
 */
async function runClient(
  name: string,
  ticket: number,
  acknowledged: (write: Write, tag: string, response: ApiResponse) => Promise<void>,
): Promise<number> {
  const random = randomOf(name);
  let updates = 0;
  for (let nth = 0; nth < WRITES_OF_EACH; nth += 1) {
    const tag = `${name} ${nth}`;
    const write = KINDS[Math.floor(random() * KINDS.length)]?.(tag, ticket);
    if (write === undefined) throw new Error("no such kind");
    await acknowledged(write, tag, await sendUntilAcknowledged(write, tag));
    if (write.event === "ticket.updated") updates += 1;
  }
  return updates;
}

/** The number of running requests of all clients. */
const requests = { running: 0 };

async function sendUntilAcknowledged({ path, method, body }: Write, tag: string): Promise<ApiResponse> {
  const headers = { "x-api-key": shop.key.secret, Authorization: `Bearer ${shop.token.secret}`, "Idempotency-Key": tag };
  counts.writes += 1;
  const responses = new Map<string, number>();
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    counts.tries += 1;
    requests.running += 1;
    const response = await send(envUnder(randomPlan(`${tag}, try ${tries}`, clock)), path, method, body, headers).finally(
      () => (requests.running -= 1),
    );
    if (response.status < 300) return response;
    // A fault is reported with no other status.
    expect([409, 500, 503], `${tag}: ${response.text}`).toContain(response.status);
    if (response.status === 409) expect(response.body.error.code).toBe("idempotency_in_progress");
    expect(response.headers.get("Retry-After")).toBe(response.status === 500 ? null : "1");
    responses.set(response.text, (responses.get(response.text) ?? 0) + 1);
    // The clock advances only while no request is running. Otherwise, with many clients, no request would end within its lease.
    while (requests.running > 0) await new Promise((resolve) => setTimeout(resolve, 0));
    clock.jump(BEFORE_RETRY);
  }
  throw new Error(`${tag} was never acknowledged: ${JSON.stringify([...responses])}`);
}

it("whatever fails at any edge: each write is made once, the totals are correct, and each event is delivered", async () => {
  const writes: { write: Write; tag: string; id: unknown }[] = [];
  const work = { isRunning: true };
  const tickets: number[] = [];
  for (let nth = 0; nth < CLIENTS; nth += 1) {
    tickets.push((await shop.v2("/tickets", { body: { subject: `of client ${nth}`, body: "First." } })).body.id);
  }
  const clients = Promise.all(
    tickets.map((ticket, nth) =>
      runClient(`client ${nth}`, ticket, async (write, tag, { body }) => {
        writes.push({ write, tag, id: (body.data ?? body).id });
      }),
    ),
  ).finally(() => {
    work.isRunning = false;
  });
  // Consumers and the delivery job run at the same time, with faults of their own.
  const consumers = (async () => {
    for (let round = 0; work.isRunning; round += 1) {
      await serveAll(enqueued, envUnder(randomPlan(`consumers ${round}`, clock)));
      await runDeliveryJob(envUnder(randomPlan(`sweep ${round}`, clock)), Date.now());
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const updates = await clients;
  await consumers;
  // Only now, because a fault that ends D1's own objects also ends the queries of the test.
  for (const [nth, ticket] of tickets.entries()) {
    const [stored] = await rows<{ version: number }>("select version from tickets where id = ?", ticket);
    expect(stored?.version, `updates of client ${nth}`).toBe(1 + (updates[nth] ?? 0));
  }

  let [lost, doubled, otherId] = [0, 0, 0];
  for (const { write, tag, id } of writes) {
    const found = await rows<{ id: number }>(write.found, tag);
    // A later update of a ticket replaces the tag of an earlier one. Its version has shown that none was lost.
    if (found.length === 0 && write.event !== "ticket.updated") lost += 1;
    if (found.length > 1) doubled += 1;
    if (found.length === 1 && found[0]?.id !== id) otherId += 1;
  }
  const minutes = await runUntilIdle(shop.id, enqueued, clock, 24 * 60);
  const madeOf = (type: string) => writes.filter(({ write }) => write.event === type).length;
  const expected = EVENT_TYPES.map((type) => [type, madeOf(type) + (type === "ticket.created" ? CLIENTS : 0)] as const);
  const events = await rows<{ id: string; type: string }>(
    "select id, type from events where organization_id = ? and type <> 'webhook.test'",
    shop.id,
  );
  const deliveries = await rows<{ event_id: string }>("select event_id from deliveries where organization_id = ?", shop.id);

  const { writes: all, tries, posts } = counts;
  const faults = [...injected.values()].reduce((sum, n) => sum + n, 0);
  const sent = { events: deliveries.length, posts, "minutes until delivered": minutes };
  print("random", [[`seed ${SEED}`, { writes: all, tries, "faults injected": faults, lost, doubled, "other id": otherId, ...sent }]]);
  expect(faults).toBeGreaterThan(0);
  expect({ lost, doubled, otherId }).toEqual({ lost: 0, doubled: 0, otherId: 0 });
  for (const [type, n] of expected) {
    // The first order is older than the endpoint.
    expect(events.filter((event) => event.type === type).length - (type === "order.created" ? 1 : 0), type).toBe(n);
  }
  expect(new Set(deliveries.map(({ event_id }) => event_id)).size).toBe(deliveries.length);
  expect(deliveries.length).toBe(events.length - 1);
  expect(await wrongDeliveries(shop.id)).toEqual([]);
  expect([...postsByEvent.keys()].toSorted()).toEqual(deliveries.map(({ event_id }) => event_id).toSorted());
  expect(await wrongTotals(shop.id)).toEqual([]);
});
