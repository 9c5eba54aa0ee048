import { beforeAll, describe, expect, it } from "vitest";
import { createCredential, createShop, idempotencyKey, type Shop, ingestOrder, v2As } from "../../kit/client";
import { everythingOf } from "../../kit/rows-of-organization";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

const patch = (id: number, headers: Record<string, string>, body: unknown = { number: "#2" }) =>
  shop.v2(`/orders/${id}`, { method: "PATCH", body, headers });

describe("the ETag of an order in v2", () => {
  it("identifies its version, and is the same in the response to a write and in that to a read", async () => {
    // The scope customers:read adds fields to a read, and so another ETag.
    const v2 = v2As(await createCredential(shop.id, "api_token", { scopes: ["orders:read", "orders:write"] }));
    const made = await shop.v2("/orders", { body: { store: "gift", items: [{ name: "Mug", price: 1 }] } });
    const read = await v2(`/orders/${made.body.id}`);
    expect(made.headers.get("ETag")).toMatch(/^"1-[\w-]{20}"$/);
    expect(read.headers.get("ETag")).toBe(made.headers.get("ETag"));
    const patched = await patch(made.body.id, {});
    expect(patched.headers.get("ETag")).toMatch(/^"2-/);
    expect((await v2(`/orders/${made.body.id}`, { headers: { "If-None-Match": patched.headers.get("ETag") ?? "" } })).status).toBe(304);
    expect((await v2(`/orders/${made.body.id}`, { headers: { "If-None-Match": read.headers.get("ETag") ?? "" } })).status).toBe(200);
  });

  it("changes with the order's items and fulfillments, and with its store's name", async () => {
    const order = await ingestOrder(shop);
    const tag = async () => (await shop.v2(`/orders/${order.id}`)).headers.get("ETag");
    const tags = [await tag()];
    await shop.v2(`/order-items/${order.items[0].id}`, { method: "PATCH", body: { sku: "X" } });
    tags.push(await tag());
    await shop.v1(`/orderItems/${order.items[0].id}/status`, { body: { status: "In Production" }, headers: idempotencyKey() });
    tags.push(await tag());
    await shop.v2(`/orders/${order.id}/fulfillments`, { body: {} });
    tags.push(await tag());
    await shop.v2(`/stores/${shop.store.id}`, { method: "PATCH", body: { name: "Gift shop II" } });
    tags.push(await tag());
    await shop.v2(`/stores/${shop.store.id}`, { method: "PATCH", body: { name: "Gift shop" } });
    expect(new Set(tags).size).toBe(tags.length);
  });
});

describe("If-Match", () => {
  it("allows a write with the current version, in every form of the tag", async () => {
    const order = await ingestOrder(shop);
    for (const form of [
      (tag: string) => tag,
      (tag: string) => `W/${tag}`,
      (_tag: string, version: number) => `"${version}"`,
      (tag: string) => `"0", ${tag}`,
      () => "*",
    ]) {
      const read = await shop.v2(`/orders/${order.id}`);
      const given = form(read.headers.get("ETag") ?? "", read.body.version);
      const response = await patch(order.id, { "If-Match": given }, { number: `#${read.body.version}` });
      expect({ status: response.status, version: response.body.version }, given).toEqual({ status: 200, version: read.body.version + 1 });
    }
  });

  it("returns 412 for any other version, and nothing is written", async () => {
    const order = await ingestOrder(shop);
    const old = (await shop.v2(`/orders/${order.id}`)).headers.get("ETag") ?? "";
    await patch(order.id, {});
    const before = await everythingOf(shop.id);
    for (const given of [old, '"1"', "1", '"3"', '"nonsense"', "nonsense", `${old}, "7"`]) {
      const response = await patch(order.id, { "If-Match": given }, { number: "#3" });
      expect({ status: response.status, code: response.body.error.code }, given).toEqual({ status: 412, code: "precondition_failed" });
      expect(response.body.error.details).toMatchObject([{ path: "If-Match", code: "version_changed", version: 2 }]);
      const moved = await shop.v2(`/orders/${order.id}/status`, { body: { status: "Shipped" }, headers: { "If-Match": given } });
      expect(moved.status).toBe(412);
    }
    expect(await everythingOf(shop.id)).toEqual(before);
  });

  it("allows one of 20 concurrent writes with the same tag", { tags: "long" }, async () => {
    const order = await ingestOrder(shop);
    const { headers } = await shop.v2(`/orders/${order.id}`);
    const tag = { "If-Match": headers.get("ETag") ?? "" };
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) => patch(order.id, { ...tag, ...idempotencyKey() }, { number: `#${n}` })),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 412)]);
    const written = responses.find(({ status }) => status === 200);
    expect((await shop.v2(`/orders/${order.id}`)).body.number).toBe(written?.body.number);
  });

  it("replays a retry under the same idempotency key instead of returning 412, and a 412 leaves the key free", async () => {
    const order = await ingestOrder(shop);
    const key = idempotencyKey();
    const tag = { "If-Match": '"1"' };
    const first = await patch(order.id, { ...tag, ...key });
    const again = await patch(order.id, { ...tag, ...key });
    expect({ status: again.status, text: again.text, etag: again.headers.get("ETag") }).toEqual({
      status: 200,
      text: first.text,
      etag: first.headers.get("ETag"),
    });
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    const other = idempotencyKey();
    expect((await patch(order.id, { ...tag, ...other }, { number: "#5" })).status).toBe(412);
    expect((await patch(order.id, { "If-Match": '"2"', ...other }, { number: "#6" })).status).toBe(200);
  });

  it("is checked after 404, and is an error on an endpoint that does not support it", async () => {
    expect((await patch(999_999_999, { "If-Match": '"1"' })).status).toBe(404);
    const order = await ingestOrder(shop);
    const path = `/order-items/${order.items[0].id}`;
    const rejected = await shop.v2(path, { method: "PATCH", body: { sku: "X" }, headers: { "If-Match": '"1"' } });
    expect([rejected.status, rejected.body.error.details]).toMatchObject([400, [{ path: "If-Match", code: "if_match_unsupported" }]]);
    // `*` names no version.
    expect((await shop.v2(path, { method: "PATCH", body: { sku: "X" }, headers: { "If-Match": "*" } })).status).toBe(200);
  });
});
