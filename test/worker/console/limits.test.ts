import { env } from "cloudflare:workers";
import { createExecutionContext, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { app } from "../../../src/entrypoints/app";
import type { Gate } from "../../../src/entrypoints/gate";
import { EXPORT_LOCK_MS } from "../../../src/platform/gate/export-lock";
import { VisitWindow } from "../../../src/platform/gate/visit-window";
import { createShop, type Shop } from "../../kit/client";
import { logOf } from "../../kit/log";
import { claimSizes, createOrders, MIB } from "../pages/kit";
import { createMember, createMemberWithPassword, ORIGIN, signIn, type Visitor, visitorOf } from "./kit";

let shop: Shop;
let viewer: Visitor;
beforeAll(async () => {
  shop = await createShop();
  viewer = await createMember(shop.id, "viewer");
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A request of the console under the limit of production. The setting of the other tests (vitest.config.ts) is higher. */
function request(visitor: Visitor, path: string, method = "GET"): Promise<Response> {
  const built = new Request(`${ORIGIN}/console/${path}`, { method, headers: { Cookie: visitor.cookie }, redirect: "manual" });
  return Promise.resolve(app.fetch(built, { ...env, CONSOLE_RATE_LIMIT: "" }, createExecutionContext()));
}

/** Sends a request this many times. Returns the statuses. */
async function sendTimes(count: number, send: () => Promise<Response>): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const response = await send();
    await response.body?.cancel();
    statuses.push(response.status);
  }
  return statuses;
}

describe("a session of the console makes at most 20 requests per second", () => {
  it.each([
    ["a page of an organization", () => `${shop.id}/orders`],
    ["a page of no organization", () => "9999999999/orders"],
    ["the choice of an organization", () => "organizations"],
  ])("%s", async (_what, path) => {
    const visitor = await createMember(shop.id, "viewer");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const statuses = await sendTimes(25, () => request(visitor, path()));
    expect(statuses.slice(0, 20)).not.toContain(429);
    expect(statuses.slice(20)).toEqual([429, 429, 429, 429, 429]);
    vi.setSystemTime(Date.now() + 1000);
    expect(await sendTimes(1, () => request(visitor, path()))).not.toEqual([429]);
  });

  it("the response has Retry-After, and a request that the isolate rejects itself costs no I/O", { tags: "long" }, async () => {
    const visitor = await createMember(shop.id, "viewer");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    await sendTimes(21, () => request(visitor, `${shop.id}/orders`));
    const rejected = await request(visitor, `${shop.id}/orders`);
    expect({ status: rejected.status, retryAfter: rejected.headers.get("Retry-After") }).toEqual({ status: 429, retryAfter: "1" });
    const text = await rejected.text();
    expect(text).toContain("too fast");
    expect(text).toContain(`<a class="button primary" href="/console/${shop.id}/orders">Try again</a>`);
    expect(await logOf(() => request(visitor, `${shop.id}/orders`))).toMatchObject({ status: 429, d1_trips: 0, gate_calls: 0 });
  });

  it("another session of the same person has its own limit", { tags: "long" }, async () => {
    const one = await createMemberWithPassword(shop.id, "viewer");
    const other = visitorOf(shop.id, one.email, await signIn(one.email));
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    expect(await sendTimes(21, () => request(one, `${shop.id}/orders`))).toContain(429);
    expect(await sendTimes(1, () => request(other, `${shop.id}/orders`))).toEqual([200]);
  });

  it("forms count too", async () => {
    const visitor = await createMember(shop.id, "member");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    await sendTimes(19, () => request(visitor, `${shop.id}/orders`));
    const headers = { Cookie: visitor.cookie, Origin: ORIGIN, "Content-Type": "application/x-www-form-urlencoded" };
    const sendForm = async () => {
      const form = new Request(`${ORIGIN}/console/${shop.id}/orders/1/notes`, { method: "POST", headers, body: "text=a" });
      return await app.fetch(form, { ...env, CONSOLE_RATE_LIMIT: "" }, createExecutionContext());
    };
    // The form is rejected, because it has no token, but it is the 20th request.
    expect(await sendTimes(1, sendForm)).toEqual([403]);
    expect(await sendTimes(1, () => request(visitor, `${shop.id}/orders`))).toEqual([429]);
    expect(await sendTimes(1, sendForm)).toEqual([429]);
  });

  it("the limit applies to any period of a second, not only to seconds of the clock", () => {
    const window = new VisitWindow();
    const take = (count: number, now: number) => Array.from({ length: count }, () => window.take(20, now));
    expect(take(15, 900).every((wait) => wait === 0)).toBe(true);
    expect(take(6, 1100)).toEqual([0, 0, 0, 0, 0, 800]);
    expect(take(2, 1899)).toEqual([1, 1]);
    expect(take(16, 1900)).toEqual([...Array.from({ length: 15 }, () => 0), 200]);
    // A clock that is set back does not reset the limit.
    expect(window.take(20, 500)).toBeGreaterThan(0);
  });
});

describe("the exports of a member run one at a time", () => {
  const open = (visitor: Visitor) => request(visitor, `${shop.id}/orders.csv`);
  beforeAll(async () => {
    await createOrders(shop, 3);
    // Each order is a portion of its own, so that a file is not read at once.
    await claimSizes(shop, { item_count: 4000 });
  });

  it("a second one returns 429 while the first one runs, and runs after that has ended", async () => {
    const first = await open(viewer);
    const rejected = await open(viewer);
    expect({ firstStatus: first.status, rejectedStatus: rejected.status, retryAfter: rejected.headers.get("Retry-After") }).toEqual({
      firstStatus: 200,
      rejectedStatus: 429,
      retryAfter: "10",
    });
    expect(await rejected.text()).toContain("Another export is still running");
    expect((await first.text()).match(/\r\n/g)).toHaveLength(4);
    const next = await open(viewer);
    expect({ status: next.status, lineCount: (await next.text()).match(/\r\n/g)?.length }).toEqual({ status: 200, lineCount: 4 });
  });

  it("other members can run theirs at the same time", async () => {
    const [first, other] = [await open(viewer), await open(await createMember(shop.id, "viewer"))];
    expect([first.status, other.status]).toEqual([200, 200]);
    await Promise.all([first.text(), other.text()]);
  });

  it("one that is cancelled, fails or is not read releases the lock", async () => {
    const broken = await open(viewer);
    await broken.body?.cancel();
    expect((await request(viewer, `${shop.id}/orders.csv?created_after=never`)).status).toBe(400);
    // This filter is rejected before the lock, a file of more than 256 MiB after it.
    await claimSizes(shop, { text_bytes: 100 * MIB });
    expect((await open(viewer)).status).toBe(400);
    await claimSizes(shop, { text_bytes: 1 });
    expect((await request(viewer, `${shop.id}/orders.csv`, "HEAD")).status).toBe(200);
    const next = await open(viewer);
    expect(next.status).toBe(200);
    await next.text();
  });

  it("one that has stalled loses its lock to another one, and ends", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const stalled = await open(viewer);
    const reader = stalled.body?.getReader();
    await reader?.read();
    vi.setSystemTime(Date.now() + EXPORT_LOCK_MS + 1);
    const next = await open(viewer);
    expect(next.status).toBe(200);
    await expect(reader?.read().then(async () => await reader.read())).rejects.toThrow("another one could begin");
    expect((await open(viewer)).status).toBe(429);
    await next.text();
  });

  it("the lock is in the storage of its object, and so survives a restart, until its export ends", async () => {
    const first = await open(viewer);
    const object = env.GATE.getByName(`exports:${shop.id}:${await personOf(viewer)}`);
    await runInDurableObject(object, (_gate: Gate, state) =>
      expect(state.storage.kv.get("export")).toMatchObject({ id: expect.any(String) }),
    );
    await first.text();
    await runInDurableObject(object, (_gate: Gate, state) => expect(state.storage.kv.get("export")).toBeUndefined());
  });
});

/** The tables in an object's storage, and its alarm. */
async function storageOf(name: string): Promise<{ tables: string[]; alarm: number | null }> {
  return await runInDurableObject(env.GATE.getByName(name), async (_gate: Gate, { storage }) => ({
    tables: storage.sql
      .exec<{ name: string }>("select name from sqlite_master where type = 'table'")
      .toArray()
      .map((table) => table.name),
    alarm: await storage.getAlarm(),
  }));
}
const NOTHING = { tables: [], alarm: null };

describe("the storage of an object is empty", () => {
  const open = (visitor: Visitor) => request(visitor, `${shop.id}/orders.csv`);

  it("after a session whose requests were counted", async () => {
    const visitor = await createMember(shop.id, "viewer");
    const names = vi.spyOn(env.GATE, "getByName");
    expect(await sendTimes(1, () => request(visitor, `${shop.id}/orders`))).toEqual([200]);
    const name = names.mock.calls.map(([one]) => one).find((one) => one.startsWith("session:")) ?? "";
    expect(name).not.toBe("");
    expect(await storageOf(name)).toEqual(NOTHING);
  });

  it("after an export that has ended", async () => {
    const visitor = await createMember(shop.id, "viewer");
    const name = `exports:${shop.id}:${await personOf(visitor)}`;
    const response = await open(visitor);
    expect(await storageOf(name)).not.toEqual(NOTHING);
    await response.text();
    expect(await storageOf(name)).toEqual(NOTHING);
  });

  it("after an export that has stalled, once its lock has expired", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const visitor = await createMember(shop.id, "viewer");
    const name = `exports:${shop.id}:${await personOf(visitor)}`;
    const stalled = await open(visitor);
    const object = env.GATE.getByName(name);
    expect(await runDurableObjectAlarm(object)).toBe(true);
    // The lock is still held, so the alarm is set again.
    expect((await open(visitor)).status).toBe(429);
    vi.setSystemTime(Date.now() + EXPORT_LOCK_MS);
    expect(await runDurableObjectAlarm(object)).toBe(true);
    expect(await storageOf(name)).toEqual(NOTHING);
    await stalled.body?.cancel();
  });
});

async function personOf({ email }: Visitor): Promise<number> {
  const row = await env.DB.prepare("select id from users where email = ?").bind(email).first<{ id: number }>();
  return row?.id ?? 0;
}
