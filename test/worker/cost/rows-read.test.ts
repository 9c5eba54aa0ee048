import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { asOperator, createShop, type Shop } from "../../kit/client";
import { type LogLine, logOf } from "../../kit/log";
import { eventually } from "../../kit/eventually";
import { organizationD1 } from "../../kit/databases";

const STATUSES = ["New", "Pending Cost", "In Production", "Shipped", "Complete", "Cancelled"];
/** Times of creation and change far in the past, so that new rows are separate. */
const LONG_AGO = Date.parse("2026-01-01T00:00:00Z");
const HOUR = 3_600_000;
/** Four months after these times. */
const MUCH_LATER = LONG_AGO + 1e10;

/** The n-th order. The kinds repeat after 300, so that ten times as many orders have the same number of kinds. */
function order(n: number): Record<string, unknown> {
  const kind = n % 300;
  const bare = kind % 5 === 0;
  return {
    store: kind % 2 === 0 ? "Gift shop" : "Other",
    number: `#${n}`,
    status: STATUSES[kind % STATUSES.length],
    customer_name: kind < 20 ? "Zanzibar" : `Customer ${kind}`,
    // Most have these values, and the others have others.
    ship_country: kind % 4 === 0 ? "DE" : "GB",
    shipping_service: kind % 4 === 1 ? "Express" : "Standard",
    tags: kind % 4 === 2 ? ["rush"] : ["gift", "Wedding"],
    assignee: kind % 4 === 3 ? "bea" : "ann",
    requires_audit: kind % 4 === 0,
    metadata: { nth: String(n), all: "yes" },
    date: new Date(LONG_AGO + (kind % 60) * 24 * HOUR + (kind % 24) * HOUR).toISOString(),
    items: [
      {
        name: "Mug",
        quantity: 1 + (kind % 3),
        price: kind,
        cost: bare ? null : 1,
        metadata: { nth: String(n), all: "yes" },
        sku: bare ? null : `SKU-${kind}`,
        assigned_supplier: "Acme",
      },
      {
        name: "Tee",
        price: 5,
        status: kind % 3 === 0 ? "Shipped" : "New",
        sku: "TEE",
        cost: 1,
        assigned_supplier: kind < 10 ? "Rare" : "Acme",
      },
    ],
  };
}

async function createShopWith(count: number): Promise<Shop> {
  const shop = await createShop();
  await asOperator(`/organizations/${shop.id}/stores`, { name: "Other", platform: "custom" });
  for (let from = 0; from < count; from += 200) {
    const orders = Array.from({ length: Math.min(200, count - from) }, (_, n) => order(from + n));
    expect((await shop.v2("/orders/bulk", { body: { orders } })).body.summary?.failed).toBe(0);
  }
  // The kinds are distributed evenly over time and over every other field.
  const time = `${LONG_AGO} + (id % 300) * 60000`;
  for (const table of ["orders", "order_items"]) {
    await organizationD1()
      .prepare(`update ${table} set created_at = ${time}, updated_at = ${time} where organization_id = ?`)
      .bind(shop.id)
      .run();
  }
  // The last three are updated, so that few changes are recent, however many orders there are.
  const lately =
    "update orders set updated_at = ? where organization_id = ? and id > (select max(id) - 3 from orders where organization_id = ?)";
  await organizationD1().prepare(lately).bind(MUCH_LATER, shop.id, shop.id).run();
  await shop.v1("/orders?page_size=1");
  await shop.v2("/orders?limit=1");
  return shop;
}

let few: Shop;
let many: Shop;
beforeAll(async () => {
  few = await createShopWith(300);
  many = await createShopWith(3000);
});
afterEach(() => vi.restoreAllMocks());

/** The log line of a request, which must have this status, because a rejected request reads few rows. */
async function costOf(shop: Shop, path: string, status = 200): Promise<LogLine> {
  const line = await logOf(() => (path.startsWith("/api/v2") ? shop.v2(path.slice("/api/v2".length)) : shop.v1(path)));
  expect({ path, status: line.status }).toEqual({ path, status });
  return line;
}

/** The limits are what was measured, rounded up by up to a half: a list that reads more the more orders there are exceeds them in the larger shop. */
describe("rows read by a page of ten orders or items", () => {
  it.each([
    ["/orders", 140],
    ["/orders?status=Shipped", 140],
    ["/orders?store_id=other", 140],
    ["/orders?store_id=nowhere", 40],
    ["/orders?missingSku=true", 140],
    ["/orders?missingDesign=true", 140],
    ["/orders?updated_after=2026-03-01", 60],
    ["/orders?updated_after=2026-03-01&store_id=gift&status=New", 40],
    ["/orders?created_after=2026-03-01", 40],
    ["/orders?date_from=2026-01-10&date_to=2026-01-20", 240],
    ["/orders?date_to=2026-01-20&status=Shipped", 240],
    ["/orders?date_from=2026-01-10&date_to=2026-01-20&store_id=gift", 240],
    // Pages past the end, which are only counted.
    ["/orders?page=100000", 20],
    ["/orders?status=Shipped&page=100000", 20],
    ["/orders?sort=customerName:asc&page=100000", 20],
    ["/orderItems?page=100000", 10],
    ["/orders?q=zanzibar%20customer", 20],
    ["/orders?supplier_id=Nobody", 20],
    ["/orderItems", 50],
    ["/orderItems?status=Shipped", 50],
    ["/orderItems?store=gift", 50],
    ["/orderItems?missingSku=1", 50],
    ["/orderItems?missingDesign=1", 50],
    ["/orderItems?missingCost=1", 50],
    ["/orderItems?supplier=Nobody", 20],
    ["/orderItems?date_from=2026-01-10&date_to=2026-01-20", 60],
    ["/api/v2/orders", 140],
    ["/api/v2/orders?sort=updated_at:asc", 140],
    ["/api/v2/orders?external_id=none", 10],
    ["/api/v2/orders?date_from=2026-01-10&date_to=2026-01-20", 140],
    ["/api/v2/orders?ship_country=gb", 140],
    ["/api/v2/orders?shipping_service=standard&sort=date:asc", 140],
    ["/api/v2/orders?assignee=ann", 140],
    ["/api/v2/orders?tag=GIFT", 150],
    ["/api/v2/orders?tag=gift&sort=date:asc&date_from=2026-01-10", 150],
    ["/api/v2/orders?ship_country=GB&date_to=2026-01-20", 140],
    ["/api/v2/orders?tag=gift&ship_country=GB", 180],
    ["/api/v2/orders?requires_audit=true", 140],
    ["/api/v2/orders?metadata[all]=yes", 260],
    ["/api/v2/orders?metadata[all]=yes&sort=updated_at:asc", 260],
    ["/api/v2/order-items?metadata[all]=yes", 220],
  ])("%s: at most %d, and at most three more with ten times as many orders", async (path, budget) => {
    const sized = `${path}${path.includes("?") ? "&" : "?"}${path.startsWith("/api") ? "limit" : "page_size"}=10`;
    const [small, large] = [await costOf(few, sized), await costOf(many, sized)];
    expect([small.status, large.status]).toEqual([200, 200]);
    expect(small.rows_read).toBeLessThanOrEqual(budget);
    expect(large.rows_read).toBeLessThanOrEqual(small.rows_read + 3);
  });

  it("items of days in another time zone: only the items of the parts of the UTC days", async () => {
    const path = "/orderItems?date_from=2026-01-10&date_to=2026-01-20&timezone=Asia/Kolkata&page_size=10";
    // 60 days: 100 items of each day in the larger shop, of which eleven days would be 1,100.
    expect((await costOf(few, path)).rows_read).toBeLessThanOrEqual(100);
    expect((await costOf(many, path)).rows_read).toBeLessThanOrEqual(260);
  });

  // Without the counts of days, the last page of the larger shop would read 3,000 orders or 6,000 items.
  it.each([
    ["/orders", 10, 350],
    ["/orders?sort=date:asc", 10, 350],
    ["/orders?status=Shipped", 10, 350],
    ["/orders?sort=totalAmount", 10, 150],
    ["/orders?missingSku=true&sort=id", 10, 200],
    ["/orders?date_from=2026-01-10&date_to=2026-02-20", 10, 500],
    ["/orders?date_from=2026-01-10&date_to=2026-02-20&sort=date:asc&store_id=gift&timezone=Asia/Kolkata", 10, 500],
    ["/orderItems", 10, 200],
    ["/orderItems?status=Shipped", 10, 200],
    ["/orderItems?date_from=2026-01-10&date_to=2026-02-20", 10, 260],
  ])("the last page of %s: its own rows or those of its day, not those before it", async (path, size, budget) => {
    const sized = `${path}${path.includes("?") ? "&" : "?"}page_size=${size}`;
    const { body } = await many.v1(sized);
    const line = await costOf(many, `${sized}&page=${body.meta.pagination.total_pages}`);
    expect({ status: line.status, d1_trips: line.d1_trips }).toEqual({ status: 200, d1_trips: 2 });
    expect(line.rows_read).toBeLessThanOrEqual(budget);
  });

  it.each(["/orders", "/orders?sort=date:asc", "/orderItems"])(
    "a page in the middle of %s: half of the days, and the rows of its own day",
    async (path) => {
      const sized = `${path}${path.includes("?") ? "&" : "?"}page_size=10`;
      const { body } = await many.v1(sized);
      const line = await costOf(many, `${sized}&page=${Math.floor(body.meta.pagination.total_pages / 2)}`);
      expect(line.rows_read).toBeLessThanOrEqual(500);
    },
  );

  it.each([
    ["/orders?q=mug", 260],
    ["/orders?q=m&sort=customerName:asc", 260],
    ["/orderItems?search=mug", 120],
  ])("%s: for a word that most rows have, the list is read in order and checked for the word", async (path, budget) => {
    const [small, large] = [await costOf(few, `${path}&page_size=10`), await costOf(many, `${path}&page_size=10`)];
    expect([small.status, large.status]).toEqual([200, 200]);
    expect(large.rows_read).toBeLessThanOrEqual(budget);
  });

  it("two words that most rows have: the rows with both are counted, up to one for each order and a page", async () => {
    // 2,800 of the 3,000 orders have both.
    expect((await costOf(many, "/orders?q=customer%20mug&page_size=10")).rows_read).toBeLessThanOrEqual(4200);
  });

  it.each([
    ["/orders?q=zanzibar&missingSku=1&sort=customerName&page_size=1", 1400],
    ["/orders?q=zanzibar&status=Complete&sort=customerName&page_size=1", 1400],
    ["/orders?q=zanzibar&store_id=nowhere&sort=status&page_size=1", 1400],
    ["/orderItems?search=zanzibar&missingCost=1&sort_by=sku&page_size=1", 2600],
  ])("%s: a word with another filter costs no more than the matches of the word", async (path, budget) => {
    const line = await costOf(many, path);
    expect(line.status).toBe(200);
    expect(line.rows_read).toBeLessThanOrEqual(budget);
  });

  it("orders created in a period cost no more because of others with the same order date", { tags: "long" }, async () => {
    const shop = await createShopWith(1200);
    // Three orders of each day were created much later than the others of that day.
    const late = "update orders set created_at = ? where organization_id = ? and cast(substr(number, 2) as integer) < 180";
    await organizationD1().prepare(late).bind(MUCH_LATER, shop.id).run();
    const since = `/orders?created_after=${new Date((LONG_AGO + MUCH_LATER) / 2).toISOString()}&page_size=10&page=18`;
    // Its 180 orders a few times, and the days, but not the 1,200.
    expect((await costOf(shop, since)).rows_read).toBeLessThanOrEqual(1500);
  });

  it.each(["2026-01-01T01:00:30Z", "2026-01-01T00:10:00Z"])("orders created since %s: one page of a long list", async (since) => {
    // Each of the 300 minutes has ten orders. They are counted by the hour, and those of the hours at the ends one by one.
    const line = await costOf(many, `/orders?created_after=${since}&page_size=10`);
    expect(line.rows_read).toBeLessThanOrEqual(2300);
  });

  it("store and status together: the index of one, filtered by the other, so that the cost depends only on their combination", async () => {
    const path = "/orderItems?date_from=2026-01-10&date_to=2026-01-20&status=New&store=gift&page_size=10";
    const [small, large] = [await costOf(few, path), await costOf(many, path)];
    expect([small.status, large.status]).toEqual([200, 200]);
    expect(small.rows_read).toBeLessThanOrEqual(80);
    expect(large.rows_read).toBeLessThanOrEqual(small.rows_read + 6);
  });

  it.each([
    ["/orders?date_from=2026-01-10&sort=totalAmount", 350],
    ["/orders?date_from=2026-01-10&sort=customerName:asc", 350],
    ["/orders?date_from=2026-01-10&date_to=2026-02-20&sort=id", 350],
    ["/orders?date_from=2026-01-10&sort=createdAt", 560],
    ["/orders?date_from=2026-01-10&sort=updatedAt:asc&store_id=gift", 500],
    ["/orders?date_to=2026-02-20&sort=customerName&status=Shipped&timezone=Asia/Kolkata", 800],
    ["/orders?created_after=2026-01-01T00:59:59.999Z&sort=totalAmount", 350],
    ["/api/v2/orders?date_from=2026-01-10&sort=id:desc", 350],
    ["/api/v2/orders?date_from=2026-01-10&sort=updated_at:desc", 350],
  ])("%s: at most %d, although the range has most orders and ten times as many", async (path, budget) => {
    const sized = `${path}&${path.startsWith("/api") ? "limit" : "page_size"}=10`;
    for (const shop of [few, many]) expect((await costOf(shop, sized)).rows_read).toBeLessThanOrEqual(budget);
  });

  it("the page after a cursor, and the last page, of a long range in another sort: not the orders before it", async () => {
    const path = "/orders?date_from=2026-01-10&limit=10&sort=id:desc";
    const { body } = await many.v2(path);
    expect((await costOf(many, `/api/v2${path}&cursor=${body.next_cursor}`)).rows_read).toBeLessThanOrEqual(350);
    const numbered = "/orders?date_from=2026-01-10&page_size=10&sort=totalAmount";
    const { total_pages: last } = (await many.v1(numbered)).body.meta.pagination;
    expect((await costOf(many, `${numbered}&page=${last}`)).rows_read).toBeLessThanOrEqual(500);
  });

  it.each(["tag=gift", "ship_country=GB", "shipping_service=Standard", "assignee=ann"])(
    "the page after a cursor of %s: not the orders before it",
    async (filter) => {
      const path = `/orders?${filter}&limit=10`;
      let cursor = "";
      for (let page = 0; page < 3; page += 1) cursor = (await many.v2(`${path}${cursor && `&cursor=${cursor}`}`)).body.next_cursor;
      expect((await costOf(many, `/api/v2${path}&cursor=${cursor}`)).rows_read).toBeLessThanOrEqual(160);
    },
  );

  it("a range at the far end of another sort: the scan stops, and the orders of the range are read instead", { tags: "long" }, async () => {
    const shop = await createShopWith(600);
    // The newest orders have the highest ids: 480 of them precede the range.
    await organizationD1()
      .prepare(
        `update orders set date = ${LONG_AGO} + (id - (select min(id) from orders where organization_id = ?1)) * ${HOUR} where organization_id = ?1`,
      )
      .bind(shop.id)
      .run();
    const path = "/orders?date_from=2026-01-21&timezone=UTC&sort=id:asc";
    expect((await shop.v1(path)).body.meta.pagination.total).toBe(120);
    const { body } = await shop.v2(`${path}&limit=10`);
    expect(body.data.map(({ number }: { number: string }) => number)).toEqual(Array.from({ length: 10 }, (_, n) => `#${480 + n}`));
    expect((await costOf(shop, `${path}&page_size=10`)).rows_read).toBeLessThanOrEqual(1100);
  });

  it("a range of order dates in another sort: only the orders of the range, which are sorted", async () => {
    for (const sort of ["totalAmount:asc", "customerName:asc", "storeName:asc", "id:desc"]) {
      const path = `/orders?date_from=2026-02-28&date_to=2026-02-28&timezone=Pacific/Auckland&sort=${sort}&page_size=10`;
      // The store of each order is read too.
      expect((await costOf(many, path)).rows_read, sort).toBeLessThanOrEqual(sort === "storeName:asc" ? 450 : 400);
    }
  });

  it("one order: only its items", async () => {
    for (const shop of [few, many]) {
      const { body } = await shop.v2("/orders?limit=1&sort=id:asc");
      expect((await costOf(shop, `/api/v2/orders/${body.data[0].id}`)).rows_read).toBeLessThanOrEqual(15);
    }
  });

  it("a filter by metadata costs its matches: a value costs the same with ten times as many orders without it", async () => {
    for (const [shop, nth] of [
      [few, 299],
      [many, 2999],
    ] as const) {
      for (const list of ["orders", "order-items", "orders?sort=updated_at:asc"]) {
        const path = `/${list}${list.includes("?") ? "&" : "?"}metadata[nth]=${nth}`;
        expect((await shop.v2(path)).body.data, path).toHaveLength(1);
        expect((await costOf(shop, `/api/v2${path}`)).rows_read, path).toBeLessThanOrEqual(45);
      }
    }
  });

  it("a search costs its matches: a word costs the same with ten times as many orders without it", async () => {
    const { body } = await many.v1("/orders?q=%232999");
    expect(body.meta.pagination.total).toBe(1);
    expect((await costOf(many, "/orders?q=%232999")).rows_read).toBeLessThanOrEqual(31);
    expect((await costOf(many, "/orderItems?q=%232999")).rows_read).toBeLessThanOrEqual(31);
  });
});

describe("a read takes one trip", () => {
  it.each([
    "/orders",
    "/orders?q=mug&status=New&include=fulfillments",
    "/orderItems",
    "/orderItems?date_from=2026-01-03",
    "/api/v2/orders",
  ])("%s: one batch at D1, one call of the gate", async (path) => {
    expect(await costOf(few, path)).toMatchObject({ status: 200, d1_trips: 1, gate_calls: 1, rows_written: 0 });
  });

  it.each([
    "/orders?page=2&page_size=10",
    "/orders?sort=totalAmount&page=20&page_size=10",
    "/orders?q=mug&page=3&page_size=10",
    "/orders?status=New&store_id=gift&page=2&page_size=10",
    "/orders?date_from=2026-01-10&sort=customerName&page=12&page_size=10",
    "/orders?created_after=2026-01-01T00:10:00Z&page=9&page_size=10",
    "/orderItems?page=2&page_size=10",
    "/orderItems?search=mug&page=2&page_size=10",
  ])("%s: a deep page takes two, one to count and one to read", async (path) => {
    expect(await costOf(few, path)).toMatchObject({ status: 200, d1_trips: 2, gate_calls: 1, rows_written: 0 });
  });

  it.each(["/orders?page=1000", "/orders?q=mug&page=1000", "/orderItems?page=1000"])(
    "%s: a page past the end is only counted",
    async (path) => {
      expect(await costOf(few, path)).toMatchObject({ status: 200, d1_trips: 1 });
    },
  );

  it("a list that is rejected, or that nothing can match, costs no trip", async () => {
    expect(await costOf(few, "/orders?page=0", 400)).toMatchObject({ status: 400, d1_trips: 0, gate_calls: 1 });
    expect(await costOf(few, "/orders?q=%23")).toMatchObject({ status: 200, d1_trips: 0, gate_calls: 1 });
  });

  it("D1 is queried before the gate has responded", async () => {
    // The isolate caches the credential for a minute, and the request of an earlier test may be longer ago.
    await few.v1("/me");
    const batch = vi.spyOn(organizationD1(), "batch");
    const gates = env.GATE.getByName.bind(env.GATE);
    let wasQueriedFirst = false;
    vi.spyOn(env.GATE, "getByName").mockImplementation((name) => {
      const gate = gates(name);
      const admit: typeof gate.admit = (async (request: Parameters<typeof gate.admit>[0]) => {
        await eventually(() => expect(batch).toHaveBeenCalled());
        wasQueriedFirst = true;
        return await gate.admit(request);
      }) as never;
      return { admit } as unknown as typeof gate;
    });
    expect((await few.v1("/orders?page_size=1")).status).toBe(200);
    // Work of an earlier request may add batches.
    expect(wasQueriedFirst).toBe(true);
  });
});

describe("a sort of items that no index serves", () => {
  const SORTS = ["name", "sku", "status", "storeName", "quantity", "price", "id&status=New", "id&store=gift"];
  it.each(SORTS)("%s: the items are found in an index and sorted, and only the stores and orders of the page are read", async (sort) => {
    const line = await costOf(few, `/orderItems?sort_by=${sort}&page_size=10`);
    expect(line).toMatchObject({ status: 200, d1_trips: 1 });
    // 600 items, each of which is sorted once, with its store.
    expect(line.rows_read).toBeLessThanOrEqual(sort === "storeName" ? 1900 : 1300);
  });

  it.each(SORTS)("%s: of more than 10,000 items, none is read, and the response names the filter to add", async (sort) => {
    const shop = await createShopWith(1);
    const counts = ["update list_counts set total = 10001 where filter = '' and", "update item_rollups set items = 10001 where"];
    for (const count of counts) {
      await organizationD1().prepare(`${count} organization_id = ? and basis = 'all'`).bind(shop.id).run();
    }
    const path = `/orderItems?sort_by=${sort}`;
    const { status, body } = await shop.v1(path);
    expect({ status, details: body.error.details }).toEqual({
      status: 400,
      details: [{ path: "sort", code: "sort_limit", message: expect.stringContaining("Add date_from and date_to, or sort by orderDate.") }],
    });
    expect((await costOf(shop, path, 400)).rows_read).toBeLessThanOrEqual(15);
    expect((await shop.v1(`${path}&date_from=2026-01-01&date_to=2026-01-31`)).status).toBe(200);
  });
});

describe("a page for which too many rows would be read", () => {
  /** A shop whose stored counts say that it has a million orders and items. */
  async function createLargeShop(): Promise<Shop> {
    const shop = await createShopWith(1);
    for (const count of ["list_counts set total", "order_rollups set orders", "item_rollups set items"]) {
      await organizationD1().prepare(`update ${count} = 1000000 where organization_id = ?`).bind(shop.id).run();
    }
    return shop;
  }

  it.each([
    ["/orders?sort=totalAmount", "page page_limit", "Add date_from and date_to."],
    ["/orders?status=New&sort=customerName:asc", "page page_limit", "Add date_from and date_to."],
    ["/orders?date_from=2025-12-01&timezone=UTC&sort=totalAmount", "page page_limit", "Shorten the range from date_from to date_to."],
    ["/orderItems?sort=createdAt", "page page_limit", "Add date_from and date_to, or sort by orderDate."],
  ])("%s: none is read, and the response names the filter to add", async (path, error, advice) => {
    const shop = await createLargeShop();
    const deep = `${path}&page_size=200&page=2500`;
    const { status, body } = await shop.v1(deep);
    const [detail, ...others] = body.error.details;
    expect({ status, detail: `${detail.path} ${detail.code}`, others }).toEqual({ status: 400, detail: error, others: [] });
    expect(detail.message).toBe(`At most 100,000 rows are read to find a page, and this one needs more. ${advice}`);
    expect(await costOf(shop, deep, 400)).toMatchObject({ d1_trips: 1 });
    expect((await costOf(shop, deep, 400)).rows_read).toBeLessThanOrEqual(15);
  });

  it.each(["/orders?sort=date", "/orders?status=New", "/orders?sort=createdAt:asc", "/orderItems?sort=orderDate"])(
    "%s: pages that are found by counts have no limit",
    async (path) => {
      expect(await costOf(await createLargeShop(), `${path}&page_size=200&page=2500`)).toMatchObject({ status: 200, d1_trips: 2 });
    },
  );

  it("a list of which no index has the order is rejected", async () => {
    const shop = await createLargeShop();
    const { status, body } = await shop.v2("/orders?tag=gift&sort=id");
    expect({ status, details: body.error.details }).toEqual({
      status: 400,
      details: [expect.objectContaining({ path: "sort", code: "sort_limit" })],
    });
    expect((await shop.v2("/orders?tag=gift&sort=date")).status).toBe(200);
  });
});

describe("a filter in another sort than by date", () => {
  it.each([
    ["/orders?status=Shipped&sort=customerName", 260],
    ["/orders?store_id=gift&sort=id:asc", 200],
    ["/orders?missingSku=true&sort=customerName", 260],
    ["/api/v2/orders?status=New&sort=id:asc", 280],
    ["/api/v2/orders?status=New&store_id=gift&sort=updated_at:asc", 310],
  ])("%s: at most %d, from the index of the sort, if many orders match", async (path, budget) => {
    const sized = `${path}&${path.startsWith("/api") ? "limit" : "page_size"}=10`;
    expect((await costOf(many, sized)).rows_read).toBeLessThanOrEqual(budget);
  });

  it.each([
    ["status", 350],
    // Each of the 300 orders is read with its store, for the page and again for the items of the page.
    ["storeName", 2000],
  ])("sorted by %s, all orders that match are read, at most %d rows for 300 orders", async (sort, budget) => {
    const line = await costOf(few, `/orders?sort=${sort}&page_size=10`);
    expect(line.d1_trips).toBe(1);
    expect(line.rows_read).toBeLessThanOrEqual(budget);
  });
});

/** The query plan of each statement of a request. */
async function plansOf(request: () => Promise<unknown>): Promise<string[]> {
  const prepare = vi.spyOn(organizationD1(), "prepare");
  await request();
  const statements = prepare.mock.calls.map(([sql]) => sql);
  prepare.mockRestore();
  expect(statements).not.toEqual([]);
  const plans = await Promise.all(
    statements.map((sql) => {
      const bindings = Array.from({ length: sql.split("?").length - 1 }, () => 1);
      return organizationD1()
        .prepare(`explain query plan ${sql}`)
        .bind(...bindings)
        .all<{ detail: string }>();
    }),
  );
  return plans.flatMap(({ results }) => results.map(({ detail }) => detail));
}

/** A step that reads the rows of the page, which are in memory, to add up their sizes. */
const STEP_OF_PAGE = /^SCAN (?:w|p|\(subquery-\d+\)|j VIRTUAL TABLE INDEX 1:)$/;

describe("every other sort uses an index, without scanning a table or sorting rows", () => {
  const withDirections = (fields: string) => fields.split(" ").flatMap((field) => [`${field}:asc`, `${field}:desc`]);
  it.each([
    ...withDirections("date createdAt updatedAt totalAmount customerName id").map((sort) => `/orders?sort=${sort}`),
    ...withDirections("orderDate id orderId createdAt updatedAt").map((sort) => `/orderItems?sort=${sort}`),
    ...withDirections("date created_at updated_at id").map((sort) => `/api/v2/orders?sort=${sort}`),
    "/orders?status=New",
    "/orders?missingSku=1",
    "/orders?missingDesign=1&status=New",
    "/orderItems?status=New",
    "/orderItems?status=New&date_from=2026-01-10&date_to=2026-01-20",
    "/orderItems?missingCost=1",
  ])("%s", async (path) => {
    const plan = await plansOf(() => costOf(few, path));
    const sorts = plan.filter((step) => step.includes("TEMP B-TREE"));
    // A row of constants is not a table.
    expect(plan.filter((step) => /\bSCAN (?!CONSTANT ROW)/.test(step) && !STEP_OF_PAGE.test(step))).toEqual([]);
    // The rows of a page of v2 are sorted again to find out how many of them fit.
    expect(sorts).toEqual(path.startsWith("/api/v2") ? ["USE TEMP B-TREE FOR ORDER BY"] : []);
  });

  it("a page after a cursor is found without reading the rows before it", async () => {
    const { body } = await few.v2("/orders?limit=1");
    const plan = await plansOf(() => few.v2(`/orders?limit=1&cursor=${body.next_cursor}`));
    // For the orders, and for their items.
    expect(plan.filter((step) => step.includes("orders_date"))).toEqual(
      Array.from({ length: 2 }, () => expect.stringContaining("(organization_id=? AND date<?)")),
    );
  });

  it("a supplier is found by the indexes of suppliers, and an external id by its own", async () => {
    for (const path of ["/orders?supplier_id=x", "/orderItems?supplier=x&sort_by=storeName"]) {
      const plan = await plansOf(() => costOf(few, path));
      // Both indexes, in at least two statements.
      expect(plan.filter((step) => /order_items_(?:sub_)?supplier \(/.test(step)).length, path).toBeGreaterThanOrEqual(4);
      expect(
        plan.filter((step) => /\(organization_id=\?\)/.test(step)),
        path,
      ).toEqual([]);
    }
    expect(await plansOf(() => costOf(few, "/api/v2/orders?external_id=x"))).toContain(
      "SEARCH o USING INDEX orders_external (organization_id=? AND external_id=?)",
    );
  });
});
