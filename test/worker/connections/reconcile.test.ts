import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { invocationBudget } from "../../../src/platform/budget";
import { reconcileDue } from "../../../src/resources/connections/job";
import { MAX_PAGE_ORDERS } from "../../../src/resources/connections/platforms/payload";
import { reconcile } from "../../../src/resources/connections/reconcile/reconcile";
import { createShop, rows, type Shop } from "../../kit/client";
import { connect, deliverWoo, inboxOf, orderOf, processInbox, type TestConnection, wooOrder } from "./fixtures";
import { StandInShop } from "./stand-in";

let shop: Shop;
let standIn: StandInShop;
let connection: TestConnection;
beforeEach(async () => {
  shop = await createShop();
  standIn = new StandInShop().open();
  connection = await connect(shop, { api: standIn.api });
  // As if the connection were older than the orders of the stand-in.
  await rows("update connections set created_at = ? where id = ?", Date.UTC(2026, 2, 22, 11), connection.id);
});
afterEach(() => vi.restoreAllMocks());

const run = async (ms = 60_000) => await reconcile(env, { id: connection.id, organization_id: shop.id }, invocationBudget(env, ms));
const read = async () => (await shop.v2(`/connections/${connection.id}`)).body;
const count = async () => (await rows<{ n: number }>("select count(*) as n from orders where organization_id = ?", shop.id))[0]?.n;
const dueAt = async () =>
  (await rows<{ at: number }>("select reconcile_at as at from connections where id = ?", connection.id))[0]?.at ?? 0;

/** Delivers an order as a webhook, so that the connection counts as one that receives webhooks. */
async function deliver(order: unknown): Promise<void> {
  await deliverWoo(connection, order);
  await processInbox(shop, connection);
}

describe("a reconciliation", () => {
  it("stores the orders whose webhooks were lost, and counts exactly these as gaps", { tags: "long" }, async () => {
    for (let id = 1; id <= 20; id += 1) {
      const order = standIn.put(id, id);
      if (id % 5 !== 0) await deliver(order);
    }
    // The webhook of a change was lost too.
    standIn.put(3, 100, { number: "changed" });
    await run();
    expect(await read()).toMatchObject({ gaps_found: 5, gaps_filled: 5, last_error: null, last_reconciled_at: expect.any(String) });
    expect({ count: await count(), number: (await orderOf(shop, "3")).number }).toEqual({ count: 20, number: "changed" });
    await run();
    expect(await read()).toMatchObject({ gaps_found: 5, gaps_filled: 5 });
    expect(await dueAt()).toBeGreaterThan(Date.now() + 10 * 60_000);
  });

  it("reads every order in pages, also if many have the same second and some change meanwhile", { tags: "long" }, async () => {
    for (let id = 1; id <= 180; id += 1) standIn.put(id, id <= 130 ? Math.floor(id / 3) : 500);
    let moved = false;
    vi.spyOn(standIn.instead, "shift").mockImplementation(() => {
      // While the second page is read, an order of the first one changes.
      if (standIn.requests.length === 2 && !moved) standIn.put(2, 600, { number: "moved" });
      moved = standIn.requests.length === 2;
      return undefined;
    });
    await run();
    expect({ count: await count(), number: (await orderOf(shop, "2")).number }).toEqual({ count: 180, number: "moved" });
  });

  it("reads every order of a second that has more of them than a page, although one that was read changes meanwhile", async () => {
    for (let id = 1; id <= 60; id += 1) standIn.put(id, 500);
    vi.spyOn(standIn.instead, "shift").mockImplementation(() => {
      // The order leaves the second, so that all others of it move up by one.
      if (standIn.requests.length === 2) standIn.put(2, 600, { number: "moved" });
      return undefined;
    });
    await run();
    expect({ count: await count(), number: (await orderOf(shop, "2")).number }).toEqual({ count: 60, number: "moved" });
  });

  it.each([0, 24])("reads every order although number %i of a page changes before the shop has sent it", async (changed) => {
    for (let id = 1; id <= 40; id += 1) standIn.put(id, id);
    let pages = 0;
    standIn.whileListed = (ids) => {
      pages += 1;
      if (pages === 1) standIn.put(ids[changed] ?? 0, 600, { number: "moved" });
    };
    await run();
    expect({ count: await count(), number: (await orderOf(shop, String(changed + 1))).number }).toEqual({ count: 40, number: "moved" });
  });

  it("ends if a second has more orders than the shop can leave out, or if it leaves out none", { tags: "long" }, async () => {
    // About 90 of these ids fit in the address of a request.
    const ids = Array.from({ length: 150 }, (_, n) => 1_000_000_000 + n);
    for (const id of ids) standIn.put(id, 500);
    await run();
    expect({ count: await count(), last_error: (await read()).last_error }).toEqual({ count: 150, last_error: null });
    standIn.ignoresExclude = true;
    for (const id of ids) standIn.put(id, 700, { number: "again" });
    await run();
    expect(await rows("select reconcile_cursor as next, last_error from connections where id = ?", connection.id)).toEqual([
      { next: null, last_error: null },
    ]);
    expect((await orderOf(shop, String(ids.at(-1)))).number).toBe("again");
  });

  it("counts no gaps for a connection without webhooks", async () => {
    standIn.put(1, 1);
    await run();
    expect({ count: await count(), read: await read() }).toEqual({
      count: 1,
      read: expect.objectContaining({ gaps_found: 0, gaps_filled: 0, last_event_at: null }),
    });
  });

  /** The field of an order that has just changed. */
  const changedNow = () => ({ date_modified_gmt: new Date().toISOString().slice(0, 19) });

  it("continues after an order with a time in the future, and stores its later states", { tags: "long" }, async () => {
    standIn.put(1, 1, { date_modified_gmt: "9999-12-31T23:59:59" });
    await run();
    expect(await dueAt()).toBeGreaterThan(Date.now());
    standIn.put(2, 2, changedNow());
    standIn.put(1, 1, { date_modified_gmt: "9999-12-31T23:59:59", number: "changed" });
    await run();
    expect({ count: await count(), number: (await orderOf(shop, "1")).number }).toEqual({ count: 2, number: "changed" });
    const [stored] = await rows<{ to: number }>("select reconciled_to as 'to' from connections where id = ?", connection.id);
    expect(stored?.to).toBeLessThanOrEqual(Date.now());
  });

  it("stores an order with a time in the future whose webhook was lost, and counts it as a gap once", async () => {
    await deliver(standIn.put(1, 1));
    standIn.put(2, 2, { date_modified_gmt: "9999-12-31T23:59:59" });
    await run();
    await run();
    expect({ count: await count(), gaps_found: (await read()).gaps_found, gaps_filled: (await read()).gaps_filled }).toEqual({
      count: 2,
      gaps_found: 1,
      gaps_filled: 1,
    });
  });

  it.each([
    ["position", "reconciled_to = 8e15"],
    ["position beyond all times", "reconciled_to = 9e15"],
    ["unfinished page", `reconcile_cursor = '{"since":9e15,"cursor":null}'`],
  ])("starts again if its stored %s is in the future", async (_what, change) => {
    await run();
    await rows(`update connections set ${change} where id = ?`, connection.id);
    standIn.put(2, 2);
    await run();
    expect({ count: await count(), last_error: (await read()).last_error }).toEqual({ count: 1, last_error: null });
    const [stored] = await rows("select reconciled_to as 'to', reconcile_cursor as cursor from connections where id = ?", connection.id);
    expect(stored).toEqual({ to: Date.UTC(2026, 2, 22, 12, 0, 2), cursor: null });
  });

  it("starts ten minutes before the end of the last one, and finds a change that the shop has stored late", async () => {
    standIn.put(1, 600);
    await run();
    // Stored after the first reconciliation, with times before its end.
    standIn.put(2, 1);
    standIn.put(3, 599);
    // Eleven minutes before its end.
    standIn.put(4, -60);
    await run();
    expect([await count(), (await orderOf(shop, "2")).number, (await orderOf(shop, "3")).number]).toEqual([3, "2", "3"]);
  });

  it("skips an order whose webhook may still arrive", async () => {
    await deliver(wooOrder());
    const recent = new Date(Date.now() - 60_000).toISOString().slice(0, 19);
    standIn.put(9, 0, { date_modified_gmt: recent });
    await run();
    expect({ order: await orderOf(shop, "9"), gaps_found: (await read()).gaps_found }).toEqual({ order: null, gaps_found: 0 });
  });

  it("does not overwrite a newer state", async () => {
    await deliver(standIn.put(1, 50, { number: "new" }));
    standIn.put(1, 40, { number: "old" });
    await run();
    expect((await orderOf(shop, "1")).number).toBe("new");
  });

  it("waits as long as the shop's Retry-After says, and continues after the page that it has stored", { tags: "long" }, async () => {
    for (let id = 1; id <= 60; id += 1) standIn.put(id, id);
    const limited = () => new Response("slow down", { status: 429, headers: { "Retry-After": "120" } });
    vi.spyOn(standIn.instead, "shift").mockImplementation(() => (standIn.requests.length === 2 ? limited : undefined));
    await run();
    expect(await count()).toBe(MAX_PAGE_ORDERS);
    expect((await read()).last_error).toMatchObject({ message: "The shop limits the rate of requests." });
    const due = await dueAt();
    expect(due).toBeGreaterThan(Date.now() + 100_000);
    expect(due).toBeLessThan(Date.now() + 130_000);
    await run();
    expect({ count: await count(), last_error: (await read()).last_error }).toEqual({ count: 60, last_error: null });
  });

  it("waits at least a second for a Retry-After that is a fraction, and stores a whole number of milliseconds", async () => {
    standIn.instead.push(() => new Response("slow down", { status: 429, headers: { "Retry-After": "0.0015" } }));
    const before = Date.now();
    await run();
    const due = await dueAt();
    expect({ isWhole: Number.isInteger(due), isLater: due >= before + 1000 }).toEqual({ isWhole: true, isLater: true });
  });

  it("ends if the shop names a time that no date can have", async () => {
    const page = Array.from({ length: MAX_PAGE_ORDERS }, (_, n) => ({ date_modified_gmt: `-271821-04-20T00:00:00.${n === 0 ? 0 : 5}` }));
    standIn.instead.push(() => Response.json(page));
    await run();
    await run();
    const [stored] = await rows("select reconcile_cursor as next from connections where id = ?", connection.id);
    expect(stored).toEqual({ next: null });
  });

  it("stores its progress, so that it can be interrupted after each page", { tags: "long" }, async () => {
    for (let id = 1; id <= 120; id += 1) standIn.put(id, id);
    // No time is left.
    await run(-1);
    expect(await count()).toBe(0);
    // The shop fails after each page.
    for (let tries = 0; tries < 8; tries += 1) {
      const { requests } = standIn;
      const before = requests.length;
      vi.spyOn(standIn.instead, "shift").mockImplementation(() =>
        requests.length > before + 1 ? () => new Response(null, { status: 500 }) : undefined,
      );
      await run();
    }
    expect(await count()).toBe(120);
  });

  it.each([
    [401, "The shop rejected the credentials of its API."],
    [302, "The shop redirected the request. Check its address."],
    [500, "The shop responded with the status 500."],
  ])("records the reason for which the shop could not be read: %i", async (status, message) => {
    standIn.instead.push(() => new Response(null, { status }));
    await run();
    expect((await read()).last_error).toMatchObject({ message });
    await run();
    expect((await read()).last_error).toBeNull();
  });

  it("adds an order that can't be stored to the inbox, once for each of its states", async () => {
    await deliver(wooOrder());
    standIn.put(5, 5, { line_items: [] });
    await run();
    await run();
    const failed = (await inboxOf(connection)).filter(({ status }) => status === "failed");
    const message = { topic: "reconciliation", status: "failed", reason: "line_items has no item with a quantity." };
    expect(failed).toMatchObject([message]);
    standIn.put(5, 6, { line_items: [] });
    await run();
    await run();
    expect((await inboxOf(connection)).filter(({ status }) => status === "failed")).toMatchObject([message, message]);
  });

  it("is run by the job when it is due, and not for a paused connection", async () => {
    standIn.put(1, 1);
    await shop.v2(`/connections/${connection.id}`, { method: "PATCH", body: { enabled: false } });
    await reconcileDue(env, Date.now());
    expect(await count()).toBe(0);
    await shop.v2(`/connections/${connection.id}`, { method: "PATCH", body: { enabled: true } });
    await reconcileDue(env, Date.now());
    expect(await count()).toBe(1);
    standIn.put(2, 2);
    await reconcileDue(env, Date.now());
    expect(await count()).toBe(1);
    await reconcileDue(env, Date.now() + 15 * 60_000);
    expect(await count()).toBe(2);
  });

  it("of one organization begins before the fourth of another one whose shops never respond", { tags: "long" }, async () => {
    const other = await createShop();
    for (let n = 0; n < 5; n += 1) {
      const { body: store } = await other.v2("/stores", { body: { name: `slow ${n}`, platform: "woocommerce" } });
      const slow = await connect(other, { store: store.id, api: { ...standIn.api, shop_url: "https://slow.example.com" } });
      await rows("update connections set reconcile_at = ? where id = ?", n, slow.id);
    }
    const fetched: string[] = [];
    const released = Promise.withResolvers<undefined>();
    vi.mocked(fetch).mockImplementation(async (input, init) => {
      const request = new Request(input, init);
      const { host } = new URL(request.url);
      fetched.push(host);
      if (host !== "slow.example.com") return await standIn.response(request).finally(() => released.resolve(undefined));
      if (fetched.length === 4) released.resolve(undefined);
      await released.promise;
      return Response.json([]);
    });
    standIn.put(1, 1);
    await reconcileDue(env, Date.now());
    expect(fetched.slice(0, 4)).toContain("shop.example.com");
    expect(fetched).toHaveLength(6);
  });
});

describe("a backfill", () => {
  it("stores past orders with its progress, and ends", { tags: "long" }, async () => {
    // Later than all of these orders, so that only the backfill reads them.
    await rows("update connections set reconciled_to = ? where id = ?", Date.UTC(2026, 5, 1), connection.id);
    for (let id = 1; id <= 120; id += 1) standIn.put(id, id);
    const start = async () => await shop.v2(`/connections/${connection.id}/backfill`, { body: { since: "2026-01-01" } });
    const started = await start();
    expect({ status: started.status, backfill: started.body.backfill }).toEqual({
      status: 200,
      backfill: { status: "running", since: "2026-01-01T00:00:00.000Z", orders: 0 },
    });
    expect((await start()).body.error.details[0].code).toBe("backfill_running");
    await run();
    expect(await read()).toMatchObject({ backfill: { status: "completed", orders: 120 }, gaps_found: 0 });
    expect(await count()).toBe(120);
    await start();
    await run();
    expect((await read()).backfill).toMatchObject({ status: "completed", orders: 0 });
  });

  it("needs access to the shop's API, and so does a test of the connection", async () => {
    await shop.v2(`/connections/${connection.id}`, { method: "PATCH", body: { api: null } });
    for (const [path, body] of [
      ["backfill", { since: "2026-01-01" }],
      ["test", undefined],
    ] as const) {
      const response = await shop.v2(`/connections/${connection.id}/${path}`, { method: "POST", body });
      expect({ path, status: response.status, code: response.body.error.details[0].code }).toEqual({
        path,
        status: 409,
        code: "api_required",
      });
    }
  });
});

describe("POST /connections/{id}/test", () => {
  it("returns whether the shop's API can be used", async () => {
    const testConnection = async () => (await shop.v2(`/connections/${connection.id}/test`, { method: "POST" })).body;
    expect(await testConnection()).toEqual({ reached: true, error: null });
    standIn.instead.push(() => new Response(null, { status: 403 }));
    expect(await testConnection()).toEqual({ reached: false, error: "The shop rejected the credentials of its API." });
    standIn.instead.push(() => new Response("<html>"));
    expect(await testConnection()).toEqual({ reached: false, error: "The response of the shop is not JSON in UTF-8. Check its address." });
    for (const body of [null, {}, { message: "Try later" }, "[]"]) {
      standIn.instead.push(() => Response.json(body));
      expect(await testConnection()).toEqual({
        reached: false,
        error: "The response of the shop is not a list of orders. Check its address.",
      });
    }
  });
});

describe("a message without the order", () => {
  it("is completed from the shop", async () => {
    standIn.put(8001, 1, { number: "large" });
    await deliver(wooOrder({ id: 8001, customer_note: "x".repeat(1024 * 1024) }));
    expect(await orderOf(shop, "8001")).toMatchObject({ number: "large" });
  });

  it("cancels an order that the shop no longer has", async () => {
    await deliver(wooOrder({ id: 8002 }));
    await deliver(wooOrder({ id: 8002, customer_note: "x".repeat(1024 * 1024) }));
    expect(await orderOf(shop, "8002")).toMatchObject({ status: "Cancelled" });
  });
});
