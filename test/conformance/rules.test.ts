import { beforeAll, describe, expect, it } from "vitest";
import { createShop, createCredential, call, idempotencyKey, type Shop, v1As } from "../kit/client";
import { createExpense, type Ids, createClientWith, createOneOfEach, ENDPOINT_LIST, send } from "./kit";

let shop: Shop;
let ids: Ids;
beforeAll(async () => {
  shop = await createShop();
  ids = await createOneOfEach(shop);
});

/** None is an integer of at least 1: the last one is too large to be exact as a number, so it counts as none. */
const WRONG_IDS = ["0", "-1", "abc", "1.5", "9007199254740993"];

/** A row's path with another id in the place of its own. */
const withId = (path: string, id: string) => path.replace(/^(\/\w+\/)[^/]+/, `$1${id}`);

describe("rules common to Public V1", () => {
  it("every endpoint returns 401 unauthorized without x-api-key", async () => {
    for (const [name, row] of ENDPOINT_LIST) {
      const { status, body } = await send(call, row, ids);
      expect({ status, code: body.error.code }, name).toEqual({ status: 401, code: "unauthorized" });
    }
  });

  it("every endpoint returns 403 missing_scope to a key without its scope", async () => {
    const [readsStores, readsOrders] = [await createClientWith(shop, ["stores:read"]), await createClientWith(shop, ["orders:read"])];
    for (const [name, row] of ENDPOINT_LIST) {
      const { status, body } = await send(row.scope === "stores:read" ? readsOrders : readsStores, row, ids);
      expect({ status, code: body.error.code }, name).toEqual({ status: 403, code: "missing_scope" });
    }
  });

  it("every endpoint returns 429 rate_limited to a key over its rate limit", async () => {
    const limited = v1As(await createCredential(shop.id, "api_key", { rate_limit: 1 }));
    expect((await limited("/orders")).status).toBe(200);
    for (const [name, row] of ENDPOINT_LIST) {
      const { status, body } = await send(limited, row, ids);
      expect({ status, code: body.error.code }, name).toEqual({ status: 429, code: "rate_limited" });
    }
  });

  it("every endpoint with a path id returns 404 not_found for an id that does not exist", async () => {
    const none = { order: 999_999, item: "999999", product: 999_999, store: 999_999, expense: 999_999 };
    for (const [name, row] of ENDPOINT_LIST.filter(([, { path }]) => path(ids) !== path(none))) {
      const { status, body } = await send(shop.v1, row, none);
      expect({ status, code: body.error.code }, name).toEqual({ status: 404, code: "not_found" });
    }
  });

  it("every endpoint with a path id returns validation_error for an id that is not an integer of at least 1", async () => {
    for (const [name, row] of ENDPOINT_LIST.filter(([, { path }]) => /^\/(orders|products|stores|expenses)\/\d/.test(path(ids)))) {
      for (const wrong of WRONG_IDS) {
        const { status, body } = await send(shop.v1, { ...row, path: () => withId(row.path(ids), wrong) }, ids);
        expect({ status, code: body.error.code }, `${name} ${wrong}`).toEqual({ status: 400, code: "validation_error" });
      }
    }
  });

  it("itemId is the id of an order item, and any other id is 404 not_found", async () => {
    for (const id of ["999999", "none"]) {
      const { status, body } = await shop.v1(`/orderItems/${id}/status`, { body: { status: "New" }, headers: idempotencyKey() });
      expect({ status, code: body.error.code }, id).toEqual({ status: 404, code: "not_found" });
    }
  });

  it("every endpoint with a body returns validation_error for an invalid one", async () => {
    const wrong: [method: string, path: string, body: unknown][] = [
      ["POST", `/orderItems/${ids.item}/status`, { status: 5 }],
      ["POST", `/orders/${ids.order}/notes`, { content: "" }],
      ["POST", "/products", { title: 5 }],
      ["PUT", `/products/${ids.product}`, { price: "12" }],
      ["POST", "/expenses", { category: "rent", amount: -1, date: "2026-01-31" }],
      ["POST", "/expenses/bulk", { expenses: {} }],
      ["PUT", `/expenses/${ids.expense}`, { date: "soon" }],
    ];
    const withBody = ENDPOINT_LIST.filter(([, { body }]) => body !== undefined);
    expect(wrong.map(([method, path]) => [method, path])).toEqual(withBody.map(([, { method, path }]) => [method, path(ids)]));
    for (const [method, path, body] of wrong) {
      for (const sent of [body, "{", "[]", "null"]) {
        const response = await shop.v1(path, { method, body: sent, headers: idempotencyKey() });
        expect({ status: response.status, code: response.body.error.code }, `${path} ${JSON.stringify(sent)}`).toEqual({
          status: 400,
          code: "validation_error",
        });
      }
    }
  });

  it("an unknown field of a body is ignored and named in meta.warnings, and with Prefer: handling=strict it is an error", async () => {
    const body = { category: "rent", amount: 1, date: "2026-01-31", colour: "blue" };
    const response = await shop.v1("/expenses", { body });
    expect(response.status).toBe(201);
    expect(response.body.data).not.toHaveProperty("colour");
    expect(response.body.meta.warnings.join()).toContain("colour");
    const strict = await shop.v1("/expenses", { body, headers: { Prefer: "handling=strict" } });
    expect({ status: strict.status, code: strict.body.error.code }).toEqual({ status: 400, code: "validation_error" });
  });

  it("a create returns 201, everything else 200", async () => {
    for (const [name, row] of ENDPOINT_LIST) {
      const expense = (await createExpense(shop)).id;
      const { status } = await send(shop.v1, row, { ...ids, expense });
      expect(status, name).toBe(name.startsWith("create") ? 201 : 200);
    }
  });
});
