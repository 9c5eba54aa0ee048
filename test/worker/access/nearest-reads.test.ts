import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  aCredential,
  aShop,
  type Answer,
  anOrder,
  type Call,
  type Credential,
  idempotencyKey,
  type Shop,
  takeIn,
  v2As,
} from "../../kit/client";
import { logOf } from "../../kit/log";
import { ofCredential } from "./kit";

/** Reads of credentials with `reads: "nearest"` (docs/spec/consistency.md). */

const MINUTE = 60_000;
/** Longer than any write takes. */
const SETTLED = 5 * MINUTE + 1;

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});

beforeEach(() => {
  vi.setSystemTime(Date.parse("2026-06-01T10:00:00.000Z"));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** From now on, the replica has no rows of organizations. It is a stand-in: the local D1 has no replicas. */
function loseTheReplica(): void {
  const original = env.DB.withSession.bind(env.DB);
  vi.spyOn(env.DB, "withSession").mockImplementation((start) => {
    const session = original(start);
    if (start !== "first-unconstrained") return session;
    const isControl = (statement: D1PreparedStatement) => (statement as unknown as { statement: string }).statement.includes("credentials");
    return {
      prepare: (sql: string) => session.prepare(sql),
      getBookmark: () => "0",
      batch: async <T>(statements: D1PreparedStatement[]): Promise<D1Result<T>[]> => {
        const results = await session.batch<T>(statements);
        return statements.some(isControl) ? results : results.map((result) => ({ ...result, results: [] }));
      },
    };
  });
}

interface Caller {
  credential: Credential;
  send: (path: string, call?: Call) => Promise<Answer>;
  /** Where a read of the order got its rows, and its status. */
  read: (orderId: number) => Promise<{ read_from: string | null; status: number; d1_trips: number }>;
}

async function aCaller(settings: Record<string, unknown> = { reads: "nearest" }): Promise<Caller> {
  const credential = await aCredential(shop.id, "api_token", settings);
  const send = v2As(credential);
  const read = async (orderId: number) => {
    const { read_from, status, d1_trips } = (await logOf(() => send(`/orders/${orderId}`))) as unknown as Awaited<
      ReturnType<Caller["read"]>
    >;
    return { read_from, status, d1_trips };
  };
  return { credential, send, read };
}

/** A caller whose gate knows the bookmark of its writes. */
async function aSettledCaller(orderId: number): Promise<Caller> {
  const caller = await aCaller();
  await caller.read(orderId);
  later(SETTLED);
  // This read lets the gate fetch the bookmark.
  await caller.read(orderId);
  await vi.waitFor(async () => expect((await caller.read(orderId)).read_from).toBe("replica"));
  return caller;
}

describe("a credential that reads from the nearest replica", () => {
  it("gets its rows from the replica in one round trip", async () => {
    const { id } = await takeIn(shop);
    const caller = await aSettledCaller(id);
    expect(await caller.read(id)).toEqual({ read_from: "replica", status: 200, d1_trips: 1 });
  });

  it.each([
    ["with an idempotency key", idempotencyKey],
    ["without an idempotency key", () => ({})],
  ])("reads its own write %s, even if the replica is behind, and a 404 of the replica does not count", async (_name, headers) => {
    const { id } = await takeIn(shop);
    const caller = await aSettledCaller(id);
    loseTheReplica();
    const created = await caller.send("/orders", { body: anOrder(), headers: headers() });
    expect(created.status).toBe(201);
    expect(await caller.read(created.body.id as number)).toEqual({ read_from: "primary", status: 200, d1_trips: 2 });
  });

  it("reads from the replica again as soon as the replica has its write", async () => {
    const { id } = await takeIn(shop);
    const caller = await aSettledCaller(id);
    expect((await caller.send(`/orders/${id}`, { method: "PATCH", body: { ship_city: "Lyon" } })).status).toBe(200);
    await vi.waitFor(async () => expect(await caller.read(id)).toMatchObject({ read_from: "replica" }));
    expect((await caller.send(`/orders/${id}`)).body.ship_city).toBe("Lyon");
  });

  it("remembers its writes when the gate is evicted", async () => {
    const { id } = await takeIn(shop);
    const caller = await aSettledCaller(id);
    const { body } = await caller.send("/orders", { body: anOrder() });
    await vi.waitFor(async () => expect(await caller.read(id)).toMatchObject({ read_from: "replica" }));
    await evictDurableObject(env.GATE.getByName(`credential:${caller.credential.id}`));
    loseTheReplica();
    expect(await caller.read(body.id as number)).toMatchObject({ read_from: "primary", status: 200 });
  });

  it("reads from the primary for five minutes after a write that never ended", async () => {
    const { id } = await takeIn(shop);
    const caller = await aSettledCaller(id);
    const gate = env.GATE.getByName(`credential:${caller.credential.id}`);
    const claimed = await gate.claim({ idempotency: null, writes: true });
    expect(claimed).toMatchObject({ outcome: "proceed", lease: null, writeId: expect.any(Number) });
    expect(await caller.read(id)).toMatchObject({ read_from: "primary" });
    later(SETTLED - 2);
    expect(await caller.read(id)).toMatchObject({ read_from: "primary" });
    later(2);
    // The first read after that lets the gate fetch the bookmark.
    expect(await caller.read(id)).toMatchObject({ read_from: "primary" });
    await vi.waitFor(async () => expect(await caller.read(id)).toMatchObject({ read_from: "replica" }));
  });

  it("reads from the replica after a write that was rejected", async () => {
    const { id } = await takeIn(shop);
    const caller = await aSettledCaller(id);
    expect((await caller.send("/orders", { body: { items: [] } })).status).toBe(400);
    expect((await caller.send("/orders/999999999/status", { body: { status: "Shipped" } })).status).toBe(404);
    await vi.waitFor(async () => expect(await caller.read(id)).toMatchObject({ read_from: "replica" }));
  });

  it("reads from the primary for five minutes after the setting was changed", async () => {
    const { id } = await takeIn(shop);
    const caller = await aCaller({ reads: "primary" });
    expect(await caller.read(id)).toMatchObject({ read_from: null, status: 200 });
    await ofCredential(shop.id, caller.credential).change({ reads: "nearest" });
    expect(await caller.read(id)).toMatchObject({ read_from: "primary" });
    later(SETTLED);
    await caller.read(id);
    await vi.waitFor(async () => expect(await caller.read(id)).toMatchObject({ read_from: "replica" }));
    await ofCredential(shop.id, caller.credential).change({ reads: "primary" });
    expect(await caller.read(id)).toMatchObject({ read_from: null, status: 200 });
  });

  it("is rejected with its next request once it is revoked, although the replica still has it", async () => {
    const { id } = await takeIn(shop);
    const caller = await aSettledCaller(id);
    await ofCredential(shop.id, caller.credential).revoke();
    expect(await caller.read(id)).toMatchObject({ status: 401 });
  });
});

describe("the settings", () => {
  it("has defaults, and shows what was chosen", async () => {
    const plain = ofCredential(shop.id, await aCredential(shop.id, "api_key"));
    expect(await plain.shown()).toMatchObject({ reads: "primary", region: null });
    const chosen = ofCredential(shop.id, await aCredential(shop.id, "api_key", { reads: "nearest", region: "apac" }));
    expect(await chosen.shown()).toMatchObject({ reads: "nearest", region: "apac" });
  });

  it("creates the gate in the region with the first call of each kind", async () => {
    const created = vi.spyOn(env.GATE, "getByName");
    const used = await aCaller({ region: "oc" });
    await used.send("/me");
    expect(created).toHaveBeenLastCalledWith(`credential:${used.credential.id}`, { locationHint: "oc" });
    const changed = await aCredential(shop.id, "api_token", { region: "sam" });
    await ofCredential(shop.id, changed).change({ name: "other" });
    expect(created).toHaveBeenLastCalledWith(`credential:${changed.id}`, { locationHint: "sam" });
  });
});
