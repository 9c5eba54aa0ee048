import { writeCursor } from "../../../src/platform/http/input/cursor";
import { anyCharacter } from "../../kit/any-character";
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { z } from "zod";
import { STORE_FILTERS, type StoreFilter } from "../../../src/resources/stores/filters";
import { Store } from "../../../src/resources/stores/store-view";
import { STORE_PLATFORMS, STORE_TYPES } from "../../../src/resources/stores/store-kinds";
import { type ApiResponse, createShop, idempotencyKey, rows, type Shop, ingestOrder } from "../../kit/client";
import { anyCase, type FilterCases, filterParams, matchesAll, queryOf } from "../../kit/filter-cases";
import { logOf } from "../../kit/log";
import { violationsOf } from "../expenses/kit";
import { ALL_ATTEMPTS, loseBatch } from "../../kit/lost-batch";
import { assertProperty } from "../../kit/property";
import { organizationD1 } from "../../kit/databases";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop({ currency: "AUD" });
});
afterEach(() => vi.restoreAllMocks());

type StoreResponse = z.output<typeof Store>;

const STORE_CASES: FilterCases<StoreFilter, StoreResponse, { timezone: string }> = {
  platform: {
    texts: () => fc.constantFrom("etsy", "EBAY", "custom", "amazon").chain(anyCase),
    matches: ({ platform }, text) => platform === text.toLowerCase(),
  },
  isActive: {
    texts: () => fc.constantFrom("true", "False", "1", "0"),
    matches: ({ is_active }, text) => is_active === /true|1/.test(text),
  },
};
const MODEL = { timezone: "UTC" };

/** Letters of names, and how each is sorted (docs/spec/lists-and-filters.md#text-order). */
const LETTERS = [
  ["a", "a"],
  ["Á", "a"],
  ["å", "a"],
  ["Æ", "ae"],
  ["B", "b"],
  ["b", "b"],
  ["d", "d"],
  ["đ", "d"],
  ["Đ", "d"],
  ["ế", "e"],
  ["E", "e"],
  ["ł", "l"],
  ["Ñ", "n"],
  ["ø", "o"],
  ["Ö", "o"],
  ["s", "s"],
  ["ß", "ss"],
  ["z", "z"],
  ["Ｚ", "z"],
  ["7", "7"],
  ["Ж", "ж"],
  ["ж", "ж"],
  ["木", "木"],
] as const;

let nameCount = 0;
/** An unused store name. */
const aName = () => `Store ${(nameCount += 1)}`;

const post = (of: Shop, fields: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  of.v2("/stores", { body: { name: aName(), platform: "etsy", ...fields }, headers });
const patch = (of: Shop, id: number | string, body: unknown, headers: Record<string, string> = {}) =>
  of.v2(`/stores/${id}`, { method: "PATCH", body, headers });

function storeOf(response: ApiResponse, status: number): StoreResponse {
  if (response.status !== status) throw new Error(`${response.status} ${response.text}`);
  return Store.parse(response.body);
}
const createStore = async (of: Shop, fields: Record<string, unknown> = {}) => storeOf(await post(of, fields), 201);

/** The conflicts of a 409, as `path code`. */
function conflictsOf({ status, body, text }: ApiResponse): string[] {
  if (status !== 409 || body.error.code !== "conflict") throw new Error(`${status} ${text}`);
  return body.error.details.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`);
}

const USUAL_BLOCKERS = ["sku", "design", "supplier", "payment", "address"];

/** What a write of stores changes, in all organizations. */
const everything = () => Promise.all([rows("select * from stores order by id"), rows("select * from write_markers order by 1")]);

describe("POST /stores", () => {
  it("returns 201 with Location and every documented key; GET returns the same, and Public V1 the same without the times and the fields of v2", async () => {
    const name = aName();
    const response = await post(shop, { name });
    const { id, created_at } = response.body;
    expect(response.headers.get("Location")).toBe(`/api/v2/stores/${id}`);
    expect(storeOf(response, 201)).toEqual({
      id: expect.any(Number),
      name,
      code: null,
      platform: "etsy",
      currency: "AUD",
      type: null,
      is_active: true,
      uses_designs: true,
      return_address: null,
      send_blockers: USUAL_BLOCKERS,
      ship_blockers: [],
      organization_id: shop.id,
      created_at: expect.stringMatching(/\.\d{3}Z$/),
      updated_at: created_at,
    });
    expect(storeOf(await shop.v2(`/stores/${id}`), 200)).toEqual(response.body);
    const { id: _id, organization_id, code, platform, currency, type, is_active } = response.body;
    expect((await shop.v1(`/stores/${id}`)).body.data).toEqual({ id, name, organization_id, code, platform, currency, type, is_active });
  });

  it("keeps every field, every platform and every type, without the spaces around a text", async () => {
    const fields = {
      code: "Full-1",
      type: "wholesale",
      currency: "VND",
      is_active: false,
      uses_designs: false,
      return_address: "Gift shop\n1 High Street",
    };
    expect(await createStore(shop, fields)).toMatchObject(fields);
    for (const platform of STORE_PLATFORMS) expect(await createStore(shop, { platform })).toMatchObject({ platform });
    for (const type of STORE_TYPES) expect(await createStore(shop, { type })).toMatchObject({ type });
    const name = aName();
    const untidy = { name: `  ${name} `, code: " ", currency: " eur " };
    expect(await createStore(shop, untidy)).toMatchObject({ name, code: null, currency: "EUR" });
  });

  it("creates a store that an order can name immediately, by id, code and name", async () => {
    const { id, name } = await createStore(shop, { code: "fresh" });
    for (const store of [id, "FRESH", name]) expect(await ingestOrder(shop, { store })).toMatchObject({ store_id: id, store_name: name });
  });

  it("lists every validation error and writes nothing", async () => {
    const before = await everything();
    expect(violationsOf(await shop.v2("/stores", { body: {} }))).toEqual(["name invalid_type", "platform invalid_value"]);
    const faulty = {
      name: "x".repeat(256),
      code: "x".repeat(65),
      platform: "myspace",
      type: "shop",
      currency: "ZZZ",
      is_active: "yes",
      return_address: "x".repeat(501),
    };
    expect(violationsOf(await post(shop, faulty))).toEqual([
      "name too_big",
      "code too_big",
      "platform invalid_value",
      "type invalid_value",
      "currency invalid_currency",
      "is_active invalid_type",
      "return_address too_big",
    ]);
    expect(violationsOf(await post(shop, { name: " ", platform: null, currency: null, is_active: null }))).toHaveLength(4);
    const strict = { Prefer: "handling=strict" };
    expect(violationsOf(await post(shop, { organization_id: 1 }, strict))).toEqual(["organization_id unrecognized_key"]);
    expect(await everything()).toEqual(before);
  });

  it("returns 409 for a name or code that another store has, in any letter case; a code may equal another store's name", async () => {
    const own = await createShop();
    const before = await everything();
    expect(conflictsOf(await post(own, { name: " GIFT shop" }))).toEqual(["name name_taken"]);
    expect(conflictsOf(await post(own, { code: "GIFT" }))).toEqual(["code code_taken"]);
    expect(conflictsOf(await post(own, { name: "gift SHOP", code: "Gift" }))).toEqual(["name name_taken", "code code_taken"]);
    expect(await everything()).toEqual(before);
    const crossed = await createStore(own, { name: "gift", code: "Gift shop" });
    expect(crossed).toMatchObject({ name: "gift", code: "Gift shop" });
    // A code takes precedence over a name.
    expect(await ingestOrder(own, { store: "gift" })).toMatchObject({ store_id: own.store.id });
    expect(await ingestOrder(own, { store: "Gift shop" })).toMatchObject({ store_id: crossed.id });
    for (let n = 0; n < 2; n += 1) expect(await createStore(own)).toMatchObject({ code: null });
  });

  it("allows the same name in another organization", async () => {
    const [one, other] = [await createShop(), await createShop()];
    await createStore(one, { name: "Same", code: "same" });
    expect(await createStore(other, { name: "Same", code: "same" })).toMatchObject({ organization_id: other.id });
  });

  it("gives the name to one of several concurrent requests, and returns 409 for the others", async () => {
    const own = await createShop();
    for (const fields of [{ name: "Wanted" }, { code: "wanted" }]) {
      const responses = await Promise.all(Array.from({ length: 6 }, () => post(own, fields)));
      const rejected = responses.filter(({ status }) => status !== 201);
      expect(rejected).toHaveLength(5);
      const [field] = Object.keys(fields);
      for (const response of rejected) expect(conflictsOf(response)).toEqual([`${field} ${field}_taken`]);
    }
    expect(await rows("select id from stores where organization_id = ?", own.id)).toHaveLength(3);
  });

  it("sends no event, and takes two trips", async () => {
    const own = await createShop();
    await createStore(own);
    expect(await logOf(() => post(own))).toMatchObject({ status: 201, d1_trips: 2, gate_calls: 1 });
    expect(await rows("select id from events where organization_id = ?", own.id)).toEqual([]);
  });
});

describe("PATCH /stores/{id}", () => {
  it("merges: sent fields change, omitted fields are kept, and equal values write nothing", async () => {
    const fields = fc.record(
      {
        name: fc.constantFrom("First", "FIRST", "Second"),
        code: fc.constantFrom(null, "one", "ONE"),
        platform: fc.constantFrom(...STORE_PLATFORMS),
        type: fc.constantFrom(null, ...STORE_TYPES),
        currency: fc.constantFrom("USD", "EUR"),
        is_active: fc.boolean(),
        uses_designs: fc.boolean(),
        return_address: fc.constantFrom(null, "1 High Street\nBath"),
      },
      { requiredKeys: [] },
    );
    const own = await createShop();
    let known = await createStore(own, { name: "First" });
    await assertProperty(
      fc.asyncProperty(fields, async (sent) => {
        fc.pre(Object.keys(sent).length > 0);
        const before = await everything();
        const response = await patch(own, known.id, sent);
        const changes = Object.entries(sent).some(([name, value]) => known[name as keyof StoreResponse] !== value);
        const updated_at = changes ? response.body.updated_at : known.updated_at;
        const type = sent.type === undefined ? known.type : sent.type;
        // By default, they depend on the store's type.
        const send_blockers = type === "manual" || type === "test" ? ["supplier"] : USUAL_BLOCKERS;
        expect(storeOf(response, 200)).toEqual({ ...known, ...sent, send_blockers, updated_at });
        expect((await own.v2(`/stores/${known.id}`)).body).toEqual(response.body);
        if (!changes) expect(await everything()).toEqual(before);
        known = response.body;
      }),
      { cases: 60 },
    );
  });

  it("sets updated_at, and keeps created_at", async () => {
    const { id, created_at } = await createStore(shop);
    await organizationD1().prepare("update stores set created_at = 5, updated_at = 5 where id = ?").bind(id).run();
    const { body } = await patch(shop, id, { type: "test" });
    expect(body.created_at).toBe("1970-01-01T00:00:00.005Z");
    expect(body.updated_at >= created_at).toBe(true);
  });

  it("clears code, type, return_address and chosen blockers with null, rejects null elsewhere, and requires at least one known field", async () => {
    const chosen = { send_blockers: ["proof"], ship_blockers: ["proof"] };
    const set = { code: "cleared", type: "social", return_address: "1 High Street", ...chosen };
    const { id } = await createStore(shop, set);
    const cleared = { code: null, type: null, return_address: null };
    const nulls = { ...cleared, send_blockers: null, ship_blockers: null };
    const defaults = { send_blockers: USUAL_BLOCKERS, ship_blockers: [] };
    expect(storeOf(await patch(shop, id, nulls), 200)).toMatchObject({ ...cleared, ...defaults });
    const required = { name: null, platform: null, currency: null, is_active: null, uses_designs: null };
    expect(violationsOf(await patch(shop, id, required)).map((violation) => violation.split(" ")[0])).toEqual(Object.keys(required));
    for (const body of [{}, { id: 7, organization_id: 1 }]) expect(violationsOf(await patch(shop, id, body))).toEqual([" no_fields"]);
  });

  it("returns 409 for a name or code of another store, but not for its own in another case", async () => {
    const own = await createShop();
    const { id } = await createStore(own, { name: "Mine", code: "mine" });
    const before = await everything();
    expect(conflictsOf(await patch(own, id, { name: "gift shop", type: "test" }))).toEqual(["name name_taken"]);
    expect(conflictsOf(await patch(own, id, { code: "GIFT", name: "Gift Shop" }))).toEqual(["name name_taken", "code code_taken"]);
    expect(await everything()).toEqual(before);
    expect(storeOf(await patch(own, id, { name: "MINE", code: "Mine" }), 200)).toMatchObject({ name: "MINE", code: "Mine" });
  });

  it("keeps the orders of a renamed store, which are found by the new name", async () => {
    const own = await createShop();
    const order = await ingestOrder(own);
    await patch(own, own.store.id, { name: "Gifts", code: null });
    expect((await own.v2(`/orders/${order.id}`)).body).toMatchObject({ store_id: own.store.id, store_name: "Gifts" });
    expect((await own.v1("/orders?store_id=gifts")).body.meta.pagination.total).toBe(1);
    expect((await own.v2("/orders", { body: { store: "Gift shop", items: [{ name: "Mug", price: 1 }] } })).status).toBe(404);
  });

  it("applies all concurrent changes of different fields, and gives a name to one of two stores", async () => {
    const own = await createShop();
    const [one, two] = [await createStore(own), await createStore(own)];
    const patches = [{ code: "c" }, { type: "test" }, { currency: "JPY" }, { is_active: false }, { platform: "wix" }];
    for (const { status } of await Promise.all(patches.map((fields) => patch(own, one.id, fields)))) expect(status).toBe(200);
    expect((await own.v2(`/stores/${one.id}`)).body).toMatchObject(Object.assign({}, ...patches));
    const responses = await Promise.all([one, two].map(({ id }) => patch(own, id, { name: "Wanted" })));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it("returns 404 for an unknown id and another organization's without changes, and 400 for an invalid id", async () => {
    const other = await createShop();
    const before = await everything();
    for (const id of [other.store.id, 9007199254740991]) {
      for (const { status, body } of [await patch(shop, id, { name: "Mine now" }), await shop.v2(`/stores/${id}`)]) {
        expect({ status, error: body.error }).toEqual({ status: 404, error: { code: "not_found", message: "Resource not found." } });
      }
    }
    for (const id of ["0", "-1", "abc", "1.5", "9007199254740993"]) {
      expect(violationsOf(await patch(shop, id, { name: "" }))).toEqual(["id invalid_id", "name too_small"]);
      expect(violationsOf(await shop.v2(`/stores/${id}`))).toEqual(["id invalid_id"]);
    }
    expect(await everything()).toEqual(before);
  });

  it("takes two trips, and one if nothing changes", async () => {
    const { id } = await createStore(shop);
    expect(await logOf(() => patch(shop, id, { type: "test" }))).toMatchObject({ status: 200, d1_trips: 2, gate_calls: 1 });
    expect(await logOf(() => patch(shop, id, { type: "test" }))).toMatchObject({ status: 200, d1_trips: 1, rows_written: 0 });
  });
});

describe("with an Idempotency-Key", () => {
  it(
    "50 concurrent requests create one store, and all get its response; a later one is replayed with identical bytes",
    { tags: "long" },
    async () => {
      const own = await createShop();
      const key = idempotencyKey();
      const send = () => post(own, { name: "Once", code: "once" }, key);
      const responses = [...(await Promise.all(Array.from({ length: 50 }, send))), await send()];
      expect(new Set(responses.map(({ status, text, headers }) => [status, text, headers.get("Location")].join())).size).toBe(1);
      expect(responses[0]?.status).toBe(201);
      expect(responses.filter(({ headers }) => headers.get("Idempotent-Replayed") === "true")).toHaveLength(50);
      expect(await rows("select id from stores where organization_id = ?", own.id)).toHaveLength(2);
    },
  );

  it("a commit whose response was lost is found again: the store was created, without a conflict with itself", async () => {
    const own = await createShop();
    const { id } = await createStore(own);
    for (const send of [
      (key: Record<string, string>) => post(own, { name: "Found", code: "found" }, key),
      (key: Record<string, string>) => patch(own, id, { name: "Changed" }, key),
    ]) {
      const key = idempotencyKey();
      // The first batch reads what the write depends on.
      loseBatch(2, "response", ALL_ATTEMPTS);
      expect((await send(key)).status).toBe(503);
      const before = await everything();
      const retry = await send(key);
      expect((await own.v2(`/stores/${retry.body.id}`)).body).toEqual(storeOf(retry, retry.body.id === id ? 200 : 201));
      expect(await everything()).toEqual(before);
      vi.restoreAllMocks();
    }
  });

  it("a response that is lost once is not noticed by the caller: the store was created, without a conflict with itself", async () => {
    const own = await createShop();
    const { id } = await createStore(own);
    for (const send of [
      (key: Record<string, string>) => post(own, { name: "Found", code: "found" }, key),
      (key: Record<string, string>) => patch(own, id, { name: "Changed" }, key),
    ]) {
      const key = idempotencyKey();
      // The first batch reads what the write depends on.
      loseBatch(2, "response");
      const response = await send(key);
      expect((await own.v2(`/stores/${response.body.id}`)).body).toEqual(storeOf(response, response.body.id === id ? 200 : 201));
      const before = await everything();
      expect((await send(key)).text).toBe(response.text);
      expect(await everything()).toEqual(before);
      vi.restoreAllMocks();
    }
  });

  it("a 409 leaves the key free: once the name is free, the same request creates the store", async () => {
    const own = await createShop();
    const key = idempotencyKey();
    const send = () => post(own, { name: "Gift shop", code: "new" }, key);
    expect(conflictsOf(await send())).toEqual(["name name_taken"]);
    await patch(own, own.store.id, { name: "Other" });
    expect((await send()).status).toBe(201);
  });
});

describe("GET /stores", () => {
  /** The names on each page, from the first to the last. */
  async function readAllPages(of: Shop, query: string): Promise<string[][]> {
    const pages: string[][] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const { status, body, text } = await of.v2(`/stores?${query}&cursor=${cursor}`);
      if (status !== 200) throw new Error(text);
      expect(body.has_more).toBe(body.next_cursor !== null);
      pages.push(body.data.map(({ name }: StoreResponse) => name));
      cursor = body.next_cursor;
    }
    return pages;
  }

  it("sorts by name, ignoring case and accents, and then by age, with any filters and page size", async () => {
    const own = await createShop();
    const first: StoreResponse = (await own.v2(`/stores/${own.store.id}`)).body;
    const known = [{ store: first, sortedAs: first.name.toLowerCase() }];
    const names = fc
      .array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 4 })
      .map((letters) => [0, 1].map((which) => letters.map((letter) => letter[which]).join("")));
    for (const [name, sortedAs = ""] of fc.sample(names, 60)) {
      const response = await post(own, { name, platform: known.length % 2 === 0 ? "etsy" : "ebay", is_active: known.length % 3 === 0 });
      if (response.status === 201) known.push({ store: response.body, sortedAs });
    }
    expect(known.length).toBeGreaterThan(30);
    const sorted = known
      .toSorted((one, other) => {
        if (one.sortedAs === other.sortedAs) return one.store.id - other.store.id;
        return one.sortedAs < other.sortedAs ? -1 : 1;
      })
      .map(({ store }) => store);
    const filters = fc.record(filterParams(STORE_FILTERS, STORE_CASES, MODEL, "v2", { absentPerPresent: 1 }));
    await assertProperty(
      fc.asyncProperty(filters, fc.integer({ min: 1, max: 60 }), async (params, limit) => {
        const expected = sorted.filter((store) => matchesAll(STORE_FILTERS, STORE_CASES, { params, model: MODEL }, store));
        const pages = await readAllPages(own, queryOf({ ...params, limit: String(limit) }));
        expect(pages.flat()).toEqual(expected.map((store) => store.name));
        for (const page of pages.slice(0, -1)) expect(page).toHaveLength(limit);
      }),
      { cases: 40, examples: [[{}, 1]] },
    );
  });

  it("lists each store once over all pages, with any names", async () => {
    const own = await createShop();
    const known: string[] = [own.store.name];
    const anyNames = fc.sample(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 30 }), 40);
    for (const name of [...anyNames, "\u0001".repeat(255), "💸".repeat(127)]) {
      const response = await post(own, { name });
      if (response.status === 201) known.push(response.body.name);
    }
    expect(known.length).toBeGreaterThan(20);
    const whole = (await readAllPages(own, "limit=100")).flat();
    expect(whole.toSorted()).toEqual(known.toSorted());
    for (const limit of [1, 7]) expect((await readAllPages(own, `limit=${limit}`)).flat()).toEqual(whole);
  });

  it("returns each store as GET /stores/{id} does", async () => {
    const { data } = (await shop.v2("/stores?limit=5")).body;
    for (const store of data) expect((await shop.v2(`/stores/${store.id}`)).body).toEqual(store);
  });

  it("lists every validation error; a cursor is valid only for its own list", async () => {
    expect(violationsOf(await shop.v2("/stores?platform=myspace&is_active=maybe&limit=0"))).toEqual([
      "platform invalid_platform",
      "is_active invalid_boolean",
      "limit invalid_integer",
    ]);
    const { next_cursor } = (await shop.v2("/stores?limit=1")).body;
    const other = await createShop();
    for (const [of, query] of [
      [shop, `platform=etsy&cursor=${next_cursor}`],
      [shop, `cursor=${next_cursor}x`],
      [other, `cursor=${next_cursor}`],
      // The format from before two stores could have equal sort keys: only a name.
      [shop, `cursor=${await writeCursor([env.MASTER_SECRET], { organizationId: shop.id, list: "listStoresV2", query: {} }, ["A"])}`],
    ] as const) {
      expect(violationsOf(await of.v2(`/stores?${query}`))).toEqual(["cursor invalid_cursor"]);
    }
  });

  it("filters by whether a store is active", async () => {
    const own = await createShop();
    await own.v2("/stores", { body: { name: "Closed", platform: "etsy", is_active: false } });
    const names = async (query: string) => (await own.v2(`/stores${query}`)).body.data.map(({ name }: { name: string }) => name);
    expect(await names("?is_active=true")).toEqual(["Gift shop"]);
    expect(await names("?is_active=false")).toEqual(["Closed"]);
    expect(await names("")).toEqual(["Closed", "Gift shop"]);
  });

  it("takes one trip, finds a page by its index, and returns 304 if nothing has changed", async () => {
    const { body, headers } = await shop.v2("/stores?limit=2");
    expect(await logOf(() => shop.v2("/stores?limit=2"))).toMatchObject({ d1_trips: 1, gate_calls: 1, rows_written: 0 });
    const etag = headers.get("ETag") ?? "";
    expect((await shop.v2("/stores?limit=2", { headers: { "If-None-Match": etag } })).status).toBe(304);
    const prepare = vi.spyOn(organizationD1(), "prepare");
    const line = await logOf(() => shop.v2(`/stores?limit=2&cursor=${body.next_cursor}`));
    // Three rows of the page and of the one after it, each in the index and in the table.
    expect(line.rows_read).toBeLessThanOrEqual(6);
    const text = prepare.mock.calls.map(([sql]) => sql).find((sql) => sql.includes("indexed by stores_name_order")) ?? "";
    prepare.mockRestore();
    const bindings = Array.from({ length: text.split("?").length - 1 }, () => 1);
    const { results } = await organizationD1()
      .prepare(`explain query plan ${text}`)
      .bind(...bindings)
      .all<{ detail: string }>();
    expect(results.map(({ detail }) => detail)).toEqual(["SEARCH s USING INDEX stores_name_order (organization_id=? AND <expr>>?)"]);
  });
});

it("a store is found by the text with which it was created, also if some characters of it are not stored", async () => {
  const { v1, v2 } = await createShop();
  const name = "Gifts \u0007and\u202e more\u202c";
  const code = "g\u202egifts";
  const created = await v2("/stores", { body: { name, code, platform: "custom" } });
  expect(created.body).toMatchObject({ name: "Gifts and more", code: "ggifts" });
  for (const store of [name, code]) {
    const order = await v2("/orders", { body: { store, items: [{ name: "Mug", quantity: 1, price: 1 }] } });
    expect({ status: order.status, store_id: order.body.store_id }).toEqual({ status: 201, store_id: created.body.id });
    const listed = await v2(`/orders?store_id=${encodeURIComponent(store)}`);
    expect(listed.body.data).not.toHaveLength(0);
  }
  const expense = await v1("/expenses", { body: { category: "other", amount: 1, date: "2026-01-02", store_id: code } });
  expect({ status: expense.status, store_id: expense.body.data.store_id }).toEqual({ status: 201, store_id: String(created.body.id) });
});
