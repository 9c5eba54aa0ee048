import { anyCharacter } from "../../kit/any-character";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type ApiResponse, createShop, idempotencyKey, rows, type Shop } from "../../kit/client";
import { everythingOf } from "../../kit/rows-of-organization";
import { logOf } from "../../kit/log";
import { assertProperty } from "../../kit/property";
import { storedText } from "../../kit/stored-text";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

const post = (body: unknown, as: Shop = shop): Promise<ApiResponse> => as.v1("/products", { body, headers: idempotencyKey() });
const put = (id: number, body: unknown, as: Shop = shop): Promise<ApiResponse> =>
  as.v1(`/products/${id}`, { method: "PUT", body, headers: idempotencyKey() });
const remove = (id: number): Promise<ApiResponse> => shop.v1(`/products/${id}`, { method: "DELETE" });

/** Creates a product and returns it. */
async function aProduct(fields: Record<string, unknown> = {}): Promise<ApiResponse["body"]> {
  const response = await post({ title: "Mug", ...fields });
  expect(response.status, response.text).toBe(201);
  return response.body.data;
}

const errorsOf = ({ status, body }: ApiResponse): string[] => {
  expect({ status, code: body.error.code, message: body.error.message }).toEqual({
    status: 400,
    code: "validation_error",
    message: "Request validation failed.",
  });
  return body.error.details.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`);
};

const WHOLE = {
  sku: "MUG-1",
  spu: "MUG",
  title: "Blue mug",
  description: "A mug.\nIt is blue.",
  price: 12.5,
  design_link: "https://files.example.com/mug.png",
  tags: ["gift", "Blue"],
  images: ["https://files.example.com/1.jpg"],
  stores: ["Gift shop", "elsewhere"],
  platforms: ["etsy"],
};

describe("POST /products", () => {
  it("creates a product and returns 201, Location and exactly the documented fields", async () => {
    const before = Date.now();
    const response = await post(WHOLE);
    expect(response.status).toBe(201);
    const { data, meta } = response.body;
    expect(response.headers.get("Location")).toBe(`/products/${data.id}`);
    const { id, created_at, updated_at, ...rest } = data;
    expect(rest).toEqual({ ...WHOLE, videos: [], labels: [], sizes: [], organization_id: shop.id });
    expect([typeof id, Date.parse(created_at) >= before, updated_at]).toEqual(["number", true, created_at]);
    expect(created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Object.keys(meta)).toEqual(["request_id"]);
    expect((await shop.v1(`/products/${id}`)).body.data).toEqual(data);
  });

  it("requires only a title; omitted fields are null, 0 or an empty list", async () => {
    const { id: _id, created_at: _created, updated_at: _updated, ...rest } = await aProduct({ title: "  Bare  " });
    expect(rest).toEqual({
      sku: null,
      spu: null,
      title: "Bare",
      description: null,
      price: 0,
      design_link: null,
      tags: [],
      images: [],
      videos: [],
      stores: [],
      platforms: [],
      labels: [],
      sizes: [],
      organization_id: shop.id,
    });
    expect(errorsOf(await post({}))).toEqual(["title invalid_type"]);
  });

  it("treats null and an empty text as omitted, and keeps lists as they are sent", async () => {
    const lists = { tags: null, images: ["", " a ", "a", "a"], stores: [], platforms: null };
    const product = await aProduct({ sku: null, spu: " ", description: "", design_link: null, ...lists });
    expect(product).toMatchObject({ sku: null, spu: null, description: null, design_link: null, tags: [], images: lists.images });
  });

  it("keeps a price exact to four decimal places", async () => {
    expect((await aProduct({ price: 12.3456 })).price).toBe(12.3456);
    // 0.30000000000000004: more places that come from floating-point arithmetic are no error.
    expect((await aProduct({ price: 0.1 + 0.2 })).price).toBe(0.3);
    expect((await aProduct({ price: 1e9 })).price).toBe(1e9);
    expect(errorsOf(await post({ title: "x", price: 0.00001 }))).toEqual(["price too_many_places"]);
  });

  it("ignores read-only and unknown fields with a warning, and rejects them under Prefer: handling=strict", async () => {
    const body = { title: "x", videos: ["v"], labels: ["l"], sizes: ["s"], id: 5, organization_id: 1, colour: "red" };
    const response = await post(body);
    expect(response.status).toBe(201);
    expect(response.body.data).toMatchObject({ videos: [], labels: [], sizes: [], organization_id: shop.id });
    const unknown = ["videos", "labels", "sizes", "id", "organization_id", "colour"];
    expect(response.body.meta.warnings).toEqual(unknown.map((name) => `${name} is unknown and was ignored.`));
    const strict = await shop.v1("/products", { body, headers: { ...idempotencyKey(), Prefer: "handling=strict" } });
    expect(errorsOf(strict)).toEqual(unknown.map((name) => `${name} unrecognized_key`));
  });

  it("accepts a SKU again with a warning that names the other product, in any letter case, unless that is archived", async () => {
    const first = await aProduct({ sku: "Twice-1" });
    const again = await post({ title: "Other", sku: "TWICE-1" });
    expect({ status: again.status, warnings: again.body.meta.warnings }).toEqual({
      status: 201,
      warnings: [`sku "TWICE-1" is also used by product ${first.id}.`],
    });
    await remove(first.id);
    await remove(again.body.data.id);
    expect((await post({ title: "Third", sku: "twice-1" })).body.meta.warnings).toBeUndefined();
    // Another organization's product is not mentioned.
    expect((await post({ title: "x", sku: "twice-1" }, await createShop())).body.meta.warnings).toBeUndefined();
  });

  it("takes one trip for the row, its terms, its words and its response", async () => {
    await aProduct();
    expect(await logOf(() => post(WHOLE))).toMatchObject({ status: 201, d1_trips: 1, gate_calls: 1 });
  });
});

describe("PUT /products/{id}", () => {
  it("merges: omitted fields are kept, null clears a field, and a list replaces the whole list", async () => {
    const { id, created_at, ...made } = await aProduct(WHOLE);
    const response = await put(id, { price: 3, description: null, tags: ["new"], images: null });
    expect(response.status).toBe(200);
    expect(response.headers.get("Location")).toBeNull();
    const { updated_at, ...data } = response.body.data;
    const { updated_at: before, ...kept } = made;
    expect(data).toEqual({ ...kept, id, created_at, price: 3, description: null, tags: ["new"], images: [] });
    expect(Date.parse(updated_at)).toBeGreaterThanOrEqual(Date.parse(before));
    expect((await shop.v1(`/products/${id}`)).body.data).toEqual(response.body.data);
  });

  it("title and price can't be cleared", async () => {
    const { id } = await aProduct();
    expect(errorsOf(await put(id, { title: null, price: null }))).toEqual(["title invalid_type", "price invalid_type"]);
  });

  it("requires at least one known field", async () => {
    const { id } = await aProduct();
    expect(errorsOf(await put(id, {}))).toEqual([" no_fields"]);
    expect(errorsOf(await put(id, { videos: [], colour: "red" }))).toEqual([" no_fields"]);
    const response = await put(id, { title: "Cup", colour: "red" });
    expect({ status: response.status, warnings: response.body.meta.warnings }).toEqual({
      status: 200,
      warnings: ["colour is unknown and was ignored."],
    });
  });

  it("does not write values that are the same", async () => {
    const { id, updated_at } = await aProduct(WHOLE);
    const before = await everythingOf(shop.id);
    const response = await put(id, { title: "Blue mug", tags: ["gift", "Blue"], price: 12.5 });
    expect({ status: response.status, updated_at: response.body.data.updated_at }).toEqual({ status: 200, updated_at });
    expect(await everythingOf(shop.id)).toEqual(before);
  });

  it("returns a warning for a reused SKU", async () => {
    const first = await aProduct({ sku: "S-1" });
    const { id } = await aProduct();
    expect((await put(id, { sku: "s-1" })).body.meta.warnings).toEqual([`sku "s-1" is also used by product ${first.id}.`]);
    expect((await put(id, { price: 7 })).body.meta.warnings).toBeUndefined();
  });

  it("applies all concurrent changes of different fields", async () => {
    const { id } = await aProduct();
    const fields = [{ sku: "A" }, { spu: "B" }, { price: 5 }, { description: "D" }, { tags: ["e"] }, { stores: ["f"] }];
    const responses = await Promise.all(fields.map((field) => put(id, field)));
    expect(responses.map(({ status }) => status)).toEqual(fields.map(() => 200));
    expect((await shop.v1(`/products/${id}`)).body.data).toMatchObject(Object.assign({}, ...fields));
    expect(await rows("select version from products where id = ?", id)).toEqual([{ version: 7 }]);
  });

  it("takes two trips: the admission with the read, then one batch", async () => {
    const { id } = await aProduct();
    expect(await logOf(() => put(id, { price: 9 }))).toMatchObject({ status: 200, d1_trips: 2, gate_calls: 1 });
  });
});

describe("DELETE /products/{id}", () => {
  it("archives: the row is kept but never returned, and a second DELETE returns 404", async () => {
    const { id } = await aProduct({ title: "Farewell", tags: ["gone"] });
    const response = await remove(id);
    expect({ status: response.status, data: response.body.data }).toEqual({ status: 200, data: { deleted: true } });
    expect(await rows("select title, archived_at is not null as archived from products where id = ?", id)).toEqual([
      { title: "Farewell", archived: 1 },
    ]);
    for (const query of ["q=farewell", "tag=gone"]) expect((await shop.v1(`/products?${query}`)).body.meta.pagination.total).toBe(0);
    for (const gone of [await shop.v1(`/products/${id}`), await put(id, { title: "Back" }), await remove(id)]) {
      expect({ status: gone.status, error: gone.body.error }).toEqual({
        status: 404,
        error: { code: "not_found", message: "Resource not found." },
      });
    }
    expect(await rows("select * from product_terms where product_id = ?", id)).toEqual([]);
  });
});

describe("ids", () => {
  it("that are not an integer of at least 1 return 400; unknown ones and another organization's return 404", async () => {
    const other = await createShop();
    const foreign = (await post({ title: "Theirs" }, other)).body.data.id;
    const calls = (id: string | number) => [
      shop.v1(`/products/${id}`),
      shop.v1(`/products/${id}`, { method: "PUT", body: { title: "Mine" }, headers: idempotencyKey() }),
      shop.v1(`/products/${id}`, { method: "DELETE" }),
    ];
    // The last one is 2 ** 53 + 1, which a number can't represent.
    for (const id of ["0", "-1", "abc", "1.5", "9007199254740993"]) {
      for (const response of await Promise.all(calls(id))) expect(errorsOf(response), id).toEqual(["id invalid_id"]);
    }
    for (const id of [foreign, 999_999_999]) {
      for (const response of await Promise.all(calls(id))) expect(response.status).toBe(404);
    }
    expect((await other.v1(`/products/${foreign}`)).body.data.title).toBe("Theirs");
  });
});

/** A field with a valid value and the returned value, or with an invalid value and the paths of the errors. */
type Sent = { value: unknown; errorPaths: string[]; kept?: unknown };

const accepted = <T>(values: fc.Arbitrary<T>, kept: (value: T) => unknown = (value) => value): fc.Arbitrary<Sent> =>
  values.map((value) => ({ value, errorPaths: [], kept: kept(value) }));
const rejected = (...errorPaths: [value: unknown, path: string][]): fc.Arbitrary<Sent> =>
  fc.constantFrom(...errorPaths.map(([value, path]) => ({ value, errorPaths: [path] })));
const field = (valid: fc.Arbitrary<Sent>, invalid: fc.Arbitrary<Sent>): fc.Arbitrary<Sent | undefined> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 5, arbitrary: valid }, { weight: 1, arbitrary: invalid });

const unicode = (maxLength: number) => fc.oneof(fc.string({ unit: anyCharacter, maxLength }), fc.constantFrom("a\0b", "\0", "\ud800x"));
const text = (name: string, maxLength: number) =>
  field(
    fc.oneof(
      accepted(unicode(60), (value) => storedText(value) || null),
      accepted(fc.constantFrom("x".repeat(maxLength), ` ${"y".repeat(maxLength)} `), storedText),
      accepted(fc.constant(null)),
    ),
    rejected(["x".repeat(maxLength + 1), name], [7, name], [["a"], name], [{}, name], [false, name]),
  );
const list = (name: string, maxLength: number, maxTextLength: number) =>
  field(
    fc.oneof(
      accepted(fc.array(fc.string({ unit: anyCharacter, maxLength: 40 }), { maxLength: 6 })),
      accepted(fc.constant(Array.from({ length: maxLength }, (_, n) => `n${n}`))),
      accepted(fc.constant(["z".repeat(maxTextLength)])),
      accepted(fc.constant(null), () => []),
    ),
    rejected(
      ["a", name],
      [{}, name],
      [Array.from({ length: maxLength + 1 }, () => "a"), name],
      [["a", 1], `${name}[1]`],
      [[null], `${name}[0]`],
      [["a", "b", "z".repeat(maxTextLength + 1)], `${name}[2]`],
    ),
  );
const FIELDS = {
  sku: text("sku", 255),
  spu: text("spu", 255),
  description: text("description", 20_000),
  design_link: text("design_link", 2048),
  price: field(
    accepted(fc.integer({ min: 0, max: 1e13 }).map((units) => units / 1e4)),
    rejected([-1e9 - 1, "price"], ["1", "price"], [null, "price"], [1e9 + 1, "price"], [0.12345, "price"], [[1], "price"]),
  ),
  tags: list("tags", 250, 255),
  images: list("images", 250, 2048),
  stores: list("stores", 100, 255),
  platforms: list("platforms", 100, 255),
};
const ACCEPTED_TITLE = accepted(fc.oneof(unicode(60), fc.constant("t".repeat(255))), storedText).filter(({ kept }) => kept !== "");
const REJECTED_TITLE = rejected(["", "title"], ["  ", "title"], ["t".repeat(256), "title"], [5, "title"], [null, "title"]);

const valuesOf = (sent: Record<string, Sent | undefined>, of: "value" | "kept") =>
  Object.fromEntries(Object.entries(sent).flatMap(([name, one]) => (one === undefined ? [] : [[name, one[of]]])));

describe("for any body", () => {
  it("POST and PUT accept and return it, or list every validation error and write nothing", { tags: "long" }, async () => {
    const whole = fc.record({
      title: fc.oneof({ weight: 9, arbitrary: ACCEPTED_TITLE }, { weight: 1, arbitrary: REJECTED_TITLE }),
      ...FIELDS,
    });
    const part = fc.record({ title: field(ACCEPTED_TITLE, REJECTED_TITLE), ...FIELDS });
    let product = await aProduct();
    let before = await everythingOf(shop.id);
    const check = async (sent: Record<string, Sent | undefined>, response: ApiResponse, status: number) => {
      const errorPaths = Object.values(sent).flatMap((one) => one?.errorPaths ?? []);
      const isEmptyChange = status === 200 && Object.keys(valuesOf(sent, "value")).length === 0;
      if (errorPaths.length > 0 || isEmptyChange) {
        expect(response.status, response.text).toBe(400);
        const paths = response.body.error.details.map(({ path }: { path: string }) => path);
        expect(new Set(paths)).toEqual(new Set(isEmptyChange ? [""] : errorPaths));
        expect(await everythingOf(shop.id)).toEqual(before);
        return;
      }
      expect(response.status, response.text).toBe(status);
      expect(response.body.data).toMatchObject(valuesOf(sent, "kept"));
      before = await everythingOf(shop.id);
    };
    await assertProperty(
      fc.asyncProperty(whole, part, async (create, change) => {
        const made = await post(valuesOf(create, "value"));
        await check(create, made, 201);
        if (made.status === 201) product = made.body.data;
        const changed = await put(product.id, valuesOf(change, "value"));
        await check(change, changed, 200);
        const now = changed.status === 200 ? changed.body.data : product;
        // Omitted fields are unchanged.
        for (const [name, value] of Object.entries(product)) {
          if (name !== "updated_at" && (change as Record<string, unknown>)[name] === undefined) expect(now[name], name).toEqual(value);
        }
        expect((await shop.v1(`/products/${product.id}`)).body.data).toEqual(now);
        product = now;
      }),
      { cases: 40 },
    );
  });
});
