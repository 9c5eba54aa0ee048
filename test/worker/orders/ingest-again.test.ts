import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { orderBody, createShop, type Shop, ingestOrder } from "../../kit/client";
import { organizationD1 } from "../../kit/databases";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});
afterEach(() => vi.restoreAllMocks());

interface Item {
  name: string;
  status: string;
}

describe("an order that its source sends again", () => {
  it("keeps two items of one external_id apart, and adds none", async () => {
    const items = (price: number) => ["A", "B"].map((name) => ({ external_id: "x", name, price }));
    const order = await ingestOrder(shop, { external_id: "twins", items: items(1) });
    for (const price of [3, 4]) await ingestOrder(shop, { external_id: "twins", on_conflict: "update", items: items(price) });
    const { body } = await shop.v2(`/orders/${order.id}`);
    expect(body.items.map(({ name, status }: Item) => [name, status])).toEqual([
      ["A", "New"],
      ["B", "New"],
    ]);
    expect(body.subtotal).toBe(8);
  });

  it("is not reported as unchanged if another payload was written between its read and its write", async () => {
    const base = { external_id: "raced", on_conflict: "update", customer_name: "Old" };
    await ingestOrder(shop, base);
    // Only the hash differs from the stored order.
    const same = { ...base, status: "Shipped" };
    const batch = organizationD1().batch.bind(organizationD1());
    let armed = true;
    vi.spyOn(organizationD1(), "batch").mockImplementation(async (statements) => {
      if (armed && statements.some((one) => "statement" in one && String(one.statement).includes("set source_hash = j.value"))) {
        armed = false;
        expect((await ingestOrder(shop, { ...base, customer_name: "New" })).customer_name).toBe("New");
      }
      return await batch(statements);
    });
    expect((await ingestOrder(shop, same)).customer_name).toBe("Old");
    expect(armed).toBe(false);
    expect((await ingestOrder(shop, same)).customer_name).toBe("Old");
  });
});

describe("PATCH after the source has removed an item", () => {
  it("does not include the removed item when it checks the amounts", async () => {
    const [a, b] = [
      { external_id: "a", name: "A", price: 10 },
      { external_id: "b", name: "B", price: 5 },
    ];
    const order = await ingestOrder(shop, { external_id: "fewer", items: [a, b] });
    await ingestOrder(shop, { external_id: "fewer", on_conflict: "update", items: [a] });
    const response = await shop.v2(`/orders/${order.id}`, { method: "PATCH", body: { tax: 1 } });
    expect(response.body).toMatchObject({ subtotal: 10, total_amount: 11, requires_audit: null });
    expect(response.headers.get("X-Warnings")).toBeNull();
    // A sent subtotal may also be the sum of all items, with the removed one.
    const patched = await shop.v2(`/orders/${order.id}`, { method: "PATCH", body: { subtotal: 15 } });
    expect(patched.body).toMatchObject({ total_amount: 16, requires_audit: null });
  });

  it("does not add up the removed items, whose sum may exceed the largest total", async () => {
    const big = (external_id: string) => ({ external_id, name: "A", price: 1e9, quantity: 100 });
    const order = await ingestOrder(shop, { external_id: "big", items: [big("a")] });
    await ingestOrder(shop, { external_id: "big", on_conflict: "update", items: [big("b")] });
    expect((await shop.v2(`/orders/${order.id}`, { method: "PATCH", body: { customer_name: "Ann" } })).status).toBe(200);
  });
});

it("a PATCH of an item is rejected if the cost of all units of an item would be too large", async () => {
  const costly = await ingestOrder(shop, { items: [{ name: "A", price: 0, quantity: 1_000_000 }] });
  const rejected = await shop.v2(`/order-items/${costly.items[0].id}`, { method: "PATCH", body: { cost: 1e9 } });
  expect({ status: rejected.status, path: rejected.body.error.details[0].path }).toEqual({ status: 400, path: "cost" });
});

describe("unknown fields", () => {
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [n.toString(36), 0]));
  const strict = { Prefer: "handling=strict" };

  it("are named anywhere in a query, and rejected under strict handling", async () => {
    const order = await ingestOrder(shop);
    for (const path of [`/orders/${order.id}?foo=1`, `/orders/${order.id}/fulfillments?foo=1`]) {
      const response = await shop.v2(path);
      expect({ status: response.status, warnings: response.headers.get("X-Warnings") }).toEqual({
        status: 200,
        warnings: '["foo is unknown and was ignored."]',
      });
      expect((await shop.v2(path, { headers: strict })).status).toBe(400);
    }
    const patched = await shop.v2(`/orders/${order.id}?foo=1`, { method: "PATCH", body: { number: "1" }, headers: strict });
    expect(patched.body.error.details).toMatchObject([{ path: "foo", code: "unrecognized_key" }]);
  });

  it("may be as many as a body can contain: some are named, the others are counted", { tags: "long" }, async () => {
    const order = await ingestOrder(shop);
    // A body has at most 10,000 different field names.
    const body = JSON.stringify({ number: "1", ...keys(9_999) });
    const response = await shop.v2(`/orders/${order.id}`, { method: "PATCH", body });
    expect([response.status, response.headers.get("X-Warnings")?.includes("more")]).toEqual([200, true]);
    // 100 errors, or 20 of an order in a bulk request, are named, and one more counts the others.
    const rejected = await shop.v2(`/orders/${order.id}`, { method: "PATCH", body, headers: strict });
    expect({ status: rejected.status, detailCount: rejected.body.error.details.length }).toEqual({ status: 400, detailCount: 101 });
    const bulk = { orders: [orderBody(), { ...orderBody(), ...keys(1000) }], on_error: "skip" };
    const { results } = (await shop.v2("/orders/bulk", { body: bulk, headers: strict })).body;
    expect({ outcome: results[0].outcome, detailCount: results[1].error.details.length }).toEqual({ outcome: "created", detailCount: 21 });
  });
});
