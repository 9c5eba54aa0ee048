import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { ciphertextPrefix } from "../../../../src/platform/crypto/encryption";
import { aCredential, aShop, idempotencyKey, rows, type Shop, v2As } from "../../../kit/client";
import { PAYLOADS, connectCarrier, deliver, report } from "./fixtures";

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});

const create = async (body: Record<string, unknown>, headers = {}) => await shop.v2("/carrier-connections", { body, headers });

describe("a connection to a carrier service", () => {
  it("is created with a secret that is shown once, and stored encrypted", async () => {
    const { status, headers, body } = await create({ service: "easypost" });
    expect([status, headers.get("Location")]).toEqual([201, `/api/v2/carrier-connections/${body.id}`]);
    expect(body).toMatchObject({ service: "easypost", status: "active", last_report_at: null });
    expect(body.delivery_url).toBe(`https://api.example.com/in/${shop.id}_${body.id}`);
    const { webhook_secret, ...rest } = body;
    expect([webhook_secret.length, webhook_secret.endsWith(body.secret_hint)]).toEqual([40, true]);
    expect((await shop.v2(`/carrier-connections/${body.id}`)).body).toEqual(rest);
    const [row] = await rows<{ secret: string }>("select secret from carrier_connections where id = ?", body.id);
    expect([row?.secret.startsWith(await ciphertextPrefix(env.MASTER_SECRET)), row?.secret.includes(webhook_secret)]).toEqual([
      true,
      false,
    ]);
    expect((await shop.v2("/carrier-connections")).text).not.toContain(webhook_secret);
  });

  it("is created once under an idempotency key, with the same secret", async () => {
    const key = idempotencyKey();
    const [first, second] = [await create({ service: "shippo" }, key), await create({ service: "shippo" }, key)];
    expect([second.status, second.body.id, second.body.webhook_secret]).toEqual([201, first.body.id, first.body.webhook_secret]);
  });

  it.each([
    ["an unknown service", { service: "dhl" }, "service", "invalid_value"],
    ["AfterShip without its secret", { service: "aftership" }, "webhook_secret", "secret_required"],
    ["17TRACK without its key", { service: "17track" }, "webhook_secret", "secret_required"],
    ["a short secret", { service: "easypost", webhook_secret: "short" }, "webhook_secret", "too_small"],
  ])("is not created for %s", async (_name, body, path, code) => {
    const before = (await shop.v2("/carrier-connections")).body.data.length;
    const response = await create(body);
    expect([response.status, response.body.error.details[0]]).toMatchObject([400, { path, code }]);
    expect((await shop.v2("/carrier-connections")).body.data).toHaveLength(before);
  });

  it("accepts both secrets during a rotation, and then the new one", async () => {
    const carrier = await connectCarrier(shop);
    const rotated = await shop.v2(`/carrier-connections/${carrier.id}/rotate-secret`, { body: { overlap_hours: 1 } });
    const next = { ...carrier, secret: rotated.body.webhook_secret };
    for (const secret of [carrier.secret, next.secret]) {
      expect((await report({ ...carrier, secret }, { number: "NOBODY", status: "in_transit" })).status).toBe(200);
    }
    const again = await shop.v2(`/carrier-connections/${carrier.id}/rotate-secret`, { body: { overlap_hours: 1 } });
    expect([again.status, again.body.error.details[0].code]).toEqual([409, "rotation_running"]);
    expect(again.body.error.details[0].message).not.toContain("replaces_unseen");
    await rows("update carrier_connections set previous_valid_until = 1 where id = ?", carrier.id);
    expect((await report(carrier, { number: "NOBODY", status: "in_transit" })).status).toBe(401);
    expect((await report(next, { number: "NOBODY", status: "in_transit" })).status).toBe(200);
  });

  it("ignores reports while it is paused", async () => {
    const carrier = await connectCarrier(shop);
    await shop.v2(`/carrier-connections/${carrier.id}`, { method: "PATCH", body: { enabled: false } });
    const payload = PAYLOADS.easypost({ status: "in_transit" });
    expect((await deliver(carrier, payload)).body).toEqual({ received: "ignored" });
    await shop.v2(`/carrier-connections/${carrier.id}`, { method: "PATCH", body: { enabled: true } });
    expect((await deliver(carrier, payload)).body).toEqual({ received: "failed" });
  });

  it("is deleted with its secrets after its id is confirmed", async () => {
    const { id } = await connectCarrier(shop);
    expect((await shop.v2(`/carrier-connections/${id}?confirm=x`, { method: "DELETE" })).status).toBe(400);
    expect((await shop.v2(`/carrier-connections/${id}?confirm=${id}`, { method: "DELETE" })).body).toEqual({ id, deleted: true });
    for (const path of ["", "/reports"]) expect((await shop.v2(`/carrier-connections/${id}${path}`)).status).toBe(404);
    expect(await rows("select secret, previous_secret from carrier_connections where id = ?", id)).toEqual([
      { secret: "", previous_secret: null },
    ]);
  });

  it("exists at most 25 times in an organization", async () => {
    const other = await aShop();
    for (let n = 0; n < 25; n += 1) await connectCarrier(other);
    const response = await other.v2("/carrier-connections", { body: { service: "easypost" } });
    expect([response.status, response.body.error.details[0].code]).toEqual([409, "connection_limit"]);
  });

  it("needs the scope connections:manage, and belongs to its organization", async () => {
    const { id } = await connectCarrier(shop);
    const weak = v2As(await aCredential(shop.id, "api_token", { scopes: ["orders:read"] }));
    expect((await weak("/carrier-connections")).status).toBe(403);
    const other = await aShop();
    expect((await other.v2(`/carrier-connections/${id}`)).status).toBe(404);
  });
});
