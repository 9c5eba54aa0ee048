import { beforeAll, describe, expect, it } from "vitest";
import { createShop, type ApiResponse, call, type Shop } from "../kit/client";
import { createProduct, dataOf, type Ids, createClientWith, createOneOfEach, SCOPES } from "./kit";
import { PAGINATION } from "./resources/envelope";
import { EXPENSE } from "./resources/expense";
import { orderViolations } from "./resources/order";
import { ORDER_ITEM } from "./resources/order-item";
import { PRODUCT } from "./resources/product";
import { violations, type Shape } from "./resources/shape";
import { STORE } from "./resources/store";

let shop: Shop;
let ids: Ids;
beforeAll(async () => {
  shop = await createShop();
  ids = await createOneOfEach(shop);
});

/** A list of these resources, with its pagination. */
function expectList({ status, body }: ApiResponse, shape: Shape): void {
  expect(status).toBe(200);
  expect(body.data.length).toBeGreaterThan(0);
  for (const item of body.data) expect(violations(shape, item)).toEqual([]);
  expect(violations(PAGINATION, body.meta.pagination)).toEqual([]);
}

describe("endpoints outside the endpoint table", () => {
  it("GET /orders/{id}: the same Order as in the list", async () => {
    const order = dataOf(await shop.v1(`/orders/${ids.order}`));
    expect(orderViolations(order)).toEqual([]);
    expect(dataOf(await shop.v1("/orders"))).toContainEqual(order);
  });

  it("GET /orders/{id}/fulfillments and /history: lists of the order's fulfillments and history entries", async () => {
    const { body } = await shop.v2(`/orders/${ids.order}/fulfillments`, { body: { tracking_number: "1Z999" } });
    const [fulfillments, history] = await Promise.all(
      ["fulfillments", "history"].map(async (part) => dataOf(await shop.v1(`/orders/${ids.order}/${part}`))),
    );
    expect(fulfillments).toContainEqual(expect.objectContaining({ id: body.id, tracking_number: "1Z999" }));
    expect(history).toContainEqual(expect.objectContaining({ change: "fulfillment" }));
    for (const part of ["fulfillments", "history"]) expect((await shop.v1(`/orders/999999/${part}`)).status, part).toBe(404);
  });

  it("GET /orderItems/{itemId}: the Order item", async () => {
    const item = dataOf(await shop.v1(`/orderItems/${ids.item}`));
    expect(violations(ORDER_ITEM, item)).toEqual([]);
    expect(item.id).toBe(ids.item);
  });

  it("GET /products, /stores, /expenses: lists of their resources, with meta.pagination", async () => {
    expectList(await shop.v1("/products"), PRODUCT);
    expectList(await shop.v1("/stores"), STORE);
    expectList(await shop.v1("/expenses"), EXPENSE);
  });

  it("DELETE /products/{id}: archives the product, which is no longer active", async () => {
    const { id } = await createProduct(shop, { stores: ["Gift shop"] });
    const active = async () => dataOf(await shop.v1(`/stores/${shop.store.id}/statistics`)).active_products;
    const before = await active();
    const { status, body } = await shop.v1(`/products/${id}`, { method: "DELETE" });
    expect({ status, data: body.data }).toEqual({ status: 200, data: { deleted: true } });
    expect(await active()).toBe(before - 1);
  });

  it("GET /me: any valid key can read its own description", async () => {
    for (const scope of SCOPES) {
      const response = await (await createClientWith(shop, [scope]))("/me");
      expect(response.status, scope).toBe(200);
      expect(JSON.stringify(dataOf(response))).toContain(scope);
    }
  });

  it("GET /health and /openapi.json: need no key", async () => {
    for (const path of ["/health", "/openapi.json"]) expect((await call(path)).status, path).toBe(200);
  });

  it("GET /docs: needs no key", async () => {
    expect((await call("/docs")).status).toBe(200);
  });
});
