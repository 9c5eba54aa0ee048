import { beforeAll, describe, expect, it } from "vitest";
import { orderBody, createShop, rows, type Shop, ingestOrder } from "../../kit/client";
import { logOf } from "../../kit/log";
import { createMember, type Visitor } from "../console/kit";

/** Metadata: keys and values that an integrator chooses (docs/spec/requests.md#metadata). */
const MUG = { name: "Mug", price: 9.99 };

let shop: Shop;
let member: Visitor;
beforeAll(async () => {
  shop = await createShop();
  member = await createMember(shop.id, "member");
});

type Row = { id: number | string };
const idsAt = async (path: string) => (await shop.v2(path)).body.data.map(({ id }: Row) => id);
const filterOf = (pairs: Record<string, string>) =>
  Object.entries(pairs)
    .map(([key, value]) => `metadata[${encodeURIComponent(key)}]=${encodeURIComponent(value)}`)
    .join("&");
const ordersWith = async (pairs: Record<string, string>, more = "") => await idsAt(`/orders?${filterOf(pairs)}${more}`);
const itemsWith = async (pairs: Record<string, string>, more = "") => await idsAt(`/order-items?${filterOf(pairs)}${more}`);
const many = (count: number, start = 0) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n + start}`, `${n}`]));

describe("metadata of orders and items", () => {
  it("is an object, without empty values, and empty by default", async () => {
    const metadata = { erp: "4711", "Größe 😀": 'ja, "sehr"\nzwei', 10: "ten", 9: "nine", gone: "", none: null };
    const kept = { erp: "4711", "Größe 😀": 'ja, "sehr"\nzwei', 10: "ten", 9: "nine" };
    const order = await ingestOrder(shop, { external_id: "m", metadata, items: [{ ...MUG, metadata }, MUG] });
    const read = (await shop.v2(`/orders/${order.id}`)).body;
    const listed = (await shop.v2("/orders?external_id=m")).body.data[0];
    for (const { metadata: own, items } of [order, read, listed])
      expect({ own, first: items[0].metadata, second: items[1].metadata }).toEqual({ own: kept, first: kept, second: {} });
    expect((await ingestOrder(shop)).metadata).toEqual({});
    expect((await ingestOrder(shop, { metadata: null })).metadata).toEqual({});
  });

  it("is merged by PATCH: other keys stay, null and an empty text delete one, and null deletes all", async () => {
    const order = await ingestOrder(shop, { metadata: { a: "1", b: "2" }, items: [{ ...MUG, metadata: { a: "1", b: "2" } }] });
    const item = order.items[0].id;
    for (const path of [`/orders/${order.id}`, `/order-items/${item}`]) {
      const patch = async (metadata: unknown) => (await shop.v2(path, { method: "PATCH", body: { metadata } })).body.metadata;
      expect(await patch({ c: "3" })).toEqual({ a: "1", b: "2", c: "3" });
      expect(await patch({ a: "one", b: null })).toEqual({ a: "one", c: "3" });
      expect(await patch({ c: "", unknown: "" })).toEqual({ a: "one" });
      expect(await patch({})).toEqual({ a: "one" });
      expect(await patch(null)).toEqual({});
    }
  });

  it("is merged by an update of the source and by bulk updates, and sending it back as it was read changes nothing", async () => {
    const order = orderBody({
      external_id: "again",
      metadata: { shop: "1" },
      items: [{ ...MUG, external_id: "1", metadata: { line: "1" } }],
    });
    const { body } = await shop.v2("/orders", { body: order });
    await shop.v2(`/orders/${body.id}`, { method: "PATCH", body: { metadata: { mine: "x" } } });
    const update = await shop.v2("/orders?on_conflict=update", { body: { ...order, metadata: { shop: "2" } } });
    expect({ orderMetadata: update.body.metadata, itemMetadata: update.body.items[0].metadata }).toEqual({
      orderMetadata: { mine: "x", shop: "2" },
      itemMetadata: { line: "1" },
    });
    const { id, version, metadata, items } = update.body;
    const bulk = async (fields: object) =>
      (await shop.v2("/orders/bulk-updates", { body: { orders: [{ id, ...fields }] } })).body.results[0];
    const same = { version, metadata, items: [{ id: items[0].id, metadata: items[0].metadata }] };
    expect(await bulk(same)).toMatchObject({ outcome: "unchanged" });
    // An older version matters only if a value differs.
    expect(await bulk({ version: version - 1, metadata: { mine: "x", never: null } })).toMatchObject({ outcome: "unchanged" });
    expect(await bulk({ metadata: { mine: "" }, items: [{ id: items[0].id, metadata: { line: "2" } }] })).toMatchObject({
      outcome: "updated",
    });
    const read = (await shop.v2(`/orders/${id}`)).body;
    expect({ orderMetadata: read.metadata, itemMetadata: read.items[0].metadata }).toEqual({
      orderMetadata: { shop: "2" },
      itemMetadata: { line: "2" },
    });
  });

  it("is named in changed_fields, and is never in an event or in Public V1", async () => {
    const { id, items } = await ingestOrder(shop, {
      metadata: { secretkey: "secretvalue" },
      items: [{ ...MUG, metadata: { secretkey: "secretvalue" } }],
    });
    await shop.v2(`/orders/${id}`, { method: "PATCH", body: { metadata: { other: "secretvalue" } } });
    await shop.v2(`/order-items/${items[0].id}`, { method: "PATCH", body: { metadata: { other: "secretvalue" } } });
    const events = await rows<{ body: string }>("select body from events where order_id = ? order by seq", id);
    expect(events.map(({ body }) => JSON.parse(body).changed_fields)).toEqual([undefined, ["metadata"], ["items.metadata"]]);
    const hidden = [...events.map(({ body }) => body), (await shop.v1(`/orders/${id}`)).text, (await shop.v1("/orderItems")).text].join();
    for (const text of ["secretkey", "secretvalue", '"metadata":']) expect(hidden).not.toContain(text);
  });

  it("has at most 50 pairs, and a change may delete pairs to stay within the limit", async () => {
    const { id } = await ingestOrder(shop, { metadata: many(50) });
    const patch = async (metadata: unknown) => await shop.v2(`/orders/${id}`, { method: "PATCH", body: { metadata } });
    const { status, body } = await patch({ another: "1" });
    expect({ status, details: body.error.details }).toEqual({
      status: 400,
      details: [expect.objectContaining({ path: "metadata", code: "too_many_pairs" })],
    });
    expect((await patch({ k0: null, another: "1" })).body.metadata).toMatchObject({ another: "1", k49: "49" });
    const removed = Object.fromEntries(Object.keys(many(49, 1)).map((key) => [key, null]));
    expect((await patch({ ...removed, ...many(49, 100) })).body.metadata).toEqual({ another: "1", ...many(49, 100) });
  });

  it.each([
    ["metadata", ["a"], "invalid_type"],
    ["metadata", "a", "invalid_type"],
    ["metadata", many(51), "too_many_pairs"],
    ["metadata.a", { a: 5 }, "invalid_type"],
    ["metadata.a", { a: ["b"] }, "invalid_type"],
    ["metadata.a", { a: "x".repeat(501) }, "too_big"],
    ["metadata.a[b", { "a[b": "1" }, "invalid_key"],
    ["metadata. a", { " a": "1" }, "invalid_key"],
    ["metadata.", { "": "1" }, "invalid_key"],
    [`metadata.${"k".repeat(41)}`, { ["k".repeat(41)]: "1" }, "invalid_key"],
    ["metadata.__proto__", JSON.parse('{"__proto__":"1"}'), "invalid_key"],
  ])("is rejected if it is invalid, with the path %s, and nothing is written", async (path, metadata, code) => {
    const { status, body } = await shop.v2("/orders", { body: orderBody({ external_id: "never", metadata }) });
    expect({ status, details: body.error.details }).toEqual({ status: 400, details: [expect.objectContaining({ path, code })] });
    const item = await shop.v2("/orders", { body: orderBody({ external_id: "never", items: [{ ...MUG, metadata }] }) });
    expect({ status: item.status, details: item.body.error.details }).toEqual({
      status: 400,
      details: [expect.objectContaining({ path: expect.stringContaining(path), code })],
    });
    expect(await idsAt("/orders?external_id=never")).toEqual([]);
  });
});

describe("the cost of metadata", () => {
  it("is no additional row for an order, an item or a product with 50 pairs", async () => {
    const writtenFor = async (path: string, body: unknown) => (await logOf(async () => await shop.v2(path, { body }))).rows_written;
    const orderWith = (metadata: object) => orderBody({ metadata, items: [{ ...MUG, metadata }] });
    // Neither of two requests that are compared is the first one, which may write other rows too.
    await shop.v2("/orders", { body: orderWith({}) });
    expect(await writtenFor("/orders", orderWith(many(50)))).toBe(await writtenFor("/orders", orderWith({})));
    await shop.v2("/products", { body: { title: "Mug" } });
    const product = (metadata: object) => ({ title: "Mug", metadata });
    expect(await writtenFor("/products", product(many(50)))).toBe(await writtenFor("/products", product({})));
  });
});

describe("the filter by metadata", () => {
  it("finds the orders and the items with exactly this key and value, until it changes", async () => {
    const metadata = { batch: "B-7 / ü", kind: "test" };
    const one = await ingestOrder(shop, { metadata, date: "2026-01-02", items: [{ ...MUG, metadata: { press: "left" } }] });
    const two = await ingestOrder(shop, { metadata: { ...metadata, kind: "real" }, date: "2026-01-01" });
    expect(await ordersWith({ batch: "B-7 / ü" })).toEqual([one.id, two.id]);
    expect(await ordersWith({ batch: "B-7 / ü", kind: "real" })).toEqual([two.id]);
    expect(await ordersWith({ batch: "B-7 / ü" }, "&sort=date:asc&limit=1")).toEqual([two.id]);
    for (const other of [{ batch: "B-7" }, { batch: "b-7 / ü" }, { kind: "B-7 / ü" }, { Batch: "B-7 / ü" }, { press: "left" }])
      expect(await ordersWith(other)).toEqual([]);
    expect(await itemsWith({ press: "left" })).toEqual([one.items[0].id]);
    await shop.v2(`/orders/${one.id}`, { method: "PATCH", body: { metadata: { batch: "B-8" } } });
    expect([await ordersWith({ batch: "B-7 / ü" }), await ordersWith({ batch: "B-8" })]).toEqual([[two.id], [one.id]]);
    await shop.v2(`/order-items/${one.items[0].id}`, { method: "PATCH", body: { metadata: null } });
    expect(await itemsWith({ press: "left" })).toEqual([]);
  });

  it("combines with words, with other filters and with pages", async () => {
    const ids: number[] = [];
    for (const n of [1, 2, 3]) {
      const fields = { metadata: { run: "42" }, number: `Wallaby ${n}`, status: n === 2 ? "Shipped" : "New", date: `2026-02-0${n}` };
      ids.unshift((await ingestOrder(shop, fields)).id);
    }
    await ingestOrder(shop, { number: "Wallaby 4" });
    expect(await ordersWith({ run: "42" }, "&q=wallaby")).toEqual(ids);
    expect(await ordersWith({ run: "42" }, "&q=numbat")).toEqual([]);
    expect(await ordersWith({ run: "42" }, "&q=---")).toEqual([]);
    expect(await ordersWith({ run: "42" }, "&status=shipped")).toEqual([ids[1]]);
    expect(await ordersWith({ run: "42" }, "&date_from=2026-02-02&sort=date:asc")).toEqual([ids[1], ids[0]]);
    const first = (await shop.v2("/orders?metadata[run]=42&limit=2")).body;
    const second = (await shop.v2(`/orders?metadata[run]=42&limit=2&cursor=${first.next_cursor}`)).body;
    expect([...first.data, ...second.data].map(({ id }: Row) => id)).toEqual(ids);
    expect((await shop.v2(`/orders?metadata[run]=43&cursor=${first.next_cursor}`)).status).toBe(400);
  });

  it("lists items by metadata and by missing fields in pages, newest orders first", async () => {
    const metadata = { press: "right" };
    const items = [
      { ...MUG, sku: "A", cost: 1, design_url: "https://files.example/1", metadata },
      { ...MUG, metadata },
    ];
    const older = await ingestOrder(shop, { date: "2026-03-01", items });
    const newer = await ingestOrder(shop, { date: "2026-03-02", items });
    const ids = [newer, older].flatMap((order) => order.items.map(({ id }: Row) => id).toReversed());
    expect(await itemsWith(metadata)).toEqual(ids);
    const first = (await shop.v2("/order-items?metadata[press]=right&limit=3")).body;
    const second = (await shop.v2(`/order-items?metadata[press]=right&limit=3&cursor=${first.next_cursor}`)).body;
    expect([first.data.length, ...second.data.map(({ id }: Row) => id)]).toEqual([3, ids[3]]);
    expect((await shop.v2(`/order-items?metadata[press]=left&cursor=${first.next_cursor}`)).status).toBe(400);
    for (const missing of ["sku", "design", "cost"]) expect(await itemsWith(metadata, `&missing=${missing}`)).toEqual([ids[0], ids[2]]);
  });

  it("is no search: words find neither the keys nor the values of metadata", async () => {
    const { id } = await ingestOrder(shop, { metadata: { quoll: "bandicoot" } });
    // The last ones are beginnings of the term of a pair in the index: `~~` and a hash.
    for (const q of ["quoll", "bandicoot", "~", "~~", "0", "a", "f"]) expect(await idsAt(`/orders?q=${q}&limit=200`)).not.toContain(id);
  });

  it("does not filter if it is empty, and finds nothing of another organization", async () => {
    const own = await ingestOrder(shop, { metadata: { shared: "yes" } });
    const other = await createShop();
    await ingestOrder(other, { metadata: { shared: "yes" } });
    expect(await ordersWith({ shared: "yes" })).toEqual([own.id]);
    expect((await ordersWith({ shared: "" }, "&limit=200")).length).toBeGreaterThan(1);
  });

  it.each([
    ["/orders?metadata=x", "metadata", "invalid_type"],
    ["/orders?metadata[a]=1&metadata[a]=2", "metadata.a", "invalid_type"],
    ["/orders?metadata[]=1", "metadata.", "invalid_key"],
    ["/orders?metadata[__proto__]=1", "metadata.__proto__", "invalid_key"],
    [`/order-items?metadata[a]=${"x".repeat(501)}`, "metadata.a", "too_big"],
    [`/products?metadata[${"k".repeat(41)}]=x`, `metadata.${"k".repeat(41)}`, "invalid_key"],
  ])("rejects %s", async (path, at, code) => {
    const { status, body } = await shop.v2(path);
    expect({ status, details: body.error.details }).toEqual({ status: 400, details: [expect.objectContaining({ path: at, code })] });
  });

  it("is an unknown parameter in Public V1", async () => {
    const { body } = await shop.v1("/orders?metadata[a]=1");
    expect(body.meta.warnings).toEqual(["metadata[a] is unknown and was ignored."]);
  });
});

describe("metadata of products", () => {
  const create = async (fields: object) => (await shop.v2("/products", { body: { title: "Mug", ...fields } })).body;

  it("is merged, found by the filter, and never in Public V1", async () => {
    const product = await create({ title: "Numbat mug", metadata: { supplier_sku: "S-1", old: "x" } });
    expect(product.metadata).toEqual({ old: "x", supplier_sku: "S-1" });
    expect((await create({})).metadata).toEqual({});
    const path = `/products/${product.id}`;
    const patch = async (metadata: unknown) => await shop.v2(path, { method: "PATCH", body: { metadata } });
    expect((await patch({ old: null, new: "y" })).body.metadata).toEqual({ new: "y", supplier_sku: "S-1" });
    const { updated_at } = (await shop.v2(path)).body;
    expect((await patch({ new: "y" })).body.updated_at).toBe(updated_at);
    expect(await idsAt("/products?metadata[supplier_sku]=S-1")).toEqual([product.id]);
    expect(await idsAt("/products?metadata[supplier_sku]=S-1&q=numbat")).toEqual([product.id]);
    for (const query of ["metadata[old]=x", "metadata[supplier_sku]=s-1", "metadata[supplier_sku]=S-1&q=mouse", "q=supplier"])
      expect(await idsAt(`/products?${query}`)).toEqual([]);
    expect((await shop.v1(path)).text).not.toContain("S-1");
    expect((await patch(many(51))).body.error.details[0]).toMatchObject({ path: "metadata", code: "too_many_pairs" });
  });

  it("is edited in the console", async () => {
    const { id } = await create({ metadata: { a: "1", b: "2" } });
    const { text } = await member.open(`/products/${id}/edit`);
    expect(text).toContain('name="metadata_shown" value="b"');
    const form = { title: "Mug", metadata_shown: ["a", "b"], metadata_name: ["a", "", "c"], metadata_value: ["one", "", "3"] };
    expect((await member.send(`/products/${id}`, form)).status).toBe(303);
    expect((await shop.v2(`/products/${id}`)).body.metadata).toEqual({ a: "one", c: "3" });
  });
});

describe("in the console", () => {
  it("is on the order's page, and the forms of the order and of the item merge it", async () => {
    const metadata = { erp: "<4711>", other: "stays" };
    const { id, items } = await ingestOrder(shop, { metadata, items: [{ ...MUG, metadata }] });
    expect((await member.open(`/orders/${id}`)).text).toContain("&lt;4711&gt;");
    const pairFields = { metadata_shown: ["erp", "other"], metadata_name: ["", "other", "new"], metadata_value: ["", "stays", "1"] };
    // Another client adds a key while the form is open.
    await shop.v2(`/orders/${id}`, { method: "PATCH", body: { metadata: { meanwhile: "2" } } });
    expect((await member.send(`/orders/${id}`, { unset_flags: "", ...pairFields })).status).toBe(303);
    const item = { name: "Mug", price: "9.99", quantity: "1" };
    expect((await member.send(`/orders/${id}/items/${items[0].id}`, { ...item, ...pairFields })).status).toBe(303);
    const read = (await shop.v2(`/orders/${id}`)).body;
    expect({ orderMetadata: read.metadata, itemMetadata: read.items[0].metadata }).toEqual({
      orderMetadata: { meanwhile: "2", new: "1", other: "stays" },
      itemMetadata: { new: "1", other: "stays" },
    });
  });

  it("has an error below its rows if a key is too long, and nothing is written", async () => {
    const { id } = await ingestOrder(shop, { metadata: { a: "1" } });
    const form = { unset_flags: "", metadata_shown: ["a"], metadata_name: ["k".repeat(41)], metadata_value: ["1"] };
    const { status, text } = await member.send(`/orders/${id}`, form);
    const belowRows = /<legend>Metadata<\/legend>(?:(?!<\/fieldset>).)*<p class="field-error">[^<]*Expected a key of 1 to 40 characters/s;
    expect({ status, text }).toEqual({ status: 400, text: expect.stringMatching(belowRows) });
    expect((await shop.v2(`/orders/${id}`)).body.metadata).toEqual({ a: "1" });
  });
});
