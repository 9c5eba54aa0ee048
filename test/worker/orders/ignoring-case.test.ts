import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { createShop, idempotencyKey, type Shop, ingestOrder } from "../../kit/client";
import { queryOf } from "../../kit/filter-cases";
import { assertProperty } from "../../kit/property";
import { createMember, type Visitor } from "../console/kit";

/** A text as it is stored, the same text in another case, and a text that differs in more than case. */
const TEXTS = [
  ["Hà Nội Print", "HÀ NỘI PRINT", "Ha Noi Print"],
  ["ĐỒ ĂN", "đồ ăn", "DO AN"],
  ["Übermug", "übermug", "Ubermug"],
  ["Straße", "STRAẞE", "STRASSE"],
  ["İstanbul", "İSTANBUL", "istanbul"],
  ["Acme", "aCME", "Acmé"],
] as const;

let shop: Shop;
let admin: Visitor;
beforeAll(async () => {
  shop = await createShop();
  admin = await createMember(shop.id, "admin");
});

const total = async (path: string, params: Record<string, string>): Promise<number> => {
  const { status, body, text } = await shop.v1(`${path}?${queryOf(params)}`);
  expect(status, text).toBe(200);
  return body.meta.pagination.total;
};

describe.each(TEXTS)("%s is found as %s and not as %s", (text, other, different) => {
  /** Each filter: how to create a row with a text, and how many rows the list finds for a text. */
  const FILTERS: Record<string, readonly [make: (value: string) => Promise<unknown>, count: (value: string) => Promise<number>]> = {
    "the supplier of orders": [
      (value) => ingestOrder(shop, { items: [{ name: "A", price: 1, assigned_supplier: value }] }),
      (value) => total("/orders", { supplier_id: value }),
    ],
    "the sub-supplier of items": [
      (value) => ingestOrder(shop, { items: [{ name: "A", price: 1, sub_supplier: `sub ${value}` }] }),
      (value) => total("/orderItems", { supplier_id: `sub ${value}` }),
    ],
    "the supplier with a search": [
      (value) => ingestOrder(shop, { number: "searched", items: [{ name: "A", price: 1, assigned_supplier: `searched ${value}` }] }),
      (value) => total("/orderItems", { supplier_id: `searched ${value}`, search: "searched" }),
    ],
    "the status of items": [
      (value) => ingestOrder(shop, { items: [{ name: "A", price: 1, status: value }] }),
      (value) => total("/orderItems", { status: value }),
    ],
    "the status of items of a store and a day": [
      (value) => ingestOrder(shop, { date: "2026-03-01", items: [{ name: "A", price: 1, status: `day ${value}` }] }),
      (value) => total("/orderItems", { status: `day ${value}`, store_name: "GIFT", date_from: "2026-03-01", date_to: "2026-03-01" }),
    ],
    "the tag of orders": [
      (value) => ingestOrder(shop, { tags: [value, `${value} 2`] }),
      async (value) => (await shop.v2(`/orders?${queryOf({ tag: value })}`)).body.data.length,
    ],
    "the country of orders": [
      (value) => ingestOrder(shop, { ship_country: value }),
      async (value) => (await shop.v2(`/orders?${queryOf({ ship_country: value })}`)).body.data.length,
    ],
    "the shipping service of orders": [
      (value) => ingestOrder(shop, { shipping_service: value }),
      async (value) => (await shop.v2(`/orders?${queryOf({ shipping_service: value })}`)).body.data.length,
    ],
    "the category of expenses": [
      (value) => shop.v1("/expenses", { body: { category: value, amount: 1, date: "2026-01-01" }, headers: idempotencyKey() }),
      (value) => total("/expenses", { category: value }),
    ],
    "the employee of expenses": [
      (value) =>
        shop.v1("/expenses", {
          body: { category: "payroll", amount: 1, date: "2026-01-01", employee_name: value },
          headers: idempotencyKey(),
        }),
      (value) => total("/expenses", { employee_name: value }),
    ],
    "the SKU of products": [(value) => createProduct({ sku: value }), (value) => total("/products", { sku: value })],
    "the SPU of products": [(value) => createProduct({ spu: value }), (value) => total("/products", { spu: value })],
    "the tag of products": [(value) => createProduct({ tags: [value] }), (value) => total("/products", { tag: value })],
    "the store of products": [(value) => createProduct({ stores: [value] }), (value) => total("/products", { store: value })],
    "the platform of products": [(value) => createProduct({ platforms: [value] }), (value) => total("/products", { platform: value })],
  };
  const createProduct = async (fields: Record<string, unknown>) => {
    const { status, text: response } = await shop.v2("/products", { body: { title: "Mug", ...fields } });
    expect(status, response).toBe(201);
  };

  it.each(Object.entries(FILTERS))("by the filter for %s", { tags: "long" }, async (_name, [make, count]) => {
    expect(await count(text)).toBe(0);
    await make(text);
    expect({ text: await count(text), other: await count(other), different: await count(different) }).toEqual({
      text: 1,
      other: 1,
      different: 0,
    });
    await make(other);
    expect({ text: await count(text), other: await count(other), different: await count(different) }).toEqual({
      text: 2,
      other: 2,
      different: 0,
    });
    await make(different);
    expect({ text: await count(text), other: await count(other), different: await count(different) }).toEqual({
      text: 2,
      other: 2,
      different: 1,
    });
  });

  it("as a name or code of a store, which is unique, in every list and payload", { tags: "long" }, async () => {
    const own = await createShop();
    const make = async (name: string, code: string | null) =>
      (await own.v2("/stores", { body: { name, code, platform: "custom" } })).status;
    expect(await make(text, `c ${text}`)).toBe(201);
    expect(await make(other, null)).toBe(409);
    expect(await make("Another", `C ${other}`)).toBe(409);
    expect(await make(different, `c ${different}`)).toBe(201);
    for (const store of [text, other, `c ${other}`]) await ingestOrder(own, { store });
    await ingestOrder(own, { store: different });
    for (const store_id of [text, other, `c ${other}`])
      expect((await own.v1(`/orders?${queryOf({ store_id })}`)).body.meta.pagination.total, store_id).toBe(3);
    for (const store_name of [other, `c ${other}`])
      expect((await own.v1(`/orderItems?${queryOf({ store_name })}`)).body.meta.pagination.total, store_name).toBe(3);
    const expense = { category: "rent", amount: 1, date: "2026-01-01", store_id: `C ${other}` };
    expect((await own.v1("/expenses", { body: expense, headers: idempotencyKey() })).status).toBe(201);
    expect((await own.v1(`/expenses?${queryOf({ store_id: `c ${text}` })}`)).body.meta.pagination.total).toBe(1);
    expect((await own.v2("/products", { body: { title: "Mug", stores: [`c ${other}`] } })).status).toBe(201);
    expect((await own.v1(`/products?${queryOf({ store: text })}`)).body.meta.pagination.total).toBe(1);
    const stores = (await own.v2("/stores")).body.data;
    const named = stores.find(({ name }: { name: string }) => name === text);
    expect((await own.v1(`/stores/${named.id}/statistics`)).text).toContain('"active_products":1');
  });

  it("as the SKU of a product, which completes items, and another product of the same SKU gets a warning", { tags: "long" }, async () => {
    const own = await createShop();
    const sku = `sku ${text}`;
    await ingestOrder(own, { items: [{ name: "A", price: 1, sku: `SKU ${other}` }] });
    await ingestOrder(own, { items: [{ name: "A", price: 1, sku: `sku ${different}` }] });
    expect((await own.v2("/products", { body: { title: "Mug", sku, supplier: "Acme" } })).status).toBe(201);
    const unmatched = await own.v2("/catalog/unmatched-skus");
    expect(unmatched.status, unmatched.text).toBe(200);
    expect(unmatched.body.data.map((row: { sku: string }) => row.sku)).toEqual([`sku ${different}`]);
    const later = await ingestOrder(own, { items: [{ name: "A", price: 1, sku: `SKU ${other}` }] });
    expect(later.items[0].assigned_supplier).toBe("Acme");
    const second = await own.v2("/products", { body: { title: "Mug", sku: `SKU ${other}` } });
    expect([second.status, second.headers.get("X-Warnings")]).toEqual([201, expect.stringContaining("is also used by product")]);
  });

  it("as the name of a saved view, which is unique", async () => {
    const save = async (name: string) => (await admin.send("/orders?status=New", { name: `view ${name}` })).status;
    expect({ text: await save(text), other: await save(other), different: await save(different) }).toEqual({
      text: 303,
      other: 409,
      different: 303,
    });
  });
});

describe("letters of any script", () => {
  const letters = fc.string({ unit: fc.constantFrom(...Array.from("aZÀàỘộĐđßẞσςΣİıЁёÉé中\u0301")), minLength: 1, maxLength: 8 });

  it("find a supplier and a status in any Unicode normal form", { tags: "long" }, async () => {
    await assertProperty(
      fc.asyncProperty(letters, async (drawn) => {
        const text = `x${drawn}`;
        await ingestOrder(shop, { items: [{ name: "A", price: 1, assigned_supplier: text, status: text }] });
        for (const other of [text, text.normalize("NFD"), text.normalize("NFC")]) {
          for (const params of [{ supplier_id: other }, { status: other }]) {
            const count = await total("/orderItems", params);
            expect(count, JSON.stringify(params)).toBeGreaterThan(0);
            const { body } = await shop.v1(`/orderItems?${queryOf({ ...params, page_size: "200" })}`);
            expect(body.data.length).toBe(count);
          }
        }
      }),
      { cases: 15 },
    );
  });
});
