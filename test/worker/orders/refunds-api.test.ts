import { beforeAll, describe, expect, it } from "vitest";
import { type ApiResponse, createCredential, createShop, idempotencyKey, ingestOrder, rows, type Shop, v2As } from "../../kit/client";
import { createFulfillment } from "./fulfillments/kit";

/** POST and GET /api/v2/orders/{id}/refunds (docs/spec/orders.md#refunds). */

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

/** Two mugs of 10, a tee of 20 with 4 of shipping: 44 with 8.80 of tax in it. */
const ORDER = {
  items: [
    { name: "Mug", quantity: 2, price: 10, tax: 4 },
    { name: "Tee", quantity: 1, price: 20, tax: 4 },
  ],
  tax: 8.8,
  taxes_included: true,
  shipping_cost: 4,
};

const refund = async (id: number, body: unknown, headers: Record<string, string> = {}): Promise<ApiResponse> =>
  await shop.v2(`/orders/${id}/refunds`, { body, headers });
const listOf = async (id: number, query = ""): Promise<ApiResponse> => await shop.v2(`/orders/${id}/refunds${query}`);
const errorsOf = ({ status, body }: ApiResponse) => [
  status,
  ...body.error.details.map(({ path, code }: { path?: string; code: string }) => `${path ?? ""} ${code}`.trim()),
];

describe("a refund by the API", () => {
  it("is recorded with its items, shipping, tax and reason, and returned by the list", async () => {
    const { id, items } = await ingestOrder(shop, ORDER);
    const [mug, tee] = items;
    const sent = await refund(id, {
      items: [
        { order_item_id: mug.id, quantity: 1 },
        { order_item_id: Number(tee.id), amount: 5.5 },
      ],
      shipping: 4,
      other: 0.5,
      reason: "Chipped & late",
    });
    const expected = {
      order_id: id,
      external_id: null,
      amount: 20,
      tax: 4,
      shipping: 4,
      items: [
        { order_item_id: mug.id, quantity: 1, cancelled_quantity: 1, amount: 10 },
        { order_item_id: tee.id, quantity: 0, cancelled_quantity: 0, amount: 5.5 },
      ],
      reason: "Chipped & late",
      actor_name: "test api_token",
    };
    expect({ status: sent.status, location: sent.headers.get("Location"), body: sent.body }).toEqual({
      status: 201,
      location: `/api/v2/orders/${id}/refunds`,
      body: { ...expected, id: expect.stringMatching(/^ref_/), created_at: expect.any(String) },
    });
    expect((await listOf(id)).body).toEqual({ data: [sent.body], has_more: false, next_cursor: null });
    expect(await rows("select refund_amount, refunded_tax from orders where id = ?", id)).toEqual([
      { refund_amount: 200_000, refunded_tax: 40_000 },
    ]);
  });

  it("of everything takes all that is left, and makes the order refunded", async () => {
    const { id } = await ingestOrder(shop, ORDER);
    await refund(id, { other: 4 });
    const { body } = await refund(id, { everything: true, reason: null });
    expect({ amount: body.amount, shipping: body.shipping, itemCount: body.items.length }).toEqual({
      amount: 40,
      shipping: 4,
      itemCount: 2,
    });
    expect((await shop.v2(`/orders/${id}`)).body).toMatchObject({ is_refunded: true, status: "Cancelled" });
    expect(errorsOf(await refund(id, { everything: true }))).toEqual([400, "nothing_to_refund"]);
    const { body: first } = await listOf(id, "?limit=1");
    const { body: second } = await listOf(id, `?limit=1&cursor=${first.next_cursor}`);
    expect({
      firstAmount: first.data[0].amount,
      firstHasMore: first.has_more,
      secondAmount: second.data[0].amount,
      secondHasMore: second.has_more,
    }).toEqual({ firstAmount: 4, firstHasMore: true, secondAmount: 40, secondHasMore: false });
  });

  it("happens once under an idempotency key, and not over a version that was changed", async () => {
    const { id, version } = await ingestOrder(shop, ORDER);
    const key = idempotencyKey();
    const [one, two] = [await refund(id, { other: 1 }, key), await refund(id, { other: 1 }, key)];
    expect({ status: two.status, idempotentReplayed: two.headers.get("Idempotent-Replayed"), body: two.body }).toEqual({
      status: 201,
      idempotentReplayed: "true",
      body: one.body,
    });
    expect((await refund(id, { other: 2 }, key)).status).toBe(422);
    const late = await refund(id, { other: 1 }, { "If-Match": `"${version}"` });
    expect(errorsOf(late)).toEqual([412, "If-Match version_changed"]);
    expect((await listOf(id)).body.data).toHaveLength(1);
  });

  it("says of every field what is wrong with it, and writes nothing", async () => {
    const { id, items } = await ingestOrder(shop, ORDER);
    const [mug, tee] = items;
    await createFulfillment(shop, id, { status: "in_transit", items: [{ order_item_id: mug.id, quantity: 1 }] });
    // So at most one of the two mugs can be cancelled, and at most one can be refunded without being cancelled.
    const other = await ingestOrder(shop, ORDER);
    const wrong: readonly [body: unknown, ...errors: unknown[]][] = [
      [{}, 400, "nothing_to_refund"],
      [{ other: 44.01 }, 400, "refund_exceeds_total"],
      [
        { items: [{ order_item_id: mug.id, quantity: 3 }], shipping: 5 },
        400,
        "items[0].quantity quantity_exceeded",
        "shipping amount_exceeded",
      ],
      [{ items: [{ order_item_id: mug.id, quantity: 2, cancelled_quantity: 2 }] }, 400, "items[0].cancelled_quantity quantity_exceeded"],
      [{ items: [{ order_item_id: mug.id, quantity: 2, cancelled_quantity: 0 }] }, 400, "items[0].quantity quantity_exceeded"],
      // A line without a quantity and an amount refunds nothing, which is no error of its own.
      [{ items: [{ order_item_id: mug.id }, { order_item_id: tee.id, amount: 20.01 }] }, 400, "items[1].amount amount_exceeded"],
      [{ items: [{ order_item_id: mug.id }, { order_item_id: mug.id }] }, 400, "items[1].order_item_id repeated_item"],
      [{ items: [{ order_item_id: other.items[0].id, quantity: 1 }] }, 404, "items[0].order_item_id not_found"],
      [{ items: [{ order_item_id: "mug", quantity: 1 }] }, 404, "items[0].order_item_id not_found"],
      [{ other: 1, tax: 1.5 }, 400, "tax amount_exceeded"],
      [{ other: -1 }, 400, "other too_small"],
      [{ everything: true, other: 1 }, 400, "everything contradictory_refund"],
    ];
    for (const [body, ...errors] of wrong) {
      expect([body, ...errorsOf(await refund(id, body))]).toEqual([body, ...errors]);
    }
    expect((await listOf(id)).body.data).toEqual([]);
  });

  it("of a line of which nothing is left is rejected", async () => {
    const { id, items } = await ingestOrder(shop, ORDER);
    await refund(id, { items: [{ order_item_id: items[0].id, quantity: 2 }] });
    expect(errorsOf(await refund(id, { items: [{ order_item_id: items[0].id, quantity: 1 }] }))).toEqual([
      400,
      "items[0].quantity quantity_exceeded",
    ]);
  });

  it("needs the scope orders:write, and the list of refunds needs analytics:read", async () => {
    const { id } = await ingestOrder(shop, ORDER);
    const writer = v2As(await createCredential(shop.id, "api_token", { scopes: ["orders:read", "orders:write"] }));
    const analyst = v2As(await createCredential(shop.id, "api_token", { scopes: ["analytics:read"] }));
    const path = `/orders/${id}/refunds`;
    expect((await writer(path, { body: { other: 1 } })).status).toBe(201);
    expect({ writer: (await writer(path)).status, analystCount: (await analyst(path)).body.data.length }).toEqual({
      writer: 403,
      analystCount: 1,
    });
    expect((await analyst(path, { body: { other: 1 } })).status).toBe(403);
  });

  it("is rejected if the order already has 200 refunds", async () => {
    const { id } = await ingestOrder(shop, ORDER);
    await rows(
      `insert into refunds (id, organization_id, order_id, amount, tax, shipping, items, actor_name, created_at)
       with recursive n(n) as (select 1 union all select n + 1 from n where n < 199)
       select printf('ref_limit_%03d', n), ?, ?, 0, 0, 0, '[]', 'test', 0 from n returning 1`,
      shop.id,
      id,
    );
    expect((await refund(id, { other: 1 })).status).toBe(201);
    expect(errorsOf(await refund(id, { other: 1 }))).toEqual([409, "too_many_refunds"]);
  });
});
