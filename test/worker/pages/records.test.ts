import { beforeAll, describe, expect, it } from "vitest";
import { orderBody, createShop, type Shop, ingestOrder } from "../../kit/client";
import { logOf } from "../../kit/log";
import { insertWebhookEndpoint } from "../../kit/webhook-fixture";
import { agentOf } from "../mcp/agent";
import { insertMany, MIB, textOf, readAllPages } from "./kit";
import { organizationD1 } from "../../kit/databases";

let shop: Shop;
let order: number;
let item: string;
beforeAll(async () => {
  shop = await createShop();
  // More units than the tests ship.
  const { id, items } = await ingestOrder(shop, { items: [{ name: "Mug", price: 1, quantity: 1_000_000 }] });
  order = id;
  item = items[0].id;
});

const NOTES = `insert into order_notes (organization_id, order_id, author_name, text, created_at)`;
const HISTORY = `insert into order_history (organization_id, order_id, at, "change", reason, actor_kind, actor_name)`;

describe.each([
  ["notes", (length: number) => `${NOTES} select ?, ?, 'Ann', ${textOf(length)}, n from numbers`],
  ["history", (length: number) => `${HISTORY} select ?, ?, n, 'status', ${textOf(length)}, 'user', 'Ann' from numbers`],
])("the complete %s of an order", (name, statement) => {
  it("are read in one trip if they are few", async () => {
    const { id } = await ingestOrder(shop);
    await insertMany(199, statement(10), shop.id, id);
    const { body } = await shop.v1(`/orders/${id}/${name}`);
    // The history also has the creation of the order.
    expect(body.data).toHaveLength(name === "history" ? 200 : 199);
    expect(await logOf(() => shop.v1(`/orders/${id}/${name}`))).toMatchObject({ d1_trips: 1 });
  });

  it("are all returned up to 10,000, and more return 400 page_too_large", { tags: "long" }, async () => {
    const { id } = await ingestOrder(shop);
    const read = (query = "") => shop.v1(`/orders/${id}/${name}${query}`);
    await insertMany(9999, statement(10), shop.id, id);
    // The history of an order begins with its creation.
    if (name === "notes") await insertMany(1, statement(10), shop.id, id);
    const whole = await read();
    expect({ status: whole.status, count: whole.body.data.length, isPaginated: "pagination" in whole.body.meta }).toEqual({
      status: 200,
      count: 10_000,
      isPaginated: false,
    });
    await insertMany(1, statement(10), shop.id, id);
    const rejected = await read();
    expect([rejected.status, rejected.body.error.details[0]]).toMatchObject([
      400,
      { path: "page_size", code: "page_too_large", page_size: 200 },
    ]);
    const part = await read("?page_size=200&page=51");
    expect({ count: part.body.data.length, total: part.body.meta.pagination.total }).toEqual({ count: 1, total: 10_001 });
  });

  it("are too large also because of their texts", async () => {
    const { id } = await ingestOrder(shop);
    // 9 MB, and a page has at most 8 MiB.
    await insertMany(900, statement(10_000), shop.id, id);
    expect((await shop.v1(`/orders/${id}/${name}`)).body.error.details[0]).toMatchObject({ code: "page_too_large" });
    expect((await shop.v1(`/orders/${id}/${name}?page_size=200`)).body.data).toHaveLength(200);
  });
});

describe("products", () => {
  const add = async (count: number, bytes: number): Promise<Shop> => {
    const catalog = await createShop();
    await insertMany(
      count,
      `insert into products (organization_id, title, description, created_at, updated_at) select ?, 'Mug ' || n, ${textOf(bytes)}, n, n from numbers`,
      catalog.id,
    );
    return catalog;
  };

  it("return 400 with a size that fits for a page of more than 8 MiB of text", async () => {
    const { v1 } = await add(12, 0.95 * MIB);
    const { status, body } = await v1("/products?page_size=12&sort=id:asc");
    expect([status, body.error.details[0]]).toMatchObject([400, { path: "page_size", code: "page_too_large", page_size: 8, page: 1 }]);
    const last = await v1("/products?page_size=8&page=2&sort=id:asc");
    expect(last.body.data.map(({ title }: { title: string }) => title)).toEqual(["Mug 9", "Mug 10", "Mug 11", "Mug 12"]);
  });

  it("are returned completely if a long one is among short ones", async () => {
    const { v1, id } = await add(3, 10);
    await organizationD1()
      .prepare(`update products set description = ${textOf(100_000)}, tags = '["red"]' where organization_id = ? and title = 'Mug 2'`)
      .bind(id)
      .run();
    const { body } = await v1("/products?page_size=200&sort=id:asc");
    const shown = body.data.map(({ description, tags }: { description: string; tags: string[] }) => [description.length, tags]);
    expect(shown).toEqual([
      [10, []],
      [100_000, ["red"]],
      [10, []],
    ]);
  });
});

describe("lists of v2 end a page early, and no row is lost:", () => {
  it("fulfillments over MCP, because of their items", { tags: "long" }, async () => {
    const { id, items } = await ingestOrder(shop, { items: Array.from({ length: 100 }, () => ({ name: "Mug", price: 1, quantity: 50 })) });
    const lines = items.map((one: { id: string }) => ({ order_item_id: one.id, quantity: 1 }));
    for (let n = 0; n < 12; n += 1) expect((await shop.v2(`/orders/${id}/fulfillments`, { body: { items: lines } })).status).toBe(201);
    const agent = agentOf(shop.token, "?tools=all");
    const { ids, pages } = await readAllPages(
      async (cursor) => (await agent.call("list_fulfillments", { order_id: id, limit: 20, ...(cursor && { cursor }) })).data,
    );
    // A page over MCP has at most 500 items.
    expect({ count: new Set(ids).size, pages }).toEqual({ count: 12, pages: [5, 5, 2] });
    const whole = await shop.v2(`/orders/${id}/fulfillments?limit=20`);
    expect({ count: whole.body.data.length, has_more: whole.body.has_more }).toEqual({ count: 12, has_more: false });
  });

  const LARGE_ONE = "a fulfillment larger than a page over MCP, which is a page of its own:";
  it(`${LARGE_ONE} in the middle`, async () => await expectPages([[1], [501], [1, 1]]));
  it(`${LARGE_ONE} first`, { tags: "long" }, async () => await expectPages([[501], [1]]));
  it(`${LARGE_ONE} next to another one`, { tags: "long" }, async () => await expectPages([[501], [501], [1]]));
  /** Creates fulfillments with so many items each, and expects these pages of them. */
  async function expectPages(expected: readonly (readonly number[])[]): Promise<void> {
    const sizes = expected.flat();
    const { id } = await ingestOrder(shop, { items: Array.from({ length: 501 }, () => ({ name: "Mug", price: 1, quantity: 9 })) });
    for (const [nth, size] of sizes.entries()) {
      await insertMany(
        1,
        `insert into fulfillments (id, organization_id, order_id, status, created_at, updated_at)
          select ?3, ?1, ?2, 'in_transit', 1, 1 from numbers`,
        shop.id,
        id,
        `ful_${id}_${nth}`,
      );
      await insertMany(
        1,
        `insert into fulfillment_items (organization_id, fulfillment_id, order_item_id, quantity)
          select ?1, ?3, i.id, 1 from order_items i where i.order_id = ?2 limit ?4`,
        shop.id,
        id,
        `ful_${id}_${nth}`,
        size,
      );
    }
    const agent = agentOf(shop.token, "?tools=all");
    const pages: number[][] = [];
    const { ids } = await readAllPages(async (cursor) => {
      const { data } = await agent.call("list_fulfillments", { order_id: id, limit: 20, ...(cursor && { cursor }) });
      pages.push(data.data.map(({ items }: { items: unknown[] }) => items.length));
      return data;
    });
    expect(ids).toEqual(sizes.map((_, nth) => `ful_${id}_${nth}`));
    expect(pages).toEqual(expected);
  }

  it("history over MCP, because of its texts", async () => {
    const { id } = await ingestOrder(shop);
    await insertMany(99, `${HISTORY} select ?, ?, n, 'status', ${textOf(10_000)}, 'user', 'Ann' from numbers`, shop.id, id);
    const agent = agentOf(shop.token);
    const { ids, pages } = await readAllPages(
      async (cursor) => (await agent.call("get_order_history", { order_id: id, limit: 200, ...(cursor && { cursor }) })).data,
    );
    // 512 KiB have room for 52 of the texts, and the first page also has the creation of the order.
    expect({ count: new Set(ids).size, pages }).toEqual({ count: 100, pages: [53, 47] });
  });

  it("tickets over MCP, because of their texts", async () => {
    await insertMany(
      40,
      `insert into tickets (organization_id, number, subject, body, status, priority, created_at, updated_at)
        select ?, n, 'Broken', ${textOf(20_000)}, 'open', 'normal', n, n from numbers`,
      shop.id,
    );
    const agent = agentOf(shop.token, "?tools=all");
    const { ids, pages } = await readAllPages(
      async (cursor) => (await agent.call("list_tickets", { limit: 100, ...(cursor && { cursor }) })).data,
    );
    // 512 KiB have room for 26 of the texts.
    expect({ count: new Set(ids).size, pages }).toEqual({ count: 40, pages: [26, 14] });
    const whole = await shop.v2("/tickets?limit=100");
    expect({ count: whole.body.data.length, has_more: whole.body.has_more }).toEqual({ count: 40, has_more: false });
  });

  it("events, because of their bodies", { tags: "long" }, async () => {
    const feed = await createShop();
    const { id } = await ingestOrder(feed);
    await feed.v2(`/orders/${id}`, { method: "PATCH", body: { number: "7" } });
    await insertMany(
      40,
      `insert into events (id, organization_id, type, order_id, body, occurred_at)
        select e.id || n, e.organization_id, e.type, e.order_id,
          json_set(e.body, '$.event_id', e.id || n, '$.changed_fields', json_array(${textOf(500_000)})), e.occurred_at
        from events e, numbers where e.organization_id = ? and e.type = 'order.updated'`,
      feed.id,
    );
    const found: string[] = [];
    const pages: number[] = [];
    let [after, more] = ["", true];
    while (more && pages.length < 10) {
      const { body } = await feed.v2(`/events?limit=200${after === "" ? "" : `&after=${after}`}`);
      found.push(...body.data.map(({ event_id }: { event_id: string }) => event_id));
      pages.push(body.data.length);
      [after, more] = [body.next_cursor, body.has_more];
    }
    // 8 MiB have room for 16 of the bodies, and the first page also has the two short events.
    expect({ count: new Set(found).size, pages }).toEqual({ count: 42, pages: [18, 16, 8] });
  });

  it("deliveries of a webhook, because of the responses to their attempts", { tags: "long" }, async () => {
    // Each order has an event, and each event a delivery.
    const busy = await createShop();
    await busy.v2("/orders/bulk", { body: { orders: Array.from({ length: 30 }, () => orderBody()) } });
    const { id: endpoint } = await insertWebhookEndpoint(busy.id);
    await insertMany(
      30,
      `insert into deliveries (id, organization_id, endpoint_id, event_id, event_type, status, trigger, attempts, created_at)
        select 'dlv_' || printf('%022d', n), ?1, ?2, e.id, 'order.updated', 'succeeded', 'manual', 2, n % 4 from numbers
          join (select id, row_number() over (order by seq) as place from events where organization_id = ?1) e on e.place = n`,
      busy.id,
      endpoint,
    );
    await insertMany(
      30,
      `insert into attempts (organization_id, delivery_id, number, url, started_at, duration_ms, response_status, response_body)
        select ?, 'dlv_' || printf('%022d', n), a.value, 'https://r.example.com', 1, 1, 200, ${textOf(MIB)} from numbers, json_each('[1,2]') a`,
      busy.id,
    );
    const { ids, pages } = await readAllPages(
      async (cursor) => (await busy.v2(`/webhooks/${endpoint}/deliveries?limit=30${cursor === undefined ? "" : `&cursor=${cursor}`}`)).body,
    );
    // Each has two responses of 1 MiB. With its other fields, a fourth would exceed 8 MiB.
    expect({ count: new Set(ids).size, pages }).toEqual({ count: 30, pages: [3, 3, 3, 3, 3, 3, 3, 3, 3, 3] });
  });
});

it("a delivery in the list of its webhook has only its newest 100 attempts", async () => {
  const { id: endpoint } = await insertWebhookEndpoint(shop.id);
  await insertMany(
    1,
    `insert into deliveries (id, organization_id, endpoint_id, event_id, event_type, status, trigger, attempts, created_at)
      select 'dlv_' || printf('%022d', 77), ?1, ?2, (select id from events where organization_id = ?1 limit 1), 'order.updated', 'failed', 'manual', 150, 1`,
    shop.id,
    endpoint,
  );
  await insertMany(
    150,
    `insert into attempts (organization_id, delivery_id, number, url, started_at, duration_ms) select ?, 'dlv_' || printf('%022d', 77), n, 'https://r.example.com', 1, 1 from numbers`,
    shop.id,
  );
  const { attempts } = (await shop.v2(`/webhooks/${endpoint}/deliveries`)).body.data[0];
  expect({ count: attempts.length, first: attempts[0].number, last: attempts.at(-1).number }).toEqual({
    count: 100,
    first: 51,
    last: 150,
  });
});

describe("the fulfillments of an order", () => {
  const fulfillments = (count: number, id: number) =>
    insertMany(
      count,
      `insert into fulfillments (id, organization_id, order_id, status, created_at, updated_at)
        select 'ful_' || ?2 || '_' || n, ?1, ?2, 'cancelled', 1, 1 from numbers`,
      shop.id,
      id,
    );
  const createFulfillment = (id: number) =>
    shop.v2(`/orders/${id}/fulfillments`, { body: { items: [{ order_item_id: item, quantity: 1 }] } });

  it("are at most 1,000, which all fit in a page", async () => {
    await fulfillments(999, order);
    expect((await createFulfillment(order)).status).toBe(201);
    const { status, body } = await createFulfillment(order);
    expect({ status, details: body.error.details }).toEqual({
      status: 409,
      details: [{ code: "too_many_fulfillments", message: "An order has at most 1000 fulfillments.", limit: 1000 }],
    });
    expect((await shop.v1(`/orders/${order}/fulfillments`)).body.data).toHaveLength(1000);
  });

  it("have at most 8,000 items in all of them", async () => {
    const { id, items } = await ingestOrder(shop, { items: Array.from({ length: 20 }, () => ({ name: "Mug", price: 1, quantity: 500 })) });
    await fulfillments(400, id);
    await insertMany(
      400,
      `insert into fulfillment_items (organization_id, fulfillment_id, order_item_id, quantity)
        select ?1, 'ful_' || ?2 || '_' || n, i.id, 1 from numbers, order_items i where i.order_id = ?2`,
      shop.id,
      id,
    );
    const { status, body } = await shop.v2(`/orders/${id}/fulfillments`, {
      body: { items: [{ order_item_id: items[0].id, quantity: 1 }] },
    });
    expect([status, body.error.details[0]]).toMatchObject([409, { code: "too_many_fulfillment_items", limit: 8000 }]);
  });
});
