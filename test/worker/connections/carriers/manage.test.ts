import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { ciphertextPrefix } from "../../../../src/platform/crypto/encryption";
import { createCredential, createShop, idempotencyKey, rows, type Shop, v2As } from "../../../kit/client";
import { API } from "../fixtures";
import { PAYLOADS, connectCarrier, deliver, report } from "./fixtures";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

const create = async (body: Record<string, unknown>, headers = {}) => await shop.v2("/connections", { body, headers });

describe("a connection to a carrier service", () => {
  it("is created with a secret that is returned once and stored encrypted", async () => {
    const { status, headers, body } = await create({ platform: "easypost" });
    expect({ status, location: headers.get("Location") }).toEqual({ status: 201, location: `/api/v2/connections/${body.id}` });
    expect(body).toMatchObject({ platform: "easypost", status: "active", store_id: null, last_event_at: null });
    expect(body.delivery_url).toBe(`https://api.example.com/in/${shop.id}_${body.id}`);
    const { webhook_secret, ...rest } = body;
    expect([webhook_secret.length, webhook_secret.endsWith(body.secret_hint)]).toEqual([40, true]);
    expect((await shop.v2(`/connections/${body.id}`)).body).toEqual(rest);
    const [row] = await rows<{ secret: string }>("select secret from connections where id = ?", body.id);
    expect([row?.secret.startsWith(await ciphertextPrefix(env.MASTER_SECRET)), row?.secret.includes(webhook_secret)]).toEqual([
      true,
      false,
    ]);
    expect((await shop.v2("/connections")).text).not.toContain(webhook_secret);
  });

  it("is created once under an idempotency key, with the same secret", async () => {
    const key = idempotencyKey();
    const [first, second] = [await create({ platform: "shippo" }, key), await create({ platform: "shippo" }, key)];
    expect({ status: second.status, id: second.body.id, webhook_secret: second.body.webhook_secret }).toEqual({
      status: 201,
      id: first.body.id,
      webhook_secret: first.body.webhook_secret,
    });
  });

  it.each([
    ["an unknown service", { platform: "dhl" }, "platform", "invalid_value"],
    ["AfterShip without its secret", { platform: "aftership" }, "webhook_secret", "secret_required"],
    ["a store", { platform: "easypost", store: "gift" }, "store", "not_a_shop"],
    ["access to an API", { platform: "easypost", api: API }, "api", "not_a_shop"],
    ["fulfillments to send", { platform: "easypost", send_fulfillments: true }, "send_fulfillments", "not_a_shop"],
    ["a short secret", { platform: "easypost", webhook_secret: "short" }, "webhook_secret", "too_small"],
  ])("is not created for %s", async (_name, body, path, code) => {
    const before = (await shop.v2("/connections")).body.data.length;
    const response = await create(body);
    expect([response.status, response.body.error.details[0]]).toMatchObject([400, { path, code }]);
    expect((await shop.v2("/connections")).body.data).toHaveLength(before);
  });

  it("accepts both secrets during a rotation, rejects another rotation meanwhile, and then accepts only the new secret", async () => {
    const carrier = await connectCarrier(shop);
    const rotated = await shop.v2(`/connections/${carrier.id}/rotate-secret`, { body: { overlap_hours: 1 } });
    const next = { ...carrier, secret: rotated.body.webhook_secret };
    for (const secret of [carrier.secret, next.secret]) {
      expect((await report({ ...carrier, secret }, { number: "NOBODY", status: "in_transit" })).status).toBe(200);
    }
    const again = await shop.v2(`/connections/${carrier.id}/rotate-secret`, { body: { overlap_hours: 1 } });
    expect({ status: again.status, code: again.body.error.details[0].code }).toEqual({ status: 409, code: "rotation_running" });
    // Rotations of webhooks and credentials have this field, but those of connections do not.
    expect(again.body.error.details[0].message).not.toContain("replaces_unseen");
    await rows("update connections set previous_valid_until = 1 where id = ?", carrier.id);
    expect((await report(carrier, { number: "NOBODY", status: "in_transit" })).status).toBe(401);
    expect((await report(next, { number: "NOBODY", status: "in_transit" })).status).toBe(200);
  });

  it("ignores reports while it is paused", async () => {
    const carrier = await connectCarrier(shop);
    await shop.v2(`/connections/${carrier.id}`, { method: "PATCH", body: { enabled: false } });
    const payload = PAYLOADS.easypost({ status: "in_transit" });
    expect((await deliver(carrier, payload)).body).toEqual({ received: "ignored" });
    await shop.v2(`/connections/${carrier.id}`, { method: "PATCH", body: { enabled: true } });
    expect((await deliver(carrier, payload)).body).toEqual({ received: "stored" });
  });

  it("is deleted with its secrets after its id is confirmed", async () => {
    const { id } = await connectCarrier(shop);
    expect((await shop.v2(`/connections/${id}?confirm=x`, { method: "DELETE" })).status).toBe(400);
    expect((await shop.v2(`/connections/${id}?confirm=${id}`, { method: "DELETE" })).body).toEqual({ id, deleted: true });
    for (const path of ["", "/inbox"]) expect((await shop.v2(`/connections/${id}${path}`)).status).toBe(404);
    expect(await rows("select secret, previous_secret from connections where id = ?", id)).toEqual([{ secret: "", previous_secret: null }]);
  });

  it("can't be given access to an API, or send fulfillments, later, and can't be backfilled", async () => {
    const { id } = await connectCarrier(shop);
    for (const [path, value] of [
      ["api", API],
      ["send_fulfillments", true],
    ] as const) {
      const response = await shop.v2(`/connections/${id}`, { method: "PATCH", body: { [path]: value } });
      expect([response.status, response.body.error.details[0]]).toMatchObject([400, { path, code: "not_a_shop" }]);
    }
    const backfill = await shop.v2(`/connections/${id}/backfill`, { body: { since: "2026-01-01" } });
    expect({ status: backfill.status, code: backfill.body.error.details[0].code }).toEqual({ status: 409, code: "api_required" });
  });

  it("needs the scope connections:manage, and belongs to its organization", async () => {
    const { id } = await connectCarrier(shop);
    const weak = v2As(await createCredential(shop.id, "api_token", { scopes: ["orders:read"] }));
    expect((await weak("/connections")).status).toBe(403);
    const other = await createShop();
    expect((await other.v2(`/connections/${id}`)).status).toBe(404);
  });
});
