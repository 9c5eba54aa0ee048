import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Webhook } from "standardwebhooks";
import { afterEach, describe, expect, it, vi } from "vitest";
import { app } from "../../../src/entrypoints/app";
import { ciphertextPrefix } from "../../../src/platform/crypto/encryption";
import { settingsOf } from "../../../src/platform/env";
import { deliveryEngine } from "../../../src/resources/webhooks/relay";
import { reencryptSecrets } from "../../../src/resources/webhooks/reencrypt-secrets";
import { createShop, idempotencyKey, rows, type Shop, ingestOrder } from "../../kit/client";
import { eventually } from "../../kit/eventually";
import { organizationD1, organizationDatabase } from "../../kit/databases";

/** The Worker with other master secrets, as a deployment after `wrangler secret bulk`. */
function deployed(MASTER_SECRET: string, MASTER_SECRET_SECOND = ""): Env {
  return { ...env, MASTER_SECRET, MASTER_SECRET_SECOND };
}

const OLD = env.MASTER_SECRET;
const NEW = "the-next-master-secret-for-tests-0123456789";

afterEach(() => {
  vi.restoreAllMocks();
});

async function callV2(bindings: Env, shop: Shop, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const context = createExecutionContext();
  const request = new Request(`https://api.example.com/api/v2${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { Authorization: `Bearer ${shop.token.secret}`, "Content-Type": "application/json", ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const response = await app.fetch(request, bindings, context);
  await waitOnExecutionContext(context);
  return response;
}

/** The data of a shop that depends on the master secret. */
async function aFullShop(bindings: Env) {
  const shop = await createShop();
  await ingestOrder(shop);
  await ingestOrder(shop);
  const hook: { id: string; secret: string } = await (
    await callV2(bindings, shop, "/webhooks", { url: "https://receiver.example.com/", events: ["order.created"] })
  ).json();
  const rotated: { secret: string } = await (
    await callV2(bindings, shop, `/webhooks/${hook.id}/rotate-secret`, { overlap_hours: 24 })
  ).json();
  const key = idempotencyKey();
  const body = { store: "Gift shop", items: [{ name: "Cup", price: 1 }] };
  const first = await (await callV2(bindings, shop, "/orders", body, key)).text();
  const { next_cursor }: { next_cursor: string } = await (await callV2(bindings, shop, "/orders?limit=1")).json();
  return { shop, hook, secrets: [hook.secret, rotated.secret], write: { key, body, first }, cursor: next_cursor };
}

/** The parts of a shop's data that still work. */
async function workingParts(bindings: Env, { shop, hook, secrets, write, cursor }: Awaited<ReturnType<typeof aFullShop>>) {
  let signed = false;
  const fetched = vi.spyOn(globalThis, "fetch").mockImplementation(async (_, init) => {
    const text = new TextDecoder().decode(init?.body as Uint8Array);
    const headers = init?.headers as Record<string, string>;
    for (const secret of secrets) new Webhook(secret).verify(text, headers);
    signed = true;
    return new Response("thanks");
  });
  const tested = await callV2(bindings, shop, `/webhooks/${hook.id}/test`, {});
  fetched.mockRestore();
  const replayed = await callV2(bindings, shop, "/orders", write.body, write.key);
  return {
    webhooks: tested.status === 200 && signed,
    replays: replayed.headers.get("Idempotent-Replayed") === "true" && (await replayed.text()) === write.first,
    cursors: (await callV2(bindings, shop, `/orders?limit=1&cursor=${cursor}`)).status === 200,
  };
}

const ALL = { webhooks: true, replays: true, cursors: true };

describe("changing the master secret", () => {
  it("has no interruption: the new one is second, then the two are swapped, then the new one is alone", { tags: "long" }, async () => {
    const before = deployed(OLD);
    const prepared = deployed(OLD, NEW);
    const swapped = deployed(NEW, OLD);
    const older = await aFullShop(before);
    expect(await workingParts(prepared, older)).toEqual(ALL);
    // During the swap, both kinds of isolate run, and each decrypts what the other has encrypted.
    const newer = await aFullShop(swapped);
    for (const bindings of [prepared, swapped]) for (const full of [older, newer]) expect(await workingParts(bindings, full)).toEqual(ALL);

    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    await reencryptSecrets(deliveryEngine(swapped, organizationDatabase()));
    expect(warn.mock.calls).toEqual([
      [
        JSON.stringify({
          event: "webhooks.reencrypted",
          under: await ciphertextPrefix(NEW),
          endpoints: 1,
          left: 0,
          release: env.VERSION_METADATA.id,
        }),
      ],
    ]);
    const mark = await ciphertextPrefix(NEW);
    for (const row of await rows<{ secret: string; previous_secret: string }>("select secret, previous_secret from webhook_endpoints")) {
      expect({ secret: row.secret.slice(0, 8), previous_secret: row.previous_secret.slice(0, 8) }).toEqual({
        secret: mark,
        previous_secret: mark,
      });
    }
    const after = deployed(NEW);
    expect(await workingParts(after, newer)).toEqual(ALL);
    // Stored responses and cursors of the old secret end with it, so the runbook waits for a day.
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    expect(await workingParts(after, older)).toEqual({ webhooks: true, replays: false, cursors: false });
  });

  it("encrypts a secret again that is among more than a hundred that can't be decrypted, and reports how many are left", async () => {
    const shop = await createShop();
    const { id }: { id: string } = await (
      await callV2(deployed(OLD), shop, "/webhooks", { url: "https://receiver.example.com/", events: ["order.created"] })
    ).json();
    await organizationD1()
      .prepare(
        `with recursive n(i) as (select 1 union all select i + 1 from n where i < 149)
       insert into webhook_endpoints (id, organization_id, url, events, status, secret, secret_hint, created_at, updated_at)
       select id || n.i, organization_id, url, events, status, secret, secret_hint, 0, 0 from webhook_endpoints, n where id = ?`,
      )
      .bind(id)
      .run();
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    // A copy is encrypted for another endpoint: it can't be decrypted, and does not stop the others.
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    await reencryptSecrets(deliveryEngine(deployed(NEW, OLD), organizationDatabase()));
    // Each run takes a hundred at random.
    await eventually(async () => {
      await reencryptSecrets(deliveryEngine(deployed(NEW, OLD), organizationDatabase()));
      const [row] = await rows<{ secret: string }>("select secret from webhook_endpoints where id = ?", id);
      expect(row?.secret.startsWith(await ciphertextPrefix(NEW))).toBe(true);
    });
    expect(warn.mock.calls.at(-1)).toEqual([
      expect.stringMatching(/^{"event":"webhooks.reencrypted","under":"[^"]{8}","endpoints":\d+,"left":149,"release":"[^"]+"}$/),
    ]);
    await organizationD1().prepare("delete from webhook_endpoints where id like ? || '_%'").bind(id).run();
  });

  it("does not overwrite a secret that is rotated at the same time", async () => {
    const full = await aFullShop(deployed(OLD));
    const batch = organizationD1().batch.bind(organizationD1());
    let rotated = false;
    let current = "";
    vi.spyOn(organizationD1(), "batch").mockImplementation(async (statements) => {
      // Between the read of the secrets and their write.
      const writes = statements.some((one) => "statement" in one && String(one.statement).includes("update webhook_endpoints"));
      if (writes && !rotated) {
        rotated = true;
        const response = await callV2(deployed(NEW, OLD), full.shop, `/webhooks/${full.hook.id}/rotate-secret`, { overlap_hours: 0 });
        expect(response.status).toBe(200);
        current = (await response.json<{ secret: string }>()).secret;
      }
      return await batch(statements);
    });
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const read = async () => await rows("select secret_hint, secret, previous_secret from webhook_endpoints where id = ?", full.hook.id);
    const [before] = await read();
    await reencryptSecrets(deliveryEngine(deployed(NEW, OLD), organizationDatabase()));
    const [after] = await read();
    expect(rotated).toBe(true);
    expect(after?.["secret_hint"]).not.toBe(before?.["secret_hint"]);
    expect(String(after?.["secret"]).startsWith(await ciphertextPrefix(NEW))).toBe(true);
    expect((await workingParts(deployed(NEW, OLD), { ...full, secrets: [current] })).webhooks).toBe(true);
  });

  it("skips deleted endpoints, and deletes a secret from before a rotation that can't be decrypted", { tags: "long" }, async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const [deleted, live] = [await aFullShop(deployed(OLD)), await aFullShop(deployed(OLD))];
    // These texts begin like what was encrypted under an unknown master secret.
    await organizationD1()
      .prepare("update webhook_endpoints set deleted_at = 1, secret = 'AAAAAAAAnothing' where id = ?")
      .bind(deleted.hook.id)
      .run();
    await organizationD1()
      .prepare("update webhook_endpoints set previous_secret = 'AAAAAAAAnothing' where id = ?")
      .bind(live.hook.id)
      .run();
    // Until then it delays no delivery: the new secret signs alone.
    const current = { ...live, secrets: live.secrets.slice(1) };
    expect((await workingParts(deployed(OLD), current)).webhooks).toBe(true);
    expect(errors).toHaveBeenCalledWith(expect.stringContaining(`"webhooks.decrypt_secret","endpoint_id":"${live.hook.id}"`));
    await reencryptSecrets(deliveryEngine(deployed(NEW, OLD), organizationDatabase()));
    const [row] = await rows<{ secret: string; previous_secret: string | null }>(
      "select secret, previous_secret from webhook_endpoints where id = ?",
      live.hook.id,
    );
    expect({ secret: row?.secret.slice(0, 8), previous_secret: row?.previous_secret }).toEqual({
      secret: await ciphertextPrefix(NEW),
      previous_secret: null,
    });
    expect((await workingParts(deployed(NEW), current)).webhooks).toBe(true);
    expect(warn.mock.calls.at(-1)).toEqual([expect.stringContaining('"left":0,"release":')]);
  });

  it("requires 32 characters of each, and reports the name of the invalid setting, not its value", () => {
    const tooShort = "short-and-secret-with-31-charac";
    for (const [secrets, name] of [
      [deployed(tooShort), "MASTER_SECRET"],
      [deployed(NEW, tooShort), "MASTER_SECRET_SECOND"],
    ] as const) {
      expect(() => settingsOf(secrets)).toThrow(new RegExp(`^${name} must have at least 32 characters;[^\\n]*$`));
      expect(() => settingsOf(secrets)).not.toThrow(tooShort);
    }
    expect(settingsOf(deployed(`${tooShort}t`)).masterSecrets).toEqual([`${tooShort}t`]);
    expect(settingsOf(deployed(NEW)).masterSecrets).toEqual([NEW]);
    expect(settingsOf(deployed(NEW, OLD)).masterSecrets).toEqual([NEW, OLD]);
  });
});
