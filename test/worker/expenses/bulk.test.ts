import { beforeAll, describe, expect, it, vi } from "vitest";
import { asOperator, createShop, rows, type Shop } from "../../kit/client";
import { logOf } from "../../kit/log";
import { anExpense, everything, eventsOf, violationsOf, createExpense } from "./kit";
import { eventually } from "../../kit/eventually";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

const bulk = (expenses: unknown, at: Shop = shop) => at.v1("/expenses/bulk", { body: { expenses } });
const many = (count: number, fields: (n: number) => Record<string, unknown> = () => ({})) =>
  Array.from({ length: count }, (_, n) => anExpense({ amount: n + 0.25, ...fields(n) }));

describe("POST /expenses/bulk", () => {
  it("returns 201 with the count and no Location, and creates each expense as a single request would, in the given order", async () => {
    const own = await createShop();
    const sent = [
      anExpense({ store_id: "GIFT", currency: "vnd" }),
      anExpense({ category: "Payroll", base_amount: 1000, bhxh_rate: 10.5, employee_name: "Ann" }),
      anExpense({ category: "Mystery", description: "  spaced  ", store_id: own.store.id }),
      anExpense({ amount: 0.0001 }),
    ];
    const response = await bulk(sent, own);
    expect({ status: response.status, location: response.headers.get("Location") }).toEqual({ status: 201, location: null });
    expect(response.body).toEqual({ success: true, data: { success: true, count: 4 }, meta: { request_id: expect.any(String) } });
    const { data } = (await own.v1("/expenses?sort=id:asc")).body;
    const singly = await createShop();
    const alone = [];
    for (const fields of sent) alone.push(await createExpense(singly, { ...fields, ...("store_id" in fields && { store_id: "gift" }) }));
    const comparable = ({ id: _id, created_at: _at, store_id: _store, ...rest }: Record<string, unknown>) => rest;
    expect(data.map(comparable)).toEqual(alone.map(comparable));
  });

  it("sends one expense.created for each, in order, with the expense's id", async () => {
    const own = await createShop();
    vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("thanks"));
    await own.v2("/webhooks", { body: { url: "https://hooks.example.com/in", events: ["expense.created"] } });
    await bulk(many(7), own);
    const events = await eventsOf(own);
    expect(events.map(({ amount }) => amount)).toEqual([0.25, 1.25, 2.25, 3.25, 4.25, 5.25, 6.25]);
    expect(new Set(events.map(({ event_id }) => event_id)).size).toBe(7);
    const { data } = (await own.v1("/expenses?sort=id:asc")).body;
    expect(events.map(({ expense_id }) => expense_id)).toEqual(data.map(({ id }: { id: number }) => id));
    await eventually(async () => {
      const delivered = await rows("select status, count(*) as n from deliveries where organization_id = ? group by 1", own.id);
      expect(delivered).toEqual([{ status: "succeeded", n: 7 }]);
    });
    vi.restoreAllMocks();
  });

  it("creates 500 in two round trips to the database and one call of the gate", async () => {
    const own = await createShop();
    await own.v1("/expenses");
    const line = await logOf(() =>
      bulk(
        many(500, (n) => ({ store_id: n % 2 === 0 ? "gift" : own.store.id })),
        own,
      ),
    );
    expect(line).toMatchObject({ status: 201, d1_trips: 2, gate_calls: 1 });
    expect((await own.v1("/expenses?page_size=1")).body.meta.pagination.total).toBe(500);
    expect(await eventsOf(own)).toHaveLength(500);
  });

  it("creates 500 with long descriptions, in a body that is almost as large as a body may be", async () => {
    const own = await createShop();
    // 500 descriptions of 2,000 bytes, with about 70 bytes of other fields each, are 1,036,000 of the 1,048,576 bytes of the limit.
    const description = "é".repeat(1000);
    expect(
      (
        await bulk(
          many(500, () => ({ description })),
          own,
        )
      ).status,
    ).toBe(201);
    const stored = await rows("select count(*) as n, sum(length(description)) as length from expenses where organization_id = ?", own.id);
    expect(stored).toEqual([{ n: 500, length: 500 * 1000 }]);
    expect((await eventsOf(own)).map(({ amount }) => amount)).toEqual(Array.from({ length: 500 }, (_, n) => n + 0.25));
  });

  it("rejects 0 or 501 expenses, and a body without a list", async () => {
    const before = await everything();
    expect(violationsOf(await bulk([]))).toEqual(["expenses too_small"]);
    expect(violationsOf(await bulk(many(501)))).toEqual(["expenses too_big"]);
    expect(violationsOf(await bulk({ 0: anExpense() }))).toEqual(["expenses invalid_type"]);
    expect(violationsOf(await shop.v1("/expenses/bulk", { body: {} }))).toEqual(["expenses invalid_type"]);
    expect(await everything()).toEqual(before);
  });

  it("rejects a list of a hundred thousand for its length, without errors for each element", async () => {
    const response = await bulk(Array.from({ length: 100_000 }, () => 0));
    expect(violationsOf(response)).toEqual(["expenses too_big"]);
  });

  it("rejects all of them for one error, with a 400 that names the index of each invalid one", async () => {
    const before = await everything();
    const last = many(500, (n) => (n === 498 ? { amount: -1 } : {}));
    expect(violationsOf(await bulk(last))).toEqual(["expenses[498].amount too_small"]);
    const several = [anExpense({ amount: "1", currency: "ZZZ" }), anExpense(), 7, anExpense({ currency: "USD", original_currency: "EUR" })];
    expect(violationsOf(await bulk(several))).toEqual([
      "expenses[0].amount invalid_type",
      "expenses[0].currency invalid_currency",
      "expenses[2] invalid_type",
      "expenses[3].currency currency_mismatch",
    ]);
    expect(await everything()).toEqual(before);
  });

  it("rejects all of them for unknown stores, with a 404 that names the index of each", async () => {
    const other = await createShop();
    await asOperator(`/organizations/${other.id}/stores`, { name: "Theirs", code: "theirs", platform: "custom" });
    const before = await everything();
    const stores = ["gift", null, "theirs", shop.store.id, other.store.id, "nowhere"];
    const response = await bulk(stores.map((store_id) => anExpense({ store_id })));
    expect(response.status).toBe(404);
    expect(response.body.error.code).toBe("not_found");
    expect(response.body.error.details.map(({ path }: { path: string }) => path)).toEqual([
      "expenses[2].store_id",
      "expenses[4].store_id",
      "expenses[5].store_id",
    ]);
    expect(await everything()).toEqual(before);
  });

  it("returns warnings with the index for unknown and misplaced payroll fields", async () => {
    const response = await bulk([anExpense(), anExpense({ colour: "red", bhxh_type: "both" })]);
    expect(response.status).toBe(201);
    expect(response.body.meta.warnings).toEqual([
      "expenses[1].colour is unknown and was ignored.",
      expect.stringMatching(/^expenses\[1\]\.bhxh_type: .*payroll/),
    ]);
    const strict = await shop.v1("/expenses/bulk", {
      body: { expenses: [anExpense({ colour: "red" })] },
      headers: { Prefer: "handling=strict" },
    });
    expect(violationsOf(strict)).toEqual(["expenses[0].colour unrecognized_key"]);
  });

  it("assigns unique ids in concurrent batches, and each event has the id of its own expense", async () => {
    const own = await createShop();
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        bulk(
          many(25, () => ({ description: `${n}` })),
          own,
        ),
      ),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    const events = await eventsOf(own);
    expect(new Set(events.map(({ expense_id }) => expense_id)).size).toBe(200);
    const matched = await rows(
      `select count(*) as n from expenses e join events v on v.type = 'expense.created' and v.body->>'expense_id' = e.id
       where e.organization_id = ? and v.body->>'amount' * 10000 = e.amount`,
      own.id,
    );
    expect(matched).toEqual([{ n: 200 }]);
  });
});
