import { beforeAll, describe, expect, it, vi } from "vitest";
import { shapeViolation } from "../../../src/platform/reading/json-shape";
import { createShop, type Shop } from "../../kit/client";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

const MIB = 1024 * 1024;
const times = (text: string, count: number) => `${text},`.repeat(count - 1) + text;
const ITEM = '{"name":"Mug","price":1}';
const orderOf = (items: number) => `{"store":"Gift shop","items":[${times(ITEM, items)}]}`;

/** Posts a bulk body. `wasParsed`: whether a text of its length was parsed as JSON. */
async function post(body: string) {
  const parse = vi.spyOn(JSON, "parse");
  const { status, body: response } = await shop.v2("/orders/bulk", { body });
  const parsed = parse.mock.calls.map(([text]) => text.length);
  parse.mockRestore();
  return { status, details: response.error?.details, wasParsed: parsed.includes(body.length) };
}

describe("a bulk body", () => {
  it.each([
    ["more than 200 orders", `{"orders":[${times(orderOf(1), 201)}]}`, { path: "orders", code: "too_big" }],
    ["millions of empty orders", `{"orders":[${times("{}", 1_300_000)}]}`, { path: "orders", code: "too_big" }],
    [
      "more than 5,000 items in all",
      `{"orders":[${times(orderOf(2000), 2)},${times(orderOf(100), 10)},${orderOf(1)}]}`,
      { path: "orders", code: "too_many_items", limit: 5000 },
    ],
    ["millions of values", `{"orders":[{"tags":[${times("0", 2_000_000)}]}]}`, { path: "", code: "too_many_values" }],
    ["deeply nested objects", `{"orders":[${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}]}`, { path: "", code: "nested_too_deeply" }],
  ])("with %s returns 400 before it is parsed into objects", async (_what, body, detail) => {
    expect(body.length).toBeLessThan(4 * MIB);
    expect(await post(body)).toMatchObject({ status: 400, details: [detail], wasParsed: false });
  });

  it("with more than 5,000 items under an escaped key returns 400 after it is parsed", async () => {
    const body = `{"orders":[${times(orderOf(2000), 2)},${times(orderOf(100), 10)},${orderOf(1)}]}`.replaceAll('"items"', '"\\u0069tems"');
    expect(await post(body)).toMatchObject({ status: 400, details: [{ path: "orders", code: "too_many_items" }], wasParsed: true });
  });

  it("with 200 orders and 5,000 items in all creates them within D1's time limit", { tags: "long", timeout: 120_000 }, async () => {
    const orders = Array.from({ length: 200 }, (_, order) => ({
      store: "Gift shop",
      external_id: `N-${order}`,
      customer_name: "Ann Example",
      items: Array.from({ length: 25 }, (__, item) => ({
        name: `Mug ${item}`,
        sku: `MUG-${item}`,
        assigned_supplier: `Maker ${order}`,
        price: 1,
      })),
    }));
    // test/kit/strict-platform rejects a batch that would take D1 longer than its limit.
    expect((await shop.v2("/orders/bulk", { body: { orders } })).body.summary).toMatchObject({ created: 200 });
  });

  it("with an order that has more than 2,000 items creates the others", async () => {
    const body = `{"on_error":"skip","orders":[${orderOf(2001)},${orderOf(1)}]}`;
    expect((await shop.v2("/orders/bulk", { body })).body.summary).toMatchObject({ created: 1, failed: 1 });
  });
});

describe("counting the elements of JSON text", () => {
  const violation = { path: "list", code: "too_big", message: "" };
  const check = (value: unknown, maxValues = 100) => {
    const text = new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));
    return shapeViolation(text, { maxDepth: 4, maxValues, lists: [{ name: "list", depth: 2, max: 3, violation }] })?.code ?? null;
  };

  it("counts the elements of the named list only at its own depth", () => {
    expect(check({ list: [1, 2, 3] })).toBeNull();
    expect(check({ list: [1, 2, 3, 4] })).toBe("too_big");
    expect(check({ list: [[1, 2], { a: 1, b: 2 }, 3] })).toBeNull();
    expect(check({ other: [1, 2, 3, 4], list: [1] })).toBeNull();
    expect(check({ a: { list: [1, 2, 3, 4] } })).toBeNull();
  });

  it("ignores brackets and commas in strings", () => {
    expect(check({ a: '"list":[1,2,3,4,[[[[[', list: ["],],],]", '\\",[', "{{{{{"] })).toBeNull();
    expect(check({ a: "list", b: [1, 2, 3, 4] })).toBeNull();
    expect(check('{"a":"list",   "list" : [1,2,3,4]}')).toBe("too_big");
    expect(check('{"list":"\\\\","list":[1,2,3,4]}')).toBe("too_big");
  });

  it("counts values and levels", () => {
    expect(check({ a: 1, b: [1, 2, 3] }, 6)).toBeNull();
    expect(check({ a: 1, b: [1, 2, 3] }, 5)).toBe("too_many_values");
    expect(check([[[[1]]]])).toBeNull();
    expect(check([[[[[1]]]]])).toBe("nested_too_deeply");
  });

  it("leaves invalid JSON to the parser", () => {
    for (const text of ["", '"', '{"list', "[[[", "]]]]", '{"a":"\\']) expect(check(text)).toBeNull();
  });
});
