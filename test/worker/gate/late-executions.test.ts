import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createShop, idempotencyKey, rows, type Shop, ingestOrder } from "../../kit/client";
import { stopLongTimers } from "./clock-of-steps";
import { Interleaving, type Point } from "./interleaving";
import { withLength } from "../../kit/stated-length";

/** Rare orderings that random tests seldom reach. */

let shop: Shop;
let now = Date.parse("2027-02-15T09:00:00Z");
beforeAll(async () => {
  vi.setSystemTime(now);
  shop = await createShop();
});
beforeEach(() => {
  stopLongTimers();
  vi.setSystemTime(now);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function elapse(ms: number): void {
  now += ms;
  vi.setSystemTime(now);
}

const SECOND_MS = 1000;
const PAST_LEASE = 31 * SECOND_MS;
const DAY_MS = 24 * 3_600 * SECOND_MS;

const headersOf = (key: Record<string, string>) => ({
  ...key,
  Authorization: `Bearer ${shop.token.secret}`,
  "x-api-key": shop.key.secret,
  "Content-Type": "application/json",
});
const patch = (order: number, key: Record<string, string>) => () =>
  new Request(
    `https://api.example.com/api/v2/orders/${order}`,
    withLength({
      method: "PATCH",
      headers: { ...headersOf(key), "If-Match": '"1"' },
      body: JSON.stringify({ customer_name: "Ann" }),
    }),
  );
const note = (order: number, key: Record<string, string>) => () =>
  new Request(
    `https://api.example.com/orders/${order}/notes`,
    withLength({
      method: "POST",
      headers: headersOf(key),
      body: JSON.stringify({ content: "Ring." }),
    }),
  );

/** Resumes the nth request until all of it is at `point`, or until it ends. */
async function resume(interleaving: Interleaving, nth: number, point: Point | null = null): Promise<void> {
  for (;;) {
    await interleaving.untilPaused();
    const next = interleaving.sent[nth]?.held.find((held) => held.point !== point);
    if (next === undefined) return;
    interleaving.release(next, "goes on");
  }
}

const statuses = ({ sent }: Interleaving) => sent.map(({ response }) => response?.status ?? null);
const readStored = async (order: number) => await rows("select customer_name, version from orders where id = ?", order);

describe("a second execution", () => {
  it.each([
    ["first", 0, 1],
    ["second", 1, 0],
  ])("does not repeat an otherwise unguarded write if the batch of the %s one is committed first", async (_which, sooner, later) => {
    const { id } = await ingestOrder(shop);
    const interleaving = new Interleaving();
    const request = note(id, idempotencyKey());
    interleaving.send(request());
    await resume(interleaving, 0, "commit");
    elapse(PAST_LEASE);
    interleaving.send(request());
    await resume(interleaving, 1, "commit");
    await resume(interleaving, sooner);
    await resume(interleaving, later);
    expect(statuses(interleaving)).toEqual([201, 201]);
    expect(await rows("select text from order_notes where order_id = ?", id)).toEqual([{ text: "Ring." }]);
  });

  it("is not rejected because of the first one's late batch, and returns its response", async () => {
    const { id } = await ingestOrder(shop);
    const interleaving = new Interleaving();
    const request = patch(id, idempotencyKey());
    interleaving.send(request());
    await resume(interleaving, 0, "commit");
    elapse(PAST_LEASE);
    interleaving.send(request());
    await resume(interleaving, 1, "commit");
    await resume(interleaving, 0);
    await resume(interleaving, 1);
    expect(statuses(interleaving)).toEqual([200, 200]);
    expect(interleaving.sent[1]?.response?.text).toBe(interleaving.sent[0]?.response?.text);
    expect(await readStored(id)).toEqual([{ customer_name: "Ann", version: 2 }]);
  });

  it("that has committed prevents a rejection of the first one, whose read was too late", async () => {
    const { id } = await ingestOrder(shop);
    const interleaving = new Interleaving();
    const request = patch(id, idempotencyKey());
    interleaving.send(request());
    await resume(interleaving, 0, "read");
    elapse(PAST_LEASE);
    interleaving.send(request());
    await resume(interleaving, 1);
    await resume(interleaving, 0);
    expect(statuses(interleaving)).toEqual([200, 200]);
    expect(await readStored(id)).toEqual([{ customer_name: "Ann", version: 2 }]);
  });

  it("is rejected like any other if the first one wrote nothing", async () => {
    const { id } = await ingestOrder(shop);
    const interleaving = new Interleaving();
    const request = patch(id, idempotencyKey());
    interleaving.send(request());
    await resume(interleaving, 0, "admitted");
    expect((await shop.v2(`/orders/${id}`, { method: "PATCH", body: { customer_name: "Bea" } })).status).toBe(200);
    elapse(PAST_LEASE);
    interleaving.send(request());
    await resume(interleaving, 1);
    expect(statuses(interleaving)).toEqual([null, 412]);
    await resume(interleaving, 0);
    expect(await readStored(id)).toEqual([{ customer_name: "Bea", version: 2 }]);
  });

  it("that is rejected before the first one's batch arrives does not free the key", async () => {
    const store = (await shop.v2("/stores", { body: { name: "Corner", code: "corner", platform: "etsy" } })).body;
    const key = idempotencyKey();
    const expense = (description: string) => () =>
      new Request(
        "https://api.example.com/expenses",
        withLength({
          method: "POST",
          headers: headersOf(key),
          body: JSON.stringify({ category: "rent", amount: 5, date: "2027-01-31", description, store_id: "corner" }),
        }),
      );
    const interleaving = new Interleaving();
    interleaving.send(expense("Rent.")());
    await resume(interleaving, 0, "commit");
    const renamed = await shop.v2(`/stores/${store.id}`, { method: "PATCH", body: { name: "Mill", code: "mill" } });
    expect(renamed.status).toBe(200);
    elapse(PAST_LEASE);
    interleaving.send(expense("Rent.")());
    await resume(interleaving, 1);
    interleaving.send(expense("Another.")());
    await resume(interleaving, 2);
    await resume(interleaving, 0);
    interleaving.send(expense("Rent.")());
    await resume(interleaving, 3);
    expect(statuses(interleaving)).toEqual([201, 404, 422, 201]);
    expect(await rows("select description from expenses where store_id = ?", store.id)).toEqual([{ description: "Rent." }]);
  });

  it("that starts just before its key expires keeps it until it ends, so nothing is written twice", async () => {
    const { id } = await ingestOrder(shop);
    const interleaving = new Interleaving();
    const key = idempotencyKey();
    const request = note(id, key);
    interleaving.send(request());
    // Its batch is repeated twice.
    for (let tries = 0; tries < 3; tries += 1) {
      await resume(interleaving, 0, "commit");
      for (const held of interleaving.held) interleaving.release(held, "is lost");
    }
    await resume(interleaving, 0);
    elapse(DAY_MS - 10 * SECOND_MS);
    interleaving.send(request());
    await resume(interleaving, 1, "commit");
    elapse(11 * SECOND_MS);
    interleaving.send(request());
    await resume(interleaving, 2);
    const [first, ...others] = statuses(interleaving);
    expect(first).toBeGreaterThanOrEqual(500);
    expect(others).toEqual([null, null]);
    await resume(interleaving, 1);
    await resume(interleaving, 2);
    expect(statuses(interleaving).slice(1)).toEqual([201, 201]);
    expect(await rows("select text from order_notes where order_id = ?", id)).toEqual([{ text: "Ring." }]);
  });
});

it("if a gate is lost, the requests that wait in it return 503, and a retry returns what was written", async () => {
  const { id } = await ingestOrder(shop);
  const interleaving = new Interleaving();
  const request = note(id, idempotencyKey());
  for (let times = 0; times < 4; times += 1) interleaving.send(request());
  await resume(interleaving, 0, "commit");
  for (const nth of [1, 2, 3]) await resume(interleaving, nth);
  expect(interleaving.sent.map(({ waits }) => waits)).toEqual([false, true, true, true]);
  const gate = env.GATE.getByName(`credential:${shop.key.id}`);
  await runInDurableObject(gate, (_object, state) => {
    state.abort("lost");
  }).catch(() => undefined);
  await interleaving.untilPaused();
  expect(statuses(interleaving)).toEqual([null, 503, 503, 503]);
  await resume(interleaving, 0);
  interleaving.send(request());
  await resume(interleaving, 4);
  expect(statuses(interleaving)).toEqual([201, 503, 503, 503, 201]);
  expect(interleaving.sent[4]?.response).toEqual({ ...interleaving.sent[0]?.response, replayed: true });
  expect(await rows("select text from order_notes where order_id = ?", id)).toEqual([{ text: "Ring." }]);
});
