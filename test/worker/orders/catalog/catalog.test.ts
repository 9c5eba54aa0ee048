import { beforeAll, describe, expect, it } from "vitest";
import { createCredential, orderBody, createShop, idempotencyKey, rows, type Shop, ingestOrder, v2As } from "../../../kit/client";
import { logOf } from "../../../kit/log";
import { eventsOf } from "../fulfillments/kit";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

const MUG = { cost: 2.5, design_link: "https://files.example.com/mug", supplier: "Acme", material: "Ceramic" };
const FILLED = { cost: 25_000, design_url: MUG.design_link, assigned_supplier: "Acme", material: "Ceramic" };
const BARE = { cost: null, design_url: null, assigned_supplier: null, material: null };

async function aProduct(sku: string, defaults: Record<string, unknown> = MUG, as = shop): Promise<number> {
  const { id } = (await as.v1("/products", { body: { title: sku, sku }, headers: idempotencyKey() })).body.data;
  const response = await as.v2(`/products/${id}`, { method: "PATCH", body: defaults });
  expect(response.status, response.text).toBe(200);
  return id;
}

/** The stored fields of the items of an order that a product can supply. A cost is in ten-thousandths: 2.5 is 25,000. */
const itemsOf = (orderId: string | number) =>
  rows("select cost, design_url, assigned_supplier, material from order_items where order_id = ? order by id", orderId);
const item = (sku: string | null, fields: Record<string, unknown> = {}) => ({ name: "Mug", price: 10, sku, ...fields });
const order = async (fields: Record<string, unknown>, as = shop) => await ingestOrder(as, { currency: "USD", ...fields });
const match = async (body: Record<string, unknown> = {}, headers = {}, as = shop) =>
  (await as.v2("/catalog/match", { body, headers })).body;

describe("products in v2", () => {
  it("have a cost, which Public V1 does not show, and are changed by partial updates", async () => {
    const created = await shop.v2("/products", { body: { title: "Mug", sku: "DEF-1", cost: 2.5, supplier: "Acme", tags: ["gift"] } });
    expect(created).toMatchObject({ status: 201, body: { sku: "DEF-1", cost: 2.5, cost_currency: "USD", supplier: "Acme", price: 0 } });
    const { id } = created.body;
    expect(created.headers.get("Location")).toBe(`/api/v2/products/${id}`);
    const read = async () => (await shop.v2(`/products/${id}`)).body;
    const { updated_at: _first, ...first } = await read();
    const change = async (fields: object) => (await shop.v2(`/products/${id}`, { method: "PATCH", body: fields })).status;
    expect(await change({ cost_currency: "eur", material: "Tin", title: "Mug, blue" })).toBe(200);
    expect(await read()).toMatchObject({ ...first, cost_currency: "EUR", material: "Tin", title: "Mug, blue" });
    // The currency of the stored cost is kept.
    await change({ cost: 3 });
    expect(await read()).toMatchObject({ cost: 3, cost_currency: "EUR" });
    await change({ cost: null });
    expect(await read()).toMatchObject({ cost: null, cost_currency: null, supplier: "Acme", tags: ["gift"] });
    expect(await change({})).toBe(400);
    const { data } = (await shop.v1(`/products/${id}`)).body;
    expect(Object.keys(data)).not.toContain("cost");
    expect(data).toMatchObject({ title: "Mug, blue", tags: ["gift"] });
  });

  it("return a warning for a SKU that another product has", async () => {
    await aProduct("DEF-6");
    const twin = await shop.v2("/products", { body: { title: "Mug", sku: "def-6" } });
    expect(twin.status).toBe(201);
    expect(twin.headers.get("X-Warnings")).toContain("is also used by product");
  });

  it("can be archived, and then return 404", async () => {
    const id = await aProduct("DEF-4");
    expect(await shop.v2(`/products/${id}`, { method: "DELETE" })).toMatchObject({ status: 200, body: { deleted: true } });
    for (const method of ["GET", "PATCH", "DELETE"]) {
      expect((await shop.v2(`/products/${id}`, { method, ...(method === "PATCH" && { body: { cost: 1 } }) })).status).toBe(404);
    }
  });

  it("are listed in pages without gaps, from the newest and from the oldest, and by tag and search", async () => {
    const own = await createShop();
    for (let n = 0; n < 7; n += 1) await own.v2("/products", { body: { title: `Cup ${n}`, tags: n % 2 === 0 ? ["even"] : [] } });
    const titles = async (query: string) => {
      const found: string[] = [];
      for (let cursor: string | null = ""; cursor !== null;) {
        const { body }: { body: { data: { title: string }[]; next_cursor: string | null } } = await own.v2(
          `/products?limit=2${query}${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`,
        );
        found.push(...body.data.map(({ title }) => title));
        cursor = body.next_cursor;
      }
      return found;
    };
    const all = Array.from({ length: 7 }, (_, n) => `Cup ${n}`);
    expect(await titles("")).toEqual(all.toReversed());
    expect(await titles("&sort=id:asc")).toEqual(all);
    expect(await titles("&tag=even&sort=id:desc")).toEqual(["Cup 6", "Cup 4", "Cup 2", "Cup 0"]);
    expect(await titles("&q=cup")).toHaveLength(7);
    // A search without a word finds nothing.
    expect(await titles("&q=!")).toEqual([]);
  });

  it("of another organization return 404", async () => {
    const id = await aProduct("DEF-2");
    const other = await createShop();
    expect((await other.v2(`/products/${id}`)).status).toBe(404);
    expect((await other.v2(`/products/${id}`, { method: "PATCH", body: { cost: 1 } })).status).toBe(404);
    expect((await shop.v2(`/products/${id}`)).body).toMatchObject({ cost: 2.5 });
  });

  it("keep their cost and supplier in a PUT of Public V1", async () => {
    const id = await aProduct("DEF-5");
    await shop.v1(`/products/${id}`, { method: "PUT", body: { title: "Mug" }, headers: idempotencyKey() });
    expect((await shop.v2(`/products/${id}`)).body).toMatchObject({ title: "Mug", cost: 2.5, supplier: "Acme" });
  });

  it("need the products scopes", async () => {
    const id = await aProduct("DEF-3");
    const token = v2As(await createCredential(shop.id, "api_token", { scopes: ["orders:read", "orders:write", "analytics:read"] }));
    expect((await token(`/products/${id}`)).status).toBe(403);
    expect((await token(`/products/${id}`, { method: "PATCH", body: { cost: 1 } })).status).toBe(403);
  });
});

describe("a new item", () => {
  it("takes missing fields from the product with its SKU, ignoring case, and has a known profit", async () => {
    await aProduct("NEW-1");
    const { id } = await order({ items: [item("new-1", { quantity: 3 })] });
    expect(await itemsOf(id)).toEqual([FILLED]);
    expect(await rows("select production_cost, has_cost, missing_cost, missing_design from orders where id = ?", id)).toEqual([
      { production_cost: 75_000, has_cost: 1, missing_cost: 0, missing_design: 0 },
    ]);
  });

  it("takes them from its own organization's product, also if another organization has that SKU", async () => {
    await aProduct("NEW-10", { ...MUG, cost: 9 }, await createShop());
    await aProduct("NEW-10");
    const { id } = await order({ items: [item("NEW-10")] });
    expect(await itemsOf(id)).toEqual([FILLED]);
  });

  it("keeps the values that were sent, also null and a cost of 0", async () => {
    await aProduct("NEW-2");
    const { id } = await order({ items: [item("NEW-2", { cost: 0, design_url: null, assigned_supplier: "Own" })] });
    expect(await itemsOf(id)).toEqual([{ cost: 0, design_url: null, assigned_supplier: "Own", material: "Ceramic" }]);
  });

  it("takes no cost in another currency", async () => {
    await aProduct("NEW-3");
    const { id } = await order({ currency: "EUR", items: [item("NEW-3")] });
    expect(await itemsOf(id)).toEqual([{ ...FILLED, cost: null }]);
  });

  it("takes no fields without a SKU, from several matching products, from an archived product, or if it is Cancelled", async () => {
    await aProduct("TWICE");
    await aProduct("twice");
    const archived = await aProduct("GONE");
    await shop.v1(`/products/${archived}`, { method: "DELETE" });
    await aProduct("NEW-4");
    const { id } = await order({
      items: [item(null), item("TWICE"), item("GONE"), item("NEW-4", { status: "Cancelled" }), item("UNKNOWN")],
    });
    expect(await itemsOf(id)).toEqual([BARE, BARE, BARE, BARE, BARE]);
  });

  it("takes no fields from another organization's product", async () => {
    await aProduct("FOREIGN");
    const other = await createShop();
    const { id } = await order({ items: [item("FOREIGN")] }, other);
    expect(await itemsOf(id)).toEqual([BARE]);
  });

  it("is created without the fields of its product if they would make the order invalid", async () => {
    await aProduct("HUGE", { cost: 1_000_000_000, supplier: "Acme" });
    const { id } = await order({ items: [item("HUGE", { quantity: 1_000_000, price: 0 })] });
    expect(await itemsOf(id)).toEqual([BARE]);
  });

  it("is also completed in a bulk request, and a dry run writes nothing", async () => {
    await aProduct("BULK-1");
    const orders = [1, 2].map((n) => orderBody({ external_id: `bulk-${n}`, currency: "USD", items: [item("BULK-1")] }));
    await shop.v2("/orders/bulk", { body: { orders, dry_run: true } });
    const { results } = (await shop.v2("/orders/bulk", { body: { orders } })).body;
    expect(results).toMatchObject([{ outcome: "created" }, { outcome: "created" }]);
    for (const { id } of results) expect(await itemsOf(id)).toEqual([FILLED]);
  });
});

describe("an order that its source sends again", () => {
  const send = async (fields: Record<string, unknown>) =>
    (await shop.v2("/orders", { body: orderBody({ external_id: "again", currency: "USD", on_conflict: "update", ...fields }) })).body;

  it("takes fields of the product for a new SKU, and keeps a field that a person has cleared", async () => {
    await aProduct("AGAIN-1");
    const { id, items } = await send({ items: [item(null, { external_id: "1" })] });
    await send({ items: [item("AGAIN-1", { external_id: "1" })] });
    expect(await itemsOf(id)).toEqual([FILLED]);
    await shop.v2(`/order-items/${items[0].id}`, { method: "PATCH", body: { material: null } });
    await send({ number: "#7", items: [item("AGAIN-1", { external_id: "1" })] });
    expect(await itemsOf(id)).toEqual([{ ...FILLED, material: null }]);
  });
});

describe("matching items to products again", () => {
  it("completes items of open orders without replacing a value, and sends one event for each order", async () => {
    const own = await createShop();
    const open = await order({ items: [item("LATER"), item("later", { cost: 1, material: "Tin" }), item("OTHER")] }, own);
    const closed = await order({ status: "Complete", items: [item("LATER")] }, own);
    const euro = await order({ currency: "EUR", items: [item("LATER")] }, own);
    await aProduct("LATER", MUG, own);
    expect(await match({}, {}, own)).toEqual({ matched: { items: 3, orders: 2 }, failed: [], has_more: false, next_cursor: null });
    expect(await itemsOf(open.id)).toEqual([FILLED, { ...FILLED, cost: 10_000, material: "Tin" }, BARE]);
    expect(await itemsOf(closed.id)).toEqual([BARE]);
    expect(await itemsOf(euro.id)).toEqual([{ ...FILLED, cost: null }]);
    expect(await rows("select production_cost from orders where id = ?", open.id)).toEqual([{ production_cost: 35_000 }]);
    expect(await eventsOf(open.id)).toMatchObject([
      {
        event: "order.updated",
        changed_fields: ["items.cost", "items.assigned_supplier", "items.material", "items.design_url"],
        version: 2,
      },
    ]);
    expect(await match({}, {}, own)).toMatchObject({ matched: { items: 0, orders: 0 } });
  });

  it("is limited to one SKU on request", async () => {
    const own = await createShop();
    const { id } = await order({ items: [item("ONE"), item("TWO")] }, own);
    await aProduct("ONE", MUG, own);
    await aProduct("TWO", MUG, own);
    expect((await match({ sku: "one" }, {}, own)).matched).toEqual({ items: 1, orders: 1 });
    expect(await itemsOf(id)).toEqual([FILLED, BARE]);
  });

  it("continues where the last request ended, once for each idempotency key", { tags: "long" }, async () => {
    const own = await createShop();
    const orders = Array.from({ length: 200 }, (_, n) =>
      orderBody({ currency: "USD", items: [item(`S-${n % 40}`), item("SAME"), item("WITHOUT")] }),
    );
    await own.v2("/orders/bulk", { body: { orders } });
    for (let n = 0; n < 40; n += 10) await aProduct(`S-${n}`, MUG, own);
    await aProduct("same", { supplier: "Acme" }, own);
    const key = idempotencyKey();
    const first = await match({}, key, own);
    expect(first).toMatchObject({ has_more: true, failed: [] });
    expect(await match({}, key, own)).toEqual(first);
    let [items, cursor] = [first.matched.items, first.next_cursor];
    while (cursor !== null) {
      const next = await match({ cursor }, {}, own);
      // One request completes at most 200 items.
      expect(next.matched.items).toBeLessThanOrEqual(200);
      items += next.matched.items;
      cursor = next.next_cursor;
    }
    expect(items).toBe(200 + 20);
    expect(
      await rows("select count(*) as items from order_items where organization_id = ? and assigned_supplier = 'Acme'", own.id),
    ).toEqual([{ items: 220 }]);
  });

  it("skips an order that the product would make invalid, and reports it", async () => {
    const own = await createShop();
    const huge = await order({ items: [item("HUGE", { quantity: 1_000_000, price: 0 })] }, own);
    const small = await order({ items: [item("HUGE", { price: 0 })] }, own);
    await aProduct("HUGE", { cost: 1_000_000_000 }, own);
    expect(await match({}, {}, own)).toMatchObject({
      matched: { items: 1, orders: 1 },
      failed: [{ order_id: huge.id, code: "too_big" }],
    });
    expect(await itemsOf(small.id)).toMatchObject([{ cost: 10_000_000_000_000 }]);
  });

  it("rejects a cursor of a request for all SKUs in a request for one", { tags: "long" }, async () => {
    const own = await createShop();
    const orders = Array.from({ length: 200 }, () => orderBody({ items: [item("MANY"), item("MANY")] }));
    await own.v2("/orders/bulk", { body: { orders } });
    const { next_cursor } = await match({}, {}, own);
    expect(next_cursor).toEqual(expect.any(String));
    const { status, body } = await own.v2("/catalog/match", { body: { cursor: next_cursor, sku: "MANY" } });
    expect([status, body.error.details]).toMatchObject([400, [{ path: "cursor", code: "invalid_cursor" }]]);
  });
});

describe("the cost", () => {
  const seed = async (count: number) => {
    const own = await createShop();
    for (let from = 0; from < count; from += 200) {
      const orders = Array.from({ length: 200 }, (_, n) => orderBody({ items: [item(`C-${String((from + n) % 300).padStart(4, "0")}`)] }));
      expect((await own.v2("/orders/bulk", { body: { orders } })).status).toBe(200);
    }
    await aProduct("C-0001", MUG, own);
    return own;
  };

  it("of matching and of listing unmatched SKUs does not grow with the number of items", { tags: "long" }, async () => {
    const [few, many] = [await seed(600), await seed(1800)];
    for (const [path, options] of [
      ["/catalog/match", { body: { sku: "none" } }],
      ["/catalog/unmatched-skus?limit=20", {}],
    ] as const) {
      const [small, large] = [await logOf(() => few.v2(path, options)), await logOf(() => many.v2(path, options))];
      expect(large.d1_trips).toBeLessThanOrEqual(2);
      expect(Math.abs(large.rows_read - small.rows_read)).toBeLessThanOrEqual(5);
      // At most 10 rows for each of the 300 SKUs.
      expect(small.rows_read).toBeLessThanOrEqual(3000);
    }
    const batch = await logOf(() => many.v2("/catalog/match", { body: {} }));
    expect({ status: batch.status, d1_trips: batch.d1_trips }).toEqual({ status: 200, d1_trips: 2 });
    // Fewer than 24 rows for each of the 400 items that one request looks at.
    expect(batch.rows_read).toBeLessThanOrEqual(9_500);
  });
});

describe("unmatched SKUs", () => {
  const list = async (as: Shop, query = "") => (await as.v2(`/catalog/unmatched-skus?${query}`)).body;
  const skusOf = (page: { data: { sku: string; reason: string }[] }) => page.data.map(({ sku, reason }) => [sku, reason]);

  it("are the SKUs of open orders that no product or more than one product has", async () => {
    const own = await createShop();
    await order({ items: [item("b"), item("A"), item("known"), item("double"), item(null)] }, own);
    const newest = await order({ items: [item("B", { name: "Cup" })] }, own);
    await order({ status: "Complete", items: [item("closed")] }, own);
    await order({ items: [item("cancelled", { status: "Cancelled" })] }, own);
    // An item that has every field of a product needs none.
    await order(
      { items: [item("whole", { cost: 1, design_url: "https://files.example.com/w", assigned_supplier: "S", material: "M" })] },
      own,
    );
    await aProduct("KNOWN", MUG, own);
    await aProduct("DOUBLE", MUG, own);
    await aProduct("double", MUG, own);
    const page = await list(own);
    expect({ has_more: page.has_more, next_cursor: page.next_cursor }).toEqual({ has_more: false, next_cursor: null });
    expect(skusOf(page)).toEqual([
      ["A", "no_product"],
      [expect.stringMatching(/^b$/i), "no_product"],
      ["double", "several_products"],
    ]);
    expect(page.data[1].newest_item).toEqual({ id: newest.items[0].id, order_id: newest.id, name: "Cup" });
  });

  it("are listed in pages", async () => {
    const own = await createShop();
    await order({ items: Array.from({ length: 7 }, (_, n) => item(`S${n}`)) }, own);
    const seen: string[] = [];
    for (let cursor = "", more = true; more;) {
      const page = await list(own, `limit=3${cursor}`);
      seen.push(...page.data.map(({ sku }: { sku: string }) => sku));
      [cursor, more] = [`&cursor=${page.next_cursor}`, page.has_more];
    }
    expect(seen).toEqual(["S0", "S1", "S2", "S3", "S4", "S5", "S6"]);
  });

  it("disappear from the list once a product is created, before their items are matched", async () => {
    const own = await createShop();
    await order({ items: [item("TODO")] }, own);
    expect(skusOf(await list(own))).toEqual([["TODO", "no_product"]]);
    await aProduct("TODO", MUG, own);
    expect(skusOf(await list(own))).toEqual([]);
    expect((await match({ sku: "TODO" }, {}, own)).matched.items).toBe(1);
  });
});
