import { anyCharacter } from "../../kit/any-character";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { createShop, type Shop } from "../../kit/client";
import { everything, expenseOf, violationsOf, createExpense } from "./kit";
import { assertProperty } from "../../kit/property";

let shop: Shop;
let theirs: number;
beforeAll(async () => {
  shop = await createShop();
  theirs = (await createShop()).store.id;
});

/** A value of a field, and whether it must be rejected. */
interface Drawn {
  value: unknown;
  bad: boolean;
}
const good = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<Drawn> => values.map((value) => ({ value, bad: false }));
const bad = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<Drawn> => values.map((value) => ({ value, bad: true }));
const field = (fine: fc.Arbitrary<unknown>, faulty: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 6, arbitrary: good(fine) }, { weight: 1, arbitrary: bad(faulty) });

const places = (most: number) => fc.integer({ min: 0, max: most * 10_000 }).map((units) => units / 10_000);
const money = fc.oneof(places(1e9), fc.constantFrom(0, 1e9, 0.0001));
const noMoney = fc.constantFrom<unknown>(-0.0001, -1, 1e9 + 1, 1e300, 0.00001, 1.23456, "1", true, [], {});
const noText = fc.constantFrom<unknown>(1, true, [], {});
const textUpTo = (most: number) =>
  field(
    fc.oneof(fc.string({ unit: anyCharacter, maxLength: most }), fc.constantFrom(null, "", " ", "Ân", "💸", "'; drop table expenses; --")),
    fc.oneof(noText, fc.constant("x".repeat(most + 1))),
  );

const FIELDS = {
  category: field(
    fc.oneof(
      fc.constantFrom("payroll", "Bank Fees", "RENT"),
      fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 64 }).map((text) => `a${text}`.slice(0, 64).trim()),
    ),
    fc.oneof(noText, fc.constantFrom(null, "", "  ", "x".repeat(65))),
  ),
  amount: field(money, fc.oneof(noMoney, fc.constant(null))),
  date: field(
    fc
      .date({ min: new Date("1970-01-01T00:00:00Z"), max: new Date("9999-12-31T00:00:00Z"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
    fc.constantFrom<unknown>(null, 20260131, "", "2026-1-1", "2026-02-29", "2026-13-01", "31.01.2026", "2026-01-31T00:00:00Z", "yesterday"),
  ),
  store_id: field(fc.constantFrom<unknown>(null, "", "gift", "GIFT"), fc.constantFrom<unknown>(1.5, true, [], {}, "x".repeat(256))),
  description: textUpTo(2000),
  original_currency: field(fc.constantFrom("USD", "vnd", "Kwd"), fc.constantFrom<unknown>(null, 1, "", "ZZZ", "dollars", "US")),
  base_amount: field(fc.option(money), noMoney),
  bhxh_amount: field(fc.option(money), noMoney),
  bhxh_rate: field(fc.option(places(100)), fc.constantFrom<unknown>(-1, 100.0001, 5.00001, "10", {})),
  bhxh_type: textUpTo(32),
  employee_name: textUpTo(255),
};

const REQUIRED = ["category", "amount", "date"] as const;
const newExpense = fc.record(FIELDS, { requiredKeys: [...REQUIRED] });
const patch = fc.record(FIELDS, { requiredKeys: [] });

function bodyOf(drawn: Partial<Record<string, Drawn>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(drawn).map(([name, of]) => [name, of?.value]));
}
const badOf = (drawn: Partial<Record<string, Drawn>>): string[] =>
  Object.entries(drawn).flatMap(([name, of]) => (of?.bad === true ? [name] : []));
const pathsOf = (violations: string[]): string[] => [...new Set(violations.map((violation) => violation.split(" ")[0] ?? ""))];

describe("for any request", () => {
  it("POST /expenses returns 400 with each invalid path and writes nothing, or 201", async () => {
    await assertProperty(
      fc.asyncProperty(newExpense, async (drawn) => {
        const before = await everything();
        const response = await shop.v1("/expenses", { body: bodyOf(drawn) });
        const faulty = badOf(drawn);
        if (faulty.length === 0) {
          const body = bodyOf(drawn);
          expect(expenseOf(response, 201)).toMatchObject({ amount: body["amount"], date: body["date"] });
          return;
        }
        expect(pathsOf(violationsOf(response)).toSorted()).toEqual(faulty.toSorted());
        expect(await everything()).toEqual(before);
      }),
      { cases: 50 },
    );
  });

  it("POST /expenses/bulk returns 400 with each invalid path and index and writes nothing, or 201", async () => {
    await assertProperty(
      fc.asyncProperty(fc.array(newExpense, { minLength: 1, maxLength: 12 }), async (drawn) => {
        const before = await everything();
        const response = await shop.v1("/expenses/bulk", { body: { expenses: drawn.map(bodyOf) } });
        const faulty = drawn.flatMap((of, index) => badOf(of).map((name) => `expenses[${index}].${name}`));
        if (faulty.length === 0) {
          expect({ status: response.status, data: response.body.data }).toEqual({
            status: 201,
            data: { success: true, count: drawn.length },
          });
          return;
        }
        expect(pathsOf(violationsOf(response)).toSorted()).toEqual(faulty.toSorted());
        expect(await everything()).toEqual(before);
      }),
      { cases: 30 },
    );
  });

  it("PUT /expenses/{id} returns 400 with each invalid path and writes nothing, or 200", async () => {
    const { id } = await createExpense(shop);
    await assertProperty(
      fc.asyncProperty(patch, async (drawn) => {
        fc.pre(Object.keys(drawn).length > 0);
        const before = await everything();
        const response = await shop.v1(`/expenses/${id}`, { method: "PUT", body: bodyOf(drawn) });
        const faulty = badOf(drawn);
        if (faulty.length === 0) {
          expenseOf(response, 200);
          return;
        }
        expect(pathsOf(violationsOf(response)).toSorted()).toEqual(faulty.toSorted());
        expect(await everything()).toEqual(before);
      }),
      { cases: 50 },
    );
  });

  it("no JSON, id or query causes a 5xx, and a 4xx writes nothing", async () => {
    const { id } = await createExpense(shop);
    const junk = fc.oneof(
      fc.jsonValue(),
      fc.record({ expenses: fc.jsonValue() }),
      fc.record({ category: fc.jsonValue(), amount: fc.jsonValue(), date: fc.jsonValue(), store_id: fc.jsonValue() }),
      fc.constantFrom(
        // As a computed name, it is a field of the JSON and not the prototype of the object.
        { ["__proto__"]: null },
        { constructor: 1 },
        { expenses: [{ ["__proto__"]: 1 }] },
        { category: "rent", amount: 1, date: "2026-01-01", store_id: 0 },
      ),
    );
    const ids = fc.oneof(
      fc.constant(String(id)),
      fc.string().map(encodeURIComponent),
      fc.constantFrom("0", "1e3", "%00", "../me", "9".repeat(20)),
    );
    const query = fc.record(
      { category: fc.string(), store_id: fc.string(), date_from: fc.string(), sort: fc.string(), page: fc.string() },
      { requiredKeys: [] },
    );
    await assertProperty(
      fc.asyncProperty(junk, ids, query, async (body, anyId, params) => {
        const sent = JSON.stringify(body);
        for (const [method, path] of [
          ["POST", "/expenses"],
          ["POST", "/expenses/bulk"],
          ["PUT", `/expenses/${anyId || "x"}`],
        ] as const) {
          const before = await everything();
          const response = await shop.v1(path, { method, body: sent });
          expect(response.status, response.text).toBeLessThan(500);
          if (response.status >= 400) expect(await everything()).toEqual(before);
        }
        const listed = await shop.v1(`/expenses?${new URLSearchParams(params).toString()}`);
        expect([200, 400]).toContain(listed.status);
      }),
      { cases: 20 },
    );
  });

  it("another organization's store at any index returns 404 with the index, and nothing is written", async () => {
    const stores = fc.array(fc.constantFrom("gift", "theirs", null), { minLength: 1, maxLength: 8 });
    await assertProperty(
      fc.asyncProperty(stores, async (named) => {
        const before = await everything();
        const expenses = named.map((name) => ({
          category: "rent",
          amount: 1,
          date: "2026-01-01",
          store_id: name === "theirs" ? theirs : name,
        }));
        const response = await shop.v1("/expenses/bulk", { body: { expenses } });
        const unknown = named.flatMap((name, index) => (name === "theirs" ? [`expenses[${index}].store_id`] : []));
        expect(response.status).toBe(unknown.length === 0 ? 201 : 404);
        if (unknown.length === 0) return;
        expect(response.body.error.details.map(({ path }: { path: string }) => path)).toEqual(unknown);
        expect(await everything()).toEqual(before);
      }),
      { cases: 25 },
    );
  });
});
