import { afterEach, describe, expect, it, vi } from "vitest";
import { orderBody, createShop, idempotencyKey, rows } from "../../kit/client";
import { ofCredential } from "../access/kit";
import { inDatabase } from "./in-database";

/** One database is restored to an earlier time (docs/runbook.md#restore-one-database). */

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The runbook's change of the directory. Two minutes later, no isolate has an older record. */
async function noteRestore(database: number): Promise<void> {
  await rows("update organizations set restored_at = ? where database = ?", Date.now(), database);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 120_000 });
}

describe("after its database was restored", () => {
  it("a write that was lost is executed again, and not replayed", async () => {
    const shop = await createShop({ database: 1 });
    const [headers, body] = [idempotencyKey(), orderBody({ external_id: "lost" })];
    const first = await shop.v2("/orders", { body, headers });
    expect((await shop.v2("/orders", { body, headers })).headers.get("Idempotent-Replayed")).toBe("true");
    // The restore has undone it.
    await inDatabase(1, "update orders set external_id = 'gone' where id = ?", first.body.id);
    await noteRestore(1);
    const again = await shop.v2("/orders", { body, headers });
    expect({ status: again.status, idempotentReplayed: again.headers.get("Idempotent-Replayed") }).toEqual({
      status: 201,
      idempotentReplayed: null,
    });
  });

  it("a consistency token from before the restore is still accepted", async () => {
    const shop = await createShop({ database: 1 });
    const created = await shop.v2("/orders", { body: orderBody() });
    const headers = { "X-Consistency-Token": created.headers.get("X-Consistency-Token") ?? "" };
    await noteRestore(1);
    expect((await shop.v2(`/orders/${created.body.id}`, { headers })).status).toBe(200);
  });

  it("a change of a credential is sent to its new gate", async () => {
    const shop = await createShop({ database: 1 });
    expect((await shop.v2("/orders")).status).toBe(200);
    await noteRestore(1);
    expect((await shop.v2("/orders")).status).toBe(200);
    await ofCredential(shop.id, shop.token).revoke();
    expect((await shop.v2("/orders")).status).toBe(401);
  });

  it("organizations in other databases keep their gates", async () => {
    const shop = await createShop({ database: 0 });
    const [headers, body] = [idempotencyKey(), orderBody()];
    await shop.v2("/orders", { body, headers });
    await noteRestore(1);
    expect((await shop.v2("/orders", { body, headers })).headers.get("Idempotent-Replayed")).toBe("true");
  });
});
