import { anyCharacter } from "../../kit/any-character";
import fc from "fast-check";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { type ApiResponse, orderBody, createShop, type Shop, ingestOrder } from "../../kit/client";
import { logOf } from "../../kit/log";
import { idsOf, readPage, readStored, readFeed } from "./kit";
import { assertProperty } from "../../kit/property";
import { organizationD1 } from "../../kit/databases";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
  for (let n = 0; n < 7; n += 1) await ingestOrder(shop, { number: `#${n}` });
});

const readIds = async (of: Shop = shop) => (await readStored(of)).map(({ id }) => id);
const getEvents = (query: string, of: Shop = shop) => of.v2(`/events?${query}`);
const errorsOf = ({ status, body }: ApiResponse) => [
  status,
  body.error.details.map(({ path, code }: Record<string, string>) => `${path} ${code}`),
];

describe("the pages of the feed", () => {
  it("begin with the oldest stored event, 50 at a time, and any limit returns the same events", async () => {
    const many = await createShop();
    await many.v2("/orders/bulk", { body: { orders: Array.from({ length: 60 }, () => orderBody()) } });
    const ids = await readIds(many);
    const first = await readPage(many);
    expect({ ids: idsOf(first.data), has_more: first.has_more }).toEqual({ ids: ids.slice(0, 50), has_more: true });
    for (const limit of [1, 7, 59, 60, 61, 200]) expect(idsOf(await readFeed(many, { limit }))).toEqual(ids);
  });

  it("have has_more if there are further events, and a cursor also on the last page, which returns later events", async () => {
    const own = await createShop();
    const empty = await readPage(own);
    expect(empty).toEqual({ data: [], has_more: false, next_cursor: expect.any(String) });
    await ingestOrder(own);
    const one = await readPage(own, { after: empty.next_cursor, limit: 1 });
    expect({ ids: idsOf(one.data), has_more: one.has_more }).toEqual({ ids: await readIds(own), has_more: false });
    expect(await readPage(own, { after: one.next_cursor })).toEqual({ ...one, data: [] });
    await ingestOrder(own);
    expect(idsOf((await readPage(own, { after: one.next_cursor })).data)).toEqual((await readIds(own)).slice(1));
    // A cursor stays valid: the page after it can be read again.
    expect(idsOf(await readFeed(own, { after: empty.next_cursor, limit: 1 }))).toEqual(await readIds(own));
  });

  it("accept `cursor` as an alias of `after`, which takes precedence; an empty value is treated as absent", async () => {
    const ids = await readIds();
    const [first, second] = [await readPage(shop, { limit: 1 }), await readPage(shop, { limit: 2 })];
    const idsFor = async (query: string) => idsOf((await getEvents(query)).body.data);
    expect(await idsFor(`cursor=${first.next_cursor}`)).toEqual(ids.slice(1));
    expect(await idsFor(`cursor=${first.next_cursor}&after=${second.next_cursor}`)).toEqual(ids.slice(2));
    expect(await idsFor(`cursor=${first.next_cursor}&after=`)).toEqual(ids.slice(1));
    expect(await idsFor("after=&cursor=%20&limit=")).toEqual(ids);
  });

  it("reject a limit out of range, and never clamp it", async () => {
    for (const limit of ["0", "201", "1.5", "x", "-1"])
      expect(errorsOf(await getEvents(`limit=${limit}`))).toEqual([400, ["limit invalid_integer"]]);
  });

  it("return 304 if nothing has happened", async () => {
    const { next_cursor } = await readPage(shop, { limit: 200 });
    const query = `after=${next_cursor}`;
    const etag = (await getEvents(query)).headers.get("ETag") ?? "";
    const again = () => shop.v2(`/events?${query}`, { headers: { "If-None-Match": etag } });
    expect((await again()).status).toBe(304);
    await ingestOrder(shop);
    expect((await again()).status).toBe(200);
  });
});

describe("a cursor is valid only for its feed of its organization", () => {
  it("and returns 400 at its parameter for another organization or another list", async () => {
    const other = await createShop();
    const { next_cursor: theirs } = await readPage(other);
    const { next_cursor: ofOrders } = (await shop.v2("/orders?limit=1")).body;
    for (const cursor of [theirs, ofOrders]) {
      expect(errorsOf(await getEvents(`after=${cursor}`))).toEqual([400, ["after invalid_cursor"]]);
      expect(errorsOf(await getEvents(`cursor=${cursor}`))).toEqual([400, ["cursor invalid_cursor"]]);
    }
    const { next_cursor: ours } = await readPage(shop);
    expect((await shop.v2(`/orders?limit=1&cursor=${ours}`)).status).toBe(400);
  });

  it("and returns 400 if it is forged, truncated, or has another position", async () => {
    const { next_cursor } = await readPage(shop, { limit: 1 });
    const signature = next_cursor.split(".")[1] ?? "";
    const moved = fc
      .oneof(fc.integer(), fc.string({ unit: "grapheme-ascii" }), fc.constant(null))
      .map((place) => `${btoa(JSON.stringify([place])).replaceAll("=", "")}.${signature}`);
    const cut = fc.nat({ max: next_cursor.length - 1 }).map((length) => next_cursor.slice(0, length));
    await assertProperty(
      fc.asyncProperty(fc.oneof(moved, cut, fc.string({ unit: anyCharacter })), async (forged) => {
        fc.pre(forged.trim() !== "" && forged !== next_cursor);
        expect(errorsOf(await getEvents(`after=${encodeURIComponent(forged.toWellFormed())}`))).toEqual([400, ["after invalid_cursor"]]);
      }),
      { cases: 60 },
    );
    expect(errorsOf(await getEvents(`after=${"x".repeat(2049)}`))).toEqual([400, ["after too_big"]]);
  });
});

describe("the cost of the feed", () => {
  it("is one trip and one page, however many events there are before and after it", { tags: "long" }, async () => {
    const [few, many] = [await createShop(), await createShop()];
    const orders = (count: number) => ({ body: { orders: Array.from({ length: count }, () => orderBody()) } });
    await few.v2("/orders/bulk", orders(30));
    for (let batch = 0; batch < 10; batch += 1) await many.v2("/orders/bulk", orders(200));
    const lines = [];
    for (const of of [few, many]) {
      const { next_cursor } = await readPage(of, { limit: 10 });
      lines.push(await logOf(() => getEvents(`limit=10&after=${next_cursor}`, of)));
    }
    for (const line of lines) expect(line).toMatchObject({ status: 200, d1_trips: 1, gate_calls: 1, rows_written: 0 });
    const [small, large] = lines.map(({ rows_read }) => rows_read);
    expect(small).toBeLessThanOrEqual(25);
    expect(large).toBe(small);
  });

  it("is a read in the order of the index events_feed", async () => {
    const prepare = vi.spyOn(organizationD1(), "prepare");
    await readPage(shop, { after: (await readPage(shop)).next_cursor });
    const statements = [...new Set(prepare.mock.calls.map(([text]) => text).filter((text) => text.includes("from events")))];
    prepare.mockRestore();
    expect(statements).toHaveLength(2);
    for (const text of statements) {
      const bindings = Array.from({ length: text.split("?").length - 1 }, () => 1);
      const { results } = await organizationD1()
        .prepare(`explain query plan ${text}`)
        .bind(...bindings)
        .all<{ detail: string }>();
      const plan = results.map(({ detail }) => detail);
      expect(plan[0]).toMatch(/^SEARCH e USING INDEX events_feed \(organization_id=\? AND (?:seq|rowid)>\?\)$/);
      expect(plan.filter((step) => /\bSCAN (?!CONSTANT)|TEMP B-TREE/.test(step))).toEqual([]);
    }
  });
});
