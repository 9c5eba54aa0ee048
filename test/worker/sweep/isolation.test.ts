import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Answer, aShop, idempotencyKey, rows, type Shop, takeIn } from "../../kit/client";
import { everythingOf } from "../../kit/database";
import { bodyOf, nameOf, pathOf, ROUTES } from "../../kit/requests";

const SECRET = "belongs-to-alpha";
let alpha: Shop;
let beta: Shop;
let ids: Record<string, string | number>;

beforeAll(async () => {
  // The receivers; a delivery that is still under way would change rows by itself.
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("thanks"));
  [alpha, beta] = [await aShop(), await aShop()];
  // Both have the same store names, external ids and numbers.
  const order = await takeIn(alpha, {
    external_id: "same",
    number: "#1",
    customer_name: SECRET,
    items: [{ name: SECRET, price: 1, sku: "MUG" }],
  });
  await takeIn(beta, { external_id: "same", number: "#1" });
  const parcel = await alpha.v2(`/orders/${order.id}/fulfillments`, { body: { tracking_number: SECRET } });
  const hook = await alpha.v2("/webhooks", { body: { url: `https://${SECRET}.example.com/`, events: ["order.updated"] } });
  await alpha.v1(`/orderItems/${order.items[0].id}/status`, { body: { status: "Shipped" }, headers: idempotencyKey() });
  const product = await alpha.v1("/products", { body: { title: SECRET, sku: "MUG", tags: ["gift"] }, headers: idempotencyKey() });
  const expense = await alpha.v1("/expenses", { body: { category: "rent", amount: 1, date: "2026-01-31", description: SECRET } });
  const ticket = await alpha.v2("/tickets", { body: { subject: SECRET, body: SECRET, order_id: order.id } });
  const [delivery] = await rows<{ id: string }>("select id from deliveries where endpoint_id = ?", hook.body.id);
  const recovery = await alpha.v2(`/webhooks/${hook.body.id}/recover`, { body: {} });
  ids = {
    delivery_id: delivery?.id ?? "",
    recovery_id: recovery.body.id,
    "orders.id": order.id,
    "products.id": product.body.data.id,
    "stores.id": alpha.store.id,
    "expenses.id": expense.body.data.id,
    "tickets.id": ticket.body.id,
    itemId: order.items[0].id,
    "webhooks.id": hook.body.id,
    "order-items.id": order.items[0].id,
    "fulfillments.id": parcel.body.id,
    "organizations.id": alpha.id,
    credential_id: alpha.key.id,
  };
  await vi.waitFor(async () => {
    expect(await rows("select status, count(*) as n from deliveries group by status")).toEqual([{ status: "succeeded", n: 1 }]);
  });
});

afterAll(() => {
  vi.restoreAllMocks();
});

const guarded = ROUTES.filter(([, { guard }]) => guard.kind === "read" || guard.kind === "write");

describe.each(guarded.map((route) => [nameOf(route), ...route] as const))("another organization at %s", (_name, surface, endpoint) => {
  const asBeta = (path: string): Promise<Answer> =>
    (surface.name === "v1" ? beta.v1 : beta.v2)(path, {
      method: endpoint.method.toUpperCase(),
      body: bodyOf(endpoint),
      headers: idempotencyKey(),
    });

  it("gets 404 for every id, reads nothing and changes nothing", async () => {
    const before = await everythingOf(alpha.id);
    const answer = await asBeta(pathOf(endpoint, ids));
    if (endpoint.path.includes(":")) {
      expect(answer.status).toBe(404);
      expect(answer.body.error).toMatchObject({ code: "not_found", message: "Resource not found." });
    } else {
      expect(answer.status).toBeLessThan(300);
    }
    expect(answer.text).not.toContain(SECRET);
    expect(await everythingOf(alpha.id)).toEqual(before);
  });
});

describe("what only the database could mix up", () => {
  it("a filter that names another organization's store, order or word finds nothing of it", async () => {
    for (const query of [
      `store_id=${alpha.store.id}`,
      `q=${SECRET}`,
      "q=same",
      "store_id=Gift%20shop",
      "status=Shipped",
      "missingSku=true",
    ]) {
      const answer = await beta.v1(`/orders?${query}`);
      expect(answer.status).toBe(200);
      expect(answer.text).not.toContain(SECRET);
    }
    expect((await beta.v1(`/orders?store_id=${alpha.store.id}`)).body.meta.pagination.total).toBe(0);
    expect((await beta.v1("/orders?q=same")).body.meta.pagination.total).toBe((await beta.v1("/orders?q=same")).body.data.length);
  });

  it("a cursor of one organization is refused by another", async () => {
    await takeIn(alpha);
    const { next_cursor } = (await alpha.v2("/orders?limit=1")).body;
    expect(typeof next_cursor).toBe("string");
    const answer = await beta.v2(`/orders?limit=1&cursor=${next_cursor}`);
    expect(answer.status).toBe(400);
    expect(answer.body.error.details).toMatchObject([{ path: "cursor", code: "invalid_cursor" }]);
  });

  it("the same idempotency key of two organizations names two operations", async () => {
    const headers = idempotencyKey();
    const [a, b] = [
      await alpha.v2("/orders", { body: bodyOf({ method: "post", operationId: "createOrder" } as never), headers }),
      await beta.v2("/orders", { body: bodyOf({ method: "post", operationId: "createOrder" } as never), headers }),
    ];
    expect([a.status, b.status]).toEqual([201, 201]);
    expect(a.body.id).not.toBe(b.body.id);
  });

  it("an event goes to its own organization's endpoints alone", async () => {
    await beta.v2("/webhooks", { body: { url: "https://beta.example.com/", events: ["order.created"] } });
    const { id } = await takeIn(alpha);
    const told = await rows<{ organization_id: number }>(
      "select d.organization_id from deliveries d join events e on e.id = d.event_id where e.order_id = ?",
      id,
    );
    expect(told).toEqual([]);
  });

  it("the schema itself refuses a child of another organization's parent", async () => {
    const [order] = await rows<{ id: number }>("select id from orders where organization_id = ? limit 1", alpha.id);
    await expect(
      (async () =>
        await rows(
          "insert into order_notes (organization_id, order_id, author_name, text, created_at) values (?, ?, 'x', 'x', 0)",
          beta.id,
          order?.id ?? 0,
        ))(),
    ).rejects.toThrow(/FOREIGN KEY/);
  });
});
