import fc from "fast-check";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { CATEGORIES } from "../../../src/resources/expenses/fields";
import { asOperator, createShop, rows, type Shop } from "../../kit/client";
import { logOf } from "../../kit/log";
import { anExpense, everything, eventsOf, expenseOf, violationsOf, createExpense } from "./kit";
import { assertProperty } from "../../kit/property";
import { eventually } from "../../kit/eventually";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop({ currency: "EUR" });
});

const send = (fields: Record<string, unknown>) => shop.v1("/expenses", { body: anExpense(fields) });
const warningsOf = async (fields: Record<string, unknown>) => (await send(fields)).body.meta.warnings;

describe("POST /expenses", () => {
  it("returns 201 with Location and every documented key, null by default; GET returns the same", async () => {
    const response = await send({});
    const { id } = response.body.data;
    expect(response.headers.get("Location")).toBe(`/expenses/${id}`);
    expect(expenseOf(response, 201)).toEqual({
      id: expect.any(Number),
      category: "rent",
      amount: 1200.5,
      date: "2026-01-31",
      store_id: null,
      store_name: null,
      description: null,
      original_currency: "EUR",
      original_amount: 1200.5,
      base_amount: null,
      bhxh_amount: null,
      bhxh_rate: null,
      bhxh_type: null,
      employee_name: null,
      created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
    });
    const read = await shop.v1(`/expenses/${id}`);
    expect({ expense: expenseOf(read, 200), warnings: read.body.meta.warnings }).toEqual({
      expense: response.body.data,
      warnings: undefined,
    });
  });

  it("keeps every field", async () => {
    const fields = {
      category: "payroll",
      amount: 900,
      date: "2024-02-29",
      description: "February",
      base_amount: 1000,
      bhxh_amount: 105,
      bhxh_rate: 10.5,
      bhxh_type: "employer",
      employee_name: "Nguyễn Văn Ân",
    };
    expect(await createExpense(shop, { ...fields, store_id: shop.store.id })).toMatchObject({
      ...fields,
      store_id: String(shop.store.id),
      store_name: "Gift shop",
    });
  });

  it("requires only category, amount and date", async () => {
    expect(violationsOf(await shop.v1("/expenses", { body: {} })).map((violation) => violation.split(" ")[0])).toEqual([
      "category",
      "amount",
      "date",
    ]);
    for (const name of ["category", "amount", "date"]) {
      expect(violationsOf(await send({ [name]: null }))).toEqual([expect.stringMatching(`^${name} `)]);
    }
  });

  it("sends expense.created once, with exactly the documented fields", async () => {
    const own = await createShop();
    vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("thanks"));
    const hook = await own.v2("/webhooks", { body: { url: "https://hooks.example.com/in", events: ["expense.created"] } });
    const { id } = await createExpense(own, { amount: 0.1, currency: "JPY", store_id: "gift", category: "Product Cost" });
    const event = {
      event: "expense.created",
      event_id: expect.stringMatching(/^evt_/),
      organization_id: own.id,
      occurred_at: expect.stringMatching(/\.\d{3}Z$/),
      expense_id: id,
      category: "product_cost",
      amount: 0.1,
      currency: "JPY",
      date: "2026-01-31",
      store_id: String(own.store.id),
    };
    expect(await eventsOf(own)).toEqual([event]);
    await eventually(async () => {
      expect(await rows("select endpoint_id, event_type, status from deliveries where organization_id = ?", own.id)).toEqual([
        { endpoint_id: hook.body.id, event_type: "expense.created", status: "succeeded" },
      ]);
    });
    vi.restoreAllMocks();
    const plain = await createShop();
    await createExpense(plain);
    expect((await eventsOf(plain))[0]).toMatchObject({ store_id: null, amount: 1200.5, currency: "USD" });
  });

  it("takes one trip for overhead, and two with a store", async () => {
    await send({});
    expect(await logOf(() => send({}))).toMatchObject({ status: 201, d1_trips: 1, gate_calls: 1 });
    expect(await logOf(() => send({ store_id: "gift" }))).toMatchObject({ status: 201, d1_trips: 2, gate_calls: 1 });
  });

  it("ignores unknown and read-only fields with a warning, and rejects them under handling=strict", async () => {
    const body = anExpense({ colour: "red", original_amount: 5, store_name: "x", id: 7 });
    const response = await shop.v1("/expenses", { body });
    expect(expenseOf(response, 201)).toMatchObject({ original_amount: 1200.5, store_name: null });
    expect(response.body.meta.warnings).toEqual(
      ["colour", "original_amount", "store_name", "id"].map((name) => `${name} is unknown and was ignored.`),
    );
    expect(violationsOf(await shop.v1("/expenses", { body, headers: { Prefer: "handling=strict" } }))).toHaveLength(4);
  });

  it("lists every validation error and writes nothing", async () => {
    const before = await everything();
    const response = await shop.v1("/expenses", {
      body: {
        category: " ",
        amount: -1,
        date: "2023-02-29",
        store_id: 1.5,
        description: "x".repeat(2001),
        currency: "usd",
        original_currency: "vnd",
        base_amount: 1e10,
        bhxh_amount: 0.00001,
        bhxh_rate: 100.1,
        bhxh_type: "x".repeat(33),
        employee_name: "x".repeat(256),
      },
    });
    expect(violationsOf(response)).toEqual([
      "category too_small",
      "amount too_small",
      "date invalid_format",
      "store_id invalid_union",
      "description too_big",
      "base_amount too_big",
      "bhxh_amount too_many_places",
      "bhxh_rate too_big",
      "bhxh_type too_big",
      "employee_name too_big",
      "currency currency_mismatch",
    ]);
    expect(await everything()).toEqual(before);
  });
});

describe("currency", () => {
  it("is the same as original_currency, ISO 4217 in any letter case, and returned as original_currency", async () => {
    for (const fields of [{ currency: "vnd" }, { original_currency: " Vnd " }, { currency: "VND", original_currency: "vnd" }]) {
      expect(await createExpense(shop, fields)).toMatchObject({ original_currency: "VND", amount: 1200.5, original_amount: 1200.5 });
    }
  });

  it("is the organization's by default", async () => {
    expect(await createExpense(await createShop({ currency: "AUD" }))).toMatchObject({ original_currency: "AUD" });
  });

  it("returns 400 if both are sent and differ; invalid codes have an error at their own field", async () => {
    expect(violationsOf(await send({ currency: "USD", original_currency: "EUR" }))).toEqual(["currency currency_mismatch"]);
    expect(violationsOf(await send({ currency: "ZZZ", original_currency: "nope" }))).toEqual([
      "currency invalid_currency",
      "original_currency invalid_currency",
    ]);
    expect(violationsOf(await send({ currency: "" }))).toEqual(["currency invalid_currency"]);
  });
});

describe("categories", () => {
  it.each(CATEGORIES)("%s is recognized in any letter case, with any separators or none between its words", async (name) => {
    const spellings = [name, name.toUpperCase(), name.replaceAll("_", " "), ` ${name.replaceAll("_", "  ")} `, name.replaceAll("_", "-")];
    for (const category of [...spellings, name.replaceAll("_", "")])
      expect(await createExpense(shop, { category })).toMatchObject({ category: name });
    const groups = await rows("select distinct category_group from expenses where organization_id = ? and category = ?", shop.id, name);
    expect(groups).toEqual([{ category_group: name }]);
  });

  it("any other text of 1 to 64 characters is kept as sent and counted as other", async () => {
    for (const category of ["Influencer Gifts", "rental", "x".repeat(64), "Thuê mặt bằng"]) {
      const { id } = await createExpense(shop, { category });
      expect(await rows("select category, category_group from expenses where id = ?", id)).toEqual([{ category, category_group: "other" }]);
    }
    expect(violationsOf(await send({ category: "x".repeat(65) }))).toEqual(["category too_big"]);
    expect(violationsOf(await send({ category: "" }))).toEqual(["category too_small"]);
  });
});

describe("store_id", () => {
  it("is an integer, a string, or a code in any letter case, and returned as a string", async () => {
    for (const store_id of [shop.store.id, String(shop.store.id), ` ${shop.store.id} `, "gift", "GIFT"]) {
      expect(await createExpense(shop, { store_id })).toMatchObject({ store_id: String(shop.store.id), store_name: "Gift shop" });
    }
  });

  it("is overhead if it is null, absent or empty", async () => {
    for (const fields of [{}, { store_id: null }, { store_id: "" }]) {
      expect(await createExpense(shop, fields)).toMatchObject({ store_id: null, store_name: null });
    }
  });

  it("matches an id before a code that looks like it", async () => {
    const own = await createShop();
    const lookalike = await asOperator(`/organizations/${own.id}/stores`, { name: "B", code: String(own.store.id), platform: "custom" });
    expect(await createExpense(own, { store_id: String(own.store.id) })).toMatchObject({ store_name: "Gift shop" });
    expect(await createExpense(own, { store_id: lookalike.id })).toMatchObject({ store_name: "B" });
  });

  it("returns the same 404 for an unknown store, a name, and another organization's, and nothing is written", async () => {
    const other = await createShop();
    const before = await everything();
    for (const store_id of ["nowhere", "Gift shop", other.store.id, String(other.store.id), 0, -1, "0", "1e0", `0${shop.store.id}`]) {
      const response = await send({ store_id });
      expect(response.status, String(store_id)).toBe(404);
      expect(response.body.error).toMatchObject({ code: "not_found", details: [{ path: "store_id", code: "not_found" }] });
    }
    expect(await everything()).toEqual(before);
  });
});

describe("money", () => {
  it("is exact to four decimal places, from 0 to 1e9", async () => {
    await assertProperty(
      fc.asyncProperty(fc.integer({ min: 0, max: 1e13 }), async (units) => {
        const amount = units / 10_000;
        const { id, ...returned } = await createExpense(shop, { amount, base_amount: amount });
        expect(returned).toMatchObject({ amount, original_amount: amount, base_amount: amount });
        expect(await rows("select amount, base_amount, typeof(amount) as type from expenses where id = ?", id)).toEqual([
          { amount: units, base_amount: units, type: "integer" },
        ]);
      }),
      { cases: 40, examples: [[0], [1], [1e13], [1e13 - 1], [3000], [10_001]] },
    );
  });

  it("is rounded if it has float noise, and rejected if it has a fifth decimal place, is negative, a text or above 1e9", async () => {
    expect(await createExpense(shop, { amount: 0.1 + 0.2 })).toMatchObject({ amount: 0.3 });
    for (const name of ["amount", "base_amount", "bhxh_amount", "bhxh_rate"]) {
      expect(violationsOf(await send({ [name]: 1.00001 }))).toEqual([`${name} too_many_places`]);
      expect(violationsOf(await send({ [name]: -0.01 }))).toEqual([`${name} too_small`]);
      expect(violationsOf(await send({ [name]: "1" }))).toEqual([`${name} invalid_type`]);
    }
    expect(violationsOf(await send({ amount: 1e9 + 0.0001 }))).toEqual(["amount too_big"]);
  });
});

describe("payroll insurance", () => {
  const payroll = (fields: Record<string, unknown>) => createExpense(shop, { category: "Payroll", ...fields });

  it.each([
    // base, percent, currency → insurance, half-up to the minor unit
    [1000, 10.5, "USD", 105],
    [0.1, 5, "USD", 0.01],
    [0.0998, 5, "USD", 0],
    [33.33, 33.33, "USD", 11.11],
    [12_345_678, 10.5, "VND", 1_296_296],
    [5, 10, "JPY", 1],
    [4.9999, 10, "JPY", 0],
    [1.0005, 50, "KWD", 0.5],
    [1.001, 50, "KWD", 0.501],
    [1e9, 100, "USD", 1e9],
    [999_999_999.9999, 99.9999, "USD", 999_999_000],
    [1e9, 0, "USD", 0],
    [0, 10, "USD", 0],
  ])("base %s, rate %s, %s: %s", async (base_amount, bhxh_rate, currency, bhxh_amount) => {
    expect(await payroll({ base_amount, bhxh_rate, currency })).toMatchObject({ base_amount, bhxh_rate, bhxh_amount });
  });

  it("is computed exactly for any base and rate", async () => {
    const arbitrary = fc.tuple(fc.integer({ min: 0, max: 1e13 }), fc.integer({ min: 0, max: 1e6 }), fc.constantFrom("USD", "VND", "KWD"));
    await assertProperty(
      fc.asyncProperty(arbitrary, async ([base, rate, currency]) => {
        const { bhxh_amount } = await payroll({ base_amount: base / 1e4, bhxh_rate: rate / 1e4, currency });
        const minor = { USD: 100n, VND: 1n, KWD: 1000n }[currency] ?? 0n;
        // base × rate / 100 in minor units, as a fraction of integers. Rounding it half up is floor(x + 1/2).
        const [numerator, denominator] = [BigInt(base) * BigInt(rate) * minor, 10n ** 10n];
        expect(bhxh_amount).toBe(Number((2n * numerator + denominator) / (2n * denominator)) / Number(minor));
      }),
      { cases: 40 },
    );
  });

  it("is kept if it is sent and not null; without base or rate there is none", async () => {
    expect(await payroll({ base_amount: 1000, bhxh_rate: 10, bhxh_amount: 7 })).toMatchObject({ bhxh_amount: 7 });
    expect(await payroll({ base_amount: 1000, bhxh_rate: 10, bhxh_amount: 0 })).toMatchObject({ bhxh_amount: 0 });
    expect(await payroll({ base_amount: 1000 })).toMatchObject({ bhxh_amount: null });
    expect(await payroll({ bhxh_rate: 10 })).toMatchObject({ bhxh_amount: null });
    // Many clients send null for a field that the user left empty.
    expect(await payroll({ base_amount: 1000, bhxh_rate: 10, bhxh_amount: null })).toMatchObject({ bhxh_amount: 100 });
  });

  it("has a bhxh_type of any text of up to 32 characters", async () => {
    for (const bhxh_type of ["employee", "employer", "both", "none", "voluntary", "x".repeat(32)]) {
      expect(await payroll({ bhxh_type })).toMatchObject({ bhxh_type });
    }
    expect(await payroll({ bhxh_type: " " })).toMatchObject({ bhxh_type: null });
  });

  it("and the employee are kept with a warning on another category", async () => {
    const response = await send({ category: "travel", employee_name: "Ann", bhxh_rate: 0 });
    expect(expenseOf(response, 201)).toMatchObject({ category: "travel", employee_name: "Ann", bhxh_rate: 0 });
    expect(response.body.meta.warnings).toEqual([expect.stringMatching(/^bhxh_rate, employee_name: .*payroll/)]);
    expect(await warningsOf({ category: "PAYROLL", employee_name: "Ann" })).toBeUndefined();
    expect(await warningsOf({ category: "travel", employee_name: null })).toBeUndefined();
  });
});

describe("GET /expenses/{id}", () => {
  it("returns 404 for an unknown id and another organization's, and 400 for an invalid id", async () => {
    const theirs = await createExpense(await createShop());
    for (const id of [theirs.id, 9007199254740991]) expect((await shop.v1(`/expenses/${id}`)).status).toBe(404);
    for (const id of ["0", "-1", "abc", "1.5", "9007199254740992", "bulk"]) {
      expect(violationsOf(await shop.v1(`/expenses/${id}`))).toEqual(["id invalid_id"]);
    }
  });

  it("takes one trip", async () => {
    const { id } = await createExpense(shop);
    await shop.v1(`/expenses/${id}`);
    expect(await logOf(() => shop.v1(`/expenses/${id}`))).toMatchObject({ d1_trips: 1, gate_calls: 1 });
  });

  it("returns 304 for the version that the caller has", async () => {
    const { id } = await createExpense(shop);
    const read = await shop.v1(`/expenses/${id}`);
    const again = await shop.v1(`/expenses/${id}`, { headers: { "If-None-Match": read.headers.get("ETag") ?? "" } });
    expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: "" });
  });
});
