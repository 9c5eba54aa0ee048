import { beforeAll, describe, expect, it } from "vitest";
import { createShop, type ApiResponse, createCredential, call, idempotencyKey, type Shop, v1As } from "../kit/client";
import { createProduct } from "./kit";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

/** Fails unless a response has exactly this error. Its `details` are not compared. */
function expectError({ status, headers, body }: ApiResponse, expected: number, code: string, message: string): void {
  const { details: _details, ...error } = body.error;
  expect({ status, body: { ...body, error } }).toEqual({
    status: expected,
    body: { success: false, error: { code, message }, meta: { request_id: headers.get("X-Request-Id") } },
  });
}

describe("the error table", () => {
  it("401 unauthorized: Missing or invalid API key.", async () => {
    for (const headers of [{}, { "x-api-key": "wrong" }]) {
      expectError(await call("/orders", { headers }), 401, "unauthorized", "Missing or invalid API key.");
    }
  });

  it("403 missing_scope: Missing required scope.", async () => {
    const as = v1As(await createCredential(shop.id, "api_key", { scopes: ["stores:read"] }));
    expectError(await as("/orders"), 403, "missing_scope", "Missing required scope.");
  });

  it("404 not_found: Resource not found., for an id that does not exist or belongs to another organization", async () => {
    const { id } = await createProduct(await createShop());
    for (const path of ["/products/999999", `/products/${id}`]) expectError(await shop.v1(path), 404, "not_found", "Resource not found.");
  });

  it("422 idempotency_conflict: the key was used with a different request", async () => {
    const headers = idempotencyKey();
    await shop.v1("/products", { body: { title: "Mug" }, headers });
    const response = await shop.v1("/products", { body: { title: "Bowl" }, headers });
    expectError(response, 422, "idempotency_conflict", "Idempotency-Key was already used with a different request.");
  });

  it("429 rate_limited: Rate limit exceeded., and Retry-After", async () => {
    const as = v1As(await createCredential(shop.id, "api_key", { rate_limit: 1 }));
    await as("/orders");
    const response = await as("/orders");
    expectError(response, 429, "rate_limited", "Rate limit exceeded.");
    expect(Number(response.headers.get("Retry-After"))).toBeGreaterThanOrEqual(1);
  });

  it("400 validation_error: Request validation failed., for a body, a parameter, a path id", async () => {
    const responses = [
      await shop.v1("/products", { body: {}, headers: idempotencyKey() }),
      await shop.v1("/orders?page=0"),
      await shop.v1("/products/0"),
    ];
    for (const response of responses) expectError(response, 400, "validation_error", "Request validation failed.");
  });

  it("validation_error lists every violation in details, with path, code and message", async () => {
    const { body } = await shop.v1("/expenses", { body: { category: "", amount: "x", date: "2026-13-01" } });
    expect(body.error.details.map(({ path }: { path: string }) => path).toSorted()).toEqual(["amount", "category", "date"]);
    for (const detail of body.error.details) {
      expect(detail).toMatchObject({ path: expect.any(String), code: expect.any(String), message: expect.any(String) });
    }
  });
});
