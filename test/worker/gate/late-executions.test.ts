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

const SECOND = 1000;
const PAST_LEASE = 31 * SECOND;
const DAY = 24 * 3_600 * SECOND;

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
async function goOn(through: Interleaving, nth: number, point: Point | null = null): Promise<void> {
  for (;;) {
    await through.still();
    const next = through.sent[nth]?.held.find((held) => held.point !== point);
    if (next === undefined) return;
    through.release(next, "goes on");
  }
}

const statuses = ({ sent }: Interleaving) => sent.map(({ response }) => response?.status ?? null);
const versionOf = async (order: number) => await rows("select customer_name, version from orders where id = ?", order);

describe("a second execution", () => {
  it.each([
    ["first", 0, 1],
    ["second", 1, 0],
  ])("does not repeat an otherwise unguarded write if the batch of the %s one is committed first", async (_which, sooner, later) => {
    const { id } = await ingestOrder(shop);
    const through = new Interleaving();
    const request = note(id, idempotencyKey());
    through.send(request());
    await goOn(through, 0, "commit");
    elapse(PAST_LEASE);
    through.send(request());
    await goOn(through, 1, "commit");
    await goOn(through, sooner);
    await goOn(through, later);
    expect(statuses(through)).toEqual([201, 201]);
    expect(await rows("select text from order_notes where order_id = ?", id)).toEqual([{ text: "Ring." }]);
  });

  it("is not rejected because of the first one's late batch, and returns its response", async () => {
    const { id } = await ingestOrder(shop);
    const through = new Interleaving();
    const request = patch(id, idempotencyKey());
    through.send(request());
    await goOn(through, 0, "commit");
    elapse(PAST_LEASE);
    through.send(request());
    await goOn(through, 1, "commit");
    await goOn(through, 0);
    await goOn(through, 1);
    expect(statuses(through)).toEqual([200, 200]);
    expect(await versionOf(id)).toEqual([{ customer_name: "Ann", version: 2 }]);
  });

  it("that has committed prevents a rejection of the first one, whose read was too late", async () => {
    const { id } = await ingestOrder(shop);
    const through = new Interleaving();
    const request = patch(id, idempotencyKey());
    through.send(request());
    await goOn(through, 0, "read");
    elapse(PAST_LEASE);
    through.send(request());
    await goOn(through, 1);
    await goOn(through, 0);
    expect(statuses(through)).toEqual([200, 200]);
    expect(await versionOf(id)).toEqual([{ customer_name: "Ann", version: 2 }]);
  });

  it("is rejected like any other if the first one wrote nothing", async () => {
    const { id } = await ingestOrder(shop);
    const through = new Interleaving();
    const request = patch(id, idempotencyKey());
    through.send(request());
    await goOn(through, 0, "admitted");
    expect((await shop.v2(`/orders/${id}`, { method: "PATCH", body: { customer_name: "Bea" } })).status).toBe(200);
    elapse(PAST_LEASE);
    through.send(request());
    await goOn(through, 1);
    expect(statuses(through)).toEqual([null, 412]);
    await goOn(through, 0);
    expect(await versionOf(id)).toEqual([{ customer_name: "Bea", version: 2 }]);
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
    const through = new Interleaving();
    through.send(expense("Rent.")());
    await goOn(through, 0, "commit");
    const renamed = await shop.v2(`/stores/${store.id}`, { method: "PATCH", body: { name: "Mill", code: "mill" } });
    expect(renamed.status).toBe(200);
    elapse(PAST_LEASE);
    through.send(expense("Rent.")());
    await goOn(through, 1);
    through.send(expense("Another.")());
    await goOn(through, 2);
    await goOn(through, 0);
    through.send(expense("Rent.")());
    await goOn(through, 3);
    expect(statuses(through)).toEqual([201, 404, 422, 201]);
    expect(await rows("select description from expenses where store_id = ?", store.id)).toEqual([{ description: "Rent." }]);
  });

  it("that starts just before its key expires keeps it until it ends, so nothing is written twice", async () => {
    const { id } = await ingestOrder(shop);
    const through = new Interleaving();
    const key = idempotencyKey();
    const request = note(id, key);
    through.send(request());
    // Its batch is repeated twice.
    for (let tries = 0; tries < 3; tries += 1) {
      await goOn(through, 0, "commit");
      for (const held of through.held) through.release(held, "is lost");
    }
    await goOn(through, 0);
    elapse(DAY - 10 * SECOND);
    through.send(request());
    await goOn(through, 1, "commit");
    elapse(11 * SECOND);
    through.send(request());
    await goOn(through, 2);
    const [first, ...others] = statuses(through);
    expect(first).toBeGreaterThanOrEqual(500);
    expect(others).toEqual([null, null]);
    await goOn(through, 1);
    await goOn(through, 2);
    expect(statuses(through).slice(1)).toEqual([201, 201]);
    expect(await rows("select text from order_notes where order_id = ?", id)).toEqual([{ text: "Ring." }]);
  });
});

it("if a gate is lost, the requests that wait in it return 503, and a retry returns what was written", async () => {
  const { id } = await ingestOrder(shop);
  const through = new Interleaving();
  const request = note(id, idempotencyKey());
  for (let times = 0; times < 4; times += 1) through.send(request());
  await goOn(through, 0, "commit");
  for (const nth of [1, 2, 3]) await goOn(through, nth);
  expect(through.sent.map(({ waits }) => waits)).toEqual([false, true, true, true]);
  const gate = env.GATE.getByName(`credential:${shop.key.id}`);
  await runInDurableObject(gate, (_object, state) => {
    state.abort("lost");
  }).catch(() => undefined);
  await through.still();
  expect(statuses(through)).toEqual([null, 503, 503, 503]);
  await goOn(through, 0);
  through.send(request());
  await goOn(through, 4);
  expect(statuses(through)).toEqual([201, 503, 503, 503, 201]);
  expect(through.sent[4]?.response).toEqual({ ...through.sent[0]?.response, replayed: true });
  expect(await rows("select text from order_notes where order_id = ?", id)).toEqual([{ text: "Ring." }]);
});
