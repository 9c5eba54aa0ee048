import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { orderBody, createShop, idempotencyKey, rows, type Shop, ingestOrder } from "../../kit/client";
import { logOf } from "../../kit/log";
import { Order } from "../../../src/resources/orders/v2/contract";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop({ timezone: "Europe/Berlin" });
});

describe("POST /api/v2/orders", () => {
  it("creates an order with its items, and returns 201, Location and exactly the documented body", async () => {
    const response = await shop.v2("/orders", {
      body: orderBody({
        external_id: "1001",
        number: "#1001",
        date: "2026-03-01T12:00:00+02:00",
        tax: 1.5,
        shipping_cost: 4,
        discount: 0.5,
        customer_email: "a@b.c",
      }),
    });
    expect(response.status).toBe(201);
    expect(response.headers.get("Location")).toBe(`/api/v2/orders/${response.body.id}`);
    expect(Order.parse(response.body)).toMatchObject({
      external_id: "1001",
      number: "#1001",
      status: "New",
      version: 1,
      date: "2026-03-01T10:00:00.000Z",
      subtotal: 19.98,
      total_amount: 24.98,
      items: [{ name: "Mug", quantity: 2, price: 9.99, status: "New", order_date: "2026-03-01" }],
    });
    // No response to a write has contact data (docs/spec/resources.md#curated-responses).
    expect(response.text).not.toContain("a@b.c");
    expect(response.headers.get("X-Warnings")).toBeNull();
  });

  it("reads a date without an offset in the organization's time zone", async () => {
    expect(await ingestOrder(shop, { date: "2026-07-01" })).toMatchObject({ date: "2026-06-30T22:00:00.000Z" });
    expect(await ingestOrder(shop, { date: "2026-01-01T08:00:00" })).toMatchObject({ date: "2026-01-01T07:00:00.000Z" });
  });

  it("returns 200 and writes nothing if the same payload is sent again, also after local edits", async () => {
    const order = await ingestOrder(shop, { external_id: "again" });
    await shop.v1(`/orderItems/${order.items[0].id}/status`, { body: { status: "Shipped" }, headers: idempotencyKey() });
    const again = await shop.v2("/orders", { body: orderBody({ external_id: "again" }) });
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ id: order.id, version: 2, status: "Shipped" });
    expect(await rows("select count(*) as n from events where order_id = ? and type = 'order.created'", order.id)).toEqual([{ n: 1 }]);
  });

  it("rejects a different payload under an existing external_id with 409, unless on_conflict is update or skip", async () => {
    const order = await ingestOrder(shop, { external_id: "taken" });
    const changed = orderBody({ external_id: "taken", customer_name: "Ann", status: "Cancelled" });
    const rejected = await shop.v2("/orders", { body: changed });
    expect(rejected.status).toBe(409);
    expect(rejected.body.error).toMatchObject({ code: "conflict", details: [{ path: "external_id", code: "external_id_taken" }] });

    const skipped = await shop.v2("/orders?on_conflict=skip", { body: changed });
    expect({ status: skipped.status, customer_name: skipped.body.customer_name }).toEqual({ status: 200, customer_name: null });

    const updated = await shop.v2("/orders", { body: { ...changed, on_conflict: "update" } });
    expect(updated.status).toBe(200);
    // An update never changes the status of an order.
    expect(updated.body).toMatchObject({ id: order.id, customer_name: "Ann", status: "New", version: 2 });
    const [event] = await rows<{ body: string }>("select body from events where order_id = ? and type = 'order.updated'", order.id);
    expect(JSON.parse(event?.body ?? "")).toMatchObject({ order_id: order.id, sequence: 2, changed_fields: ["customer_name"], version: 2 });
  });

  it("merges an update into the items by external_id or position: new ones are added, missing ones cancelled", async () => {
    const order = await ingestOrder(shop, {
      external_id: "items",
      items: [
        { external_id: "a", name: "A", price: 1, sku: "A1" },
        { external_id: "b", name: "B", price: 2 },
        { name: "C", price: 3 },
      ],
    });
    const { body } = await shop.v2("/orders", {
      body: orderBody({
        external_id: "items",
        on_conflict: "update",
        items: [
          { external_id: "b", name: "B2", price: 2 },
          { name: "C", price: 3 },
          { external_id: "d", name: "D", price: 4 },
        ],
      }),
    });
    const items = body.items.map((item: { id: string; name: string; status: string }) => [item.id, item.name, item.status]);
    const [a, b, c] = order.items.map((item: { id: string }) => item.id);
    expect(items.slice(0, 3)).toEqual([
      [a, "A", "Cancelled"],
      [b, "B2", "New"],
      [c, "C", "New"],
    ]);
    expect(items[3].slice(1)).toEqual(["D", "New"]);
    expect(body.total_amount).toBe(9);
  });

  it("keeps totals that do not add up, with a warning and requires_audit", async () => {
    const response = await shop.v2("/orders", { body: orderBody({ total_amount: 99 }) });
    expect(response.status).toBe(201);
    expect(response.body).toMatchObject({ total_amount: 99, subtotal: 19.98, requires_audit: true });
    expect(response.headers.get("X-Warnings")).toContain("do not add up");
  });

  it("keeps amounts exact to four decimal places and rejects a fifth", async () => {
    const order = await ingestOrder(shop, {
      items: [
        { name: "x", quantity: 3, price: 0.1 },
        { name: "y", price: 0.0001 },
      ],
    });
    expect(order.total_amount).toBe(0.3001);
    const rejected = await shop.v2("/orders", { body: orderBody({ items: [{ name: "x", price: 1.00001 }] }) });
    expect(rejected.body.error.details).toEqual([
      { path: "items[0].price", code: "too_many_places", message: "Expected at most 4 decimal places." },
    ]);
  });

  it("rejects sums that would not be exact", async () => {
    for (const [item, path] of [
      [{ name: "x", quantity: 1_000_000, price: 1e9 }, "total_amount"],
      [{ name: "x", quantity: 1_000_000, price: 0, cost: 1e9 }, "cost"],
    ] as const) {
      // The second item lowers the sum, but not enough.
      const rejected = await shop.v2("/orders", { body: orderBody({ items: [item, { name: "y", price: -1 }] }) });
      expect(rejected.body.error.details).toMatchObject([{ path, code: "too_big" }]);
    }
    const body = orderBody({ total_amount: 1, items: [{ name: "x", quantity: 1_000_000, price: 1e9 }] });
    expect((await shop.v2("/orders", { body })).body.error.details).toMatchObject([{ path: "total_amount", code: "too_big" }]);
  });

  it("stores a given total if the sum that it should be is too large", async () => {
    const order = await ingestOrder(shop, { total_amount: 1, tax: 9e10, items: [{ name: "x", price: 9e10 }] });
    expect(order).toMatchObject({ total_amount: 1, tax: 9e10, subtotal: 9e10, requires_audit: true });
  });

  it("returns 400 for bytes that are not UTF-8", async () => {
    const headers = { Authorization: `Bearer ${shop.token.secret}`, "Content-Type": "application/json" };
    const latin1 = Uint8Array.from('{"store":"gift","customer_name":"Jos\u00e9","items":[{"name":"x","price":1}]}', (character) =>
      character.charCodeAt(0),
    );
    const rejected = await exports.default.fetch("https://api.example.com/api/v2/orders", { method: "POST", headers, body: latin1 });
    expect({ status: rejected.status, text: await rejected.text() }).toEqual({
      status: 400,
      text: expect.stringContaining("well-formed JSON in UTF-8"),
    });
  });

  it("returns 422 for a used idempotency key before it parses the body", async () => {
    const key = idempotencyKey();
    await shop.v2("/orders", { body: orderBody(), headers: key });
    expect(
      (await shop.v2("/orders", { method: "POST", body: "{bad", headers: { ...key, "Content-Type": "application/json" } })).status,
    ).toBe(422);
  });

  it("records an update that changes nothing as the last payload, and keeps a quantity that the update omits", async () => {
    const order = await ingestOrder(shop, { external_id: "rehash", items: [{ name: "Mug", quantity: 5, price: 1 }] });
    const second = orderBody({ external_id: "rehash", status: "Shipped", items: [{ name: "Mug", price: 1 }] });
    const updated = await shop.v2("/orders?on_conflict=update", { body: second });
    expect({ status: updated.status, quantity: updated.body.items[0].quantity, version: updated.body.version }).toEqual({
      status: 200,
      quantity: 5,
      version: 1,
    });
    const again = await shop.v2("/orders", { body: second });
    expect({ status: again.status, id: again.body.id }).toEqual({ status: 200, id: order.id });
  });

  it("returns the same 404 for an unknown store and for another organization's", async () => {
    const other = await createShop();
    for (const store of ["nowhere", other.store.id, String(other.store.id)]) {
      const response = await shop.v2("/orders", { body: orderBody({ store }) });
      expect(response.status).toBe(404);
      expect(response.body.error.details[0]).toMatchObject({ path: "store", code: "not_found" });
    }
  });

  it("lists every validation error and writes nothing", async () => {
    const before = await rows("select count(*) as n from orders");
    const response = await shop.v2("/orders", {
      body: { store: "Gift shop", status: "Lost", currency: "ZZZ", date: "yesterday", items: [{ name: "", quantity: 0, price: "free" }] },
    });
    expect(response.status).toBe(400);
    expect(response.body.error.message).toBe("Request validation failed.");
    expect(response.body.error.details.map((detail: { path: string }) => detail.path).toSorted()).toEqual(
      ["currency", "date", "items[0].name", "items[0].price", "items[0].quantity", "status"].toSorted(),
    );
    expect(await rows("select count(*) as n from orders")).toEqual(before);
  });

  it("ignores unknown fields with a warning, and rejects them under Prefer: handling=strict", async () => {
    const lenient = await shop.v2("/orders", { body: orderBody({ colour: "red" }) });
    expect(lenient.headers.get("X-Warnings")).toContain("colour is unknown");
    const strict = await shop.v2("/orders", { body: orderBody({ colour: "red" }), headers: { Prefer: "handling=strict" } });
    expect(strict.status).toBe(400);
    expect(strict.body.error.details).toMatchObject([{ path: "colour", code: "unrecognized_key" }]);
  });
});

describe("POST /api/v2/orders/bulk", () => {
  const bulk = (body: Record<string, unknown>) => shop.v2("/orders/bulk", { body });

  it("creates up to 200 orders with a result for each, and reports them as unchanged when they are sent again", async () => {
    const orders = Array.from({ length: 200 }, (_, n) =>
      orderBody({ external_id: `bulk-${n}`, items: Array.from({ length: 5 }, (_item, i) => ({ name: `Item ${i}`, price: 1 })) }),
    );
    const first = await bulk({ orders });
    expect(first.status).toBe(200);
    expect(first.body.summary).toEqual({ created: 200, updated: 0, unchanged: 0, skipped: 0, failed: 0 });
    const second = await bulk({ orders });
    expect(second.body.summary).toEqual({ created: 0, updated: 0, unchanged: 200, skipped: 0, failed: 0 });
    const ids = (response: typeof first) => response.body.results.map(({ id }: { id: number }) => id);
    expect(ids(second)).toEqual(ids(first));
    const read = await shop.v2(`/orders/${ids(first)[7]}`);
    expect(read.body).toMatchObject({ external_id: "bulk-7", total_amount: 5 });
    expect(read.body.items).toHaveLength(5);
  });

  it("with reject_all, one invalid order rejects all of them, and the error has its path", async () => {
    const before = await rows("select count(*) as n from orders");
    const invalid = await bulk({ orders: [orderBody(), orderBody({ items: [] })] });
    expect(invalid.status).toBe(400);
    expect(invalid.body.error.details[0].path).toBe("orders[1].items");
    const unknown = await bulk({ orders: [orderBody(), orderBody({ store: "nowhere" })] });
    expect({ status: unknown.status, path: unknown.body.error.details[0].path }).toEqual({ status: 404, path: "orders[1].store" });
    expect(await rows("select count(*) as n from orders")).toEqual(before);
  });

  it("with skip, the valid orders are written, and the invalid ones are returned with their errors", async () => {
    const response = await bulk({
      on_error: "skip",
      orders: [orderBody({ external_id: "s1" }), orderBody({ items: [] }), "nonsense", orderBody({ store: "nowhere" })],
    });
    expect(response.status).toBe(200);
    expect(response.body.summary).toMatchObject({ created: 1, failed: 3 });
    expect(response.body.results.map(({ error }: { error: { code: string } | null }) => error?.code ?? null)).toEqual([
      null,
      "validation_error",
      "validation_error",
      "not_found",
    ]);
  });

  it("with dry_run, nothing is written and the outcomes are those of the real run", async () => {
    await ingestOrder(shop, { external_id: "d2" });
    const body = {
      on_error: "skip",
      on_conflict: "update",
      orders: [
        orderBody({ external_id: "d1" }),
        orderBody({ external_id: "d1", number: "x" }),
        orderBody({ external_id: "d2", number: "9" }),
      ],
    };
    const before = await rows("select count(*) as n, sum(version) as v from orders");
    const predicted = await bulk({ ...body, dry_run: true });
    expect(await rows("select count(*) as n, sum(version) as v from orders")).toEqual(before);
    const real = await bulk(body);
    const outcomes = (response: typeof real) => response.body.results.map(({ outcome }: { outcome: string }) => outcome);
    expect(outcomes(real)).toEqual(outcomes(predicted));
    expect(outcomes(real)).toEqual(["created", "failed", "updated"]);
  });

  it("takes two round trips and one call of the gate for 200 orders", async () => {
    const line = await logOf(() => bulk({ orders: Array.from({ length: 200 }, () => orderBody()) }));
    expect(line).toMatchObject({ d1_trips: 2, gate_calls: 1 });
  });

  it("reports a duplicate of a failed order as failed, and a duplicate of a valid one as unchanged with its id", async () => {
    await bulk({ orders: [orderBody({ external_id: "twin" })] });
    const other = orderBody({ external_id: "twin", number: "other" });
    const fresh = orderBody({ external_id: "fresh-twin" });
    const { body } = await bulk({ on_error: "skip", orders: [other, other, fresh, fresh] });
    expect(body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(["failed", "failed", "created", "unchanged"]);
    expect(body.results[3].id).toBe(body.results[2].id);
  });

  it("lists at most 20 errors of one order, and sends the warnings in a header that clients can read", async () => {
    const bad = { store: "gift", items: Array.from({ length: 2000 }, () => ({})) };
    const skipped = await bulk({ on_error: "skip", orders: [bad] });
    expect(skipped.body.results[0].error.details).toHaveLength(21);
    expect(skipped.body.results[0].error.details.at(-1)).toEqual({ code: "too_many_faults", message: "And 3980 more errors." });
    const warned = await bulk({ orders: Array.from({ length: 200 }, () => orderBody({ total_amount: 1, colour: "red" })) });
    const header = warned.headers.get("X-Warnings") ?? "";
    // At most 2 KiB of warnings, and the number of the others.
    expect(header.length).toBeLessThan(2200);
    expect(JSON.parse(header).at(-1)).toMatch(/^and \d+ more$/);
  });

  it("splits JSON parameters so that each is below D1's limit of 2 MB", async () => {
    const comment = "x".repeat(5000);
    const orders = Array.from({ length: 4 }, () =>
      orderBody({ items: Array.from({ length: 200 }, () => ({ name: "long", price: 1, comment })) }),
    );
    const response = await bulk({ orders });
    expect(response.body.summary.created).toBe(4);
    const stored = await rows("select count(*) as n, sum(length(comment)) as length from order_items where name = 'long'");
    expect(stored).toEqual([{ n: 800, length: 800 * 5000 }]);
  });
});
