import { evictDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createCredential, createShop, orderBody, idempotencyKey, type Shop, ingestOrder, v2As } from "../../kit/client";
import { logOf } from "../../kit/log";
import { message } from "../mcp/agent";
import { claimSizes, createOrders } from "../pages/kit";
import { loseBatch } from "../../kit/lost-batch";
import { ofCredential } from "./kit";
import { createCaller, advanceClock, stopTheReplica, AFTER_ANY_WRITE_MS } from "./nearest";

/** Reads of credentials with `reads: "nearest"` (docs/spec/consistency.md). */

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

beforeEach(() => {
  vi.setSystemTime(Date.parse("2026-06-01T10:00:00.000Z"));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("a credential that reads from the nearest replica", () => {
  it("does not send a read that needs no database to the primary", async () => {
    const caller = await createCaller(shop);
    expect(await logOf(() => caller.send("/me"))).toMatchObject({ read_from: "replica", status: 200, d1_trips: 0 });
  });

  it("gets its rows from the replica in one round trip", async () => {
    const { id } = await ingestOrder(shop);
    const caller = await createCaller(shop);
    expect(await caller.read(id)).toEqual({ read_from: "replica", status: 200, d1_trips: 1 });
  });

  it.each([
    ["with an idempotency key", idempotencyKey],
    ["without an idempotency key", () => ({})],
  ])("returns its own write %s, even if the replica is behind, and a 404 of the replica does not count", async (_name, headers) => {
    const caller = await createCaller(shop);
    await stopTheReplica();
    const created = await caller.send("/orders", { body: orderBody(), headers: headers() });
    expect(created.status).toBe(201);
    expect(await caller.read(created.body.id as number)).toEqual({ read_from: "primary", status: 200, d1_trips: 2 });
  });

  it("reads from the replica again as soon as the replica has its write", async () => {
    const { id } = await ingestOrder(shop);
    const caller = await createCaller(shop);
    expect((await caller.send(`/orders/${id}`, { method: "PATCH", body: { ship_city: "Lyon" } })).status).toBe(200);
    await vi.waitFor(async () => expect(await caller.read(id)).toMatchObject({ read_from: "replica" }));
    expect((await caller.send(`/orders/${id}`)).body.ship_city).toBe("Lyon");
  });

  it("gets its rows from the replica over MCP too, even if it is admitted before the message is read", async () => {
    const { id } = await ingestOrder(shop);
    const caller = await createCaller(shop);
    const text = JSON.stringify(message("tools/call", { name: "get_order", arguments: { order_id: id } }));
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${caller.credential.secret}` };
    // A stream has no Content-Length, so it counts as a large body, which is read only after the admission.
    const send = async () =>
      await exports.default.fetch("https://api.example.com/api/v2/mcp", {
        method: "POST",
        headers,
        body: new Blob([text]).stream().pipeThrough(new TransformStream()),
      });
    expect(await logOf(send)).toMatchObject({ read_from: "replica", status: 200, d1_trips: 1, gate_calls: 1 });
    await stopTheReplica();
    await caller.send(`/orders/${id}`, { method: "PATCH", body: { ship_city: "Lyon" } });
    expect(await logOf(send)).toMatchObject({ read_from: "primary", status: 200, d1_trips: 2 });
  });

  it("keeps the record of its writes when the gate is evicted", async () => {
    const caller = await createCaller(shop);
    await stopTheReplica();
    const { body } = await caller.send("/orders", { body: orderBody() });
    await evictDurableObject(env.GATE.getByName(`credential:${caller.credential.id}`));
    expect(await caller.read(body.id as number)).toMatchObject({ read_from: "primary", status: 200 });
  });

  it("reads from the primary for five minutes after a write that never ended", async () => {
    const { id } = await ingestOrder(shop);
    const caller = await createCaller(shop);
    const gate = env.GATE.getByName(`credential:${caller.credential.id}`);
    const claimed = await gate.claim({ idempotency: null, writes: true });
    expect(claimed).toMatchObject({ outcome: "proceed", lease: null, writeId: expect.any(String) });
    expect(await caller.read(id)).toMatchObject({ read_from: "primary" });
    // A millisecond before the end of the five minutes.
    advanceClock(AFTER_ANY_WRITE_MS - 2);
    expect(await caller.read(id)).toMatchObject({ read_from: "primary" });
    advanceClock(2);
    // The first read after that lets the gate fetch the bookmark.
    expect(await caller.read(id)).toMatchObject({ read_from: "primary" });
    await vi.waitFor(async () => expect(await caller.read(id)).toMatchObject({ read_from: "replica" }));
  });

  it("reads from the primary for at least five minutes after a write whose outcome is unknown", async () => {
    const { id } = await ingestOrder(shop);
    const caller = await createCaller(shop);
    // The second batch is the commit, whose response is lost.
    loseBatch(2, "response");
    const { status, body } = await caller.send(`/orders/${id}`, { method: "PATCH", body: { ship_city: "Lyon" } });
    expect([status, body.error.details]).toMatchObject([500, [{ code: "outcome_unknown" }]]);
    vi.restoreAllMocks();
    await stopTheReplica();
    expect(await caller.read(id)).toMatchObject({ read_from: "primary", status: 200 });
    // A millisecond before the end of the five minutes.
    advanceClock(AFTER_ANY_WRITE_MS - 2);
    expect(await caller.read(id)).toMatchObject({ read_from: "primary", status: 200 });
  });

  it("reads a large page a second time from its first source: from the replica, or from the primary if the replica is behind", async () => {
    const large = await createShop();
    // The 8,000 items are more than the 1,000 with which a page is first read.
    await createOrders(large, 4);
    await claimSizes(large, { item_count: 2000, text_bytes: 1000 });
    const caller = await createCaller(large);
    expect(await logOf(() => caller.send("/orders"))).toMatchObject({ read_from: "replica", status: 200, d1_trips: 2 });
    await stopTheReplica();
    const written = await caller.send("/orders", { body: orderBody() });
    expect(await logOf(() => caller.send("/orders"))).toMatchObject({ read_from: "primary", status: 200, d1_trips: 3 });
    expect((await caller.send("/orders")).body.data).toContainEqual(expect.objectContaining({ id: written.body.id }));
  });

  it("reads from the replica after a write that was rejected", async () => {
    const { id } = await ingestOrder(shop);
    const caller = await createCaller(shop);
    expect((await caller.send("/orders", { body: { items: [] } })).status).toBe(400);
    expect((await caller.send("/orders/999999999/status", { body: { status: "Shipped" } })).status).toBe(404);
    await vi.waitFor(async () => expect(await caller.read(id)).toMatchObject({ read_from: "replica" }));
  });

  it("reads from the primary for five minutes after the setting was changed to nearest; a change back applies at once", async () => {
    const { id } = await ingestOrder(shop);
    const caller = await createCaller(shop, { reads: "primary" });
    expect(await caller.read(id)).toMatchObject({ read_from: null, status: 200 });
    await ofCredential(shop.id, caller.credential).change({ reads: "nearest" });
    expect(await caller.read(id)).toMatchObject({ read_from: "primary" });
    // A millisecond before the end of the five minutes.
    advanceClock(AFTER_ANY_WRITE_MS - 2);
    expect(await caller.read(id)).toMatchObject({ read_from: "primary" });
    advanceClock(2);
    await caller.read(id);
    await vi.waitFor(async () => expect(await caller.read(id)).toMatchObject({ read_from: "replica" }));
    await ofCredential(shop.id, caller.credential).change({ reads: "primary" });
    expect(await caller.read(id)).toMatchObject({ read_from: null, status: 200 });
  });

  it("is rejected at its next request after it was revoked, although the isolate still has it cached", async () => {
    const { id } = await ingestOrder(shop);
    const caller = await createCaller(shop);
    await ofCredential(shop.id, caller.credential).revoke();
    expect(await caller.read(id)).toMatchObject({ status: 401 });
  });
});

describe("the settings reads and region", () => {
  it("have defaults, and are returned as chosen", async () => {
    const plain = ofCredential(shop.id, await createCredential(shop.id, "api_key"));
    expect(await plain.read()).toMatchObject({ reads: "primary", region: null });
    const chosen = ofCredential(shop.id, await createCredential(shop.id, "api_key", { reads: "nearest", region: "apac" }));
    expect(await chosen.read()).toMatchObject({ reads: "nearest", region: "apac" });
  });

  it("the region decides where the gate is created, by a first request as well as by a first change", async () => {
    const created = vi.spyOn(env.GATE, "getByName");
    const used = await createCredential(shop.id, "api_token", { region: "oc" });
    await v2As(used)("/me");
    expect(created).toHaveBeenLastCalledWith(`credential:${used.id}`, { locationHint: "oc" });
    const changed = await createCredential(shop.id, "api_token", { region: "sam" });
    await ofCredential(shop.id, changed).change({ name: "other" });
    expect(created).toHaveBeenLastCalledWith(`credential:${changed.id}`, { locationHint: "sam" });
  });
});
