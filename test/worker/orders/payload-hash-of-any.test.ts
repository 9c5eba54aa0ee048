import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ORDER_FLAGS } from "../../../src/resources/orders/ingest/incoming-order";
import { payloadHash } from "../../../src/resources/orders/ingest/payload-hash";
import { IncomingItemBody, IncomingOrderBody } from "../../../src/resources/orders/ingest/v2/incoming";
import { ITEM_TEXTS, ORDER_LISTS, ORDER_TEXTS } from "../../../src/resources/orders/text-columns";
import { sha256Hex } from "../../../src/platform/crypto/digest";
import { anyCharacter } from "../../kit/any-character";
import { assertProperty } from "../../kit/property";
import { type Fields, hashOf, type Json, parseOrder, reorderKeys } from "./payloads";

/** The hash of arbitrary payloads (docs/spec/orders.md#payload-hash). */

/** Values of each field that have different hashes and are stored as they are sent. */
const text = fc.oneof(
  fc.stringMatching(/^[a-z]{1,8}$/),
  fc.string({ unit: anyCharacter, minLength: 1, maxLength: 12 }).map((any) => `x${any.replaceAll(/[\p{Cc}]/gu, "")}x`),
);
const amount = fc.integer({ min: -10_000_000, max: 10_000_000 }).map((units) => units / 10_000);
const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });
const day = fc.integer({ min: 10, max: 28 }).map((n) => `2026-03-${n}`);
const flag = orNull(fc.boolean());
const named = <T>(names: readonly string[], values: fc.Arbitrary<T>) => Object.fromEntries(names.map((name) => [name, values]));

const metadata = orNull(fc.dictionary(fc.stringMatching(/^[a-z0-9]{1,8}$/), orNull(text), { maxKeys: 4 }));

const ITEM: Readonly<Record<string, fc.Arbitrary<Json>>> = {
  ...named(ITEM_TEXTS, orNull(text)),
  properties: orNull(fc.array(fc.record({ name: text, value: text }), { minLength: 1, maxLength: 3 })),
  metadata,
  external_id: orNull(text),
  name: text,
  quantity: fc.integer({ min: 1, max: 1000 }),
  price: amount,
  ...named(["cost", "tax"], orNull(amount)),
  status: fc.constantFrom("New", "Shipped", "Waiting for paint"),
  is_gift: flag,
  requires_shipping: flag,
};

const ORDER: Readonly<Record<string, fc.Arbitrary<Json>>> = {
  ...named(ORDER_TEXTS, orNull(text)),
  ...named(ORDER_LISTS, orNull(fc.array(text, { minLength: 1, maxLength: 3 }))),
  ...named(ORDER_FLAGS, flag),
  ...named(["subtotal", "tax", "shipping_cost", "discount", "total_amount"], amount),
  ...named(["fees", "refund_amount", "refund_tax"], orNull(amount)),
  ship_by_date: orNull(day),
  metadata,
  store: text,
  external_id: orNull(text),
  date: day,
  currency: fc.constantFrom("EUR", "USD", "JPY"),
  status: fc.constantFrom("New", "Shipped", "Cancelled"),
};

const REQUIRED: ReadonlySet<string> = new Set(["store", "name", "price"]);

const anItem = fc.record(ITEM, { requiredKeys: ["name", "price"] }) as fc.Arbitrary<Fields>;
const anOrderBody: fc.Arbitrary<Fields> = fc
  .tuple(fc.record(ORDER, { requiredKeys: ["store"] }) as fc.Arbitrary<Fields>, fc.array(anItem, { minLength: 1, maxLength: 4 }))
  .map(([order, items]) => ({ ...order, items }));

/** A payload with another value in a field of the order or of an item, or without the field. */
function withChange(body: Fields, { name, item, value }: { name: string; item: number | null; value: Json | undefined }): Fields {
  const items = body["items"] as readonly Fields[];
  const index = item === null ? null : item % items.length;
  const { [name]: old, ...others } = index === null ? body : (items[index] ?? {});
  fc.pre(JSON.stringify(old) !== JSON.stringify(value));
  fc.pre(value !== undefined || !REQUIRED.has(name));
  const changed: Fields = value === undefined ? others : { ...others, [name]: value };
  return index === null ? changed : { ...body, items: items.with(index, changed) };
}

describe("for any payload", () => {
  it("every field is covered", () => {
    expect(Object.keys(ITEM).toSorted()).toEqual(Object.keys(IncomingItemBody.shape).toSorted());
    // The fields of `items` are in ITEM. The other two say what to do with the order, and are not hashed.
    const { items: _items, on_conflict: _onConflict, on_implausible: _onImplausible, ...shape } = IncomingOrderBody.shape;
    expect(Object.keys(ORDER).toSorted()).toEqual(Object.keys(shape).toSorted());
  });

  it("the hash is the same for any order of the keys at every level, in the request or in the schema", { tags: "long" }, async () => {
    await assertProperty(
      fc.asyncProperty(anOrderBody, fc.integer(), async (body, seed) => {
        const rank = (name: string) => Number.parseInt(sha256Hex(`${seed} ${name}`).slice(0, 8), 16);
        const { order, hash } = parseOrder(body);
        expect(hashOf(reorderKeys(body, rank))).toBe(hash);
        // Parsing puts the fields in the order of the schema.
        expect(payloadHash(reorderKeys(order, rank))).toBe(hash);
      }),
      { cases: 60 },
    );
  });

  it("the hash differs for another value in any field, or for a missing field", async () => {
    const inOrder = fc.constantFrom(...Object.entries(ORDER)).map(([name, values]) => ({ name, item: null, values }));
    const inItem = fc.tuple(fc.constantFrom(...Object.entries(ITEM)), fc.nat(3)).map(([[name, values], item]) => ({ name, item, values }));
    const aChange = fc
      .oneof(inOrder, inItem)
      .chain(({ name, item, values }) => fc.option(values, { nil: undefined }).map((value) => ({ name, item, value })));
    await assertProperty(
      fc.asyncProperty(anOrderBody, aChange, async (body, change) => {
        expect(hashOf(withChange(body, change))).not.toBe(hashOf(body));
      }),
      { cases: 60 },
    );
  });

  it("the hash differs for another item, or for another order of two items", async () => {
    await assertProperty(
      fc.asyncProperty(anOrderBody, anItem, anItem, async (body, one, other) => {
        const hashWith = (...items: readonly Fields[]) => hashOf({ ...body, items });
        expect(hashWith(one, other)).not.toBe(hashWith(one));
        fc.pre(hashWith(one) !== hashWith(other));
        expect(hashWith(one, other)).not.toBe(hashWith(other, one));
      }),
      { cases: 60 },
    );
  });
});
