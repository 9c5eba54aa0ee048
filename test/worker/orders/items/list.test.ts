import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { PublicOrderItem } from "../../../../src/resources/orders/items/v1/contract";
import { type ApiResponse, asOperator, createShop, idempotencyKey, type Shop, ingestOrder } from "../../../kit/client";
import { itemsExpected, type OrderModel } from "../../../kit/order-model";
import { queryOf } from "../../../kit/filter-cases";
import { itemParams } from "../../../kit/order-params";
import { seedOrders } from "../../../kit/order-seed";
import { assertProperty } from "../../../kit/property";

const ZONE = "America/New_York";

/** The items of 150 orders that are also in the model. */
let seeded: Shop;
let model: OrderModel;
beforeAll(async () => {
  seeded = await createShop({ timezone: ZONE });
  model = await seedOrders(seeded, ZONE, 150);
});

const idsOf = ({ body }: ApiResponse): string[] => body.data.map(({ id }: { id: string }) => id);

/** The ids of the items that a shop's list returns. */
async function found(shop: Shop, params: Record<string, string> = {}): Promise<string[]> {
  const response = await shop.v1(`/orderItems?${queryOf(params)}`);
  expect(response.status, response.text).toBe(200);
  return idsOf(response);
}

/** The validation errors of a list request, as `path code`. */
async function errorsOf(shop: Shop, query: string, headers: Record<string, string> = {}): Promise<string[]> {
  const { status, body } = await shop.v1(`/orderItems?${query}`, { headers });
  expect({ status, code: body.error?.code, message: body.error?.message }).toEqual({
    status: 400,
    code: "validation_error",
    message: "Request validation failed.",
  });
  return body.error.details.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`);
}

/** Creates an order with one item and returns the item's id. */
async function anItem(shop: Shop, item: Record<string, unknown> = {}, order: Record<string, unknown> = {}): Promise<string> {
  return (await ingestOrder(shop, { ...order, items: [{ name: "Mug", price: 1, ...item }] })).items[0].id;
}

describe("compared with the model", () => {
  it("any parameters return the same items in the same order, and the same totals", { tags: "long" }, async () => {
    await assertProperty(
      fc.asyncProperty(itemParams(model), async (params) => {
        const response = await seeded.v1(`/orderItems?${queryOf(params)}`);
        expect(response.status, response.text).toBe(200);
        const { ids, pagination } = itemsExpected(model, params);
        expect(idsOf(response)).toEqual(ids.map(String));
        expect(response.body.meta.pagination).toEqual(pagination);
      }),
      { cases: 40 },
    );
  });

  it("the pages together have each item once", async () => {
    const seen: string[] = [];
    for (let page = 1; page <= 6; page += 1) seen.push(...(await found(seeded, { sort_by: "sku", page_size: "70", page: `${page}` })));
    expect(seen).toHaveLength(model.orders.flatMap(({ items }) => items).length);
    expect(new Set(seen).size).toBe(seen.length);
  });
});

describe("sorting and pages", () => {
  let shop: Shop;
  let items: string[];
  beforeAll(async () => {
    shop = await createShop();
    items = [];
    for (const [date, quantity] of [
      ["2026-01-02T23:00:00Z", 3],
      ["2026-01-03", 1],
      ["2026-01-02T01:00:00Z", 3],
      ["2026-01-01", 2],
    ]) {
      items.push(await anItem(shop, { quantity }, { date }));
    }
  });
  const at = (...places: number[]) => places.map((place) => items[place]);

  it("the newest order is first, and items of the same moment are sorted by descending id", async () => {
    expect(await found(shop)).toEqual(at(1, 0, 2, 3));
    expect(await found(shop, { sort_dir: "asc" })).toEqual(at(3, 2, 0, 1));
    const own = await createShop();
    const date = "2026-01-02T23:00:00Z";
    const [first, second] = [await anItem(own, {}, { date }), await anItem(own, {}, { date })];
    expect(await found(own)).toEqual([second, first]);
  });

  it("of sort_by, sortBy, sort and of sort_dir, sortDir, order, the first in this list applies", async () => {
    const byQuantity = at(2, 0, 3, 1);
    expect(await found(shop, { sort_by: "quantity" })).toEqual(byQuantity);
    expect(await found(shop, { sortBy: "quantity" })).toEqual(byQuantity);
    expect(await found(shop, { sort: "quantity" })).toEqual(byQuantity);
    expect(await found(shop, { sort: "quantity:asc" })).toEqual(byQuantity.toReversed());
    for (const name of ["sort_dir", "sortDir", "order"]) {
      expect(await found(shop, { sort_by: "quantity", [name]: "asc" })).toEqual(byQuantity.toReversed());
    }
    expect(await found(shop, { sort: "price:asc", sort_by: "quantity", sort_dir: "desc" })).toEqual(byQuantity);
    expect(await found(shop, { sort_by: "quantity", sortBy: "id", sort_dir: "desc", sortDir: "asc", order: "asc" })).toEqual(byQuantity);
    expect(await found(shop, { sortBy: "quantity", sort: "id:asc", sortDir: "desc", order: "asc" })).toEqual(byQuantity);
  });

  it("any other field or direction is rejected", async () => {
    expect(await errorsOf(shop, "sort_by=cost")).toEqual(["sort_by invalid_sort"]);
    expect(await errorsOf(shop, "sortBy=__proto__")).toEqual(["sortBy invalid_sort"]);
    expect(await errorsOf(shop, "sort_dir=up")).toEqual(["sort_dir invalid_sort"]);
    expect(await errorsOf(shop, "sort=name:up")).toEqual(["sort invalid_sort"]);
  });

  it("the default is page 1 with 50 items; a page past the end is empty and has the true totals", async () => {
    expect((await shop.v1("/orderItems")).body.meta.pagination).toEqual({ page: 1, page_size: 50, total: 4, total_pages: 1 });
    const { status, body } = await shop.v1("/orderItems?page=9&page_size=3");
    expect({ status, data: body.data, pagination: body.meta.pagination }).toEqual({
      status: 200,
      data: [],
      pagination: { page: 9, page_size: 3, total: 4, total_pages: 2 },
    });
    const nothing = (await (await createShop()).v1("/orderItems")).body;
    expect({ data: nothing.data, pagination: nothing.meta.pagination }).toEqual({
      data: [],
      pagination: { page: 1, page_size: 50, total: 0, total_pages: 0 },
    });
  });

  it("of page_size, pageSize, limit, the first in this list applies; a value out of range is rejected, never clamped", async () => {
    expect(await found(shop, { pageSize: "1" })).toEqual(at(1));
    expect(await found(shop, { limit: "2" })).toEqual(at(1, 0));
    expect(await found(shop, { limit: "2", pageSize: "1", page_size: "3" })).toEqual(at(1, 0, 2));
    expect(await found(shop, { limit: "2", pageSize: "1" })).toEqual(at(1));
    for (const size of ["0", "201", "x"]) {
      for (const name of ["page_size", "pageSize", "limit"]) {
        expect(await errorsOf(shop, `${name}=${size}`)).toEqual([`${name} invalid_integer`]);
      }
    }
    for (const page of ["0", "-1", "1.5", "100001"]) expect(await errorsOf(shop, `page=${page}`)).toEqual(["page invalid_integer"]);
  });

  it("an empty parameter is treated as absent", async () => {
    const empty = "search=&q=&status=&store_name=&date_from=&date_to=&timezone=&supplier_id=&missingSku=&missingDesign=&missingCost=";
    const { status, body } = await shop.v1(`/orderItems?${empty}&sort_by=&sort_dir=&sort=&page=&page_size=&limit=`);
    expect({ status, total: body.meta.pagination.total, warnings: body.meta.warnings }).toEqual({
      status: 200,
      total: 4,
      warnings: undefined,
    });
    expect(await found(shop, { sort_by: "", sortBy: "quantity" })).toEqual(at(2, 0, 3, 1));
  });
});

describe("filters", () => {
  it("status matches in any letter case, also undocumented statuses; an unknown one finds nothing", async () => {
    const shop = await createShop();
    const held = await anItem(shop, { status: "on_hold" });
    const own = await anItem(shop, { status: "Waiting for Ann" });
    for (const status of ["On Hold", "on hold", "ON_HOLD"]) expect(await found(shop, { status })).toEqual([held]);
    expect(await found(shop, { status: "waiting FOR ann" })).toEqual([own]);
    expect(await found(shop, { status: "Lost" })).toEqual([]);
  });

  it("store_name, storeName, store, store_id match an id, a code or a name in any letter case; store_name precedes store_id", async () => {
    const shop = await createShop();
    const gift = await anItem(shop);
    const other = await asOperator(`/organizations/${shop.id}/stores`, { name: "Other", platform: "etsy" });
    const inOther = await anItem(shop, {}, { store: "other" });
    for (const name of ["store_name", "storeName", "store", "store_id"]) {
      for (const value of [String(shop.store.id), "GIFT", "gift SHOP"]) expect(await found(shop, { [name]: value })).toEqual([gift]);
    }
    expect(await found(shop, { store_id: "gift", store_name: String(other.id) })).toEqual([inOther]);
    expect(await found(shop, { store: "nowhere" })).toEqual([]);
  });

  it("supplier_id, supplier match a supplier or sub-supplier in any letter case; supplier_id applies if both are sent", async () => {
    const shop = await createShop();
    const first = await anItem(shop, { assigned_supplier: "Printful", sub_supplier: "Acme" });
    const second = await anItem(shop, { sub_supplier: "printful" });
    await anItem(shop, { assigned_supplier: "Printful Ltd" });
    for (const name of ["supplier_id", "supplier"]) expect(await found(shop, { [name]: "PRINTFUL" })).toEqual([second, first]);
    expect(await found(shop, { supplier: "printful", supplier_id: "acme" })).toEqual([first]);
  });

  it("missingSku, missingDesign, missingCost find live items without that field; the cost is never returned", async () => {
    const shop = await createShop();
    const whole = await anItem(shop, { sku: "S", design_url: "https://d.example.com/1", cost: 0 });
    const own = await anItem(shop, { custom_sku: "C", cost: 6543.21 });
    const bare = await anItem(shop);
    const cancelled = await anItem(shop, { status: "Cancelled" });
    expect(await found(shop, { missingSku: "true" })).toEqual([bare]);
    expect(await found(shop, { missingDesign: "1" })).toEqual([bare, own]);
    expect(await found(shop, { missingCost: "TRUE" })).toEqual([bare]);
    expect(await found(shop, { missingCost: "false", missingSku: "0" })).toEqual([cancelled, bare, own, whole]);
    expect(await errorsOf(shop, "missingCost=yes")).toEqual(["missingCost invalid_boolean"]);
    expect((await shop.v1("/orderItems")).text).not.toMatch(/6543|"\w*cost\w*":/i);
    // An item that is no longer live is not missing anything.
    await shop.v1(`/orderItems/${bare}/status`, { body: { status: "Refunded" }, headers: idempotencyKey() });
    const { body } = await shop.v1("/orderItems?missingSku=1");
    expect({ data: body.data, total: body.meta.pagination.total }).toEqual({ data: [], total: 0 });
  });
});

describe("search", () => {
  let shop: Shop;
  let mug: string;
  let tee: string;
  beforeAll(async () => {
    shop = await createShop();
    await anItem(shop, { name: "Vase" });
    const order = await ingestOrder(shop, {
      number: "#10-42",
      external_id: "gid-777",
      customer_name: "José",
      items: [
        { name: "Blue Mug", price: 1, sku: "MUG_12", tracking_code: "1Z999AA1" },
        { name: "Tee", price: 1, custom_sku: "own-9" },
      ],
    });
    [mug, tee] = order.items.map(({ id }: { id: string }) => id);
  });

  it("matches the beginning of words of the item or of its order, and needs every word", async () => {
    for (const q of ["blue", "MUG_1", "1z999", "jose mug", "42 blue"]) expect(await found(shop, { search: q }), q).toEqual([mug]);
    for (const q of ["own", "te 777"]) expect(await found(shop, { q }), q).toEqual([tee]);
    for (const q of ["10-42", "gid 777", "josé"]) expect(await found(shop, { q }), q).toEqual([tee, mug]);
    for (const search of ["blue tee", "lue", "osé"]) expect(await found(shop, { search }), search).toEqual([]);
  });

  it("search takes precedence over q; a text without a word finds nothing, and one of more than 200 characters is rejected", async () => {
    expect(await found(shop, { q: "tee", search: "mug" })).toEqual([mug]);
    for (const search of ["#", "☕", '"', "*"]) expect(await found(shop, { search }), search).toEqual([]);
    expect(await errorsOf(shop, queryOf({ search: "x".repeat(201) }))).toEqual(["search too_big"]);
  });

  it("a text in the syntax of the search engine, or with unusual characters, returns 200", async () => {
    for (const q of [
      `mug" OR "a`,
      "mug AND NOT tee",
      "NEAR(mug tee)",
      "words:mug",
      "^mug*",
      "\u0000",
      "\ud800",
      "💥",
      "a ".repeat(100),
      "é".repeat(200),
    ]) {
      expect((await shop.v1(`/orderItems?${queryOf({ q })}`)).status, q).toBe(200);
    }
  });
});

describe("dates", () => {
  let shop: Shop;
  /** Items by the moment of their order. */
  const at = new Map<string, string>();
  beforeAll(async () => {
    shop = await createShop({ timezone: "Europe/Berlin" });
    for (const date of [
      // Midnight in Berlin around the hour that is missing on 29 March 2026 and repeated on 25 October, and one midnight of
      // UTC.
      "2026-03-28T22:59:59.999Z",
      "2026-03-28T23:00:00.000Z",
      "2026-03-29T21:59:59.999Z",
      "2026-03-29T22:00:00.000Z",
      "2026-03-30T00:00:00.000Z",
      "2026-10-24T22:00:00.000Z",
      "2026-10-25T22:59:59.999Z",
      "2026-10-25T23:00:00.000Z",
    ]) {
      at.set(date, await anItem(shop, {}, { date }));
    }
  });
  const ofDates = (...dates: string[]) => dates.map((date) => at.get(date));

  it("date_from and date_to are whole days in the organization's time zone, both inclusive", async () => {
    const day = ofDates("2026-03-29T21:59:59.999Z", "2026-03-28T23:00:00.000Z");
    expect(await found(shop, { date_from: "2026-03-29", date_to: "2026-03-29" })).toEqual(day);
    expect(await found(shop, { date_from: "2026-10-25", date_to: "2026-10-25" })).toEqual(
      ofDates("2026-10-25T22:59:59.999Z", "2026-10-24T22:00:00.000Z"),
    );
    expect(await found(shop, { date_to: "2026-03-28" })).toEqual(ofDates("2026-03-28T22:59:59.999Z"));
    expect(await found(shop, { date_from: "2026-10-26" })).toEqual(ofDates("2026-10-25T23:00:00.000Z"));
    expect(await found(shop, { date_from: "2026-03-30", date_to: "2026-03-29" })).toEqual([]);
  });

  it("date_from and date_to are days in the timezone of the query, if there is one", async () => {
    expect(await found(shop, { date_from: "2026-03-29", date_to: "2026-03-29", timezone: "UTC" })).toEqual(
      ofDates("2026-03-29T22:00:00.000Z", "2026-03-29T21:59:59.999Z"),
    );
    expect(await found(shop, { date_from: "2026-10-25", date_to: "2026-10-25", timezone: "Pacific/Kiritimati" })).toEqual(
      ofDates("2026-10-24T22:00:00.000Z"),
    );
  });

  it.each([
    ["date_from", "date_to"],
    ["dateFrom", "dateTo"],
    ["start_date", "end_date"],
    ["startDate", "endDate"],
  ])("%s and %s are aliases", async (from, to) => {
    expect(await found(shop, { [from]: "2026-03-30", [to]: "2026-10-24" })).toEqual(
      ofDates("2026-03-30T00:00:00.000Z", "2026-03-29T22:00:00.000Z"),
    );
  });

  it("of two aliases, the one that is listed first above applies", async () => {
    for (const [[from, to], [laterFrom, laterTo]] of [
      [
        ["date_from", "date_to"],
        ["dateFrom", "dateTo"],
      ],
      [
        ["dateFrom", "dateTo"],
        ["start_date", "end_date"],
      ],
      [
        ["start_date", "end_date"],
        ["startDate", "endDate"],
      ],
    ] as const) {
      const { body } = await shop.v1(`/orderItems?${from}=2026-10-26&${laterFrom}=2026-03-01&${laterTo}=2026-03-02&${to}=2026-12-31`);
      expect(idsOf({ body } as ApiResponse), from).toEqual(ofDates("2026-10-25T23:00:00.000Z"));
    }
  });

  it("an order of any year is found and counted", async () => {
    const far = await createShop();
    const items: string[] = [];
    for (const date of ["1970-01-01T00:00:00Z", "2999-06-01", "9999-12-29T23:59:59.999Z"]) items.unshift(await anItem(far, {}, { date }));
    for (const [query, expected] of [
      ["date_from=1970-01-01", items],
      ["date_from=2999-01-01", items.slice(0, 2)],
      ["date_to=9999-12-31", items],
      ["date_from=9999-12-29&date_to=9999-12-29", items.slice(0, 1)],
      ["date_to=1970-01-01", items.slice(2)],
      ["date_from=0001-01-01&date_to=1969-12-31", []],
    ] as const) {
      const { body } = await far.v1(`/orderItems?${query}`);
      expect({ ids: idsOf({ body } as ApiResponse), total: body.meta.pagination.total }, query).toEqual({
        ids: expected,
        total: expected.length,
      });
    }
  });

  it("an invalid day and an unknown time zone are rejected", async () => {
    for (const date of ["2026-02-30", "2026-1-1", "yesterday", "2026-01-01T00:00:00Z", "20260101"]) {
      expect(await errorsOf(shop, queryOf({ date_from: date })), date).toEqual(["date_from invalid_date"]);
      expect(await errorsOf(shop, queryOf({ endDate: date })), date).toEqual(["endDate invalid_date"]);
    }
    for (const timezone of ["Mars/Olympus", "+02:00"])
      expect(await errorsOf(shop, queryOf({ timezone }))).toEqual(["timezone invalid_timezone"]);
  });
});

describe("the response", () => {
  const DOCUMENTED =
    "assignedSupplier carrier color comment customOrderId customSku customerAddress customerName designUrl id idService isGift material materialId name orderDate orderId personalization phone price quantity shipAddress1 shipAddress2 shipCity shipCountry shipName shipState shipZipcode size sku spu status storeName style subSupplier trackingCode type variations vatIossNumber";

  it("has exactly the documented fields, also if they are unset", async () => {
    for (const page of ["1", "2"]) {
      const { body, text } = await seeded.v1(`/orderItems?page_size=150&page=${page}`);
      expect(Object.keys(body.meta).toSorted()).toEqual(["pagination", "request_id"]);
      expect(body.data).not.toEqual([]);
      for (const item of body.data) expect(Object.keys(PublicOrderItem.parse(item)).toSorted().join(" ")).toBe(DOCUMENTED);
      // Every seeded order has these in fields that Public V1 does not return (test/kit/order-seed.ts).
      expect(text).not.toMatch(/secret|7777\.77/);
      expect(text).not.toMatch(/"\w*(?:email|payment|refund|profit|cost|missing)\w*":/i);
    }
  });

  it("has every field of an item as it was created", async () => {
    const shop = await createShop({ timezone: "Asia/Tokyo" });
    const texts =
      "custom_order_id sku custom_sku spu assigned_supplier sub_supplier material material_id tracking_code carrier style type size color variations personalization comment id_service phone customer_name customer_address ship_name ship_address1 ship_address2 ship_city ship_state ship_zipcode ship_country vat_ioss_number"
        .split(" ")
        .map((name) => [name, `the ${name}`] as const);
    const order = await ingestOrder(shop, {
      date: "2026-01-01T15:00:00Z",
      items: [
        {
          name: "Mug",
          quantity: 7,
          price: 1.2345,
          cost: 1,
          design_url: "https://d.example.com/x",
          is_gift: true,
          ...Object.fromEntries(texts),
        },
      ],
    });
    const { body } = await shop.v1("/orderItems");
    const camel = (name: string) => name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
    expect(body.data).toEqual([
      {
        id: order.items[0].id,
        orderId: String(order.id),
        name: "Mug",
        quantity: 7,
        price: 1.2345,
        status: "New",
        designUrl: "https://d.example.com/x",
        orderDate: "2026-01-02",
        storeName: "Gift shop",
        isGift: true,
        ...Object.fromEntries(texts.map(([name, value]) => [camel(name), value])),
      },
    ]);
  });

  it("has a warning that names an ignored unknown parameter, which strict handling rejects", async () => {
    const { status, body } = await seeded.v1("/orderItems?colour=red&page_size=1");
    expect({ status, warnings: body.meta.warnings }).toEqual({ status: 200, warnings: ["colour is unknown and was ignored."] });
    expect(await errorsOf(seeded, "colour=red&sort_by=sku", { Prefer: 'handling="strict"' })).toEqual(["colour unrecognized_key"]);
  });

  it("has an ETag that returns 304", async () => {
    const etag = (await seeded.v1("/orderItems?page_size=2")).headers.get("ETag") ?? "";
    const again = await seeded.v1("/orderItems?page_size=2", { headers: { "If-None-Match": etag } });
    expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: "" });
  });

  it("is the same for HEAD without a body, and for a path with a slash at the end", async () => {
    const get = await seeded.v1("/orderItems?page_size=2");
    const etag = get.headers.get("ETag") ?? "";
    const head = await seeded.v1("/orderItems?page_size=2", { method: "HEAD" });
    expect({ status: head.status, text: head.text, etag: head.headers.get("ETag") }).toEqual({ status: 200, text: "", etag });
    expect((await seeded.v1("/orderItems/?page_size=2")).body.data).toEqual(get.body.data);
  });
});
