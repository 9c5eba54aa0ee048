import { beforeAll, describe, expect, it } from "vitest";
import { createShop, idempotencyKey, type Shop, ingestOrder } from "../../kit/client";
import { FULL } from "../../kit/form";
import { type Attack, sendAttack } from "./attack";

const MIB = 1024 * 1024;

let shop: Shop;
let orderId: number;
beforeAll(async () => {
  shop = await createShop();
  orderId = (await ingestOrder(shop)).id;
});

/** A body of `before`, `unit` repeated, and `after`, which has up to `size` bytes and the unit at most `most` times. */
function filled(before: string, unit: string, after: string, size: number, most = Infinity): string {
  const units = Math.min(most, Math.floor((size - before.length - after.length) / (new TextEncoder().encode(unit).length + 1)));
  return before + `${unit},`.repeat(units - 1) + unit + after;
}

const ITEM_FIELDS = (
  "sku spu name size type cost style price color phone is_gift comment carrier quantity material variations ship_name ship_city " +
  "ship_state id_service custom_sku design_url material_id external_id sub_supplier ship_country ship_zipcode tracking_code customer_name"
).split(" ");
/** An item with every field invalid. */
const WRONG = `{${ITEM_FIELDS.map((name) => `"${name}":[]`).join()}}`;
/** 255 times a character whose case folding has eighteen characters. */
const LIGATURES = "ﷺ".repeat(255);
const orderOf = (items: string) => `{"store":"Gift shop","items":[${items}]}`;
const times = (text: string, count: number) => `${text},`.repeat(count - 1) + text;

interface Largest {
  what: string;
  path: string;
  method?: "POST" | "PUT" | "GET";
  body?: () => string;
  status: number;
}

/** The most expensive bodies of up to 1 MiB (bulk: a little more, of 4 MiB that are allowed), and queries. */
const LARGEST: readonly Largest[] = [
  {
    what: "half a million wrong events",
    path: "/api/v2/webhooks",
    body: () => filled('{"url":"https://a.example.com","events":[', "1", "]}", MIB),
    status: 400,
  },
  {
    what: "half a million wrong states",
    path: "/api/v2/webhooks/we_1/recover",
    body: () => filled('{"statuses":[', "1", "]}", MIB),
    status: 400,
  },
  { what: "half a million wrong tags", path: "/products", body: () => filled('{"title":"x","tags":[', "1", "]}", MIB), status: 400 },
  { what: "a list of empty expenses", path: "/expenses/bulk", body: () => filled('{"expenses":[', "{}", "]}", MIB), status: 400 },
  {
    what: "500 wrong expenses",
    path: "/expenses/bulk",
    body: () => filled('{"expenses":[', '{"category":[],"amount":{},"date":0,"store_id":[]}', "]}", MIB, 500),
    status: 400,
  },
  {
    what: "2,000 items of which nothing is right",
    path: "/api/v2/orders",
    body: () => filled('{"store":"Gift shop","items":[', WRONG, "]}", MIB, 2000),
    status: 400,
  },
  {
    what: "bulk of 400,000 empty items",
    path: "/api/v2/orders/bulk",
    body: () => `{"orders":[${times(`{"items":[${times("{}", 2000)}]}`, 200)}]}`,
    status: 400,
  },
  { what: "a list of empty orders", path: "/api/v2/orders/bulk", body: () => filled('{"orders":[', "{}", "]}", MIB), status: 400 },
  {
    what: "words of ligatures",
    path: "/api/v2/orders",
    body: () => filled('{"store":"Gift shop","items":[', `{"name":"${LIGATURES}","price":1,"sku":"${LIGATURES}"}`, "]}", MIB),
    status: 201,
  },
  {
    what: "floods of combining marks",
    path: "/api/v2/orders",
    body: () => filled('{"store":"Gift shop","items":[', `{"name":"a${"\u0301\u0316".repeat(127)}","price":1}`, "]}", MIB),
    status: 201,
  },
  {
    what: "ten thousand unknown fields, as many as a body can have",
    path: "/products",
    body: () => `{"title":"x",${Array.from({ length: 9_999 }, (_, nth) => `"${nth}":1`).join()}}`,
    status: 201,
  },
  {
    what: "ninety thousand unknown fields",
    path: "/products",
    body: () => `{"title":"x",${Array.from({ length: 90_000 }, (_, nth) => `"${nth}":1`).join()}}`,
    status: 400,
  },
  { what: "a body of spaces", path: "/orders/:order/notes", body: () => `{"content":"${" ".repeat(MIB - 40)}x"}`, status: 201 },
  { what: "a status of separators", path: "/orderItems/1/status", body: () => `{"status":"${"_- ".repeat(300_000)}x"}`, status: 400 },
  {
    what: "an order status of separators",
    path: "/api/v2/orders/:order/status",
    body: () => `{"status":"${"_- ".repeat(300_000)}x"}`,
    status: 400,
  },
  {
    // Its whole length is allowed, and its host is not resolved when it is stored.
    what: "an address of labels",
    path: "/api/v2/webhooks",
    body: () => `{"url":"https://${"a.".repeat(1000)}com","events":["order.created"]}`,
    status: 201,
  },
  {
    what: "a fulfillment of 2,000 items",
    path: "/api/v2/orders/:order/fulfillments",
    body: () => filled('{"items":[', '{"order_item_id":"1"}', "]}", MIB, 2000),
    status: 400,
  },
  { what: "lists in lists", path: "/products", body: () => `{"title":${"[".repeat(500_000)}${"]".repeat(500_000)}}`, status: 400 },
  { what: "objects in objects", path: "/api/v2/orders", body: () => `${'{"a":'.repeat(170_000)}1${"}".repeat(170_000)}`, status: 400 },
  {
    what: "a hundred words of one letter",
    path: `/orders?q=${Array.from({ length: 100 }, (_, nth) => String.fromCharCode(97 + (nth % 26))).join("+")}`,
    status: 200,
  },
  { what: "two hundred ligatures", path: `/orderItems?q=${encodeURIComponent("ﷺ".repeat(200))}`, status: 200 },
  { what: "the deepest page", path: "/orders?page=100000&page_size=200&q=a&sort=customerName", status: 200 },
  { what: "three thousand parameters", path: `/products?${Array.from({ length: 3000 }, (_, nth) => `p${nth}`).join("&")}`, status: 200 },
  {
    what: "three thousand parameters with values",
    path: `/products?${Array.from({ length: 3000 }, (_, nth) => `p${nth}=`).join("&")}`,
    status: 200,
  },
  { what: "ten thousand days", path: "/api/v2/analytics/summary?period=custom&from=0001-01-01&to=9999-12-31&group_by=day", status: 400 },
];

function attackOf({ path, method = "POST", body }: Largest): Attack {
  const text = body?.();
  return {
    method: text === undefined ? "GET" : method,
    target: path.replace(":order", String(orderId)),
    headers: {
      "x-api-key": shop.key.secret,
      Authorization: `Bearer ${shop.token.secret}`,
      "Content-Type": "application/json",
      ...idempotencyKey(),
    },
    ...(text !== undefined && { body: new TextEncoder().encode(text) }),
    kinds: [],
  };
}

/** An order of 2,000 items with ordinary names, which the service promises to accept. */
const ORDINARY: Largest = {
  what: "an ordinary order of 2,000 items",
  path: "/api/v2/orders",
  body: () =>
    orderOf(
      Array.from(
        { length: 2000 },
        (_, nth) => `{"name":"Blue mug number ${nth}, made of clay by hand","price":1,"sku":"MUG-${nth}"}`,
      ).join(),
    ),
  status: 201,
};

describe("the largest inputs get the right response", () => {
  it.each([ORDINARY, ...LARGEST])("$what", async (largest) => {
    const { status } = await sendAttack(attackOf(largest));
    expect(status).toBe(largest.status);
  });

  it.runIf(FULL)("bulk bodies of up to 4 MiB", async () => {
    const bulk = (what: string, on_error: string, items: number): Largest => ({
      what,
      path: "/api/v2/orders/bulk",
      body: () => `{"on_error":"${on_error}","orders":[${filled("", orderOf(times(WRONG, items)), "", 4 * MIB - 100, 200)}]}`,
      status: on_error === "skip" ? 200 : 400,
    });
    const empty = {
      what: "empty orders",
      path: "/api/v2/orders/bulk",
      body: () => filled('{"orders":[', "{}", "]}", 4 * MIB),
      status: 400,
    };
    for (const largest of [bulk("skipped", "skip", 2000), bulk("rejected", "reject_all", 100), empty]) {
      const { status } = await sendAttack(attackOf(largest));
      expect(status, largest.what).toBe(largest.status);
    }
  });
});
