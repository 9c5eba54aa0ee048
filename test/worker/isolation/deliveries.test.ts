import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runDeliveryJob } from "../../../src/resources/webhooks/delivery-job";
import { idempotencyKey, rowsOf } from "../../kit/client";
import { FULL, inForm, itUnlessLong, randomOf } from "../../kit/form";
import { captureEnqueued, type EnqueuedMessages } from "../../kit/webhook-fixture";
import { headersOf, mockReceiver, serveQueues, signatureOf } from "../webhooks/consumer";
import { leaked, tracesOf } from "./trace";
import { removeTwinMocks, type Twin, twins } from "./twins";

interface Post {
  url: string;
  text: string;
  bytes: Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

let both: readonly [Twin, Twin];
let enqueued: EnqueuedMessages;
let posts: Post[];

beforeEach(async () => {
  both = await twins("alpha", "beta");
  removeTwinMocks();
  posts = [];
  enqueued = captureEnqueued();
  mockReceiver((url, init) => {
    const bytes = init.body as Uint8Array<ArrayBuffer>;
    posts.push({ url, bytes, text: new TextDecoder().decode(bytes), headers: headersOf(init) });
    // The response of the receiver is stored too, so it repeats the request.
    return new Response(bytes, { status: url.endsWith("/down") ? 500 : 200 });
  });
});
afterEach(removeTwinMocks);

/** The number of deliveries with an event or an endpoint of another organization. */
const CROSSED = `select count(*) as n from deliveries d join events e on e.id = d.event_id join webhook_endpoints w on w.id = d.endpoint_id
      where d.organization_id <> e.organization_id or d.organization_id <> w.organization_id`;

let changeCount = 0;

/** Everything an organization can do that sends something, with texts that both use. */
const ACTS: ((twin: Twin) => Promise<unknown>)[] = [
  ({ v2 }) => v2("/orders", { body: { store: "gift", number: "#7", items: [{ name: "Mug", price: 1 }] } }),
  ({ v2 }) =>
    v2("/orders/bulk", { body: { orders: [7, 8].map((n) => ({ store: "corner", number: `#${n}`, items: [{ name: "Mug", price: n }] })) } }),
  ({ v2, ids, word }) =>
    v2(`/orders/${ids["orders.id"]}`, { method: "PATCH", body: { customer_name: `${word("name")} ${(changeCount += 1)}` } }),
  ({ v1, ids }) => v1(`/orderItems/${ids["itemId"]}/status`, { body: { status: `Step ${(changeCount += 1)}` }, headers: idempotencyKey() }),
  ({ v1, word }) => v1("/expenses", { body: { category: word("kind"), amount: 1, date: "2026-01-31" } }),
  ({ v2, word }) => v2("/tickets", { body: { subject: word("late"), body: "?" } }),
  ({ v2, ids }) => v2(`/tickets/${ids["tickets.id"]}`, { method: "PATCH", body: { subject: `Again ${(changeCount += 1)}` } }),
  ({ v2, ids }) => v2(`/webhooks/${ids["webhooks.id"]}/test`, { method: "POST" }),
  ({ v2, ids }) => v2(`/webhooks/${ids["webhooks.id"]}/deliveries/${ids["delivery_id"]}/redeliver`, { method: "POST" }),
  ({ v2, ids }) => v2(`/webhooks/${ids["webhooks.id"]}/recover`, { body: {} }),
  // The third endpoint is disabled at first.
  ({ v2, hooks }) => v2(`/webhooks/${hooks[2]?.id}`, { method: "PATCH", body: { enabled: true } }),
  ({ v2, hooks }) => v2(`/webhooks/${hooks[2]?.id}`, { method: "PATCH", body: { enabled: false } }),
];

const inRandomOrder = <T>(values: readonly T[], random: () => number): T[] =>
  values
    .map((value) => ({ value, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value);

it("each receiver gets only its own organization's events, under its own secret, whatever both do at the same time", async () => {
  const random = randomOf("deliveries");
  const order: typeof ACTS = [];
  for (let round = inForm({ test: 2, long: 6, full: 40 }); round > 0; round -= 1) {
    // Two rounds have every act once, in random order: acts drawn one by one can be a run that sends almost nothing.
    if (order.length === 0) order.push(...inRandomOrder(ACTS, random));
    const acts = order.splice(0, ACTS.length / 2);
    await Promise.all(both.flatMap((twin) => acts.map(async (act) => await act(twin))));
    await serveQueues(enqueued, Date.now());
    await runDeliveryJob(env, Date.now());
    await serveQueues(enqueued, Date.now());
  }
  const seen: Record<string, number> = {};
  for (const [own, other] of [both, [both[1], both[0]] as const]) {
    const traces = await tracesOf(other);
    const ofOwn = await Promise.all(posts.map(async (post) => ((await isSignedBy(own, post)) ? [post] : [])));
    for (const { text, headers } of ofOwn.flat()) {
      // The body of a test names no organization.
      expect(JSON.parse(text)).toMatchObject(text.includes('"webhook.test"') ? {} : { organization_id: own.id });
      expect(leaked(traces, { text, headers: new Headers(headers) })).toEqual([]);
    }
    seen[own.name] = ofOwn.flat().length;
    // The acts create three orders alone, and two endpoints get every event.
    expect(seen[own.name]).toBeGreaterThan(5);
    // The log does not show the response of the other's receiver either. The fourth endpoint is deleted.
    for (const { id } of own.hooks.slice(0, 3)) {
      expect(leaked(traces, await own.v2(`/webhooks/${id}/deliveries?limit=200`))).toEqual([]);
    }
    expect(leaked(traces, await own.v2("/events?limit=200"))).toEqual([]);
  }
  // Every request was signed by one of them, and sent to an address of both.
  expect((seen["alpha"] ?? 0) + (seen["beta"] ?? 0)).toBe(posts.length);
  for (const { url } of posts) expect(["https://hooks.example.com/in", "https://hooks.example.com/down"]).toContain(url);
  const crossed = await Promise.all(both.map(async (twin) => await rowsOf<{ n: number }>(twin, CROSSED)));
  expect(crossed).toEqual(both.map(() => [{ n: 0 }]));
  if (FULL) console.log(`deliveries: ${posts.length} POSTs (${JSON.stringify(seen)}), bytes of the other 0`);
});

/** Whether one of an organization's secrets has signed a POST. */
async function isSignedBy({ hooks }: Twin, { bytes, headers }: Post): Promise<boolean> {
  const signatures = await Promise.all(hooks.map(({ secret }) => signatureOf(secret, bytes)));
  return signatures.includes(headers["X-Service-Signature"] ?? "");
}

itUnlessLong("an endpoint that subscribes to every event gets none of another organization", { tags: "long" }, async () => {
  const [alpha, beta] = both;
  const countsOf = async (twin: Twin) =>
    await rowsOf(twin, "select endpoint_id, count(*) as n from deliveries where organization_id = ? group by 1 order by 1", twin.id);
  const [before, alphaBefore] = [await countsOf(beta), await countsOf(alpha)];
  expect(before.length).toBeGreaterThan(1);
  for (const act of ACTS) await act(alpha);
  expect(await countsOf(alpha)).not.toEqual(alphaBefore);
  expect(await countsOf(beta)).toEqual(before);
});
