import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { createShop, asOperator, idempotencyKey, rows, type Shop } from "../../kit/client";
import { logOf } from "../../kit/log";
import { everything, type ExpenseResponse, expenseOf, eventsOf, violationsOf, createExpense } from "./kit";
import { assertProperty } from "../../kit/property";

let shop: Shop;
let second: { id: number };
beforeAll(async () => {
  shop = await createShop();
  second = await asOperator(`/organizations/${shop.id}/stores`, { name: "Second", code: "2nd", platform: "custom" });
});

const put = (id: number | string, body: unknown) => shop.v1(`/expenses/${id}`, { method: "PUT", body });
const change = async (id: number, patch: Record<string, unknown>) => expenseOf(await put(id, patch), 200);
const remove = (id: number | string, headers: Record<string, string> = {}) => shop.v1(`/expenses/${id}`, { method: "DELETE", headers });

const full = {
  category: "payroll",
  amount: 900,
  date: "2026-02-28",
  store_id: "gift",
  description: "February",
  currency: "USD",
  base_amount: 1000,
  bhxh_amount: 12.5,
  bhxh_rate: 10.5,
  bhxh_type: "both",
  employee_name: "Ann",
};

/** The expected expense after a patch, by the rules of docs/spec/expenses.md#expense-update. */
function merged(before: ExpenseResponse, { amount, store_id, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return {
    ...before,
    ...rest,
    ...(amount !== undefined && { amount, original_amount: amount }),
    ...(store_id === null && { store_id: null, store_name: null }),
    ...(store_id === "2nd" && { store_id: String(second.id), store_name: "Second" }),
  };
}

describe("PUT /expenses/{id}", () => {
  it("merges: sent fields change, omitted fields are kept", { tags: "long" }, async () => {
    const any = <T>(...values: T[]) => fc.constantFrom(...values);
    const patches = fc.record(
      {
        category: any("rent", "Something else", "payroll"),
        amount: any(0, 0.0001, 1e9),
        date: any("1999-12-31", "2026-03-01"),
        store_id: any(null, "2nd"),
        description: any(null, "new"),
        original_currency: any("VND", "USD"),
        base_amount: any(null, 5),
        bhxh_amount: any(null, 7.25),
        bhxh_rate: any(null, 0, 100),
        bhxh_type: any(null, "none"),
        employee_name: any(null, "Bea"),
      },
      { requiredKeys: [] },
    );
    await assertProperty(
      fc.asyncProperty(patches, async (patch) => {
        fc.pre(Object.keys(patch).length > 0);
        const before = await createExpense(shop, full);
        const response = await put(before.id, patch);
        expect(expenseOf(response, 200)).toEqual(merged(before, patch));
        expect(expenseOf(await shop.v1(`/expenses/${before.id}`), 200)).toEqual(response.body.data);
      }),
      { cases: 25 },
    );
  });

  it("clears an optional field with null, and rejects null elsewhere", async () => {
    const { id } = await createExpense(shop, full);
    const optional = ["store_id", "description", "base_amount", "bhxh_amount", "bhxh_rate", "bhxh_type", "employee_name"];
    const cleared = await change(id, Object.fromEntries(optional.map((name) => [name, null])));
    expect(cleared).toMatchObject({ ...Object.fromEntries(optional.map((name) => [name, null])), store_name: null, amount: 900 });
    const before = await everything();
    const required = ["category", "amount", "date", "currency", "original_currency"];
    expect(violationsOf(await put(id, Object.fromEntries(required.map((name) => [name, null]))))).toEqual(
      required.map((name) => `${name} invalid_type`),
    );
    expect(await everything()).toEqual(before);
  });

  it("requires at least one known field", async () => {
    const { id } = await createExpense(shop);
    expect(violationsOf(await put(id, {}))).toEqual([" no_fields"]);
    expect(violationsOf(await put(id, { colour: "red", id: 5, store_name: "x" }))).toEqual([" no_fields"]);
    const response = await put(id, { colour: "red", amount: 1 });
    expect({ status: response.status, warnings: response.body.meta.warnings }).toEqual({
      status: 200,
      warnings: ["colour is unknown and was ignored."],
    });
  });

  it("follows the rules of creation for category, store, currency and amounts", async () => {
    const { id } = await createExpense(shop);
    expect(await change(id, { category: "BANK fees" })).toMatchObject({ category: "bank_fees" });
    expect(await rows("select category_group from expenses where id = ?", id)).toEqual([{ category_group: "bank_fees" }]);
    await change(id, { category: "Bonbons" });
    expect(await rows("select category, category_group from expenses where id = ?", id)).toEqual([
      { category: "Bonbons", category_group: "other" },
    ]);
    expect(await change(id, { store_id: second.id })).toMatchObject({ store_id: String(second.id), store_name: "Second" });
    expect(await change(id, { currency: "jpy" })).toMatchObject({ original_currency: "JPY", amount: 1200.5 });
    expect(violationsOf(await put(id, { currency: "USD", original_currency: "EUR", amount: 0.00001, bhxh_rate: 101 }))).toEqual([
      "amount too_many_places",
      "bhxh_rate too_big",
      "currency currency_mismatch",
    ]);
  });

  it("recomputes insurance from base and rate if it was computed; a sent or cleared value is kept", { tags: "long" }, async () => {
    const { id } = await createExpense(shop, { category: "payroll", base_amount: 1000, bhxh_rate: 10.5 });
    const insuranceAfter = async (patch: Record<string, unknown>) => (await change(id, patch)).bhxh_amount;
    expect(await insuranceAfter({ amount: 5 })).toBe(105);
    expect(await insuranceAfter({ base_amount: 2000 })).toBe(210);
    expect(await insuranceAfter({ bhxh_rate: 10.503 })).toBe(210.06);
    expect(await insuranceAfter({ currency: "VND" })).toBe(210);
    expect(await insuranceAfter({ bhxh_rate: null })).toBeNull();
    expect(await insuranceAfter({ bhxh_rate: 8 })).toBe(160);
    expect(await insuranceAfter({ bhxh_amount: 150 })).toBe(150);
    expect(await insuranceAfter({ base_amount: 3000 })).toBe(150);
    expect(await insuranceAfter({ bhxh_amount: null })).toBeNull();
    expect(await insuranceAfter({ description: "cleared for good" })).toBeNull();
    expect(await insuranceAfter({ base_amount: 4000 })).toBeNull();
  });

  it("returns a warning for payroll fields on an expense whose category is, or becomes, another one", async () => {
    const { id } = await createExpense(shop, { category: "payroll", employee_name: "Ann" });
    const becomes = await put(id, { category: "travel" });
    expect(becomes.body.meta.warnings).toEqual([expect.stringMatching(/^employee_name: .*payroll/)]);
    expect((await put(id, { bhxh_type: "both" })).body.meta.warnings).toEqual([expect.stringMatching(/^bhxh_type.*: .*payroll/)]);
    expect((await put(id, { category: "payroll" })).body.meta.warnings).toBeUndefined();
  });

  it("sends no event, and changes neither id nor created_at", async () => {
    const own = await createShop();
    const before = await createExpense(own);
    const response = await own.v1(`/expenses/${before.id}`, { method: "PUT", body: { amount: 1 } });
    expect(expenseOf(response, 200)).toEqual({ ...before, amount: 1, original_amount: 1 });
    expect(await eventsOf(own)).toHaveLength(1);
  });

  it("returns 404 for an unknown id, another organization's, and an unknown store, 400 for an invalid id, and changes nothing", async () => {
    const other = await createShop();
    const theirs = await createExpense(other);
    const { id } = await createExpense(shop);
    const before = await everything();
    for (const unknown of [theirs.id, 9007199254740991]) expect((await put(unknown, { amount: 1 })).status).toBe(404);
    for (const store_id of ["nowhere", other.store.id, "Second"]) {
      const response = await put(id, { amount: 1, store_id });
      expect([response.status, response.body.error.details]).toMatchObject([404, [{ path: "store_id", code: "not_found" }]]);
    }
    expect(await everything()).toEqual(before);
    expect(violationsOf(await put("0", { amount: -1 }))).toEqual(["id invalid_id", "amount too_small"]);
  });

  it("applies all concurrent changes of different fields", async () => {
    const { id } = await createExpense(shop);
    const patches = [{ amount: 1 }, { description: "d" }, { employee_name: "e" }, { date: "2020-02-02" }, { bhxh_type: "t" }];
    const responses = await Promise.all(patches.map((patch) => put(id, patch)));
    expect(responses.map(({ status }) => status)).toEqual(patches.map(() => 200));
    expect(expenseOf(await shop.v1(`/expenses/${id}`), 200)).toMatchObject(Object.assign({}, ...patches));
  });

  it("takes two trips", async () => {
    const { id } = await createExpense(shop);
    expect(await logOf(() => put(id, { amount: 2, store_id: "gift" }))).toMatchObject({ status: 200, d1_trips: 2, gate_calls: 1 });
  });
});

it("a change of the amount, date, category, currency or store updates the sums of the reports, as a deletion does", async () => {
  const own = await createShop();
  const { id } = await createExpense(own, { category: "rent", amount: 100, date: "2026-01-31", store_id: "gift" });
  const sums = async (query: string) => {
    const response = await own.v2(`/analytics/summary?${query}`);
    return response.body.currencies.map(({ currency, expenses }: { currency: string; expenses: Record<string, number> }) => [
      currency,
      expenses["operating"],
      expenses["payroll"],
    ]);
  };
  const january = "period=custom&from=2026-01-01&to=2026-01-31";
  const february = "period=custom&from=2026-02-01&to=2026-02-28";
  for (const [patch, query, expected] of [
    [{ amount: 250.25 }, january, [["USD", 250.25, 0]]],
    [{ amount: 80 }, "period=all_time", [["USD", 80, 0]]],
    [{ date: "2026-02-01" }, january, []],
    [{ category: "payroll" }, february, [["USD", 0, 80]]],
    [{ currency: "EUR" }, february, [["EUR", 0, 80]]],
    [{ store_id: null }, `${february}&store_id=gift`, []],
    [{ description: "Nothing of it is summed." }, february, [["EUR", 0, 80]]],
  ] as const) {
    expect((await own.v1(`/expenses/${id}`, { method: "PUT", body: patch })).status).toBe(200);
    expect(await sums(query), JSON.stringify(patch)).toEqual(expected);
  }
  await own.v1(`/expenses/${id}`, { method: "DELETE" });
  for (const query of [february, "period=all_time"]) expect(await sums(query)).toEqual([]);
});

describe("DELETE /expenses/{id}", () => {
  it("returns {deleted: true} and deletes it, and returns 404 the second time", async () => {
    const { id } = await createExpense(shop);
    const response = await remove(id);
    expect({ status: response.status, body: response.body }).toEqual({
      status: 200,
      body: { success: true, data: { deleted: true }, meta: { request_id: expect.any(String) } },
    });
    expect((await remove(id)).status).toBe(404);
    expect((await shop.v1(`/expenses/${id}`)).status).toBe(404);
    expect((await put(id, { amount: 1 })).status).toBe(404);
    expect(await rows("select id from expenses where id = ?", id)).toEqual([]);
  });

  it("ignores an Idempotency-Key: the second time returns 404 with the same key too", async () => {
    const key = idempotencyKey();
    const { id } = await createExpense(shop);
    expect((await remove(id, key)).status).toBe(200);
    expect((await remove(id, key)).status).toBe(404);
    expect((await remove((await createExpense(shop)).id, key)).status).toBe(200);
  });

  it("does not cause its id to be assigned again", async () => {
    const { id } = await createExpense(shop);
    await remove(id);
    expect((await createExpense(shop)).id).toBeGreaterThan(id);
  });

  it("returns 200 to one of many concurrent requests, and 404 to the others", async () => {
    const { id } = await createExpense(shop);
    const responses = await Promise.all(Array.from({ length: 5 }, () => remove(id)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404]);
  });

  it("takes one trip", async () => {
    const { id } = await createExpense(shop);
    expect(await logOf(() => remove(id))).toMatchObject({ status: 200, d1_trips: 1, gate_calls: 1 });
  });

  it("returns 404 for another organization's and deletes nothing, and 400 for an invalid id", async () => {
    const theirs = await createExpense(await createShop());
    const before = await everything();
    expect((await remove(theirs.id)).status).toBe(404);
    expect(violationsOf(await remove("abc"))).toEqual(["id invalid_id"]);
    expect(await everything()).toEqual(before);
  });
});
