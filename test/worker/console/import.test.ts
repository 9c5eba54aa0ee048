import { beforeAll, describe, expect, it } from "vitest";
import { createShop, asOperator, rows, type Shop, ingestOrder } from "../../kit/client";
import { everythingOf } from "../../kit/rows-of-organization";
import { createMember, browse, tokenIn, type Visitor } from "./kit";

let shop: Shop;
let member: Visitor;
beforeAll(async () => {
  shop = await createShop();
  member = await createMember(shop.id, "member");
});

const mug = (id: string, fields: object = {}) => ({ external_id: id, items: [{ name: "Mug", price: 5 }], ...fields });

interface Result {
  outcome: string;
  id: number | null;
  error: { code: string; message: string; details: { path?: string; message: string }[] } | null;
}

/** The body of an import. `run` numbers the imports that are sent from one page. */
interface ImportBody {
  store?: unknown;
  orders: unknown[];
  on_conflict?: string;
  dry_run?: boolean;
  run?: string;
}

async function importOrders(visitor: Visitor, { store = shop.store.id, ...body }: ImportBody, token?: string) {
  return await postImport(visitor, "import", { store, ...body }, token);
}

async function postImport(visitor: Visitor, page: "import" | "import/updates", json: object, token?: string) {
  const formToken = token ?? tokenIn(await visitor.open("/orders"));
  const response = await browse(`/console/${shop.id}/${page}`, { cookie: visitor.cookie, json, headers: { "X-Form-Token": formToken } });
  const parsed = JSON.parse(response.text) as { results?: Result[]; error?: { code: string; message: string } };
  return { status: response.status, results: parsed.results ?? [], error: parsed.error };
}

const outcomes = ({ results }: { results: Result[] }) => results.map(({ outcome }) => outcome);
const countOf = async (id: string) =>
  (await rows("select id from orders where organization_id = ? and external_id = ?", shop.id, id)).length;

describe("the import", () => {
  it("is a page for members who may write, and names the command-line import as the alternative", async () => {
    const page = await member.open("/import");
    expect(page.text).toContain("<noscript>");
    expect(page.text).toContain("npm run import");
    expect(page.text).toMatch(/<option value="\d+">Gift shop<\/option>/);
    expect(page.text).toMatch(/\/console\/assets\/import-[^"]+\.js/);
    expect((await (await createMember(shop.id, "viewer")).open("/import")).status).toBe(403);
    const { id } = await asOperator("/organizations", { name: "No store yet", currency: "USD", timezone: "UTC" });
    expect((await (await createMember(id, "owner")).open("/import")).text).toContain("Create a store");
  });

  it("has a script that the list of orders does not load", async () => {
    expect((await member.open("/orders")).text).not.toContain("assets/import-");
  });

  it("validates before it writes, writes what was validated, and changes nothing when it is repeated", async () => {
    const orders = [mug("a1"), mug("a2"), { external_id: "a3", items: [] }, "nonsense"];
    const before = await everythingOf(shop.id);
    const dry = await importOrders(member, { orders, dry_run: true });
    expect({ status: dry.status, outcomes: outcomes(dry) }).toEqual({ status: 200, outcomes: ["created", "created", "failed", "failed"] });
    expect(dry.results[2]?.error?.details[0]).toMatchObject({ path: "items" });
    expect(await everythingOf(shop.id)).toEqual(before);
    const real = await importOrders(member, { orders });
    expect(outcomes(real)).toEqual(["created", "created", "failed", "failed"]);
    expect([await countOf("a1"), await countOf("a2")]).toEqual([1, 1]);
    const after = await everythingOf(shop.id);
    expect(outcomes(await importOrders(member, { orders: orders.slice(0, 2) }))).toEqual(["unchanged", "unchanged"]);
    expect(await everythingOf(shop.id)).toEqual(after);
  });

  it("returns the result again if the same request is sent again, and writes its orders once", async () => {
    const token = tokenIn(await member.open("/import"));
    const body = { orders: [mug("b1"), mug("b2"), { external_id: "b3" }], run: "1" };
    const first = await importOrders(member, body, token);
    const again = await importOrders(member, body, token);
    expect(outcomes(first)).toEqual(["created", "created", "failed"]);
    expect(again).toEqual(first);
    expect([await countOf("b1"), await countOf("b2")]).toEqual([1, 1]);
    // Two at once, because the first one has not ended.
    const both = { orders: [mug("b4")], run: "1" };
    const twins = await Promise.all([importOrders(member, both, token), importOrders(member, both, token)]);
    expect(twins.map(outcomes)).toEqual([["created"], ["created"]]);
    expect(await countOf("b4")).toBe(1);
    // Nothing identifies this order except the request.
    const nameless = { orders: [{ number: "b5", items: [{ name: "Mug", price: 5 }] }], run: "1" };
    expect(await importOrders(member, nameless, token)).toEqual(await importOrders(member, nameless, token));
    expect(await rows("select number from orders where number = 'b5'")).toHaveLength(1);
    // Another import of the same page compares again.
    expect(outcomes(await importOrders(member, { ...body, run: "2" }, token))).toEqual(["unchanged", "unchanged", "failed"]);
  });

  it("rejects, skips or updates existing orders with other contents, as chosen", async () => {
    await importOrders(member, { orders: [mug("c1", { number: "one" })] });
    const changed = [mug("c1", { number: "two" })];
    const numberOf = async () => (await rows<{ number: string }>("select number from orders where external_id = 'c1'"))[0]?.number;
    const rejected = await importOrders(member, { orders: changed });
    expect({ outcomes: outcomes(rejected), code: rejected.results[0]?.error?.code, number: await numberOf() }).toEqual({
      outcomes: ["failed"],
      code: "conflict",
      number: "one",
    });
    expect({ outcomes: outcomes(await importOrders(member, { orders: changed, on_conflict: "skip" })), number: await numberOf() }).toEqual({
      outcomes: ["skipped"],
      number: "one",
    });
    expect({
      outcomes: outcomes(await importOrders(member, { orders: changed, on_conflict: "update" })),
      number: await numberOf(),
    }).toEqual({
      outcomes: ["updated"],
      number: "two",
    });
  });

  it("creates orders in the chosen store, whatever the file says, and rejects an unknown store", async () => {
    const other = await createShop();
    await importOrders(member, { orders: [mug("d1", { store: "elsewhere" })] });
    expect(await rows("select store_id from orders where external_id = 'd1'")).toEqual([{ store_id: shop.store.id }]);
    const before = await everythingOf(shop.id);
    for (const store of [other.store.id, 0, "Gift shop", null]) {
      const { status, error } = await importOrders(member, { store, orders: [mug("d2")] });
      expect({ store, status, code: error?.code }).toEqual({
        store,
        status: store === other.store.id ? 404 : 400,
        code: store === other.store.id ? "not_found" : "validation_error",
      });
    }
    expect(await everythingOf(shop.id)).toEqual(before);
  });

  it("recognizes an order that the API created under the store's name, and a store whose name is another one's code", async () => {
    await shop.v2("/orders", { body: { store: "Gift shop", ...mug("e1") } });
    expect(outcomes(await importOrders(member, { orders: [mug("e1")] }))).toEqual(["unchanged"]);
    // The code of the store named "Gift shop" is "gift".
    const { body } = await shop.v2("/stores", { body: { name: "gift", platform: "custom" } });
    await importOrders(member, { store: body.id, orders: [mug("e2")] });
    expect(await rows("select store_id from orders where external_id = 'e2'")).toEqual([{ store_id: body.id }]);
  });

  it("rejects more than 200 orders, more than 4 MiB, none, a token of another session, and a viewer", async () => {
    const [stranger, viewer] = [await createMember(shop.id, "member"), await createMember(shop.id, "viewer")];
    const before = await everythingOf(shop.id);
    // Together 1.8 MB, more than the 1 MiB of other forms.
    const long = { name: "Mug", price: 5, comment: "x".repeat(4500) };
    const heavy = Array.from({ length: 200 }, (_, n) => mug(`h${n}`, { items: [long, long] }));
    expect((await importOrders(member, { orders: heavy, dry_run: true })).status).toBe(200);
    const many = Array.from({ length: 201 }, (_, n) => mug(`f${n}`));
    expect((await importOrders(member, { orders: many })).status).toBe(400);
    expect((await importOrders(member, { orders: [] })).status).toBe(400);
    expect((await importOrders(member, { orders: [mug("f", { number: "x".repeat(4 * 1024 * 1024) })] })).status).toBe(413);
    expect((await importOrders(member, { orders: [mug("f")] }, tokenIn(await stranger.open("/import")))).status).toBe(403);
    expect(await importOrders(viewer, { orders: [mug("f")] })).toMatchObject({ status: 403, error: { code: "forbidden" } });
    expect(await everythingOf(shop.id)).toEqual(before);
  });
});

describe("the import of the native export", () => {
  it("updates orders by id as the API does, after a dry run", async () => {
    const [order, foreign] = [await ingestOrder(shop), await ingestOrder(await createShop())];
    const orders = [
      { id: order.id, version: 1, number: "edited", items: [{ id: order.items[0].id, tracking_code: "1Z9" }] },
      { id: foreign.id, number: "stolen" },
      { id: order.id + 1_000_000, number: "nobody" },
      "nonsense",
    ];
    const expected = ["updated", "failed", "failed", "failed"];
    const before = await everythingOf(shop.id);
    const dry = await postImport(member, "import/updates", { orders, dry_run: true });
    expect({ status: dry.status, outcomes: outcomes(dry) }).toEqual({ status: 200, outcomes: expected });
    expect(await everythingOf(shop.id)).toEqual(before);
    expect(outcomes(await postImport(member, "import/updates", { orders }))).toEqual(expected);
    const { body } = await shop.v2(`/orders/${order.id}`);
    expect({ number: body.number, tracking_code: body.items[0].tracking_code, version: body.version }).toEqual({
      number: "edited",
      tracking_code: "1Z9",
      version: 2,
    });
    expect(outcomes(await postImport(member, "import/updates", { orders: orders.slice(0, 1), run: "2" }))).toEqual(["unchanged"]);
  });

  it("returns the result again if the same request is sent again, and writes its orders once", async () => {
    const order = await ingestOrder(shop);
    const token = tokenIn(await member.open("/import"));
    const body = { orders: [{ id: order.id, number: "once" }, { id: 1 }], run: "1" };
    const first = await postImport(member, "import/updates", body, token);
    expect(await postImport(member, "import/updates", body, token)).toEqual(first);
    expect((await shop.v2(`/orders/${order.id}`)).body.version).toBe(2);
  });

  it("needs the permission to write, a token of the session, and at most 200 orders", async () => {
    const order = await ingestOrder(shop);
    const [stranger, viewer] = [await createMember(shop.id, "member"), await createMember(shop.id, "viewer")];
    const before = await everythingOf(shop.id);
    const orders = [{ id: order.id, number: "no" }];
    expect((await postImport(viewer, "import/updates", { orders })).status).toBe(403);
    expect((await postImport(member, "import/updates", { orders }, tokenIn(await stranger.open("/import")))).status).toBe(403);
    expect((await postImport(member, "import/updates", { orders: Array(201).fill(orders[0]) })).status).toBe(400);
    expect(await everythingOf(shop.id)).toEqual(before);
  });
});

describe("the column mapping of a store's own spreadsheets", () => {
  const MAP = { columns: { "Order reference": "Nr", Product: "Was" }, dates: "day first" };

  async function saveMap(visitor: Visitor, json: object) {
    const formToken = tokenIn(await visitor.open("/import"));
    const headers = { "X-Form-Token": formToken };
    const { status, text } = await browse(`/console/${shop.id}/import/map`, { cookie: visitor.cookie, json, headers });
    return {
      status,
      body: JSON.parse(text) as { saved?: boolean; error?: { details: { path: string; code: string; message: string }[] } },
    };
  }
  const storedMap = async () => (await rows("select import_map from stores where id = ?", shop.store.id))[0]?.["import_map"];

  it("is saved, offered for the next import, and can be deleted", { tags: "long" }, async () => {
    expect(await saveMap(member, { store: shop.store.id, map: MAP, run: "1" })).toEqual({ status: 200, body: { saved: true } });
    expect(JSON.parse(String(await storedMap()))).toEqual(MAP);
    const page = await member.open("/import");
    const [, data = ""] = /data-stores="([^"]*)"/.exec(page.text) ?? [];
    expect(JSON.parse(data.replaceAll("&quot;", '"'))).toContainEqual({ id: shop.store.id, platform: "custom", currency: "USD", map: MAP });
    // No API returns it.
    expect(JSON.stringify((await shop.v2(`/stores/${shop.store.id}`)).body)).not.toContain("import_map");
    expect(await saveMap(member, { store: shop.store.id, map: null, run: "2" })).toEqual({ status: 200, body: { saved: false } });
    expect(await storedMap()).toBeNull();
  });

  it("is rejected if the mappings of all stores, which are in one page, would exceed 256 KiB together", async () => {
    const columnOf = (kind: string) =>
      Array.from({ length: 150 }, (_, at) => [`Property: ${at}${"x".repeat(250)}`, `${kind}${at}${"é".repeat(200)}`]);
    // Of about 100 KB, so that the third one is too many.
    const large = { columns: { ...MAP.columns, ...Object.fromEntries(columnOf("a")) } };
    const others = await Promise.all(
      ["one", "two"].map(async (name) => (await shop.v2("/stores", { body: { name, platform: "custom" } })).body.id as number),
    );
    for (const store of others) expect((await saveMap(member, { store, map: large, run: "1" })).status).toBe(200);
    const rejected = await saveMap(member, { store: shop.store.id, map: large });
    expect({ status: rejected.status, details: rejected.body.error?.details }).toEqual({
      status: 400,
      details: [expect.objectContaining({ path: "map", code: "too_big" })],
    });
    expect(await storedMap()).toBeNull();
    expect((await saveMap(member, { store: shop.store.id, map: MAP, run: "2" })).status).toBe(200);
    for (const store of [...others, shop.store.id]) expect((await saveMap(member, { store, map: null, run: "3" })).status).toBe(200);
  });

  it("is rejected with its errors, for a store of another organization or none, and for viewers", async () => {
    const wrong = await saveMap(member, { store: shop.store.id, map: { columns: { Product: "Was" } } });
    const detail = { path: "map", code: "invalid_map", message: "No column is used as “Order reference”." };
    expect({ status: wrong.status, details: wrong.body.error?.details }).toEqual({
      status: 400,
      details: [expect.objectContaining(detail)],
    });
    const other = await createShop();
    for (const store of [other.store.id, 999_999_999]) expect((await saveMap(member, { store, map: MAP })).status).toBe(404);
    expect((await saveMap(await createMember(shop.id, "viewer"), { store: shop.store.id, map: MAP })).status).toBe(403);
    expect(await storedMap()).toBeNull();
  });
});
