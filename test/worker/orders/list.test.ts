import { anyCharacter } from "../../kit/any-character";
import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { itUnlessLong } from "../../kit/form";
import { PublicOrder } from "../../../src/resources/orders/v1/contract";
import { listSchema } from "../../../src/platform/http/input/lists";
import { Order } from "../../../src/resources/orders/v2/contract";
import { type ApiResponse, asOperator, createShop, type Shop, ingestOrder } from "../../kit/client";
import { type OrderModel, ordersExpected, ordersFound } from "../../kit/order-model";
import { queryOf } from "../../kit/filter-cases";
import { v2OrderParams, orderParams } from "../../kit/order-params";
import { seedOrders } from "../../kit/order-seed";
import { assertProperty } from "../../kit/property";
import { organizationD1 } from "../../kit/databases";

const ZONE = "America/New_York";

/** 150 orders that are also in the model. */
let seeded: Shop;
let model: OrderModel;
beforeAll(async () => {
  seeded = await createShop({ timezone: ZONE });
  model = await seedOrders(seeded, ZONE, 150);
});

const idsOf = ({ body }: ApiResponse): number[] => body.data.map(({ id }: { id: number }) => id);

/** The ids of the orders that a shop's list returns. */
async function found(shop: Shop, params: Record<string, string> = {}): Promise<number[]> {
  const response = await shop.v1(`/orders?${queryOf(params)}`);
  expect(response.status, response.text).toBe(200);
  return idsOf(response);
}

/** The validation errors of a list request, as `path code`. */
async function errorsOf(shop: Shop, query: string, headers: Record<string, string> = {}): Promise<string[]> {
  const { status, body } = await shop.v1(`/orders?${query}`, { headers });
  expect({ status, code: body.error?.code, message: body.error?.message }).toEqual({
    status: 400,
    code: "validation_error",
    message: "Request validation failed.",
  });
  return body.error.details.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`);
}

/** Sets the times of creation and change of an order. */
async function setTimes(id: number, created: string, updated = created): Promise<void> {
  const statement = organizationD1().prepare("update orders set created_at = ?, updated_at = ? where id = ?");
  await statement.bind(Date.parse(created), Date.parse(updated), id).run();
}

describe("compared with the model", () => {
  it("any parameters return the same orders in the same order, and the same totals", { tags: "long" }, async () => {
    await assertProperty(
      fc.asyncProperty(orderParams(model), async (params) => {
        const response = await seeded.v1(`/orders?${queryOf(params)}`);
        expect(response.status, response.text).toBe(200);
        const { ids, pagination } = ordersExpected(model, params);
        expect(idsOf(response)).toEqual(ids);
        expect(response.body.meta.pagination).toEqual(pagination);
      }),
      { cases: 40 },
    );
  });

  itUnlessLong("the pages together have each order once", async () => {
    const seen: number[] = [];
    for (let page = 1; page <= 4; page += 1)
      seen.push(...(await found(seeded, { sort: "customerName:asc", page_size: "40", page: `${page}` })));
    expect(seen).toEqual(ordersFound(model, { sort: "customerName:asc" }));
  });
});

describe("sorting and pages", () => {
  let shop: Shop;
  let orders: number[];
  beforeAll(async () => {
    shop = await createShop();
    orders = [];
    for (const [date, shipping_cost] of [
      ["2026-01-02", 3],
      ["2026-01-03", 1],
      ["2026-01-02", 4],
      ["2026-01-01", 2],
    ])
      orders.push((await ingestOrder(shop, { date, shipping_cost })).id);
  });
  const at = (...places: number[]) => places.map((place) => orders[place]);

  itUnlessLong("the newest date is first, and orders of the same date are sorted by descending id", async () => {
    expect(await found(shop)).toEqual(at(1, 2, 0, 3));
    expect(await found(shop, { sort: "date:asc" })).toEqual(at(3, 0, 2, 1));
  });

  itUnlessLong("the default direction is desc, and the fields to sort by have aliases in snake_case", async () => {
    expect(await found(shop, { sort: "id" })).toEqual(at(3, 2, 1, 0));
    for (const sort of ["total_amount:ASC", "totalAmount:asc"]) expect(await found(shop, { sort }), sort).toEqual(at(1, 3, 0, 2));
  });

  itUnlessLong("any other sort is rejected", async () => {
    for (const sort of ["price", "date:up", "date:asc:asc", ":asc", "toString", "__proto__:asc", "date,id"]) {
      expect(await errorsOf(shop, queryOf({ sort })), sort).toEqual(["sort invalid_sort"]);
    }
  });

  itUnlessLong("the default is page 1 with 50 orders", async () => {
    const { body } = await shop.v1("/orders");
    expect(body.meta.pagination).toEqual({ page: 1, page_size: 50, total: 4, total_pages: 1 });
  });

  itUnlessLong("a page past the end is empty and has the true totals", async () => {
    const { status, body } = await shop.v1("/orders?page=9&page_size=3");
    expect({ status, data: body.data, pagination: body.meta.pagination }).toEqual({
      status: 200,
      data: [],
      pagination: { page: 9, page_size: 3, total: 4, total_pages: 2 },
    });
  });

  itUnlessLong("limit is an alias of page_size, and page_size takes precedence", async () => {
    expect(await found(shop, { limit: "1" })).toEqual(at(1));
    expect(await found(shop, { limit: "1", page_size: "3" })).toEqual(at(1, 2, 0));
  });

  itUnlessLong("a page or page size out of range is rejected, never clamped", async () => {
    for (const page of ["0", "-1", "1.5", "abc", "100001", "1e3", "9007199254740993"]) {
      expect(await errorsOf(shop, queryOf({ page })), page).toEqual(["page invalid_integer"]);
    }
    for (const size of ["0", "201", "-5", "x"]) {
      expect(await errorsOf(shop, queryOf({ page_size: size })), size).toEqual(["page_size invalid_integer"]);
      expect(await errorsOf(shop, queryOf({ limit: size })), size).toEqual(["limit invalid_integer"]);
    }
    expect(await found(shop, { page: "100000", page_size: "200" })).toEqual([]);
  });

  itUnlessLong("all validation errors are listed in one response", async () => {
    expect(await errorsOf(shop, "page=0&sort=x&status=Lost&missingSku=maybe")).toEqual([
      "status invalid_status",
      "missingSku invalid_boolean",
      "sort invalid_sort",
      "page invalid_integer",
    ]);
  });

  itUnlessLong("an empty parameter is treated as absent", async () => {
    const empty = "q=&search=&status=&store_id=&created_after=&created_before=&updated_after=&timezone=&supplier_id=&missingSku=";
    const { status, body } = await shop.v1(`/orders?${empty}&missingDesign=&sort=&page=&page_size=&limit=&include=`);
    expect({ status, total: body.meta.pagination.total, warnings: body.meta.warnings }).toEqual({
      status: 200,
      total: 4,
      warnings: undefined,
    });
  });

  itUnlessLong("an organization without orders has 0 pages", async () => {
    const { body } = await (await createShop()).v1("/orders");
    expect({ data: body.data, pagination: body.meta.pagination }).toEqual({
      data: [],
      pagination: { page: 1, page_size: 50, total: 0, total_pages: 0 },
    });
  });
});

describe("filters", () => {
  itUnlessLong("status matches in any letter case and spelling; any other text is rejected", async () => {
    const shop = await createShop();
    const { id } = await ingestOrder(shop, { status: "In Production" });
    await ingestOrder(shop);
    for (const status of ["In Production", "in production", "in_production", "IN-PRODUCTION"]) {
      expect(await found(shop, { status })).toEqual([id]);
    }
    expect(await errorsOf(shop, "status=Delivered")).toEqual(["status invalid_status"]);
  });

  itUnlessLong("flags accept true, false, 1 and 0; false does not filter; an order matches by its live items", async () => {
    const shop = await createShop();
    const whole = await ingestOrder(shop, { items: [{ name: "A", price: 1, sku: "S", design_url: "https://d.example.com/1" }] });
    const own = await ingestOrder(shop, { items: [{ name: "A", price: 1, custom_sku: "C" }] });
    const bare = await ingestOrder(shop, { items: [{ name: "A", price: 1 }] });
    const refunded = await ingestOrder(shop, { items: [{ name: "A", price: 1, status: "Refunded" }] });
    for (const yes of ["true", "1", "TRUE"]) {
      expect(await found(shop, { missingSku: yes })).toEqual([bare.id]);
      expect(await found(shop, { missingDesign: yes })).toEqual([bare.id, own.id]);
    }
    for (const no of ["false", "0"]) expect(await found(shop, { missingSku: no })).toEqual([refunded.id, bare.id, own.id, whole.id]);
    expect(await errorsOf(shop, "missingDesign=yes")).toEqual(["missingDesign invalid_boolean"]);
  });

  itUnlessLong("requires_audit finds the orders that a person must check, only in v2; false does not filter", async () => {
    const shop = await createShop();
    const audited = await ingestOrder(shop, { requires_audit: true });
    const cleared = await ingestOrder(shop, { requires_audit: false });
    const unknown = await ingestOrder(shop);
    const ids = async (query: string) => (await shop.v2(`/orders?${query}`)).body.data.map(({ id }: { id: number }) => id);
    expect(await ids("requires_audit=true")).toEqual([audited.id]);
    expect(await ids("requires_audit=1&sort=updated_at:asc&status=New")).toEqual([audited.id]);
    expect(await ids("requires_audit=false")).toEqual([unknown.id, cleared.id, audited.id]);
    expect((await shop.v2("/orders?requires_audit=maybe")).body.error.details).toMatchObject([{ code: "invalid_boolean" }]);
    expect((await shop.v1("/orders?requires_audit=true")).body.meta.pagination.total).toBe(3);
  });

  itUnlessLong("store_id matches an id, a code or a name in any letter case, in this order; an unknown store finds nothing", async () => {
    const shop = await createShop();
    const inGift = await ingestOrder(shop);
    const other = await asOperator(`/organizations/${shop.id}/stores`, { name: "Other", code: "Named", platform: "etsy" });
    const named = await asOperator(`/organizations/${shop.id}/stores`, { name: "named", platform: "etsy" });
    const inOther = await ingestOrder(shop, { store: other.id });
    const inNamed = await ingestOrder(shop, { store: named.id });
    for (const store of [String(shop.store.id), "gift", "GIFT", "Gift shop", "gift SHOP"]) {
      expect(await found(shop, { store_id: store }), store).toEqual([inGift.id]);
    }
    expect(await found(shop, { store_id: "NAMED" })).toEqual([inOther.id]);
    expect(await found(shop, { store_id: String(named.id) })).toEqual([inNamed.id]);
    const codeIsId = { name: "Third", code: String(named.id), platform: "etsy" };
    const third = await asOperator(`/organizations/${shop.id}/stores`, codeIsId);
    await ingestOrder(shop, { store: third.id });
    expect(await found(shop, { store_id: String(named.id) })).toEqual([inNamed.id]);
    expect(await found(shop, { store_id: "nowhere" })).toEqual([]);
    // A store of another organization matches nothing.
    expect(await found(shop, { store_id: String(seeded.store.id) })).toEqual([]);
  });

  itUnlessLong("supplier_id matches a supplier or sub-supplier of any item, in any letter case", async () => {
    const shop = await createShop();
    const first = await ingestOrder(shop, { items: [{ name: "A", price: 1, assigned_supplier: "Printful", sub_supplier: "Acme" }] });
    const second = await ingestOrder(shop, {
      items: [
        { name: "A", price: 1 },
        { name: "B", price: 1, sub_supplier: "printful" },
      ],
    });
    expect(await found(shop, { supplier_id: "PRINTFUL" })).toEqual([second.id, first.id]);
    expect(await found(shop, { supplier_id: "acme" })).toEqual([first.id]);
    expect(await found(shop, { supplier_id: "Print" })).toEqual([]);
  });
});

describe("dates", () => {
  let shop: Shop;
  let early: number;
  let late: number;
  beforeAll(async () => {
    shop = await createShop({ timezone: "Europe/Berlin" });
    early = (await ingestOrder(shop, { date: "2026-01-02" })).id;
    late = (await ingestOrder(shop, { date: "2026-01-01" })).id;
  });

  itUnlessLong("created_after, created_before and updated_after are exclusive, to the millisecond", async () => {
    await setTimes(early, "2026-02-01T10:00:00.000Z", "2026-02-03T10:00:00.000Z");
    await setTimes(late, "2026-02-01T10:00:00.001Z", "2026-02-02T10:00:00.000Z");
    expect(await found(shop, { created_after: "2026-02-01T10:00:00.000Z" })).toEqual([late]);
    expect(await found(shop, { created_after: "2026-02-01T09:59:59.999Z" })).toEqual([early, late]);
    expect(await found(shop, { created_before: "2026-02-01T10:00:00.001Z" })).toEqual([early]);
    expect(await found(shop, { created_after: "2026-02-01T10:00:00Z", created_before: "2026-02-01T10:00:00.001Z" })).toEqual([]);
    expect(await found(shop, { updated_after: "2026-02-02T10:00:00Z" })).toEqual([early]);
    expect(await found(shop, { created_after: "2026-03-01", created_before: "2026-01-01" })).toEqual([]);
  });

  itUnlessLong("a time without an offset is read in the parameter timezone, otherwise in the organization's time zone", async () => {
    await setTimes(early, "2026-01-31T23:00:00.000Z");
    await setTimes(late, "2026-01-31T23:00:00.001Z");
    // Midnight in Berlin is 23:00 UTC.
    expect(await found(shop, { created_after: "2026-02-01" })).toEqual([late]);
    expect(await found(shop, { created_after: "2026-02-01T00:00:00" })).toEqual([late]);
    expect(await found(shop, { created_after: "2026-02-01T00:00:00+01:00" })).toEqual([late]);
    expect(await found(shop, { created_after: "2026-02-01", timezone: "UTC" })).toEqual([]);
    expect(await found(shop, { created_before: "2026-02-01", timezone: "Asia/Kolkata" })).toEqual([]);
    expect(await found(shop, { created_after: "2026-02-01", timezone: "Asia/Kolkata" })).toEqual([early, late]);
    expect(await found(shop, { created_after: "2026-01-31T18:00:00.000", timezone: "America/New_York" })).toEqual([late]);
  });

  itUnlessLong("a day on which the clocks change begins and ends as it does in that time zone", async () => {
    // Berlin, 29 March 2026: 23 hours, from 23:00 to 22:00 UTC.
    await setTimes(early, "2026-03-28T23:00:00.001Z");
    await setTimes(late, "2026-03-29T22:00:00.001Z");
    expect(await found(shop, { created_after: "2026-03-29", created_before: "2026-03-30" })).toEqual([early]);
    expect(await found(shop, { created_after: "2026-03-30" })).toEqual([late]);
    // 02:30 does not exist that night and is read as 03:30. 02:30 on 25 October 2026 occurs twice: it is read as the first
    // one.
    await setTimes(early, "2026-03-29T01:30:00.001Z");
    await setTimes(late, "2026-10-25T00:30:00.001Z");
    expect(await found(shop, { created_after: "2026-03-29T02:30", created_before: "2026-03-29T04:00" })).toEqual([early]);
    expect(await found(shop, { created_after: "2026-10-25T02:30" })).toEqual([late]);
    expect(await found(shop, { created_after: "2026-10-25T02:30:00.001" })).toEqual([]);
    // Cairo's clocks change at midnight: 24 April 2026 begins at 01:00.
    await setTimes(early, "2026-04-23T22:00:00.000Z");
    await setTimes(late, "2026-04-23T22:00:00.001Z");
    expect(await found(shop, { created_after: "2026-04-24", timezone: "Africa/Cairo", created_before: "2026-04-25" })).toEqual([late]);
  });

  itUnlessLong("the first and the last day of the accepted range filter in every time zone", async () => {
    expect(await found(shop, { created_before: "1970-01-01", timezone: "Asia/Tokyo" })).toEqual([]);
    expect(await found(shop, { created_after: "9999-12-31T23:00:00", timezone: "America/New_York" })).toEqual([]);
    expect(await found(shop, { created_after: "1970-01-01", timezone: "Asia/Tokyo" })).toHaveLength(2);
  });

  itUnlessLong("an organization without a time zone reads dates in UTC", async () => {
    const utc = await createShop({ timezone: undefined });
    const { id } = await ingestOrder(utc);
    await setTimes(id, "2026-02-01T00:00:00.000Z");
    expect(await found(utc, { created_after: "2026-02-01" })).toEqual([]);
    expect(await found(utc, { created_after: "2026-01-31T23:59:59.999" })).toEqual([id]);
  });

  itUnlessLong("an unknown time zone and an invalid date are rejected", async () => {
    for (const timezone of ["Mars/Olympus", "+02:00", "Europe/Berlin; --", "0"]) {
      expect(await errorsOf(shop, queryOf({ timezone })), timezone).toEqual(["timezone invalid_timezone"]);
    }
    for (const date of ["yesterday", "2026-02-30", "2026-13-01", "2026-01-01T25:00:00Z", "20260101", "1700000000"]) {
      expect(await errorsOf(shop, queryOf({ created_after: date })), date).toEqual(["created_after invalid_date"]);
    }
    expect(await found(shop, { timezone: "europe/berlin" })).toHaveLength(2);
  });
});

describe("q", () => {
  let shop: Shop;
  let order: number;
  beforeAll(async () => {
    shop = await createShop();
    await ingestOrder(shop, { customer_name: "Somebody else", items: [{ name: "Vase", price: 1 }] });
    order = (
      await ingestOrder(shop, {
        number: "#10-42",
        external_id: "shopify/gid-777",
        customer_name: "José Ñandú",
        customer_email: "secret@example.com",
        items: [
          { name: "Blue Mug (large)", price: 1, sku: "MUG_12", tracking_code: "1Z999AA10123456784" },
          { name: "Плакат ☕ 第一", price: 1, custom_sku: "own-9" },
        ],
      })
    ).id;
  });

  itUnlessLong.each([
    ["the number", "10"],
    ["the external id", "777"],
    ["the customer", "nandu"],
    ["an item's name", "mug"],
    ["a sku", "mug_12"],
    ["a customer's own sku", "own-9"],
    ["a tracking code", "1z999"],
    ["another script", "плак"],
    ["a script without spaces between words", "第"],
  ])("finds %s by the beginning of a word", async (_what, q) => {
    expect(await found(shop, { q })).toEqual([order]);
    expect(await found(shop, { search: q })).toEqual([order]);
  });

  itUnlessLong("needs every word, each in any field", async () => {
    expect(await found(shop, { q: "jose blue 42 own" })).toEqual([order]);
    expect(await found(shop, { q: "jose green" })).toEqual([]);
    expect(await found(shop, { q: "ug" })).toEqual([]);
  });

  itUnlessLong("does not search fields that no response contains", async () => {
    expect(await found(shop, { q: "secret" })).toEqual([]);
  });

  itUnlessLong("without a word finds nothing; q takes precedence over search", async () => {
    for (const q of ["#", "☕", "!?", '""', "*"]) expect(await found(shop, { q }), q).toEqual([]);
    const { body } = await shop.v1(`/orders?${queryOf({ q: "***", page: "2", page_size: "7" })}`);
    expect(body.meta.pagination).toEqual({ page: 2, page_size: 7, total: 0, total_pages: 0 });
    expect(await found(shop, { q: "nothing", search: "mug" })).toEqual([]);
    expect(await found(shop, { q: "", search: "mug" })).toEqual([order]);
  });

  itUnlessLong("has at most 200 characters", async () => {
    expect(await found(shop, { q: "x".repeat(200) })).toEqual([]);
    expect(await errorsOf(shop, queryOf({ q: "x".repeat(201) }))).toEqual(["q too_big"]);
  });

  const HOSTILE = [
    `mug" OR "a`,
    "mug' OR 1=1 --",
    "mug AND NOT blue",
    "NEAR(mug blue)",
    "words:mug",
    "^mug",
    "mug*",
    "-mug",
    "(mug",
    `"`,
    "%",
    "_",
    "\u0000mug",
    "mug\u0000",
    "💥👩‍👩‍👧‍👦",
    "\ud800",
    "ﷺ",
    "İıßſ",
    "a\u0301\u0302",
    "1~mug",
    "; drop table orders",
    Array.from({ length: 100 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join(" "),
    "é".repeat(200),
    "a ".repeat(100),
    "👍".repeat(100),
  ];
  it("returns 200 for any text", { tags: "long" }, async () => {
    for (const q of HOSTILE) expect((await shop.v1(`/orders?${queryOf({ q })}`)).status, q).toBe(200);
    await assertProperty(
      fc.asyncProperty(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 100 }), async (q) => {
        expect((await shop.v1(`/orders?q=${encodeURIComponent(q)}`)).status).toBe(200);
      }),
      { cases: 20 },
    );
  });

  itUnlessLong("never finds another organization's orders", async () => {
    expect(await found(await createShop(), { q: "mug" })).toEqual([]);
  });
});

describe("the response", () => {
  const DOCUMENTED =
    "createdAt currency customerAddress customerName date discount id isCaseClosed isGift isLost isRefunded items requiresAudit shipAddress1 shipAddress2 shipCity shipCountry shipState shipZipcode shippingCost storeName subtotal tax totalAmount updatedAt";
  const ITEM =
    "assignedSupplier carrier color comment customOrderId customSku customerAddress customerName designUrl id idService isGift material materialId name orderDate orderId personalization phone price quantity shipAddress1 shipAddress2 shipCity shipCountry shipName shipState shipZipcode size sku spu status storeName style subSupplier trackingCode type variations vatIossNumber";
  const keysOf = (value: object): string => Object.keys(value).toSorted().join(" ");

  itUnlessLong("has exactly the documented fields, also if they are unset", async () => {
    const { body } = await seeded.v1("/orders?page_size=200");
    expect(keysOf(body)).toBe("data meta success");
    expect(keysOf(body.meta)).toBe("pagination request_id");
    expect(body.data).toHaveLength(150);
    for (const order of body.data) {
      expect(keysOf(PublicOrder.parse(order))).toBe(DOCUMENTED);
      for (const item of order.items) expect(keysOf(item)).toBe(ITEM);
    }
  });

  itUnlessLong("has an order's values as it was created", async () => {
    const shop = await createShop({ timezone: ZONE });
    const { id } = await ingestOrder(shop, {
      date: "2026-03-01T03:00:00Z",
      currency: "eur",
      tax: 1.5,
      shipping_cost: 4,
      discount: 0.25,
      customer_name: "Ann",
      ship_city: "Bern",
      is_gift: true,
      items: [
        { name: "Mug", quantity: 2, price: 9.99, sku: "MUG", cost: 3.21 },
        { name: "Tee", price: 0.1, ship_city: "Genf", customer_name: "Bob", is_gift: false },
      ],
    });
    await setTimes(id, "2026-03-02T00:00:00.000Z", "2026-03-03T00:00:00.000Z");
    const { body } = await shop.v1("/orders");
    expect(body.data).toMatchObject([
      {
        id,
        storeName: "Gift shop",
        date: "2026-03-01T03:00:00.000Z",
        currency: "EUR",
        totalAmount: 25.33,
        subtotal: 20.08,
        tax: 1.5,
        shippingCost: 4,
        discount: 0.25,
        customerName: "Ann",
        customerAddress: null,
        shipCity: "Bern",
        isGift: true,
        isLost: null,
        createdAt: "2026-03-02T00:00:00.000Z",
        updatedAt: "2026-03-03T00:00:00.000Z",
        items: [
          {
            orderId: String(id),
            name: "Mug",
            quantity: 2,
            price: 9.99,
            orderDate: "2026-02-28",
            shipCity: "Bern",
            customerName: "Ann",
            isGift: true,
          },
          { name: "Tee", quantity: 1, price: 0.1, shipCity: "Genf", shipCountry: null, customerName: "Bob", isGift: false },
        ],
      },
    ]);
  });

  itUnlessLong("has exactly the additional fields that include= names", async () => {
    const added = async (include: string) => {
      const { body } = await seeded.v1(`/orders?${queryOf({ include, page_size: "1" })}`);
      const order = PublicOrder.parse(body.data[0]);
      return Object.keys(order).filter((key) => !DOCUMENTED.split(" ").includes(key));
    };
    expect(await added("status")).toEqual(["status"]);
    expect(await added("number")).toEqual(["number"]);
    expect(await added("external_id")).toEqual(["external_id"]);
    expect(await added("fulfillments")).toEqual(["fulfillments"]);
    expect(await added("version")).toEqual(["version"]);
    expect(await added("version, status,number,fulfillments,external_id")).toEqual([
      "status",
      "number",
      "external_id",
      "fulfillments",
      "version",
    ]);
    expect(await errorsOf(seeded, "include=cost")).toEqual(["include invalid_include"]);
    expect(await errorsOf(seeded, "include=status,customer_email")).toEqual(["include invalid_include"]);
  });

  itUnlessLong("has no email, payment method, refund amount or cost, neither in V1 nor in v2", async () => {
    const include = "include=status,number,external_id,fulfillments,version";
    for (const response of [await seeded.v1(`/orders?page_size=200&${include}`), await seeded.v2("/orders?limit=200")]) {
      expect(response.body.data).toHaveLength(150);
      // The values that the seeded orders have in these fields (test/kit/order-seed.ts).
      expect(response.text).not.toMatch(/secret|7777\.77/);
      expect(response.text).not.toMatch(/"(?:\w*email|payment\w*|refund\w*|profit\w*|production\w*|cost\w*|missing\w*)":/i);
    }
  });

  itUnlessLong("ignores an unknown parameter and names it in a warning; under strict handling it is rejected", async () => {
    const { status, body } = await seeded.v1("/orders?colour=red&page_size=1");
    expect({ status, warnings: body.meta.warnings }).toEqual({ status: 200, warnings: ["colour is unknown and was ignored."] });
    const strict = { Prefer: "respond-async, handling=strict" };
    expect(await errorsOf(seeded, "colour=red", strict)).toEqual(["colour unrecognized_key"]);
    expect((await seeded.v1("/orders?page_size=1", { headers: strict })).status).toBe(200);
    const ofV2 = await seeded.v2("/orders?colour=red&limit=1");
    expect({ status: ofV2.status, warnings: ofV2.headers.get("X-Warnings") }).toEqual({
      status: 200,
      warnings: '["colour is unknown and was ignored."]',
    });
  });

  itUnlessLong("has an ETag that returns 304 until something changes", async () => {
    const shop = await createShop();
    await ingestOrder(shop);
    const first = await shop.v1("/orders");
    const etag = first.headers.get("ETag") ?? "";
    expect({ cacheControl: first.headers.get("Cache-Control"), etag }).toEqual({
      cacheControl: "private, no-cache",
      etag: expect.stringMatching(/^W\/".+"$/),
    });
    for (const given of [etag, etag.slice(2), `"other", ${etag}`, "*"]) {
      const again = await shop.v1("/orders", { headers: { "If-None-Match": given } });
      expect({ status: again.status, text: again.text, etag: again.headers.get("ETag") }, given).toEqual({ status: 304, text: "", etag });
      expect(again.headers.get("X-Request-Id")).toMatch(/^req_/);
    }
    await ingestOrder(shop);
    expect((await shop.v1("/orders", { headers: { "If-None-Match": etag } })).status).toBe(200);
    expect((await shop.v1("/orders?page=2", { headers: { "If-None-Match": etag } })).status).toBe(200);
  });

  itUnlessLong("to HEAD is that to GET without a body; a trailing slash is the same path", async () => {
    const get = await seeded.v1("/orders?page_size=2");
    const head = await seeded.v1("/orders?page_size=2", { method: "HEAD" });
    expect({ status: head.status, text: head.text, etag: head.headers.get("ETag") }).toEqual({
      status: 200,
      text: "",
      etag: get.headers.get("ETag"),
    });
    expect((await seeded.v1("/orders?page=0", { method: "HEAD" })).status).toBe(400);
    expect((await seeded.v1("/orders/?page_size=2")).body.data).toEqual(get.body.data);
  });
});

describe("GET /api/v2/orders", () => {
  /** The ids of all pages, from the first one on. Each page has the next one of `limits`, which repeat. */
  async function idsOfAllPages(params: Record<string, string | undefined>, limits: readonly number[]): Promise<number[]> {
    const ids: number[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 400; page += 1) {
      const limit = limits[page % limits.length] ?? 50;
      const response = await seeded.v2(`/orders?${queryOf({ ...params, cursor, limit: String(limit) })}`);
      expect(response.status, response.text).toBe(200);
      expect(response.body.data.length).toBeLessThanOrEqual(limit);
      expect(response.body.has_more).toBe(response.body.next_cursor !== null);
      ids.push(...idsOf(response));
      if (response.body.next_cursor === null) return ids;
      cursor = response.body.next_cursor;
    }
    throw new Error("the pages do not end");
  }

  itUnlessLong.each([
    "date:desc",
    "date:asc",
    "created_at:desc",
    "created_at:asc",
    "updated_at:desc",
    "updated_at:asc",
    "id:desc",
    "id:asc",
  ])("lists %s in pages of any sizes, every order once, in order", async (sort) => {
    expect(await idsOfAllPages({ sort }, [1, 7, 30, 2, 50])).toEqual(ordersFound(model, { sort }));
  });

  it("lists every order that matches any filters once, in order", { tags: "long" }, async () => {
    const limits = fc.array(fc.integer({ min: 3, max: 60 }), { minLength: 1, maxLength: 4 });
    await assertProperty(
      fc.asyncProperty(v2OrderParams(model), limits, async (params, sizes) => {
        expect(await idsOfAllPages(params, sizes)).toEqual(ordersFound(model, params));
      }),
      { cases: 20 },
    );
  });

  itUnlessLong("returns exactly the documented fields", async () => {
    const { body } = await seeded.v2("/orders?limit=200");
    const { data, has_more, next_cursor } = listSchema(Order).parse(body);
    expect({ count: data.length, has_more, next_cursor }).toEqual({ count: 150, has_more: false, next_cursor: null });
  });

  itUnlessLong("keeps its pages in place when an order is created meanwhile", async () => {
    const shop = await createShop();
    const orders: number[] = [];
    for (const date of ["2026-01-01", "2026-01-02", "2026-01-03"]) orders.unshift((await ingestOrder(shop, { date })).id);
    const first = await shop.v2("/orders?limit=2");
    await ingestOrder(shop, { date: "2026-06-01" });
    const second = await shop.v2(`/orders?limit=2&cursor=${first.body.next_cursor}`);
    expect([...idsOf(first), ...idsOf(second)]).toEqual(orders);
  });

  itUnlessLong("external_id finds an order by the id of its source", async () => {
    const { externalId, id } = model.orders.find((order) => order.externalId !== null) ?? { externalId: null, id: 0 };
    expect(idsOf(await seeded.v2(`/orders?external_id=${externalId}`))).toEqual([id]);
    expect(idsOf(await seeded.v2("/orders?external_id=EXT-none"))).toEqual([]);
  });

  itUnlessLong("a cursor is valid only for its own list", async () => {
    const { body } = await seeded.v2("/orders?status=New&limit=2");
    const cursor: string = body.next_cursor;
    const [position = "", signature = ""] = cursor.split(".");
    const rejected = async (shop: Shop, query: string) => {
      const response = await shop.v2(`/orders?${query}`);
      expect([response.status, response.body.error.details], query).toMatchObject([400, [{ path: "cursor", code: "invalid_cursor" }]]);
    };
    expect((await seeded.v2(`/orders?status=new&limit=9&cursor=${cursor}`)).status).toBe(200);
    await rejected(await createShop(), `status=New&cursor=${cursor}`);
    await rejected(seeded, `cursor=${cursor}`);
    await rejected(seeded, `status=Shipped&cursor=${cursor}`);
    await rejected(seeded, `status=New&sort=id&cursor=${cursor}`);
    await rejected(seeded, `status=New&missing_sku=1&cursor=${cursor}`);
    const tampered = [
      `${btoa("[0,0]").replaceAll("=", "")}.${signature}`,
      `${position}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`,
      position,
      `${position}.`,
      `.${signature}`,
      `${signature}.${position}`,
      "☕",
      "null",
    ];
    for (const text of tampered) await rejected(seeded, queryOf({ status: "New", cursor: text }));
  });

  itUnlessLong("limit is 1 to 200", async () => {
    for (const limit of ["1", "200"]) expect((await seeded.v2(`/orders?limit=${limit}`)).status, limit).toBe(200);
    for (const limit of ["0", "201", "x", "-1"]) expect((await seeded.v2(`/orders?limit=${limit}`)).status, limit).toBe(400);
  });
});
