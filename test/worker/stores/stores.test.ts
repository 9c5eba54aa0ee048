import fc from "fast-check";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { orderBody, asOperator, createShop, idempotencyKey, rows, type Shop, ingestOrder } from "../../kit/client";
import { type LogLine, logOf } from "../../kit/log";
import { assertProperty } from "../../kit/property";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});
afterEach(() => vi.restoreAllMocks());

const aStore = (of: Shop, fields: Record<string, unknown>) => asOperator(`/organizations/${of.id}/stores`, { platform: "etsy", ...fields });
const aProduct = async (of: Shop, stores: string[]): Promise<number> =>
  (await of.v1("/products", { body: { title: "Mug", stores }, headers: idempotencyKey() })).body.data.id;
const statistics = async (of: Shop, id: number): Promise<Record<string, number>> => (await of.v1(`/stores/${id}/statistics`)).body.data;

/** The validation errors of a GET request, as `path code`. */
async function errorsOf(path: string): Promise<string[]> {
  const { status, body } = await shop.v1(path);
  expect({ status, code: body.error?.code }).toEqual({ status: 400, code: "validation_error" });
  return body.error.details.map((detail: { path: string; code: string }) => `${detail.path} ${detail.code}`);
}

describe("GET /stores/{id}", () => {
  it("returns exactly the documented fields, with null for unset ones", async () => {
    expect((await shop.v1(`/stores/${shop.store.id}`)).body.data).toEqual({
      id: shop.store.id,
      name: "Gift shop",
      code: "gift",
      platform: "custom",
      currency: "USD",
      type: null,
      is_active: true,
      organization_id: shop.id,
    });
    const { id } = await aStore(shop, { name: "Full", type: "marketplace", currency: "EUR" });
    expect((await shop.v1(`/stores/${id}`)).body.data).toMatchObject({ code: null, type: "marketplace", currency: "EUR" });
  });

  it("returns 400 for an id that is not an integer of at least 1, and 404 for unknown ids and another organization's, also for statistics", async () => {
    const other = await createShop();
    // The last one is 2 ** 53 + 1, which a number can't represent.
    for (const id of ["0", "-1", "abc", "1.5", "9007199254740993"]) {
      expect(await errorsOf(`/stores/${id}`)).toEqual(["id invalid_id"]);
      expect(await errorsOf(`/stores/${id}/statistics`)).toEqual(["id invalid_id"]);
    }
    for (const id of [999_999_999, other.store.id]) {
      for (const { status, body } of [await shop.v1(`/stores/${id}`), await shop.v1(`/stores/${id}/statistics`)]) {
        expect({ status, error: body.error }).toEqual({ status: 404, error: { code: "not_found", message: "Resource not found." } });
      }
    }
  });
});

describe("GET /stores", () => {
  it("lists an organization's stores by name, ignoring case, in pages", async () => {
    const own = await createShop();
    for (const name of ["beta", "Alpha", "Zeta", "alpha 2"]) await aStore(own, { name });
    const names = async (query: string): Promise<unknown> => {
      const { body } = await own.v1(`/stores${query}`);
      return [body.data.map(({ name }: { name: string }) => name), body.meta.pagination];
    };
    const all = ["Alpha", "alpha 2", "beta", "Gift shop", "Zeta"];
    expect(await names("")).toEqual([all, { page: 1, page_size: 50, total: 5, total_pages: 1 }]);
    expect(await names("?page=2&page_size=2")).toEqual([all.slice(2, 4), { page: 2, page_size: 2, total: 5, total_pages: 3 }]);
    expect(await names("?page=3&limit=2")).toEqual([all.slice(4), { page: 3, page_size: 2, total: 5, total_pages: 3 }]);
    expect(await names("?page=9")).toEqual([[], { page: 9, page_size: 50, total: 5, total_pages: 1 }]);
  });

  it("rejects a page out of range and returns a warning for an unknown parameter", async () => {
    expect(await errorsOf("/stores?page=0&page_size=201&limit=x")).toEqual([
      "page invalid_integer",
      "page_size invalid_integer",
      "limit invalid_integer",
    ]);
    expect((await shop.v1("/stores?q=gift")).body.meta.warnings).toEqual(["q is unknown and was ignored."]);
  });

  it("returns each store as GET /stores/{id} does, in one trip", async () => {
    const { body } = await shop.v1("/stores");
    for (const store of body.data) expect((await shop.v1(`/stores/${store.id}`)).body.data).toEqual(store);
    expect(await logOf(() => shop.v1("/stores"))).toMatchObject({ d1_trips: 1, gate_calls: 1 });
  });
});

describe("GET /stores/{id}/statistics", () => {
  it("counts all orders, including cancelled ones, and the products that name the store", async () => {
    const own = await createShop();
    expect(await statistics(own, own.store.id)).toEqual({ total_orders: 0, active_products: 0 });
    await ingestOrder(own);
    expect((await ingestOrder(own, { status: "Cancelled" })).status).toBe("Cancelled");
    await aProduct(own, ["Gift shop"]);
    expect(await statistics(own, own.store.id)).toEqual({ total_orders: 2, active_products: 1 });
  });

  it("counts a product once that names the store by name or code, in any letter case, unless it is archived", async () => {
    const own = await createShop();
    const active = async () => (await statistics(own, own.store.id))["active_products"];
    const id = await aProduct(own, ["gift SHOP", "GIFT", "gift", "Gift shop "]);
    expect(await active()).toBe(1);
    for (const name of ["Gift", "shop", "Gift shops", String(own.store.id)]) await aProduct(own, [name]);
    expect(await active()).toBe(2);
    const put = (stores: string[] | null) => own.v1(`/products/${id}`, { method: "PUT", body: { stores }, headers: idempotencyKey() });
    await put(["elsewhere"]);
    expect(await active()).toBe(1);
    await put(["gift"]);
    expect(await active()).toBe(2);
    await put(null);
    expect(await active()).toBe(1);
    await put(["GIFT"]);
    await own.v1(`/products/${id}`, { method: "DELETE" });
    expect(await active()).toBe(1);
  });

  it("does not count another organization's orders and products of the same names", async () => {
    const [own, other] = [await createShop(), await createShop()];
    await ingestOrder(other);
    await aProduct(other, ["Gift shop"]);
    expect(await statistics(own, own.store.id)).toEqual({ total_orders: 0, active_products: 0 });
  });

  it("equals a recount after any changes", { tags: "long" }, async () => {
    const own = await createShop();
    const stores = [
      { id: own.store.id, known: ["gift shop", "gift"] },
      { ...(await aStore(own, { name: "Zeta", code: "Alpha" })), known: ["zeta", "alpha"] },
      { ...(await aStore(own, { name: "beta" })), known: ["beta"] },
    ];
    const names = fc.uniqueArray(fc.constantFrom("gift", "Gift shop", "ZETA", "alpha", "beta", "elsewhere"), { maxLength: 4 });
    const step = fc.oneof(
      fc.record({ does: fc.constant("create" as const), names }),
      fc.record({ does: fc.constant("change" as const), names, which: fc.nat() }),
      fc.record({ does: fc.constant("archive" as const), which: fc.nat() }),
      fc.record({ does: fc.constant("order" as const), which: fc.nat({ max: 2 }) }),
    );
    // The catalog of the model: names by product id.
    const catalog = new Map<number, string[]>();
    const orders = new Map<number, number>();
    const apply = async (what: typeof step extends fc.Arbitrary<infer T> ? T : never): Promise<void> => {
      const id = "which" in what ? [...catalog.keys()][what.which % Math.max(1, catalog.size)] : undefined;
      if (what.does === "create") catalog.set(await aProduct(own, what.names), what.names);
      if (what.does === "change" && id !== undefined) {
        await own.v1(`/products/${id}`, { method: "PUT", body: { stores: what.names }, headers: idempotencyKey() });
        catalog.set(id, what.names);
      }
      if (what.does === "archive" && id !== undefined) {
        await own.v1(`/products/${id}`, { method: "DELETE" });
        catalog.delete(id);
      }
      const store = what.does === "order" ? stores[what.which] : undefined;
      if (store !== undefined) {
        await ingestOrder(own, { store: store.id });
        orders.set(store.id, (orders.get(store.id) ?? 0) + 1);
      }
    };
    await assertProperty(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        for (const what of steps) await apply(what);
        for (const store of stores) {
          const namesStore = (given: string[]) => given.some((name) => store.known.includes(name.toLowerCase()));
          const active = [...catalog.values()].filter(namesStore).length;
          expect(await statistics(own, store.id)).toEqual({ total_orders: orders.get(store.id) ?? 0, active_products: active });
          // A list by the same store has the same total.
          const list = await own.v1(`/products?store=${store.id}&page_size=1`);
          expect(list.body.meta.pagination.total).toBe(active);
        }
      }),
      { cases: 25 },
    );
    const [recounted] = await rows<{ n: number }>(
      `select count(distinct p.id) as n from products p, json_each(p.stores) j
        where p.organization_id = ? and p.archived_at is null and lower(j.value) in ('gift', 'gift shop')`,
      own.id,
    );
    expect((await statistics(own, own.store.id))["active_products"]).toBe(recounted?.n);
  });

  it("takes one trip, and reads no more rows with ten times as many orders", { tags: "long" }, async () => {
    const withOrders = async (count: number): Promise<LogLine> => {
      const own = await createShop();
      await own.v2("/orders/bulk", { body: { orders: Array.from({ length: count }, () => orderBody()) } });
      expect(await statistics(own, own.store.id)).toEqual({ total_orders: count, active_products: 0 });
      return await logOf(() => own.v1(`/stores/${own.store.id}/statistics`));
    };
    const [few, many] = [await withOrders(20), await withOrders(200)];
    expect(few).toMatchObject({ d1_trips: 1, gate_calls: 1 });
    expect(many.rows_read).toBe(few.rows_read);
    expect(many.rows_read).toBeLessThanOrEqual(5);
  });
});
