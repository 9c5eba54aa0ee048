import { beforeAll, describe, expect, it } from "vitest";
import { createShop, call, type Shop } from "../kit/client";
import { type Ids, createOneOfEach, ENDPOINT_LIST, send, ENDPOINTS } from "./kit";
import { errorViolations, PAGINATION, successViolations } from "./resources/envelope";
import { violations } from "./resources/shape";

let shop: Shop;
let ids: Ids;
beforeAll(async () => {
  shop = await createShop();
  ids = await createOneOfEach(shop);
});

describe("success", () => {
  it("every endpoint returns JSON with success true, data and meta, and nothing else", async () => {
    const paged = new Set(["listOrders", "listItems"]);
    for (const [name, row] of ENDPOINT_LIST) {
      const response = await send(shop.v1, row, name === "deleteExpense" ? await createOneOfEach(shop) : ids);
      expect(response.headers.get("Content-Type"), name).toMatch(/^application\/json/);
      expect(successViolations(response, { paged: paged.has(name) }), name).toEqual([]);
    }
  });

  it("data is an array for lists and an object for one resource", async () => {
    const lists = new Set(["listOrders", "listItems", "listNotes"]);
    for (const [name, row] of ENDPOINT_LIST) {
      const { body } = await send(shop.v1, row, name === "deleteExpense" ? await createOneOfEach(shop) : ids);
      expect(Object.prototype.toString.call(body.data), name).toBe(lists.has(name) ? "[object Array]" : "[object Object]");
    }
  });

  it("meta.request_id is a string that identifies the request, differs each time, and is also in X-Request-Id", async () => {
    const [first, second] = [await shop.v1("/orders"), await shop.v1("/orders")];
    expect(first.body.meta.request_id).toMatch(/^req_[0-9A-Za-z]{22}$/);
    expect(first.headers.get("X-Request-Id")).toBe(first.body.meta.request_id);
    expect(second.body.meta.request_id).not.toBe(first.body.meta.request_id);
  });

  it("lists of orders and of order items have meta.pagination with four integers", async () => {
    for (const row of [ENDPOINTS.listOrders, ENDPOINTS.listItems]) {
      const { body } = await send(shop.v1, row, ids);
      expect(violations(PAGINATION, body.meta.pagination)).toEqual([]);
    }
  });

  it("an empty list has the whole pagination too", async () => {
    const empty = await createShop();
    for (const row of [ENDPOINTS.listOrders, ENDPOINTS.listItems]) {
      const { body } = await send(empty.v1, row, ids);
      expect(body.data).toEqual([]);
      expect(body.meta.pagination).toEqual({ page: 1, page_size: 50, total: 0, total_pages: 0 });
    }
  });
});

describe("error", () => {
  it("an error is JSON with success false, error and meta, and the error has a code and a message", async () => {
    const responses = [
      await call("/orders"),
      await shop.v1("/orders/999999/notes"),
      await shop.v1("/orders?page=0"),
      await shop.v1("/orders/abc/notes"),
      await shop.v1("/products", { body: {} }),
      await shop.v1("/expenses", { body: "{" }),
      await shop.v1("/no-such-path"),
    ];
    for (const response of responses) {
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.headers.get("Content-Type")).toMatch(/^application\/json/);
      expect(errorViolations(response), response.text).toEqual([]);
    }
  });

  it("an error has a request id as a success has", async () => {
    const response = await shop.v1("/orders/999999/notes");
    expect(response.body.meta).toEqual({ request_id: response.headers.get("X-Request-Id") });
    expect(response.body.meta.request_id).toMatch(/^req_[0-9A-Za-z]{22}$/);
  });
});
