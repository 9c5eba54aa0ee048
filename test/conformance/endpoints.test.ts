import { beforeAll, describe, expect, it } from "vitest";
import { createShop, type ApiResponse, idempotencyKey, type Shop, ingestOrder } from "../kit/client";
import {
  createNote,
  createExpense,
  insertFulfillment,
  createProduct,
  dataOf,
  type Ids,
  createClientWith,
  createOneOfEach,
  type Endpoint,
  SCOPES,
  send,
  ENDPOINTS,
} from "./kit";
import { EXPENSE, PAYROLL_REQUEST, RENT_REQUEST } from "./resources/expense";
import { orderViolations } from "./resources/order";
import { ORDER_ITEM } from "./resources/order-item";
import { ORDER_NOTE } from "./resources/order-note";
import { PRODUCT } from "./resources/product";
import { violations } from "./resources/shape";
import { STATISTICS, STORE } from "./resources/store";
import { TRACKING } from "./resources/tracking";

let shop: Shop;
let ids: Ids;
const clientsWithScope: Record<string, Shop["v1"]> = {};
const clientsWithoutScope: Record<string, Shop["v1"]> = {};

beforeAll(async () => {
  shop = await createShop();
  ids = await createOneOfEach(shop);
  for (const scope of SCOPES) {
    clientsWithScope[scope] = await createClientWith(shop, [scope]);
    clientsWithoutScope[scope] = await createClientWith(
      shop,
      SCOPES.filter((other) => other !== scope),
    );
  }
});

/** The response of an endpoint to a key with its scope alone. Fails unless the endpoint rejects a key with all other scopes. */
async function sendRequiringScope(row: Endpoint, body?: object, pathIds: Ids = ids): Promise<ApiResponse> {
  const [right, wrong] = [clientsWithScope[row.scope], clientsWithoutScope[row.scope]];
  if (right === undefined || wrong === undefined) throw new Error(row.scope);
  const options = body === undefined ? {} : { body };
  const rejected = await send(wrong, row, pathIds, options);
  expect({ status: rejected.status, code: rejected.body.error.code }).toEqual({ status: 403, code: "missing_scope" });
  return await send(right, row, pathIds, options);
}

describe("orders and order items", () => {
  it("GET /orders: orders:read, an array of Order and meta.pagination", async () => {
    const { status, body } = await sendRequiringScope(ENDPOINTS.listOrders);
    expect(status).toBe(200);
    expect(body.data.map(({ id }: { id: number }) => id)).toContain(ids.order);
    expect(body.data.flatMap(orderViolations)).toEqual([]);
    expect(body.meta.pagination).toMatchObject({ page: 1, total: 1 });
  });

  it("GET /orderItems: order item read, an array of Order item and meta.pagination", async () => {
    const { status, body } = await sendRequiringScope(ENDPOINTS.listItems);
    expect(status).toBe(200);
    expect(body.data.map(({ id }: { id: string }) => id)).toContain(ids.item);
    for (const item of body.data) expect(violations(ORDER_ITEM, item)).toEqual([]);
    expect(body.meta.pagination).toMatchObject({ page: 1, total: 1 });
  });

  it("POST /orderItems/{itemId}/status: order item write, `status`, returns the Order item", async () => {
    const response = await sendRequiringScope(ENDPOINTS.setItemStatus, { status: "On Hold" });
    expect(response.status).toBe(200);
    expect(violations(ORDER_ITEM, dataOf(response))).toEqual([]);
    expect(response.body.data).toMatchObject({ id: ids.item, orderId: String(ids.order), status: "On Hold" });
    const [listed] = dataOf(await shop.v1("/orderItems"));
    expect(listed.status).toBe("On Hold");
  });
});

describe("order notes and tracking", () => {
  it("GET /orders/{id}/notes: order read, an array of Order note", async () => {
    const note = await createNote(shop, ids.order, "Hello.");
    const { status, body } = await sendRequiringScope(ENDPOINTS.listNotes);
    expect(status).toBe(200);
    for (const item of body.data) expect(violations(ORDER_NOTE, item)).toEqual([]);
    expect(body.data).toContainEqual(note);
  });

  it("POST /orders/{id}/notes: order write, `content`, returns 201 and the Order note", async () => {
    const response = await sendRequiringScope(ENDPOINTS.createNote, { content: "Ring twice." });
    expect(response.status).toBe(201);
    expect(violations(ORDER_NOTE, dataOf(response))).toEqual([]);
    expect(response.body.data).toMatchObject({ order_id: ids.order, text: "Ring twice." });
    expect(response.headers.get("Location")).toBeTruthy();
  });

  it("GET /orders/{id}/notes: the whole list, oldest first; with page or page_size a page and its pagination", async () => {
    const { id } = await ingestOrder(shop);
    expect(dataOf(await shop.v1(`/orders/${id}/notes`))).toEqual([]);
    for (const content of ["one", "two", "three"]) await createNote(shop, id, content);
    const texts = ({ body }: ApiResponse) => body.data.map(({ text }: { text: string }) => text);
    expect(texts(await shop.v1(`/orders/${id}/notes`))).toEqual(["one", "two", "three"]);
    const page = await shop.v1(`/orders/${id}/notes?page=2&page_size=2`);
    expect(texts(page)).toEqual(["three"]);
    expect(page.body.meta.pagination).toEqual({ page: 2, page_size: 2, total: 3, total_pages: 2 });
  });

  it("GET /orders/{id}/tracking: order read, an Order tracking record", async () => {
    const response = await sendRequiringScope(ENDPOINTS.getTracking);
    expect(response.status).toBe(200);
    expect(violations(TRACKING, dataOf(response))).toEqual([]);
    expect(response.body.data).toMatchObject({ tracking_number: "TR-1", carrier: "DHL" });
  });

  it("GET /orders/{id}/tracking: the first available record, one object", async () => {
    const items = [
      { name: "a", price: 1 },
      { name: "b", price: 1, tracking_code: "TR-B" },
      { name: "c", price: 1, tracking_code: "TR-C" },
    ];
    const { id } = await ingestOrder(shop, { items });
    const number = async () => dataOf(await shop.v1(`/orders/${id}/tracking`)).tracking_number;
    expect(await number()).toBe("TR-B");
    await insertFulfillment(shop, id, { trackingNumber: null, createdAt: "2026-01-01T00:00:00Z" });
    expect(await number()).toBe("TR-B");
    await insertFulfillment(shop, id, { trackingNumber: "P-2", createdAt: "2026-01-03T00:00:00Z" });
    await insertFulfillment(shop, id, { trackingNumber: "P-3", createdAt: "2026-01-04T00:00:00Z" });
    expect(await number()).toBe("P-2");
  });

  it("GET /orders/{id}/tracking: 404 not_found if the order has no record", async () => {
    const { id } = await ingestOrder(shop);
    const response = await shop.v1(`/orders/${id}/tracking`);
    expect({ status: response.status, code: response.body.error.code, message: response.body.error.message }).toEqual({
      status: 404,
      code: "not_found",
      message: "Resource not found.",
    });
    expect(response.body.error.details).toMatchObject([{ code: "no_tracking" }]);
  });
});

describe("products", () => {
  it("GET /products/{id}: product read, the Product", async () => {
    const response = await sendRequiringScope(ENDPOINTS.getProduct);
    expect(response.status).toBe(200);
    expect(violations(PRODUCT, dataOf(response))).toEqual([]);
    expect(response.body.data.id).toBe(ids.product);
  });

  it("POST /products: product write, Product request fields, returns 201 and the Product", async () => {
    const response = await sendRequiringScope(ENDPOINTS.createProduct, { title: "Vase", price: 30 });
    expect(response.status).toBe(201);
    expect(violations(PRODUCT, dataOf(response))).toEqual([]);
    expect(response.body.data).toMatchObject({ title: "Vase", price: 30 });
    expect(response.headers.get("Location")).toBe(`/products/${response.body.data.id}`);
    expect(dataOf(await shop.v1(`/products/${response.body.data.id}`))).toEqual(response.body.data);
  });

  it("POST /products: the product belongs to the caller's organization", async () => {
    const other = await createShop();
    expect((await createProduct(shop, { organization_id: other.id })).organization_id).toBe(shop.id);
  });

  it("PUT /products/{id}: product write, Product request fields, returns the Product", async () => {
    const response = await sendRequiringScope(ENDPOINTS.updateProduct, { title: "Blue mug", tags: ["blue"] });
    expect(response.status).toBe(200);
    expect(violations(PRODUCT, dataOf(response))).toEqual([]);
    expect(response.body.data).toMatchObject({ id: ids.product, title: "Blue mug", tags: ["blue"] });
    expect(dataOf(await shop.v1(`/products/${ids.product}`))).toEqual(response.body.data);
  });

  it("PUT /products/{id}: an absent field stays unchanged, null clears a field, a list is replaced as a whole, and an empty body is rejected", async () => {
    const product = await createProduct(shop, { tags: ["a", "b"] });
    const put = (body: object) => shop.v1(`/products/${product.id}`, { method: "PUT", body, headers: idempotencyKey() });
    const changed = dataOf(await put({ description: null, tags: ["c"] }));
    expect({ ...changed, updated_at: null }).toEqual({ ...product, description: null, tags: ["c"], updated_at: null });
    const nothing = await put({});
    expect({ status: nothing.status, code: nothing.body.error.code }).toEqual({ status: 400, code: "validation_error" });
  });

  it("PUT /products/{id}: the product is looked up in the caller's organization first", async () => {
    const other = await createShop();
    const { id } = await createProduct(other, { title: "Theirs" });
    const response = await shop.v1(`/products/${id}`, { method: "PUT", body: { title: "Mine" }, headers: idempotencyKey() });
    expect({ status: response.status, code: response.body.error.code }).toEqual({ status: 404, code: "not_found" });
    expect(dataOf(await other.v1(`/products/${id}`)).title).toBe("Theirs");
  });
});

describe("stores", () => {
  it("GET /stores/{id}: store read, the Store", async () => {
    const response = await sendRequiringScope(ENDPOINTS.getStore);
    expect(response.status).toBe(200);
    expect(violations(STORE, dataOf(response))).toEqual([]);
    expect(response.body.data.id).toBe(ids.store);
  });

  it("GET /stores/{id}/statistics: store read, the Store statistics", async () => {
    const response = await sendRequiringScope(ENDPOINTS.getStatistics);
    expect(response.status).toBe(200);
    expect(violations(STATISTICS, dataOf(response))).toEqual([]);
  });

  it("GET /stores/{id}/statistics: the store must belong to the caller's organization", async () => {
    const other = await createShop();
    const response = await shop.v1(`/stores/${other.store.id}/statistics`);
    expect({ status: response.status, code: response.body.error.code }).toEqual({ status: 404, code: "not_found" });
  });
});

describe("expenses", () => {
  it("POST /expenses: expenses:write, Expense request fields, returns 201 and the Expense", async () => {
    const response = await sendRequiringScope(ENDPOINTS.createExpense, RENT_REQUEST);
    expect(response.status).toBe(201);
    expect(violations(EXPENSE, dataOf(response))).toEqual([]);
    expect(response.body.data).toMatchObject(RENT_REQUEST);
    expect(response.headers.get("Location")).toBe(`/expenses/${response.body.data.id}`);
    expect(dataOf(await shop.v1(`/expenses/${response.body.data.id}`))).toEqual(response.body.data);
  });

  it("POST /expenses: creates operating and payroll expenses", async () => {
    expect(await createExpense(shop, RENT_REQUEST)).toMatchObject(RENT_REQUEST);
    expect(await createExpense(shop, PAYROLL_REQUEST)).toMatchObject(PAYROLL_REQUEST);
  });

  it("POST /expenses/bulk: expenses:write, `expenses`, returns 201 and {success, count}", async () => {
    const { status, body } = await sendRequiringScope(ENDPOINTS.createExpenses, {
      expenses: [RENT_REQUEST, PAYROLL_REQUEST, RENT_REQUEST],
    });
    expect(status).toBe(201);
    expect(body.data).toEqual({ success: true, count: 3 });
  });

  it("POST /expenses/bulk: creates operating and payroll expenses, all of them or none", async () => {
    const fresh = await createShop();
    const post = (expenses: object[]) => fresh.v1("/expenses/bulk", { body: { expenses } });
    const listed = async () => dataOf(await fresh.v1("/expenses")).map(({ category }: { category: string }) => category);
    const rejected = await post([RENT_REQUEST, { ...RENT_REQUEST, amount: "much" }]);
    expect(rejected.status).toBe(400);
    expect(rejected.body.error.details).toMatchObject([{ path: "expenses[1].amount" }]);
    expect(await listed()).toEqual([]);
    expect((await post([RENT_REQUEST, PAYROLL_REQUEST])).status).toBe(201);
    expect((await listed()).toSorted()).toEqual(["payroll", "rent"]);
  });

  it("GET /expenses/{id}: expenses:read, the Expense", async () => {
    const response = await sendRequiringScope(ENDPOINTS.getExpense);
    expect(response.status).toBe(200);
    expect(violations(EXPENSE, dataOf(response))).toEqual([]);
    expect(response.body.data.id).toBe(ids.expense);
  });

  it("PUT /expenses/{id}: expenses:write, Expense request fields, returns the Expense", async () => {
    const response = await sendRequiringScope(ENDPOINTS.updateExpense, { amount: 950.25, description: "Raised" });
    expect(response.status).toBe(200);
    expect(violations(EXPENSE, dataOf(response))).toEqual([]);
    expect(response.body.data).toMatchObject({
      id: ids.expense,
      category: "rent",
      amount: 950.25,
      original_amount: 950.25,
      description: "Raised",
    });
    expect(dataOf(await shop.v1(`/expenses/${ids.expense}`))).toEqual(response.body.data);
  });

  it("PUT /expenses/{id}: an absent field stays unchanged, and null clears a field", async () => {
    const expense = await createExpense(shop, { ...PAYROLL_REQUEST, store_id: String(shop.store.id) });
    const response = await shop.v1(`/expenses/${expense.id}`, { method: "PUT", body: { store_id: null, description: null } });
    expect(dataOf(response)).toEqual({ ...expense, store_id: null, store_name: null, description: null });
  });

  it("DELETE /expenses/{id}: expenses:write, returns {deleted: true}, and the expense no longer exists", async () => {
    const { id } = await createExpense(shop);
    const { status, body } = await sendRequiringScope(ENDPOINTS.deleteExpense, undefined, { ...ids, expense: id });
    expect(status).toBe(200);
    expect(body.data).toEqual({ deleted: true });
    expect((await shop.v1(`/expenses/${id}`)).status).toBe(404);
    expect((await shop.v1(`/expenses/${id}`, { method: "DELETE" })).status).toBe(404);
  });
});
