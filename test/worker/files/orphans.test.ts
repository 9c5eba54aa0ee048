import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { app } from "../../../src/entrypoints/app";
import { invocationBudget } from "../../../src/platform/budget";
import { removeOrphans, removeOrphansIn } from "../../../src/tenants/objects/remove-orphans";
import { createShop, rows, type Shop } from "../../kit/client";
import { operate } from "../access/kit";
import { ORIGIN } from "../console/kit";
import { bindingOf } from "../../../src/platform/db/binding";
import { brokenDatabase, envWith } from "../databases/stand-ins";
import { bucket, keys, keysOf, png, send, upload, webp } from "./kit";

/** A crash at each point of an upload and of a deletion: nothing is lost, and nothing stays forever (docs/spec/files.md#order-of-writes). */

let shop: Shop;
beforeEach(async () => {
  await bucket().delete(await keys());
  shop = await createShop();
});

const DAY_MS = 86_400_000;
const budget = () => invocationBudget(env, 60_000);

/** Removes the orphans of the whole bucket, for which the job needs 26 hours of runs. */
async function removeAllOrphans(environment: Env = env, now = Date.now() + DAY_MS + 1000): Promise<number> {
  return await removeOrphansIn(environment, "", { now, budget: budget() });
}

/** Uploads a file to a Worker with another bucket or database. */
async function uploadWith(environment: Env, bytes: Uint8Array): Promise<Response> {
  const headers = { Authorization: `Bearer ${shop.token.secret}`, "Content-Length": String(bytes.byteLength) };
  const request = new Request(`${ORIGIN}/api/v2/files?name=a.png`, { method: "POST", headers, body: bytes });
  return await app.fetch(request, environment, createExecutionContext());
}

describe("the process dies", () => {
  it("before the object is stored: nothing is left", async () => {
    const failing = {
      ...env,
      FILES: new Proxy(bucket(), {
        get: (target, name) =>
          name === "put" ? async () => await Promise.reject(new Error("R2 is down")) : Reflect.get(target, name).bind(target),
      }),
    };
    const response = await uploadWith(failing, png(1, 1));
    expect({ status: response.status, retryAfter: response.headers.get("Retry-After") }).toEqual({ status: 503, retryAfter: "1" });
    expect({ objects: await keys(), ofRows: await keysOf(shop.id) }).toEqual({ objects: [], ofRows: [] });
  });

  it("between the object and its row: the object is removed a day later, and not before", async () => {
    const kept = await upload(shop, "kept.png", png(1, 1));
    await bucket().put("0123456789abcdef0123456789abcdef", png(2, 2));
    expect(await removeAllOrphans(env, Date.now() + DAY_MS - 60_000)).toBe(0);
    expect(await keys()).toHaveLength(2);
    expect(await removeAllOrphans()).toBe(1);
    expect(await keys()).toEqual(await keysOf(shop.id));
    expect((await shop.v2(`/files/${kept.body.id}`)).status).toBe(200);
  });

  it("after the row: everything is there", async () => {
    const { body } = await upload(shop, "a.png", png(1, 1));
    await send(shop, `/files/${body.id}/preview`, webp(1, 1), { method: "PUT" });
    expect(await removeAllOrphans()).toBe(0);
    expect((await keys()).toSorted()).toEqual((await keysOf(shop.id)).toSorted());
  });

  it("between the deletion of a row and its objects: they are removed later", async () => {
    const { body } = await upload(shop, "a.png", png(1, 1));
    await upload(shop, "b.png", png(1, 1));
    const remove = vi.spyOn(bucket(), "delete").mockRejectedValueOnce(new Error("R2 is down"));
    expect((await shop.v2(`/files/${body.id}`, { method: "DELETE" })).status).toBe(200);
    expect(remove).toHaveBeenCalled();
    remove.mockRestore();
    expect(await keys()).toHaveLength(2);
    expect(await removeAllOrphans()).toBe(1);
    expect(await keys()).toEqual(await keysOf(shop.id));
  });
});

describe("the job", () => {
  it("removes nothing if a database does not respond", async () => {
    await upload(shop, "a.png", png(1, 1));
    await bucket().put("0123456789abcdef0123456789abcdef", png(2, 2));
    const broken = envWith({ [bindingOf(2)]: brokenDatabase() });
    await expect((async () => await removeAllOrphans(broken))()).rejects.toThrow("Network connection lost.");
    expect(await keys()).toHaveLength(2);
  });

  it("does nothing while rows may be missing: without any file, in maintenance, and during a restore", async () => {
    await bucket().put("0123456789abcdef0123456789abcdef", png(2, 2));
    // Each run, one every three minutes, handles 8 of 4,096 slices of keys. This is the third one, of the slices 010 to 017 (hexadecimal), which
    // have the key above, two days from now.
    const [runMs, runs] = [180_000, 4096 / 8];
    const at = (Math.ceil((Date.now() + 2 * DAY_MS) / (runs * runMs)) * runs + 2) * runMs;
    const run = async (environment: Env = env, time = at) => await removeOrphans(environment, time, budget());
    await rows("delete from files");
    await run();
    expect(await keys()).toHaveLength(1);
    await upload(shop, "a.png", png(1, 1));
    await run(envWith({ MAINTENANCE: "true" }));
    expect(await keys()).toHaveLength(2);
    const { id } = (await operate("POST", "", { name: "To restore", for_restore: true })).body;
    await run();
    expect(await keys()).toHaveLength(2);
    await operate("DELETE", `${id}/restore`);
    // Another run has other slices.
    await run(env, at + runMs);
    expect(await keys()).toHaveLength(2);
    await run();
    expect(await keys()).toEqual(await keysOf(shop.id));
  });
});
