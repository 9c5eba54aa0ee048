import { beforeAll, describe, expect, it } from "vitest";
import { createShop, type ApiResponse, createCredential, idempotencyKey, type Shop, v1As } from "../kit/client";
import { createExpense, createNote, dataOf, type Ids, createOneOfEach, ENDPOINT_LIST, send, ENDPOINTS } from "./kit";
import { organizationD1 } from "../kit/databases";

let shop: Shop;
let ids: Ids;
beforeAll(async () => {
  shop = await createShop();
  ids = await createOneOfEach(shop);
});

const rowsWith = (key: "required" | "accepted") => ENDPOINT_LIST.filter(([, row]) => row.key === key);
const withoutKey = ({ method, body, path }: (typeof ENDPOINT_LIST)[number][1]) =>
  shop.v1(path(ids), { method, ...(body !== undefined && { body }) });

describe("an Idempotency-Key", () => {
  it("is required by writes of products, item statuses and notes, which otherwise get 400 validation_error", async () => {
    const required = rowsWith("required");
    expect(required.map(([, { method, path }]) => `${method} ${path(ids)}`)).toEqual([
      `POST /orderItems/${ids.item}/status`,
      `POST /orders/${ids.order}/notes`,
      "POST /products",
      `PUT /products/${ids.product}`,
    ]);
    for (const [name, row] of required) {
      const { status, body } = await withoutKey(row);
      expect({ status, code: body.error.code, detailCode: body.error.details[0].code }, name).toEqual({
        status: 400,
        code: "validation_error",
        detailCode: "idempotency_key_required",
      });
    }
  });

  it("is not required to create, bulk create or update expenses", async () => {
    for (const [name, row] of rowsWith("accepted")) expect((await withoutKey(row)).status, name).toBeLessThan(300);
  });

  it("is accepted when expenses are created, bulk created or updated: the same key creates no duplicate", async () => {
    const fresh = await createShop();
    const total = async () => (await fresh.v1("/expenses")).body.meta.pagination.total;
    const { id } = await createExpense(fresh);
    for (const [name, row] of rowsWith("accepted")) {
      const headers = idempotencyKey();
      const first = await send(fresh.v1, row, { ...ids, expense: id }, { headers });
      const totalBefore = await total();
      const second = await send(fresh.v1, row, { ...ids, expense: id }, { headers });
      expect({ status: second.status, text: second.text }, name).toEqual({ status: first.status, text: first.text });
      expect(await total(), name).toBe(totalBefore);
    }
    // The one before, one that was created, and two of the bulk request.
    expect(await total()).toBe(4);
  });
});

describe("the same key", () => {
  it("with a different body: 422 idempotency_conflict on every write, and nothing is written", async () => {
    const other: Record<string, object> = {
      setItemStatus: { status: "Shipped" },
      createNote: { content: "Another." },
      createProduct: { title: "Another" },
      updateProduct: { title: "Another" },
      createExpense: { category: "travel", amount: 1, date: "2026-01-31" },
      createExpenses: { expenses: [{ category: "travel", amount: 1, date: "2026-01-31" }] },
      updateExpense: { amount: 1 },
    };
    for (const [name, row] of [...rowsWith("required"), ...rowsWith("accepted")]) {
      const headers = idempotencyKey();
      dataOf(await send(shop.v1, row, ids, { headers }));
      const { status, body } = await send(shop.v1, row, ids, { headers, body: other[name] });
      expect({ status, code: body.error.code }, name).toEqual({ status: 422, code: "idempotency_conflict" });
    }
    for (const path of ["/orderItems", `/orders/${ids.order}/notes`, "/products", "/expenses"]) {
      expect(JSON.stringify(dataOf(await shop.v1(path))), path).not.toMatch(/Shipped|Another|travel/);
    }
    expect(dataOf(await shop.v1(`/expenses/${ids.expense}`)).amount).not.toBe(1);
  });

  it("on another path: 422 idempotency_conflict", async () => {
    const headers = idempotencyKey();
    dataOf(await shop.v1("/products", { body: { title: "Mug" }, headers }));
    const response = await shop.v1(`/products/${ids.product}`, { method: "PUT", body: { title: "Mug" }, headers });
    expect({ status: response.status, code: response.body.error.code }).toEqual({ status: 422, code: "idempotency_conflict" });
  });

  it("of another credential is a different key", async () => {
    const headers = idempotencyKey();
    const other = v1As(await createCredential(shop.id, "api_key"));
    const [mine, theirs] = [
      await shop.v1("/products", { body: { title: "A" }, headers }),
      await other("/products", { body: { title: "B" }, headers }),
    ];
    expect({ mine: dataOf(mine).title, theirs: dataOf(theirs).title }).toEqual({ mine: "A", theirs: "B" });
  });
});

describe("a retry", () => {
  it("with the same key and request gets the first response again and writes once", async () => {
    for (const [name, row] of rowsWith("required")) {
      const headers = idempotencyKey();
      const first = await send(shop.v1, row, ids, { headers });
      const again = await send(shop.v1, row, ids, { headers });
      expect({ status: again.status, text: again.text }, name).toEqual({ status: first.status, text: first.text });
      expect(again.headers.get("Idempotent-Replayed"), name).toBe("true");
    }
    const total = async () => (await shop.v1("/products")).body.meta.pagination.total;
    const totalBefore = await total();
    const headers = idempotencyKey();
    const responses = await Promise.all(Array.from({ length: 5 }, () => send(shop.v1, ENDPOINTS.createProduct, ids, { headers })));
    expect(new Set(responses.map((response: ApiResponse) => dataOf(response).id)).size).toBe(1);
    expect(await total()).toBe(totalBefore + 1);
  });

  it("after a 5xx, a request with the same key runs again and writes once", async () => {
    const headers = idempotencyKey();
    const newIds = await createOneOfEach(shop);
    await organizationD1().exec("create trigger broken before insert on order_notes begin select raise(abort, 'broken'); end");
    const failed = await send(shop.v1, ENDPOINTS.createNote, newIds, { headers });
    await organizationD1().exec("drop trigger broken");
    expect(failed.status).toBeGreaterThanOrEqual(500);
    expect(failed.body).toMatchObject({ success: false, meta: { request_id: expect.any(String) } });
    expect(failed.text).not.toContain("broken");
    const response = await send(shop.v1, ENDPOINTS.createNote, newIds, { headers });
    expect(response.status).toBe(201);
    expect(dataOf(await shop.v1(`/orders/${newIds.order}/notes`))).toEqual([response.body.data]);
  });

  it("after a 4xx, the key can be used for another request", async () => {
    const headers = idempotencyKey();
    const rejected = await shop.v1("/products", { body: { title: "" }, headers });
    expect(rejected.status).toBe(400);
    expect((await shop.v1("/products", { body: { title: "Mug" }, headers })).status).toBe(201);
  });

  it("without a key or with a new one is a new write", async () => {
    const fresh = await createOneOfEach(shop);
    for (let count = 0; count < 2; count += 1) await createNote(shop, fresh.order, "Ring twice.");
    expect(dataOf(await shop.v1(`/orders/${fresh.order}/notes`))).toHaveLength(2);
    // No key is sent for these.
    const [one, other] = [await createExpense(shop), await createExpense(shop)];
    expect(other.id).not.toBe(one.id);
  });
});
