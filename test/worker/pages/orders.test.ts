import { beforeAll, describe, expect, it } from "vitest";
import { createShop, type Shop } from "../../kit/client";
import { logOf } from "../../kit/log";
import { agentOf } from "../mcp/agent";
import { claimSizes, insertMany, MIB, createOrders, readAllPages } from "./kit";

const ORDERS = 30;

let shop: Shop;
let ids: number[];
beforeAll(async () => {
  shop = await createShop();
  ids = await createOrders(shop, ORDERS);
});

const list = (query: string) => shop.v1(`/orders?sort=id:asc&${query}`);
const idsOf = (orders: { id: number }[]) => orders.map(({ id }) => id);

describe("a numbered page of orders holds at most 10,000 items", () => {
  beforeAll(() => claimSizes(shop, { item_count: 2000, text_bytes: 100 }));

  it("more return 400 page_too_large on page_size, with a size that fits", async () => {
    const { status, body } = await list("page_size=30");
    expect({ status, code: body.error.code, details: body.error.details }).toEqual({
      status: 400,
      code: "validation_error",
      details: [
        {
          path: "page_size",
          code: "page_too_large",
          message: "A page holds at most 10,000 items and 8 MiB of text. Ask for page_size=5&page=1 instead.",
          page_size: 5,
          page: 1,
        },
      ],
    });
  });

  it("with the returned size, every order is on one page", async () => {
    const found: number[] = [];
    for (let page = 1; page <= ORDERS / 5; page += 1) {
      const { status, body } = await list(`page_size=5&page=${page}`);
      expect({ status, total_pages: body.meta.pagination.total_pages }).toEqual({ status: 200, total_pages: ORDERS / 5 });
      found.push(...idsOf(body.data));
    }
    expect(found).toEqual(ids);
  });

  it("after the first page, the returned size and page begin with the same order", async () => {
    const { page_size, page } = (await list("page_size=12&page=2")).body.error.details[0];
    expect({ page_size, page }).toEqual({ page_size: 4, page: 4 });
    expect(idsOf((await list(`page_size=${page_size}&page=${page}`)).body.data)).toEqual(ids.slice(12, 16));
  });

  it("a last page with few orders is not too large", async () => {
    expect(idsOf((await list("page_size=28&page=2")).body.data)).toEqual(ids.slice(28));
  });

  it("no item is read for a page that is too large", async () => {
    const rejected = await logOf(() => list("page_size=30"));
    expect((await list("page_size=5")).status).toBe(200);
    await claimSizes(shop, { item_count: 1 });
    const allowed = await logOf(() => list("page_size=30"));
    await claimSizes(shop, { item_count: 2000 });
    expect({ rejectedStatus: rejected.status, allowedStatus: allowed.status }).toEqual({ rejectedStatus: 400, allowedStatus: 200 });
    expect(rejected.rows_read).toBeLessThanOrEqual(allowed.rows_read - ORDERS);
  });

  it("the items of fulfillments count if they are included", { tags: "long" }, async () => {
    const few = await createShop();
    const [order = 0] = await createOrders(few, 2);
    const [{ id: item }] = (await few.v2(`/orders/${order}`)).body.items;
    const insert = (count: number) =>
      insertMany(
        count,
        `insert into fulfillments (id, organization_id, order_id, status, created_at, updated_at)
          select 'ful_' || ?1 || '_' || n, ?1, ?2, 'cancelled', 1, 1 from numbers`,
        few.id,
        order,
      );
    await insert(900);
    await insertMany(
      900,
      `insert into fulfillment_items (organization_id, fulfillment_id, order_item_id, quantity)
        select ?1, 'ful_' || ?1 || '_' || n, ?2, 1 from numbers`,
      few.id,
      Number(item),
    );
    await claimSizes(few, { item_count: 4600 });
    const paged = (query: string) => few.v1(`/orders?sort=id:asc&page_size=2${query}`);
    expect((await paged("")).status).toBe(200);
    expect((await paged("&include=fulfillments")).body.error.details[0]).toMatchObject({ code: "page_too_large", page_size: 1 });
    const { body } = await few.v1("/orders?sort=id:asc&page_size=1&include=fulfillments");
    expect(body.data[0].fulfillments).toHaveLength(900);
    // To count those of the other order, none of these are read.
    const other = await logOf(() => few.v1("/orders?sort=id:desc&page_size=1&include=fulfillments"));
    expect([other.status, other.rows_read < 100]).toEqual([200, true]);
  });
});

describe("a numbered page of orders holds at most 8 MiB of text", () => {
  it("more return 400 with a size that fits", async () => {
    await claimSizes(shop, { item_count: 1, text_bytes: 2 * MIB });
    expect((await list("page_size=30")).body.error.details[0]).toMatchObject({ code: "page_too_large", page_size: 4, page: 1 });
    expect(idsOf((await list("page_size=4")).body.data)).toEqual(ids.slice(0, 4));
  });

  it("a single order always fits", async () => {
    await claimSizes(shop, { item_count: 1, text_bytes: 9 * MIB });
    expect((await list("page_size=2")).body.error.details[0]).toMatchObject({ page_size: 1 });
    expect(idsOf((await list("page_size=1&page=3")).body.data)).toEqual(ids.slice(2, 3));
  });

  it("the fields of the order in its items count too", async () => {
    await claimSizes(shop, { item_count: 1, text_bytes: 4 * MIB - 200 });
    expect((await list("page_size=2")).status).toBe(200);
    await shop.v2(`/orders/${ids[0]}`, { method: "PATCH", body: { customer_name: "n".repeat(255), ship_address1: "a".repeat(255) } });
    await claimSizes(shop, { text_bytes: 4 * MIB - 200 });
    expect((await list("page_size=2")).body.error.details[0]).toMatchObject({ code: "page_too_large", page_size: 1 });
  });
});

describe("a page of v2 ends early, and no order is lost", () => {
  it.each([
    ["items", { item_count: 2000, text_bytes: 100 }, 5],
    ["text", { item_count: 1, text_bytes: 2.5 * MIB }, 3],
    ["orders that fill a page by themselves", { item_count: 1, text_bytes: 10 * MIB }, 1],
  ])("%s", { tags: "long" }, async (_what, sizes, perPage) => {
    await claimSizes(shop, sizes);
    for (const sort of ["id:asc", "date:desc", "created_at:asc", "updated_at:desc"]) {
      const { ids: found, pages } = await readAllPages(async (cursor) => {
        const { status, body } = await shop.v2(`/orders?limit=30&sort=${sort}${cursor === undefined ? "" : `&cursor=${cursor}`}`);
        expect(status).toBe(200);
        expect(body.data.every(({ items }: { items: unknown[] }) => items.length === 1)).toBe(true);
        expect(body.has_more).toBe(body.next_cursor !== null);
        return body;
      });
      expect(found.toSorted()).toEqual(ids.toSorted());
      expect(pages).toEqual(Array.from({ length: ORDERS / perPage }, () => perPage));
    }
  });

  it("also in a search", async () => {
    await claimSizes(shop, { item_count: 2000, text_bytes: 100 });
    const { ids: found, pages } = await readAllPages(
      async (cursor) => (await shop.v2(`/orders?q=mug&limit=30${cursor === undefined ? "" : `&cursor=${cursor}`}`)).body,
    );
    expect(found.toSorted()).toEqual(ids.toSorted());
    expect(pages).toEqual(Array.from({ length: ORDERS / 5 }, () => 5));
  });
});

describe("a page over MCP is much smaller", () => {
  it("has at most 500 items or 512 KiB of text, and no order is lost", { tags: "long" }, async () => {
    for (const sizes of [
      { item_count: 100, text_bytes: 100 },
      { item_count: 1, text_bytes: 100 * 1024 },
    ]) {
      await claimSizes(shop, sizes);
      const agent = agentOf(shop.token);
      const { ids: found, pages } = await readAllPages(
        async (cursor) => (await agent.call("find_orders", { limit: 30, ...(cursor && { cursor }) })).data,
      );
      expect(found.toSorted()).toEqual(ids.toSorted());
      expect(pages).toEqual(Array.from({ length: ORDERS / 5 }, () => 5));
    }
  });
});
