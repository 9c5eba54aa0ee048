import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { createShop, rows, type Shop } from "../../kit/client";
import { organizationD1 } from "../../kit/databases";
import { loseBatch } from "../../kit/lost-batch";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
  // The credential is then cached in the isolate.
  await shop.v1("/me");
});
afterEach(() => {
  vi.restoreAllMocks();
});

const body = { category: "rent", amount: 1, date: "2026-01-31" };

it("a write without a key whose response was lost returns 500 outcome_unknown, which does not suggest a retry", async () => {
  loseBatch(1, "response");
  const { status, headers, body: errorBody } = await shop.v1("/expenses", { body });
  expect({ status, code: errorBody.error.code, retryAfter: headers.get("Retry-After") }).toEqual({
    status: 500,
    code: "internal_error",
    retryAfter: null,
  });
  expect(errorBody.error.details).toMatchObject([{ code: "outcome_unknown" }]);
  expect(await rows("select count(*) as n from expenses where organization_id = ?", shop.id)).toEqual([{ n: 1 }]);
});

it("a read without a key is repeated", async () => {
  loseBatch(1, "response");
  const batches = vi.mocked(organizationD1()).batch.mock.calls;
  const { status, headers } = await shop.v1("/expenses");
  expect({ status, retryAfter: headers.get("Retry-After") }).toEqual({ status: 200, retryAfter: null });
  expect(batches).toHaveLength(2);
});
