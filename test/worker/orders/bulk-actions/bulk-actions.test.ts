import { beforeAll, describe, expect, it } from "vitest";
import { createCredential, createShop, idempotencyKey, rows, type Shop, ingestOrder, v2As } from "../../../kit/client";
import { logOf } from "../../../kit/log";
import { eventsOf, statusesOf } from "../fulfillments/kit";

let shop: Shop;
let other: Shop;
beforeAll(async () => {
  shop = await createShop();
  other = await createShop();
});

const act = async (body: Record<string, unknown>, headers = {}) => await shop.v2("/orders/bulk-actions", { body, headers });
const outcomes = (body: { results: { id: number | string; outcome: string; error: { code: string } | null }[] }) =>
  body.results.map(({ id, outcome, error }) => [id, error?.code ?? outcome]);
const order = async (fields: Record<string, unknown> = {}) => await ingestOrder(shop, fields);
const read = async (id: number) => (await shop.v2(`/orders/${id}`)).body;

describe("POST /api/v2/orders/bulk-actions", () => {
  it("sets a status and has a result for each order; an order that fails does not stop the others", async () => {
    const [fresh, done, inProduction] = [await order(), await order({ status: "Complete" }), await order({ status: "In Production" })];
    const foreign = await ingestOrder(other, {});
    const { status, body } = await act({
      ids: [inProduction.id, fresh.id, done.id, foreign.id, 999_999_999, fresh.id],
      set_status: { status: "in_production" },
    });
    expect(status).toBe(200);
    expect(outcomes(body)).toEqual([
      [inProduction.id, "unchanged"],
      [fresh.id, "updated"],
      [done.id, "invalid_transition"],
      [foreign.id, "not_found"],
      [999_999_999, "not_found"],
    ]);
    expect(body.summary).toEqual({ updated: 1, unchanged: 1, failed: 3 });
    expect(await statusesOf(shop, fresh.id)).toEqual(["In Production", "New"]);
    expect((await read(fresh.id)).version).toBe(2);
    expect(await eventsOf(fresh.id)).toMatchObject([
      { event: "order.updated", sequence: 2, changed_fields: ["status"], version: 2 },
      { event: "order.status_changed", sequence: 3, old_status: "New", new_status: "In Production" },
    ]);
    const [entry] = await rows(`select from_value, to_value from order_history where order_id = ? and "change" = 'status'`, fresh.id);
    expect(entry).toEqual({ from_value: "New", to_value: "In Production" });
    expect((await other.v2(`/orders/${foreign.id}`)).body.status).toBe("New");
  });

  it("needs a reason for a backward status change, as for a single order", async () => {
    const { id } = await order({ status: "Shipped" });
    expect(outcomes((await act({ ids: [id], set_status: { status: "In Production" } })).body)).toEqual([[id, "invalid_transition"]]);
    const reason = "Came back";
    expect(outcomes((await act({ ids: [id], set_status: { status: "In Production", reason } })).body)).toEqual([[id, "updated"]]);
  });

  it("adds and removes tags, assigns, and sets the supplier of live items", async () => {
    const one = await order({ tags: ["gift"] });
    const two = await order({
      items: [
        { name: "Mug", price: 1 },
        { name: "Old", price: 1, status: "Cancelled" },
      ],
    });
    expect(outcomes((await act({ ids: [one.id, two.id], add_tags: ["gift", "rush"] })).body)).toEqual([
      [one.id, "updated"],
      [two.id, "updated"],
    ]);
    expect([(await read(one.id)).tags, (await read(two.id)).tags]).toEqual([
      ["gift", "rush"],
      ["gift", "rush"],
    ]);
    expect(outcomes((await act({ ids: [one.id], add_tags: ["rush"] })).body)).toEqual([[one.id, "unchanged"]]);
    await act({ ids: [one.id, two.id], remove_tags: ["gift"] });
    expect((await read(one.id)).tags).toEqual(["rush"]);

    await act({ ids: [one.id, two.id], assignee: "ann@example.com" });
    expect([(await read(one.id)).assignee, (await read(two.id)).assignee]).toEqual(["ann@example.com", "ann@example.com"]);
    const found = (await shop.v2("/orders?assignee=ann@example.com")).body.data.map(({ id }: { id: number }) => id);
    expect(found.toSorted()).toEqual([one.id, two.id].toSorted());
    await act({ ids: [one.id], assignee: null });
    expect((await read(one.id)).assignee).toBeNull();

    await act({ ids: [two.id], supplier: "Acme" });
    expect((await read(two.id)).items.map((item: Record<string, unknown>) => item["assigned_supplier"])).toEqual(["Acme", null]);
    expect((await eventsOf(two.id)).at(-1)).toMatchObject({ event: "order.updated", changed_fields: ["items.assigned_supplier"] });
  });

  it("ships the items of each order with its own tracking number, and fails for an order without items to ship", async () => {
    const [one, two, empty] = [await order(), await order(), await order({ items: [{ name: "Gone", price: 1, status: "Cancelled" }] })];
    const tracking = [
      { id: one.id, tracking_number: "1Z1" },
      { id: two.id, tracking_number: "JD2", carrier: "DHL" },
    ];
    const { body } = await act({ ids: [one.id, two.id, empty.id], ship: { carrier: "UPS", tracking } });
    expect(outcomes(body)).toEqual([
      [one.id, "updated"],
      [two.id, "updated"],
      [empty.id, "conflict"],
    ]);
    expect(await statusesOf(shop, one.id)).toEqual(["Shipped", "Shipped"]);
    const fulfillments = async (id: number) => (await shop.v2(`/orders/${id}/fulfillments`)).body.data;
    expect(await fulfillments(one.id)).toMatchObject([{ tracking_number: "1Z1", carrier: "UPS", status: "in_transit" }]);
    expect(await fulfillments(two.id)).toMatchObject([{ tracking_number: "JD2", carrier: "DHL" }]);
    expect((await eventsOf(one.id)).map(({ event, sequence }) => [event, sequence])).toEqual([
      ["order.fulfillment.shipped", 2],
      ["order.updated", 3],
      ["order.status_changed", 4],
    ]);
    // The tracking number can be searched.
    expect((await shop.v2("/orders?q=jd2")).body.data).toHaveLength(1);
  });

  it("changes the orders once under one idempotency key, and replays its response", async () => {
    const { id } = await order();
    const key = idempotencyKey();
    const first = await act({ ids: [id], add_tags: ["once"] }, key);
    const second = await act({ ids: [id], add_tags: ["once"] }, key);
    expect({ status: second.status, body: second.body }).toEqual({ status: 200, body: first.body });
    expect((await read(id)).version).toBe(2);
  });

  it("takes 3 round trips for 200 orders, and accepts no more of them", { tags: "long" }, async () => {
    const orders = Array.from({ length: 200 }, (_, nth) => ({
      store: "gift",
      external_id: `bulk-${nth}`,
      items: [{ name: "Mug", sku: "M", price: 1 }],
    }));
    const { body } = await shop.v2("/orders/bulk", { body: { orders } });
    const ids = body.results.map((result: { id: number }) => result.id);
    const tracking = ids.map((id: number) => ({ id, tracking_number: `T-${id}` }));
    const line = await logOf(async () => expect((await act({ ids, ship: { tracking } })).body.summary.updated).toBe(200));
    // The orders and what their items lack are read at the same time.
    expect(line.d1_trips).toBe(3);
    const [count] = await rows("select count(*) as shipped from orders where organization_id = ? and status = 'Shipped'", shop.id);
    expect(Number(count?.["shipped"])).toBeGreaterThanOrEqual(200);
    expect((await act({ ids: [...ids, 1], set_status: { status: "Complete" } })).status).toBe(400);
  });

  it.each([
    [{ ids: [1] }, "one_action_required"],
    [{ ids: [1], assignee: "a", supplier: "b" }, "one_action_required"],
    [{ ids: [], assignee: "a" }, "too_small"],
    [{ ids: [1], set_status: { status: "Nowhere" } }, "invalid_status"],
    [{ ids: [1], add_tags: [] }, "too_small"],
  ])("%o returns 400 with the code %s", async (body, code) => {
    const response = await act(body);
    expect({ status: response.status, code: response.body.error.details[0].code }).toEqual({ status: 400, code });
  });

  it("also needs the scope of the action's own endpoint", async () => {
    const { id } = await order();
    const writer = v2As(await createCredential(shop.id, "api_token", { scopes: ["orders:write"] }));
    const actAsWriter = async (action: Record<string, unknown>) => await writer("/orders/bulk-actions", { body: { ids: [id], ...action } });
    expect((await actAsWriter({ add_tags: ["x"] })).status).toBe(200);
    for (const [action, scope] of [
      [{ set_status: { status: "Shipped" } }, "orders:status:write"],
      [{ ship: {} }, "fulfillment:write"],
    ] as const) {
      const { status, body } = await actAsWriter(action);
      expect({ status, details: body.error.details }).toMatchObject({ status: 403, details: [{ code: "missing_scope", scope }] });
    }
  });
});

describe("POST /api/v2/order-items/bulk-actions", () => {
  it("sets a status or a supplier of items of several orders, and the statuses of the orders follow", async () => {
    const [one, two] = [
      await order(),
      await order({
        items: [
          { name: "A", price: 1 },
          { name: "B", price: 1 },
        ],
      }),
    ];
    const ids: string[] = [one, two].flatMap(({ items }) => items.map(({ id }: { id: string }) => id));
    const actOnItems = async (body: Record<string, unknown>) => (await shop.v2("/order-items/bulk-actions", { body })).body;
    const [first = "", second = ""] = ids;
    expect(outcomes(await actOnItems({ ids: [...ids, "999999999"], supplier: "Acme" }))).toEqual([
      ...ids.map((id) => [id, "updated"]),
      ["999999999", "not_found"],
    ]);
    for (const { id } of [one, two]) for (const item of (await read(id)).items) expect(item.assigned_supplier).toBe("Acme");
    expect(outcomes(await actOnItems({ ids: [first, second], set_status: { status: "shipped" } }))).toEqual([
      [first, "updated"],
      [second, "updated"],
    ]);
    expect(await statusesOf(shop, one.id)).toEqual(["Shipped", "Shipped"]);
    expect(await statusesOf(shop, two.id)).toEqual(["New", "Shipped", "New"]);
    await actOnItems({ ids: ids.slice(2), set_status: { status: "Shipped" } });
    expect(await statusesOf(shop, two.id)).toEqual(["Shipped", "Shipped", "Shipped"]);
    expect(outcomes(await actOnItems({ ids: [first], set_status: { status: "Shipped" } }))).toEqual([[first, "unchanged"]]);
  });

  it("accepts item ids as strings or as numbers; an invalid id fails without failing the others", async () => {
    const { items } = await order({
      items: [
        { name: "A", price: 1 },
        { name: "B", price: 1 },
      ],
    });
    const [one, two] = items.map(({ id }: { id: string }) => id);
    const body = { ids: [one, Number(two), Number(one), "x", "01", "9007199254740993", ""], supplier: "Acme" };
    const response = await shop.v2("/order-items/bulk-actions", { body });
    expect(outcomes(response.body)).toEqual([
      [one, "updated"],
      [two, "updated"],
      ["x", "not_found"],
      ["01", "not_found"],
      ["9007199254740993", "not_found"],
      ["", "not_found"],
    ]);
    expect(response.body.summary).toEqual({ updated: 2, unchanged: 0, failed: 4 });
    for (const action of [{ supplier: "Acme" }, { set_status: { status: "New" } }]) {
      expect(outcomes((await shop.v2("/order-items/bulk-actions", { body: { ids: ["x"], ...action } })).body)).toEqual([
        ["x", "not_found"],
      ]);
    }
    const rejected = await shop.v2("/order-items/bulk-actions", { body: { ids: [null, "1".repeat(33)], supplier: "Acme" } });
    expect({ status: rejected.status, paths: rejected.body.error.details.map(({ path }: { path: string }) => path) }).toEqual({
      status: 400,
      paths: ["ids[0]", "ids[1]"],
    });
  });

  it("replays the response to a repeated key, with the ids that failed", async () => {
    const { items } = await order();
    const request = { body: { ids: [items[0].id, "x"], supplier: "Acme" }, headers: idempotencyKey() };
    const first = await shop.v2("/order-items/bulk-actions", request);
    const again = await shop.v2("/order-items/bulk-actions", request);
    expect({ body: again.body, idempotentReplayed: again.headers.get("Idempotent-Replayed") }).toEqual({
      body: first.body,
      idempotentReplayed: "true",
    });
  });
});
