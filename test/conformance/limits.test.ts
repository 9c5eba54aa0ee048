import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createShop, type ApiResponse, createCredential, idempotencyKey, type Shop, v1As } from "../kit/client";
import { createNote, createExpense, createProduct, type Ids, createOneOfEach, setStatus } from "./kit";
import { RENT_REQUEST } from "./resources/expense";

let shop: Shop;
let ids: Ids;
beforeAll(async () => {
  shop = await createShop();
  ids = await createOneOfEach(shop);
});

afterEach(() => {
  vi.useRealTimers();
});

const expectValidationError = ({ status, body }: ApiResponse) => {
  expect({ status, code: body.error?.code }).toEqual({ status: 400, code: "validation_error" });
};

describe("lists", () => {
  it("the page of the order list is 1 to 100,000, and 1 by default", async () => {
    expect((await shop.v1("/orders")).body.meta.pagination.page).toBe(1);
    expect((await shop.v1("/orders?page=100000")).status).toBe(200);
    for (const page of ["0", "-1", "1.5", "x", "100001"]) expectValidationError(await shop.v1(`/orders?page=${page}`));
  });

  it("page_size and limit of the order list are 1 to 200", async () => {
    for (const name of ["page_size", "limit"]) {
      for (const size of [1, 200]) {
        expect((await shop.v1(`/orders?${name}=${size}`)).body.meta.pagination.page_size).toBe(size);
      }
      for (const size of ["0", "201", "-1", "1.5", "x"]) expectValidationError(await shop.v1(`/orders?${name}=${size}`));
    }
  });

  it("a page of orders has 50 by default", async () => {
    const busy = await createShop();
    const orders = Array.from({ length: 51 }, () => ({ store: "Gift shop", items: [{ name: "Mug", price: 1 }] }));
    expect((await busy.v2("/orders/bulk", { body: { orders } })).status).toBe(200);
    const { body } = await busy.v1("/orders");
    expect(body.data).toHaveLength(50);
    expect(body.meta.pagination).toEqual({ page: 1, page_size: 50, total: 51, total_pages: 2 });
    expect((await busy.v1("/orders?page=2")).body.data).toHaveLength(1);
  });
});

describe("requests", () => {
  it("an Idempotency-Key is 1 to 255 characters", async () => {
    const post = (key: string) => shop.v1("/products", { body: { title: "Mug" }, headers: { "Idempotency-Key": key } });
    for (const key of ["k", "k".repeat(255)]) expect((await post(key)).status).toBe(201);
    for (const key of ["", "k".repeat(256)]) expectValidationError(await post(key));
  });

  it("an optional Idempotency-Key has the same length", async () => {
    const post = (key: string) => shop.v1("/expenses", { body: RENT_REQUEST, headers: { "Idempotency-Key": key } });
    for (const key of ["e", "e".repeat(255)]) expect((await post(key)).status).toBe(201);
    for (const key of ["", "e".repeat(256)]) expectValidationError(await post(key));
  });

  it("a bulk request has 1 to 500 expenses", async () => {
    const post = (length: number) => shop.v1("/expenses/bulk", { body: { expenses: Array.from({ length }, () => RENT_REQUEST) } });
    expectValidationError(await post(0));
    expect((await post(1)).body.data).toEqual({ success: true, count: 1 });
    expect((await post(500)).body.data).toEqual({ success: true, count: 500 });
    expectValidationError(await post(501));
    expectValidationError(await shop.v1("/expenses/bulk", { body: {} }));
  });

  it("path ids of orders, products, stores and expenses are at least 1", async () => {
    for (const path of ["/orders/0/notes", "/orders/0/tracking", "/products/0", "/stores/0", "/stores/0/statistics", "/expenses/0"]) {
      expectValidationError(await shop.v1(path));
    }
  });

  it("a body is at most 1 MiB", async () => {
    const post = (bytes: number) =>
      shop.v1("/products", { body: { title: "x".repeat(bytes - '{"title":""}'.length) }, headers: idempotencyKey() });
    // A title of that length is rejected, but not for the size of the body.
    expectValidationError(await post(1 << 20));
    const response = await post((1 << 20) + 1);
    expect({ status: response.status, code: response.body.error.code }).toEqual({ status: 413, code: "payload_too_large" });
  });

  it("texts and lists have the published maximum lengths", async () => {
    const products: [field: string, make: (size: number) => unknown, max: number][] = [
      ["title", (size) => "x".repeat(size), 255],
      ["sku", (size) => "x".repeat(size), 255],
      ["spu", (size) => "x".repeat(size), 255],
      ["description", (size) => "x".repeat(size), 20_000],
      ["design_link", (size) => `https://designs.example.com/${"x".repeat(size - 28)}`, 2048],
      ["tags", (size) => Array.from({ length: size }, (_, index) => `tag ${index}`), 250],
      ["images", (size) => Array.from({ length: size }, (_, index) => `https://images.example.com/${index}`), 250],
      ["stores", (size) => Array.from({ length: size }, (_, index) => `store ${index}`), 100],
      ["platforms", (size) => Array.from({ length: size }, (_, index) => `platform ${index}`), 100],
    ];
    for (const [name, make, max] of products) {
      expect((await createProduct(shop, { [name]: make(max) }))[name], name).toEqual(make(max));
      expectValidationError(await shop.v1("/products", { body: { title: "Mug", [name]: make(max + 1) }, headers: idempotencyKey() }));
    }
    for (const [name, max] of [
      ["description", 2000],
      ["category", 64],
    ] as const) {
      expect((await createExpense(shop, { [name]: "x".repeat(max) }))[name], name).toHaveLength(max);
      expectValidationError(await shop.v1("/expenses", { body: { ...RENT_REQUEST, [name]: "x".repeat(max + 1) } }));
    }
    expect((await createNote(shop, ids.order, "x".repeat(5000))).text).toHaveLength(5000);
    expectValidationError(await shop.v1(`/orders/${ids.order}/notes`, { body: { content: "x".repeat(5001) }, headers: idempotencyKey() }));
    expect((await setStatus(shop, ids.item, "x".repeat(64))).status).toHaveLength(64);
    expectValidationError(await shop.v1(`/orderItems/${ids.item}/status`, { body: { status: "x".repeat(65) }, headers: idempotencyKey() }));
    expect((await shop.v1(`/orders?q=${"x".repeat(200)}`)).status).toBe(200);
    expectValidationError(await shop.v1(`/orders?q=${"x".repeat(201)}`));
  });
});

describe("rate", () => {
  it("a request over the rate limit gets 429 rate_limited, and a request within it succeeds", async () => {
    const as = v1As(await createCredential(shop.id, "api_key", { rate_limit: 2 }));
    const responses = await Promise.all([as("/orders"), as("/orders"), as("/orders"), as("/orders")]);
    const statuses = responses.map(({ status }) => status).toSorted();
    // A burst of this key is one request: a twelfth of its limit, rounded up. The second one succeeds only if it comes in another second.
    expect(statuses[0]).toBe(200);
    expect(statuses.slice(2)).toEqual([429, 429]);
    for (const { body } of responses.filter(({ status }) => status === 429)) expect(body.error.code).toBe("rate_limited");
  });

  it("the limit is 600 in 60 s with bursts of 50 in 1 s, and it is in the headers of responses", async () => {
    // Otherwise, tests use keys with a higher limit.
    const { headers } = await v1As(await createCredential(shop.id, "api_key", { rate_limit: undefined }))("/orders");
    expect(headers.get("RateLimit-Policy")).toBe('"default";q=600;w=60, "burst";q=50;w=1');
    expect(headers.get("RateLimit")).toMatch(/^"default";r=\d+;t=\d+$/);
  });

  it("Retry-After of a 429 is never earlier than the t of RateLimit", async () => {
    const as = v1As(await createCredential(shop.id, "api_key", { rate_limit: 1 }));
    expect((await as("/orders")).status).toBe(200);
    vi.useFakeTimers({ toFake: ["Date"] });
    for (const seconds of [0, 5, 25]) {
      vi.setSystemTime(Date.now() + seconds * 1000);
      const { status, headers } = await as("/orders");
      expect(status).toBe(429);
      const t = Number(/t=(\d+)/.exec(headers.get("RateLimit") ?? "")?.[1]);
      expect(Number(headers.get("Retry-After")), `after ${seconds} s more`).toBeGreaterThanOrEqual(t);
    }
  });

  it("a key over its daily quota gets 429 rate_limited too, with the policy `daily` in details, until midnight", async () => {
    const as = v1As(await createCredential(shop.id, "api_key", { daily_quota: 1 }));
    expect((await as("/orders")).status).toBe(200);
    for (let again = 0; again < 2; again += 1) {
      const { status, headers, body } = await as("/orders");
      expect({ status, code: body.error.code, message: body.error.message }).toEqual({
        status: 429,
        code: "rate_limited",
        message: "Rate limit exceeded.",
      });
      const toMidnight = (86_400_000 - (Date.now() % 86_400_000)) / 1000;
      expect(Math.abs(Number(headers.get("Retry-After")) - toMidnight)).toBeLessThan(5);
      expect(body.error.details).toMatchObject([{ policy: "daily" }]);
    }
  });
});
