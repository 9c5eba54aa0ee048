import { beforeAll, describe, expect, it } from "vitest";
import { type ApiResponse, createShop, idempotencyKey, ingestOrder, rows, type Shop } from "../../kit/client";

/** What suppliers charge for SKUs (docs/spec/suppliers.md#costs). */

let shop: Shop;
let other: Shop;
beforeAll(async () => {
  [shop, other] = [await createShop(), await createShop()];
  await shop.v2(`/stores/${shop.store.id}`, { method: "PATCH", body: { send_blockers: ["cost"] } });
});

let nameCount = 0;
async function aSupplier(fields: Record<string, unknown> = {}) {
  const { body } = await shop.v2("/suppliers", { body: { name: `Maker ${(nameCount += 1)}`, ...fields } });
  return { id: body.id as string, name: body.name as string };
}

const setCosts = (of: Shop, id: string, costs: unknown, headers: Record<string, string> = {}): Promise<ApiResponse> =>
  of.v2(`/suppliers/${id}/costs`, { body: { costs }, headers });
const list = (id: string, query = "") => shop.v2(`/suppliers/${id}/costs${query}`);
const costsIn = ({ body }: ApiResponse) =>
  body.data.map(({ sku, unit_cost, currency }: Record<string, unknown>) => `${String(sku)} ${String(unit_cost)} ${String(currency)}`);
const failureOf = ({ status, body }: ApiResponse) => ({
  status,
  details: (body.error?.details ?? []).map(({ path, code }: { path?: string; code: string }) => [path, code].join(" ").trim()),
});

const createOrderFor = (supplier: { name: string }, item: Record<string, unknown>, currency = "USD") =>
  ingestOrder(shop, { currency, items: [{ name: "Mug", price: 10, quantity: 2, assigned_supplier: supplier.name, ...item }] });

/** Sends an order to its supplier, and returns the agreed cost of its line. */
async function sendAndReadCost(order: { id: number }): Promise<unknown> {
  const { status, body, text } = await shop.v2("/supplier-orders", { body: { order_ids: [order.id] } });
  if (status !== 201) throw new Error(text);
  return body.supplier_orders[0].lines[0].unit_cost;
}

describe("POST /suppliers/{id}/costs", () => {
  it("sets, changes and deletes costs by SKU, regardless of case, and says what it did", async () => {
    const { id } = await aSupplier({ currency: "EUR" });
    const first = await setCosts(shop, id, [
      { sku: "MUG", unit_cost: 2.5 },
      { sku: "Größe", unit_cost: 0 },
    ]);
    expect({ status: first.status, body: first.body }).toEqual({ status: 200, body: { set: 2, deleted: 0, unchanged: 0 } });
    const again = await setCosts(shop, id, [
      { sku: "MUG", unit_cost: 2.5 },
      { sku: "GRÖSSE", unit_cost: null },
      { sku: "größe", unit_cost: null },
      { sku: "cup", unit_cost: 1.2345 },
    ]);
    // GRÖSSE is another SKU, which has no cost, because ß and SS differ in more than case.
    expect(again.body).toEqual({ set: 1, deleted: 1, unchanged: 2 });
    expect((await setCosts(shop, id, [{ sku: "mug", unit_cost: 3 }])).body).toEqual({ set: 1, deleted: 0, unchanged: 0 });
    expect(costsIn(await list(id))).toEqual(["cup 1.2345 EUR", "mug 3 EUR"]);
  });

  it("lists costs by SKU, page by page, and finds one", async () => {
    const { id } = await aSupplier();
    await setCosts(
      shop,
      id,
      ["c", "A", "b"].map((sku) => ({ sku, unit_cost: 1 })),
    );
    const first = await list(id, "?limit=2");
    expect({ page: costsIn(first), hasMore: first.body.has_more }).toEqual({ page: ["A 1 USD", "b 1 USD"], hasMore: true });
    expect(costsIn(await list(id, `?limit=2&cursor=${first.body.next_cursor}`))).toEqual(["c 1 USD"]);
    expect(costsIn(await list(id, "?sku=B"))).toEqual(["b 1 USD"]);
  });

  it("rejects a SKU that occurs twice, a cost that is no amount, and too many costs, and writes nothing", async () => {
    const { id } = await aSupplier();
    const twice = await setCosts(shop, id, [
      { sku: "a", unit_cost: 1 },
      { sku: "A ", unit_cost: 2 },
    ]);
    expect(failureOf(twice)).toEqual({ status: 400, details: ["costs[1].sku repeated_sku"] });
    const wrong = await setCosts(shop, id, [
      { sku: "a", unit_cost: -1 },
      { sku: "b", unit_cost: 0.00001 },
      { sku: "", unit_cost: 1 },
    ]);
    expect(failureOf(wrong).details).toEqual([
      "costs[0].unit_cost too_small",
      "costs[1].unit_cost too_many_places",
      "costs[2].sku too_small",
    ]);
    expect(costsIn(await list(id))).toEqual([]);
    await rows(
      `insert into supplier_costs (organization_id, supplier_id, sku_key, sku, unit_cost, currency, updated_at)
        with recursive n(value) as (select 1 union all select value + 1 from n where value < 10000)
        select ?, ?, 'k' || value, 'k' || value, 1, 'USD', 0 from n`,
      shop.id,
      id,
    );
    const full = await setCosts(shop, id, [{ sku: "one more", unit_cost: 1 }]);
    expect({ ...failureOf(full), limit: full.body.error.details[0].limit }).toEqual({
      status: 409,
      details: ["too_many_costs"],
      limit: 10_000,
    });
    expect(costsIn(await list(id, "?sku=one more"))).toEqual([]);
    expect((await setCosts(shop, id, [{ sku: "K1", unit_cost: 5 }])).status).toBe(200);
  });

  it("returns the first response for a repeated request", async () => {
    const { id } = await aSupplier();
    const key = idempotencyKey();
    const [one, two] = [
      await setCosts(shop, id, [{ sku: "a", unit_cost: 1 }], key),
      await setCosts(shop, id, [{ sku: "a", unit_cost: 1 }], key),
    ];
    expect(two.body).toEqual(one.body);
    expect(two.body).toEqual({ set: 1, deleted: 0, unchanged: 0 });
  });

  it("is not found in another organization, and neither are the costs", async () => {
    const { id } = await aSupplier();
    await setCosts(shop, id, [{ sku: "a", unit_cost: 1 }]);
    expect((await setCosts(other, id, [{ sku: "a", unit_cost: 9 }])).status).toBe(404);
    expect((await other.v2(`/suppliers/${id}/costs`)).status).toBe(404);
    expect(costsIn(await list(id))).toEqual(["a 1 USD"]);
  });
});

describe("the cost of a line that is sent", () => {
  it("is what the supplier charges for the SKU, and otherwise the cost of the item", async () => {
    const supplier = await aSupplier();
    await setCosts(shop, supplier.id, [{ sku: "priced", unit_cost: 4 }]);
    expect(await sendAndReadCost(await createOrderFor(supplier, { sku: "PRICED", cost: 7 }))).toBe(4);
    expect(await sendAndReadCost(await createOrderFor(supplier, { sku: "other", cost: 7 }))).toBe(7);
  });

  it("is never converted: a cost in another currency than the order's is not used", async () => {
    const supplier = await aSupplier({ currency: "EUR" });
    await setCosts(shop, supplier.id, [{ sku: "priced", unit_cost: 4 }]);
    expect(await sendAndReadCost(await createOrderFor(supplier, { sku: "priced", cost: 7 }))).toBe(7);
    expect(await sendAndReadCost(await createOrderFor(supplier, { sku: "priced", cost: 7 }, "EUR"))).toBe(4);
    await shop.v2(`/suppliers/${supplier.id}`, { method: "PATCH", body: { currency: "USD" } });
    expect(costsIn(await list(supplier.id))).toEqual(["priced 4 EUR"]);
    expect(await sendAndReadCost(await createOrderFor(supplier, { sku: "priced", cost: 7 }))).toBe(7);
  });

  it("is known if only the supplier has one, so that the item is ready", async () => {
    const supplier = await aSupplier();
    await setCosts(shop, supplier.id, [{ sku: "priced", unit_cost: 4 }]);
    const [ready, lacking] = [await createOrderFor(supplier, { sku: "priced" }), await createOrderFor(supplier, { sku: "unknown" })];
    const blockersOf = async ({ id }: { id: number }) => (await shop.v2(`/orders/${id}/readiness`)).body.items[0].blocks_send;
    expect([await blockersOf(ready), await blockersOf(lacking)]).toEqual([[], ["cost"]]);
    expect(await sendAndReadCost(ready)).toBe(4);
  });
});
