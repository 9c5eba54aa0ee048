import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { PRODUCT_FILTERS, type ProductFilter } from "../../../src/resources/products/filters";
import { type ApiResponse, asOperator, createShop, idempotencyKey, type Shop } from "../../kit/client";
import {
  anyCase,
  type FilterCases,
  filterParams,
  first,
  matchesAll,
  type Params,
  queryOf,
  equalIgnoringCase,
  seldom,
  storeByRef,
  timeTexts,
} from "../../kit/filter-cases";
import type { ModelStore } from "../../kit/order-seed";
import { assertProperty } from "../../kit/property";
import { momentOf } from "../../kit/zone-model";
import { organizationD1 } from "../../kit/databases";

/** The current values of a product that the list uses. */
interface ModelProduct {
  id: number;
  title: string;
  sku: string | null;
  spu: string | null;
  price: number;
  tags: string[];
  stores: string[];
  platforms: string[];
  createdAt: number;
  updatedAt: number;
}

interface Model {
  timezone: string;
  stores: ModelStore[];
}

const ZONE = "America/New_York";
const LONG_AGO = Date.parse("2026-01-01T05:00:00Z");
const DAY_MS = 86_400_000;

/** The sort key of a text: its letters without case and accents. */
const sortKeyOf = (text: string): string =>
  text
    .trim()
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .toLowerCase();
const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

function isFoundBy(q: string, product: ModelProduct): boolean {
  const words = [product.title, product.sku, product.spu, ...product.tags].flatMap((text) => wordsOf(text ?? ""));
  const searched = wordsOf(q);
  return searched.length > 0 && searched.every((word) => words.some((other) => other.startsWith(word)));
}

/** Whether a product names a store by its text, or by the name or code of the store that the text names. */
function namesStore(stores: ModelStore[], product: ModelProduct, text: string): boolean {
  const store = storeByRef(stores, text);
  const names = [text, store?.name, store?.code].filter((name) => typeof name === "string");
  return product.stores.some((given) => names.some((name) => equalIgnoringCase(given, name)));
}

const SORTS: Record<string, (product: ModelProduct) => string | number | null> = {
  updated_at: ({ updatedAt }) => updatedAt,
  updatedAt: ({ updatedAt }) => updatedAt,
  created_at: ({ createdAt }) => createdAt,
  createdAt: ({ createdAt }) => createdAt,
  title: ({ title }) => sortKeyOf(title),
  sku: ({ sku }) => (sku === null ? null : sortKeyOf(sku)),
  price: ({ price }) => price,
  id: ({ id }) => id,
};

function compare(one: string | number | null, other: string | number | null): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? -1 : 1;
  return one < other ? -1 : 1;
}

/** The page for these parameters. */
function expected(products: ModelProduct[], stores: ModelStore[], params: Params) {
  const given = (...names: string[]) => first(params, ...names);
  const [field = "updated_at", direction = "desc"] = (given("sort") ?? "updated_at:desc").split(":");
  const valueOf = SORTS[field] ?? (() => null);
  const sign = direction === "asc" ? 1 : -1;
  const all = products
    .filter((product) => matchesAll(PRODUCT_FILTERS, PRODUCT_CASES, { params, model: { timezone: ZONE, stores } }, product))
    .toSorted((one, other) => sign * (compare(valueOf(one), valueOf(other)) || one.id - other.id));
  const page = Number(given("page") ?? 1);
  const size = Number(given("page_size", "limit") ?? 50);
  return {
    ids: all.slice((page - 1) * size, page * size).map(({ id }) => id),
    pagination: { page, page_size: size, total: all.length, total_pages: Math.ceil(all.length / size) },
  };
}

const TITLES = ["Mug", "mug blue", "Blue-Mug XL", "Éclair tee", "ECLAIR", "poster 100%", "Áo thun", "日本 poster", "zeta"];
const NAMES = ["Gift shop", "GIFT", "gift", "Alpha", "alpha", "elsewhere", "Zeta"];
const PRODUCT_FIELDS = fc.record({
  title: fc.constantFrom(...TITLES),
  sku: fc.constantFrom(null, "MUG-1", "mug-1", "TEE 22", "0042"),
  spu: fc.constantFrom(null, "MUG", "mug", "T-1"),
  price: fc.constantFrom(0, 1, 9.99, 12.5),
  tags: fc.uniqueArray(fc.constantFrom("gift", "Gift", "summer sale", "50%", "áo", ""), { maxLength: 3 }),
  stores: fc.array(fc.constantFrom(...NAMES), { maxLength: 3 }),
  platforms: fc.array(fc.constantFrom("etsy", "Etsy", "shopify"), { maxLength: 2 }),
});

const anyOf = (...texts: string[]) => fc.constantFrom(...texts);
const hasName = (names: string[], text: string) => names.some((name) => equalIgnoringCase(name, text));

const PRODUCT_CASES: FilterCases<ProductFilter, ModelProduct, Model> = {
  match: {
    texts: () =>
      anyOf("mug", "blue mu", "eclair", "É", "ao", "日", "gift", "sale sum", "t", "100", "#", "0042", "mug-1", "poster", "nothing"),
    matches: (product, text) => isFoundBy(text, product),
  },
  sku: { texts: () => anyOf("mug-1", "MUG-1", "0042", "MUG", "tee 22"), matches: ({ sku }, text) => equalIgnoringCase(sku, text) },
  spu: { texts: () => anyOf("mug", "t-1", "T-2"), matches: ({ spu }, text) => equalIgnoringCase(spu, text) },
  store: {
    texts: ({ stores }) => anyOf("nowhere", ...NAMES, ...stores.map(({ id }) => String(id))).chain(anyCase),
    matches: (product, text, { model }) => namesStore(model.stores, product, text),
  },
  platform: {
    texts: () => anyOf("etsy", "ETSY", "shopify", "amazon"),
    matches: ({ platforms }, text) => hasName(platforms, text),
  },
  tag: { texts: () => anyOf("gift", "GIFT", "Summer Sale", "50%", "áo", "sale"), matches: ({ tags }, text) => hasName(tags, text) },
  updatedAfter: {
    texts: () => timeTexts(fc.nat({ max: 9 }).map((days) => LONG_AGO + days * DAY_MS - 1 + (days % 2))),
    matches: ({ updatedAt }, text, { zone }) => updatedAt > momentOf(text, zone),
  },
};

let shop: Shop;
let stores: ModelStore[];
let products: ModelProduct[];

/** 120 products, some of which were changed and some archived since their creation. */
beforeAll(async () => {
  shop = await createShop({ timezone: ZONE });
  const make = (name: string, code: string | null) => asOperator(`/organizations/${shop.id}/stores`, { name, code, platform: "custom" });
  stores = [{ ...shop.store, code: "gift" }, await make("Zeta", "Alpha"), await make("alpha", null)];
  products = [];
  const made = fc.sample(fc.tuple(PRODUCT_FIELDS, PRODUCT_FIELDS, fc.nat({ max: 9 }), fc.nat({ max: 9 }), fc.nat({ max: 9 })), {
    seed: 2026,
    numRuns: 120,
  });
  for (const [fields, later, fate, created, changed] of made) {
    const response = await shop.v1("/products", { body: fields, headers: idempotencyKey() });
    const { id } = response.body.data;
    if (fate === 0) {
      await shop.v1(`/products/${id}`, { method: "DELETE" });
      continue;
    }
    if (fate < 5) await shop.v1(`/products/${id}`, { method: "PUT", body: later, headers: idempotencyKey() });
    products.push({ ...(fate < 5 ? later : fields), id, createdAt: LONG_AGO + created * DAY_MS, updatedAt: LONG_AGO + changed * DAY_MS });
  }
  await organizationD1()
    .prepare(
      `update products set created_at = j.value->>'createdAt', updated_at = j.value->>'updatedAt' from json_each(?) j
      where products.id = j.value->>'id'`,
    )
    .bind(JSON.stringify(products))
    .run();
});

const list = (params: Params = {}, as: Shop = shop): Promise<ApiResponse> => as.v1(`/products?${queryOf(params)}`);
const idsOf = ({ body }: ApiResponse): number[] => body.data.map(({ id }: { id: number }) => id);

/** The validation errors of a list request, as `path code`. */
async function errorsOf(query: string, headers: Record<string, string> = {}): Promise<string[]> {
  const { status, body } = await shop.v1(`/products?${query}`, { headers });
  expect({ status, code: body.error?.code, message: body.error?.message }).toEqual({
    status: 400,
    code: "validation_error",
    message: "Request validation failed.",
  });
  return body.error.details.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`);
}

describe("GET /products compared with the model", () => {
  it("any parameters return the same products in the same order, and the same totals", { tags: "long" }, async () => {
    const params = fc.record({
      ...filterParams(PRODUCT_FILTERS, PRODUCT_CASES, { timezone: ZONE, stores }, "v1", { absentPerPresent: 4 }),
      sort: seldom(
        fc
          .tuple(fc.constantFrom(...Object.keys(SORTS)), fc.constantFrom("", ":asc", ":desc"))
          .map(([field, direction]) => field + direction),
      ),
      page: seldom(fc.constantFrom("1", "2", "3", "9")),
      page_size: seldom(fc.constantFrom("1", "7", "50", "200")),
      limit: seldom(fc.constantFrom("3", "20")),
    });
    await assertProperty(
      fc.asyncProperty(params, async (drawn) => {
        const response = await list(drawn);
        expect(response.status, response.text).toBe(200);
        const { ids, pagination } = expected(products, stores, drawn);
        expect(idsOf(response)).toEqual(ids);
        expect(response.body.meta.pagination).toEqual(pagination);
      }),
      { cases: 150 },
    );
  });

  it.each(["title:asc", "updated_at:desc"])("the pages of sort=%s have each product once, in order", expectEachProductOnce);
  it.each(Object.keys(SORTS).flatMap((field) => [`${field}:asc`, `${field}:desc`]))(
    "the pages of each sort have each product once, in order: %s",
    { tags: "long" },
    expectEachProductOnce,
  );

  async function expectEachProductOnce(sort: string): Promise<void> {
    const seen: number[] = [];
    // At most 120 products.
    for (let page = 1; page <= 3; page += 1) seen.push(...idsOf(await list({ sort, page_size: "40", page: `${page}` })));
    expect(seen).toEqual(expected(products, stores, { sort, page_size: "200" }).ids);
  }

  it("returns each product as GET /products/{id} does", async () => {
    const { body } = await list({ page_size: "5" });
    expect(body.data).toHaveLength(5);
    for (const product of body.data) expect((await shop.v1(`/products/${product.id}`)).body.data).toEqual(product);
  });
});

describe("parameters", () => {
  it("have defaults: the last changed first, 50 per page", async () => {
    const response = await list();
    const { ids, pagination } = expected(products, stores, { sort: "updated_at:desc" });
    expect({ ids: idsOf(response), pagination: response.body.meta.pagination }).toEqual({ ids, pagination });
    expect(pagination.page_size).toBe(50);
  });

  it("are treated as absent if they are empty; q takes precedence over search, page_size over limit", async () => {
    const empty = "q=&search=&sku=&spu=&store=&platform=&tag=&updated_after=&timezone=&sort=&page=&page_size=&limit=";
    const { status, body } = await shop.v1(`/products?${empty}`);
    expect({ status, total: body.meta.pagination.total, warnings: body.meta.warnings }).toEqual({
      status: 200,
      total: products.length,
      warnings: undefined,
    });
    const found = idsOf(await list({ q: "zeta" }));
    expect(found).not.toEqual([]);
    expect(idsOf(await list({ q: "zeta", search: "mug" }))).toEqual(found);
    expect((await list({ page_size: "3", limit: "4" })).body.meta.pagination.page_size).toBe(3);
  });

  it("have all their validation errors listed, and none is clamped", async () => {
    expect(await errorsOf("page=0&page_size=201&limit=x&sort=colour&updated_after=soon&timezone=Mars/Base")).toEqual([
      "updated_after invalid_date",
      "timezone invalid_timezone",
      "sort invalid_sort",
      "page invalid_integer",
      "page_size invalid_integer",
      "limit invalid_integer",
    ]);
    expect(await errorsOf(`q=${"x".repeat(201)}&sku=${"x".repeat(256)}`)).toEqual(["q too_big", "sku too_big"]);
    for (const sort of ["title:up", "title:asc:asc", "__proto__", ":asc"])
      expect(await errorsOf(`sort=${sort}`)).toEqual(["sort invalid_sort"]);
    for (const page of ["-1", "1.5", "100001", "1e3"]) expect(await errorsOf(`page=${page}`)).toEqual(["page invalid_integer"]);
  });

  it("that are unknown are ignored with a warning, and rejected under Prefer: handling=strict", async () => {
    expect((await list({ colour: "red" })).body.meta.warnings).toEqual(["colour is unknown and was ignored."]);
    expect(await errorsOf("colour=red", { Prefer: "handling=strict" })).toEqual(["colour unrecognized_key"]);
  });

  it("for a page past the end return an empty list with the true totals; without products there are 0 pages", async () => {
    const { body } = await list({ page: "100000", page_size: "200" });
    expect({ data: body.data, total: body.meta.pagination.total }).toEqual({ data: [], total: products.length });
    const nothing = (await list({}, await createShop())).body;
    expect({ data: nothing.data, pagination: nothing.meta.pagination }).toEqual({
      data: [],
      pagination: { page: 1, page_size: 50, total: 0, total_pages: 0 },
    });
  });

  it("that are times without an offset are read in timezone, otherwise in the organization's time zone", async () => {
    const count = async (params: Params) => (await list(params)).body.meta.pagination.total as number;
    const after = (moment: number) => products.filter(({ updatedAt }) => updatedAt > moment).length;
    // 1 January begins in New York at 05:00 UTC, when some products were changed.
    expect(await count({ updated_after: "2026-01-01" })).toBe(after(LONG_AGO));
    expect(await count({ updated_after: "2026-01-01", timezone: "UTC" })).toBe(after(LONG_AGO - 1));
    expect(after(LONG_AGO)).toBeLessThan(after(LONG_AGO - 1));
    expect(await count({ updated_after: "2026-01-03T00:00:00-05:00" })).toBe(after(LONG_AGO + 2 * DAY_MS));
  });

  it("find nothing of another organization", async () => {
    const other = await createShop();
    for (const params of [{ store: String(shop.store.id) }, { store: "gift" }, { q: "mug" }, { sku: "mug-1" }, { tag: "gift" }]) {
      expect((await list(params)).body.meta.pagination.total).toBeGreaterThan(0);
      expect((await list(params, other)).body.meta.pagination.total).toBe(0);
    }
  });
});
