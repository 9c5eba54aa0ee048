import fc from "fast-check";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { EXPENSE_FILTERS, type ExpenseFilter } from "../../../src/resources/expenses/filters";
import { Expense } from "../../../src/resources/expenses/expense-view";
import { asOperator, createShop, rows, type Shop } from "../../kit/client";
import { logOf } from "../../kit/log";
import {
  type FilterCases,
  filterParams,
  matchesAll,
  queryOf,
  equalIgnoringCase,
  seldom,
  storeByRef,
  storeTexts,
} from "../../kit/filter-cases";
import type { ModelStore } from "../../kit/order-seed";
import { anExpense, violationsOf, createExpense } from "./kit";
import { assertProperty } from "../../kit/property";
import { organizationD1 } from "../../kit/databases";

const Pagination = z.strictObject({ page: z.int(), page_size: z.int(), total: z.int(), total_pages: z.int() });
const List = z.strictObject({
  success: z.literal(true),
  data: z.array(Expense),
  meta: z.strictObject({ request_id: z.string(), pagination: Pagination, warnings: z.array(z.string()).optional() }),
});

async function list(shop: Shop, params: Record<string, string | undefined> = {}): Promise<z.output<typeof List>> {
  const response = await shop.v1(`/expenses?${queryOf(params)}`);
  if (response.status !== 200) throw new Error(response.text);
  return List.parse(response.body);
}
const found = async (shop: Shop, params: Record<string, string> = {}) => (await list(shop, params)).data.map(({ id }) => id);
const errorsFor = async (shop: Shop, query: string) => violationsOf(await shop.v1(`/expenses?${query}`));

/** The expected values of an expense: those that were sent, as they are stored. */
interface Known {
  id: number;
  category: string;
  amount: number;
  date: string;
  store: ModelStore | null;
  currency: string;
  employee_name: string | null;
  createdAt: number;
}

const DAYS = ["2025-12-31", "2026-01-01", "2026-01-02", "2026-02-28", "2026-03-01"];
const EMPLOYEES = ["Ann", "ann", "Bob O'Neil", "Ân"];
const DRAWN = fc.record({
  category: fc.constantFrom("rent", "payroll", "product_cost", "other", "Gifts", "gifts", "Zines", "rents"),
  cents: fc.integer({ min: 0, max: 40 }),
  date: fc.constantFrom(...DAYS),
  storeIndex: fc.nat({ max: 3 }),
  currency: fc.constantFrom("USD", "USD", "VND"),
  employee_name: fc.option(fc.constantFrom(...EMPLOYEES)),
  createdAt: fc.integer({ min: 1_760_000_000_000, max: 1_760_000_000_030 }),
});

const fold = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
/** The normalized form by which a category is found. */
const unspaced = (text: string): string => fold(text).replaceAll(/[ _]/g, "");
const anyDay = fc.constantFrom(...DAYS, "2026-01-15");

const EXPENSE_CASES: FilterCases<ExpenseFilter, Known, { timezone: string; stores: ModelStore[] }> = {
  category: {
    texts: () => fc.constantFrom("rent", "RENT", "Product Cost", "productcost", "gifts", "GIFTS", "nothing", "rents"),
    matches: ({ category }, text) => unspaced(category) === unspaced(text),
  },
  store: {
    texts: ({ stores: known }) => storeTexts(known),
    matches: ({ store }, text, { model: known }) => store !== null && store.id === storeByRef(known.stores, text)?.id,
  },
  dateFrom: { texts: () => anyDay, matches: ({ date }, text) => date >= text },
  dateTo: { texts: () => anyDay, matches: ({ date }, text) => date <= text },
  employeeName: {
    texts: () => fc.constantFrom(...EMPLOYEES, "ANN", "nobody"),
    matches: ({ employee_name }, text) => equalIgnoringCase(employee_name, text),
  },
  currency: { texts: () => fc.constantFrom("USD", "vnd", "EUR"), matches: ({ currency }, text) => currency === text.toUpperCase() },
};

let shop: Shop;
let stores: ModelStore[];
let model: Known[];
beforeAll(async () => {
  shop = await createShop();
  const make = (name: string, code: string | null) => asOperator(`/organizations/${shop.id}/stores`, { name, code, platform: "custom" });
  // A code that is also the name of another store: the code takes precedence.
  stores = [{ ...shop.store, code: "gift" }, await make("Zeta", "Alpha"), await make("alpha", null)];
  const drawn = fc.sample(DRAWN, { seed: 2026, numRuns: 150 });
  const sent = drawn.map(({ cents, storeIndex, createdAt: _at, ...fields }) => ({
    ...fields,
    amount: cents / 100,
    store_id: stores[storeIndex]?.id ?? null,
  }));
  expect((await shop.v1("/expenses/bulk", { body: { expenses: sent } })).status).toBe(201);
  const ids = await rows<{ id: number }>("select id from expenses where organization_id = ? order by id", shop.id);
  model = drawn.map(({ cents, storeIndex, ...known }, n) => ({
    ...known,
    id: ids[n]?.id ?? 0,
    amount: cents / 100,
    store: stores[storeIndex] ?? null,
  }));
  const times = JSON.stringify(model.map(({ id, createdAt }) => ({ id, at: createdAt })));
  await organizationD1()
    .prepare("update expenses set created_at = j.value->>'at' from json_each(?) j where expenses.id = j.value->>'id'")
    .bind(times)
    .run();
});

const VALUES: Record<string, (expense: Known) => string | number> = {
  date: ({ date }) => date,
  amount: ({ amount }) => amount,
  category: ({ category }) => fold(category),
  createdAt: ({ createdAt }) => createdAt,
  created_at: ({ createdAt }) => createdAt,
  id: ({ id }) => id,
};

/** The expected list, by the rules of docs/spec/lists-and-filters.md#expense-list. */
function expected(params: Partial<Record<string, string>>): { ids: number[]; pagination: z.output<typeof Pagination> } {
  const [field = "date", direction = "desc"] = (params["sort"] ?? "").split(":").filter((part) => part !== "");
  const value = VALUES[field] ?? VALUES["id"];
  const sign = direction === "asc" ? 1 : -1;
  const compare = (one: string | number, other: string | number) => (one === other ? 0 : one < other ? -1 : 1);
  const ids = model
    .filter((expense) => matchesAll(EXPENSE_FILTERS, EXPENSE_CASES, { params, model: { timezone: "UTC", stores } }, expense))
    .toSorted((one, other) => sign * (compare(value?.(one) ?? 0, value?.(other) ?? 0) || one.id - other.id))
    .map(({ id }) => id);
  const page = Number(params["page"] ?? 1);
  const size = Number(params["page_size"] ?? params["limit"] ?? 50);
  const pagination = { page, page_size: size, total: ids.length, total_pages: Math.ceil(ids.length / size) };
  return { ids: ids.slice((page - 1) * size, page * size), pagination };
}

const given = (params: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined));

describe("GET /expenses compared with the model", () => {
  it("any parameters return the same expenses in the same order, and the same totals", async () => {
    const parameters = fc.record({
      ...filterParams(EXPENSE_FILTERS, EXPENSE_CASES, { timezone: "UTC", stores }, "v1", { absentPerPresent: 3 }),
      sort: seldom(
        fc
          .tuple(fc.constantFrom(...Object.keys(VALUES)), fc.constantFrom("", ":asc", ":desc"))
          .map(([field, direction]) => field + direction),
      ),
      page: seldom(fc.integer({ min: 1, max: 5 }).map(String)),
      page_size: seldom(fc.integer({ min: 1, max: 200 }).map(String)),
      limit: seldom(fc.integer({ min: 1, max: 200 }).map(String)),
    });
    await assertProperty(
      fc.asyncProperty(parameters, async (drawn) => {
        const params = given(drawn);
        const { data, meta } = await list(shop, params);
        const { ids, pagination } = expected(params);
        expect(data.map(({ id }) => id)).toEqual(ids);
        expect(meta.pagination).toEqual(pagination);
      }),
      { cases: 200 },
    );
  });

  it("each expense of a page is returned as by GET /expenses/{id}", async () => {
    const { data } = await list(shop, { page_size: "20" });
    for (const expense of data) expect((await shop.v1(`/expenses/${expense.id}`)).body.data).toEqual(expense);
  });
});

describe("sorting, pages and filters", () => {
  it("the newest date is first, and expenses of the same date are sorted by descending id; asc reverses both", async () => {
    const own = await createShop();
    const ids: number[] = [];
    for (const date of ["2026-01-02", "2026-01-03", "2026-01-02", "2026-01-01"]) ids.push((await createExpense(own, { date })).id);
    const at = (...places: number[]) => places.map((place) => ids[place]);
    expect(await found(own)).toEqual(at(1, 2, 0, 3));
    expect(await found(own, { sort: "date:asc" })).toEqual(at(3, 0, 2, 1));
    expect((await list(own)).meta.pagination).toEqual({ page: 1, page_size: 50, total: 4, total_pages: 1 });
    const past = await list(own, { page: "9", page_size: "3" });
    expect({ data: past.data, pagination: past.meta.pagination }).toEqual({
      data: [],
      pagination: { page: 9, page_size: 3, total: 4, total_pages: 2 },
    });
  });

  it("an empty organization has 0 pages", async () => {
    const { data, meta } = await list(await createShop());
    expect({ data, pagination: meta.pagination }).toEqual({ data: [], pagination: { page: 1, page_size: 50, total: 0, total_pages: 0 } });
  });

  it("an empty parameter is treated as absent, and an unknown one causes a warning", async () => {
    const { meta } = await list(shop, {
      category: "",
      store_id: " ",
      date_from: "",
      date_to: "",
      employee_name: "",
      currency: "",
      sort: "",
      page: "",
      page_size: "",
      colour: "red",
    });
    expect({ total: meta.pagination.total, warnings: meta.warnings }).toEqual({
      total: 150,
      warnings: ["colour is unknown and was ignored."],
    });
  });

  it("all validation errors are listed, and no value is clamped", async () => {
    expect(await errorsFor(shop, "date_from=2026-02-30&date_to=yesterday&currency=ZZZ&sort=name&page=0&page_size=201&limit=x")).toEqual([
      "date_from invalid_date",
      "date_to invalid_date",
      "currency invalid_currency",
      "sort invalid_sort",
      "page invalid_integer",
      "page_size invalid_integer",
      "limit invalid_integer",
    ]);
    for (const sort of ["date:up", "date:asc:asc", ":asc", "toString", "__proto__:asc", "bhxh_amount"]) {
      expect(await errorsFor(shop, queryOf({ sort })), sort).toEqual(["sort invalid_sort"]);
    }
    expect(await errorsFor(shop, `category=${"x".repeat(65)}`)).toEqual(["category too_big"]);
  });

  it("another organization's expenses are never listed", async () => {
    const other = await createShop();
    await createExpense(other, { employee_name: "Ann" });
    expect((await list(shop, { employee_name: "Ann" })).meta.pagination.total).toBe(expected({ employee_name: "Ann" }).pagination.total);
    expect(await found(other, { store_id: String(shop.store.id) })).toEqual([]);
  });

  it("a list takes one trip", async () => {
    await shop.v1("/expenses");
    expect(await logOf(() => shop.v1("/expenses"))).toMatchObject({ d1_trips: 1, gate_calls: 1 });
  });

  it("a list returns 304 if nothing has changed", async () => {
    const etag = (await shop.v1("/expenses")).headers.get("ETag") ?? "";
    expect((await shop.v1("/expenses", { headers: { "If-None-Match": etag } })).status).toBe(304);
  });
});

describe("indexes", () => {
  /** The query plan of a list without its subqueries. */
  async function plan(query: string): Promise<string> {
    const prepare = vi.spyOn(organizationD1(), "prepare");
    await shop.v1(`/expenses?${query}`);
    // The statement that reads the page: those that count its rows have no order.
    const text = prepare.mock.calls.map(([sql]) => sql).find((sql) => /order by (?:e\.|\(case)/.test(sql)) ?? "";
    prepare.mockRestore();
    const bindings = Array.from({ length: text.split("?").length - 1 }, () => 1);
    const { results } = await organizationD1()
      .prepare(`explain query plan ${text}`)
      .bind(...bindings)
      .all<{ parent: number; detail: string }>();
    return results.flatMap(({ parent, detail }) => (parent === 0 ? [detail] : [])).join(" | ");
  }

  it.each([
    ["", "expenses_date"],
    ["sort=date:asc", "expenses_date"],
    ["sort=amount", "expenses_amount"],
    ["sort=category:asc", "expenses_category_order"],
    ["sort=createdAt", "expenses_created"],
    ["sort=id", "expenses_organization"],
    ["date_from=2026-01-01&date_to=2026-01-31", "expenses_date"],
    ["category=rent", "expenses_category_date"],
    ["store_id=gift", "expenses_store_date"],
    ["currency=USD", "expenses_currency_date"],
    ["employee_name=Ann", "expenses_employee_date"],
  ])("a list with the query %j is read in order from %s", async (query, index) => {
    const steps = await plan(query);
    expect(steps).toMatch(new RegExp(`SEARCH e USING INDEX ${index} `));
    expect(steps).not.toContain("TEMP B-TREE");
  });

  it.each([
    ["category=Gifts", "expenses_category"],
    ["sort=amount&category=rent", "expenses_category_date"],
    ["sort=amount&store_id=gift", "expenses_store_date"],
    ["sort=id&employee_name=Ann&category=rent", "expenses_employee_date"],
    ["sort=createdAt&date_from=2026-01-01", "expenses_date"],
  ])("a list with the query %j reads the rows that match the filter from %s, and sorts them", async (query, index) => {
    expect(await plan(query)).toMatch(new RegExp(`SEARCH e USING INDEX ${index} `));
  });

  it("a page of 10 reads fewer than 20 rows, however many expenses there are", async () => {
    const own = await createShop();
    const many = Array.from({ length: 500 }, (_, n) => anExpense({ amount: n, currency: n % 50 === 0 ? "VND" : "USD" }));
    const grow = async () => expect((await own.v1("/expenses/bulk", { body: { expenses: many } })).status).toBe(201);
    const rowsRead = async () => (await logOf(() => own.v1("/expenses?currency=VND&page_size=10"))).rows_read;
    await grow();
    await own.v1("/expenses");
    const few = await rowsRead();
    for (let times = 0; times < 3; times += 1) await grow();
    expect([few, await rowsRead()]).toEqual([few, few]);
    expect(few).toBeLessThan(20);
  });
});
