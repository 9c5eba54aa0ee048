import { beforeAll, describe, expect, it } from "vitest";
import spec from "../../../docs/spec/orders.md?raw";
import { sha256Hex } from "../../../src/platform/crypto/digest";
import { createShop, rows, type Shop } from "../../kit/client";
import { hashOf, reorderKeys } from "./payloads";

/** The hash by which payloads are compared (docs/spec/orders.md#payload-hash). */

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

describe("the hash of a payload", () => {
  const SMALL = { store: "gift", external_id: "1001", items: [{ name: "Mug", quantity: 2, price: 9.99 }] };
  const LARGE = {
    store: 7,
    external_id: "1002",
    number: " #1002 ",
    date: "2026-03-01T12:00:00+02:00",
    currency: "eur",
    status: "in_production",
    tax: 1.5,
    total_amount: 25.5,
    taxes_included: true,
    customer_name: "Zoë “Z” O\u2028Hara",
    customer_email: "",
    tags: ["b", "a"],
    discount_codes: [],
    is_gift: false,
    refund_amount: null,
    on_conflict: "update",
    unknown: "ignored",
    items: [
      { external_id: "b", name: "Poster 😀", price: 20, status: "shipped", sku: null, unknown: 1 },
      { external_id: "a", name: "Mug", price: 4.0001, personalization: "For\nAnn" },
    ],
  };

  it.each([
    ["a small one", SMALL, "f869d8d1fce6a5de412a897c189740fde215a818bf6365eab1c4d6fff7392253"],
    [
      "one with a field that is null",
      { ...SMALL, customer_name: null },
      "09b9b3b1ca76cf85cc79af00e45ee5422e2a3b8b8f6bc4f001c17d82d5404b23",
    ],
    ["one with every kind of value", LARGE, "184242b94fc29c75d2c7ed9a8607eed5fb7cd0bf32eaeea81fe8402984713d2c"],
  ])("of %s has a fixed value", (_which, body, hash) => {
    expect(hashOf(body)).toBe(hash);
  });

  it("is the value of the example in the specification", () => {
    const [, example = ""] = spec.split("## Payload hash\n");
    const [payload = "", canonical = "", hash = ""] = [...example.matchAll(/```(?:json|text)\n(.*?)\n```/gs)].map(([, text]) => text);
    expect(hashOf(JSON.parse(payload))).toBe(hash);
    expect(sha256Hex(canonical)).toBe(hash);
  });

  it.each([
    ["a text with white space around it", { customer_name: " Ann " }, { customer_name: "Ann" }],
    ["a text with a control character", { customer_name: "An\u0000n" }, { customer_name: "Ann" }],
    ["an empty text and null", { customer_name: " " }, { customer_name: null }],
    ["an empty list and null", { tags: [] }, { tags: null }],
    ["an amount with other digits", { tax: 1.5 }, { tax: 1.5000000001 }],
    ["a currency in another case", { currency: "eur" }, { currency: "EUR" }],
    ["a status in another spelling", { status: "in-production" }, { status: "In Production" }],
    ["the id of a store as a text", { store: 7 }, { store: "7" }],
    ["an unknown field", { colour: "red" }, {}],
    ["on_conflict", { on_conflict: "skip" }, {}],
  ])("is the same with %s", (_what, one, other) => {
    expect(hashOf({ ...SMALL, ...one })).toBe(hashOf({ ...SMALL, ...other }));
  });

  it.each([
    ["null and an absent field", { customer_name: null }, {}],
    ["a default and an absent field", { status: "New" }, {}],
    ["0 and an absent amount", { tax: 0 }, {}],
    ["false and null", { is_gift: false }, { is_gift: null }],
    ["the same moment in another spelling", { date: "2026-03-01T10:00:00Z" }, { date: "2026-03-01T11:00:00+01:00" }],
    ["another order of tags", { tags: ["a", "b"] }, { tags: ["b", "a"] }],
  ])("differs between %s", (_what, one, other) => {
    expect(hashOf({ ...SMALL, ...one })).not.toBe(hashOf({ ...SMALL, ...other }));
  });
});

it("an order that is sent again with other white space and another order of keys has the same hash, so nothing changes", async () => {
  const item = { external_id: "a", name: "Mug", sku: "MUG", quantity: 2, price: 9.99 };
  const order = {
    store: "gift",
    external_id: "reordered",
    customer_name: "Ann",
    tags: ["b", "a"],
    items: [item, { ...item, external_id: "b" }],
  };
  const first = await shop.v2("/orders", { body: order });
  expect(first.status).toBe(201);
  const names = [...Object.keys(order), ...Object.keys(item)];
  const backwards = JSON.stringify(
    reorderKeys(order, (name) => -names.indexOf(name)),
    null,
    2,
  );
  expect(backwards.indexOf('"items"')).toBeLessThan(backwards.indexOf('"store"'));
  expect(backwards.indexOf('"price"')).toBeLessThan(backwards.indexOf('"name"'));
  const again = await shop.v2("/orders", { body: backwards });
  expect({ status: again.status, id: again.body.id, version: again.body.version }).toEqual({ status: 200, id: first.body.id, version: 1 });
  expect(await rows("select count(*) as n from events where order_id = ?", first.body.id)).toEqual([{ n: 1 }]);
});
