import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createCredential, createShop, type Credential, type Shop, v1As } from "../../kit/client";
import { logOf } from "../../kit/log";
import { ofCredential, sendForOutcome, REQUESTS } from "./kit";
import { serveRecordsFrom } from "./replicas";

/** Records of credentials are read from the nearest replica (docs/spec/authentication.md#changes-in-force). */

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

const START = Date.parse("2026-05-01T10:00:00.000Z");
/** Longer than an isolate caches a record. */
const AFTER_CACHE_MS = 61_000;

beforeEach(() => {
  vi.setSystemTime(START);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Empties the gate of a credential, as a new generation of gates does. */
async function forget({ id }: Credential): Promise<void> {
  const gate = env.GATE.getByName(`credential:${id}`);
  await runInDurableObject(gate, async (_, state) => await state.storage.deleteAll());
  await evictDurableObject(gate);
}

describe.each(REQUESTS.map((request) => [request.name, request] as const))("a gate that knows no version, %s", (_name, request) => {
  it("rejects a revoked credential that the replica still has", async () => {
    serveRecordsFrom("a replica that has stopped");
    const credential = await createCredential(shop.id, request.kind);
    expect(await sendForOutcome(request, credential.secret)).toBe("admitted");
    await ofCredential(shop.id, credential).revoke();
    await forget(credential);
    for (let nth = 0; nth < 2; nth += 1) expect(await sendForOutcome(request, credential.secret)).toBe("401 unauthorized");
  });

  it("grants the permissions of the primary's record, not those of the replica's", async () => {
    serveRecordsFrom("a replica that has stopped");
    const credential = await createCredential(shop.id, request.kind);
    expect(await sendForOutcome(request, credential.secret)).toBe("admitted");
    const otherScopes = request.kind === "api_key" ? ["stores:read"] : ["tickets:read"];
    await ofCredential(shop.id, credential).change({ scopes: otherScopes });
    await forget(credential);
    for (let nth = 0; nth < 2; nth += 1) expect(await sendForOutcome(request, credential.secret)).toBe("403 missing_scope");
  });

  it("rejects a record that is newer than the restored one of the primary", async () => {
    serveRecordsFrom("a replica that has stopped");
    const credential = await createCredential(shop.id, request.kind);
    await ofCredential(shop.id, credential).change({ name: "new" });
    expect(await sendForOutcome(request, credential.secret)).toBe("admitted");
    await env.DB.prepare("update credentials set version = 1, scopes = '[]' where id = ?").bind(credential.id).run();
    await forget(credential);
    for (let nth = 0; nth < 2; nth += 1) expect(await sendForOutcome(request, credential.secret)).toBe("403 missing_scope");
  });
});

describe("the cost", () => {
  const read = (credential: Credential) => logOf(() => v1As(credential)("/stores"));

  it("of the first request is a read of the replica and of the primary; later ones read only the replica, once a minute", async () => {
    const key = await createCredential(shop.id, "api_key");
    const session = vi.spyOn(env.DB, "withSession");
    // Each of the two records is a trip, and the handler's trip and the gate's call are repeated with the second one.
    expect(await read(key)).toMatchObject({ status: 200, gate_calls: 2, d1_trips: 4 });
    expect(await read(key)).toMatchObject({ status: 200, gate_calls: 1, d1_trips: 1 });
    expect(session).toHaveBeenCalledTimes(1);
    vi.setSystemTime(START + AFTER_CACHE_MS);
    expect(await read(key)).toMatchObject({ status: 200, gate_calls: 1, d1_trips: 2 });
    expect(session).toHaveBeenCalledTimes(2);
  });

  it("of a credential that the replica does not have yet is one more read", async () => {
    const key = await createCredential(shop.id, "api_key");
    serveRecordsFrom("a replica without it");
    // The replica, the primary and the handler's trip.
    for (let nth = 0; nth < 2; nth += 1) expect(await read(key)).toMatchObject({ status: 200, gate_calls: 1, d1_trips: 3 });
  });
});
