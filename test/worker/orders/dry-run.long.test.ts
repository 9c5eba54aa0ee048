import fc from "fast-check";
import { expect, it } from "vitest";
import { type ApiResponse, createShop, rows, type Shop } from "../../kit/client";
import { everythingOf } from "../../kit/rows-of-organization";
import { assertProperty } from "../../kit/property";

const onConflict = fc.constantFrom("error", "update", "skip");
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined });

const item = fc.record({
  external_id: maybe(fc.constantFrom("x", "y")),
  name: fc.constantFrom("Mug", "Tee"),
  quantity: maybe(fc.constantFrom(1, 2)),
  price: fc.constantFrom(1, 2.5),
  sku: maybe(fc.constantFrom("S", null)),
});

const externalId = fc.constantFrom("a", "b");

/** Fields with few values, so that payloads are often equal, changed or under the same id. */
const wellFormed = fc.record({
  store: fc.constantFrom("gift", "gift", "Gift shop"),
  external_id: fc.oneof({ weight: 5, arbitrary: externalId }, { weight: 1, arbitrary: fc.constantFrom(null, undefined) }),
  number: maybe(fc.constantFrom("1")),
  status: maybe(fc.constantFrom("New", "Shipped")),
  tax: maybe(fc.constantFrom(0, 1)),
  items: fc.array(item, { minLength: 1, maxLength: 2 }),
  on_conflict: maybe(onConflict),
});

const odd = fc.constantFrom<Record<string, unknown>>(
  { store: "nowhere" },
  { total_amount: 99 },
  { colour: "red", items: [{ name: "Mug", price: 1, glaze: "blue" }] },
  { items: [] },
  { items: [{ name: "Mug", price: "free" }] },
  { status: "Lost", currency: "ZZZ", date: "yesterday" },
  { items: [{ name: "Mug", price: 1e9, quantity: 1_000_000 }] },
);

const anything = fc.oneof(
  { weight: 12, arbitrary: wellFormed },
  { weight: 4, arbitrary: fc.tuple(wellFormed, odd).map(([order, fields]) => ({ ...order, ...fields })) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>("nonsense", null, {}, []) },
);

/** Orders, some of them sent twice. */
const orders = fc
  .array(fc.tuple(anything, fc.constantFrom(1, 1, 1, 2)), { minLength: 1, maxLength: 6, size: "max" })
  .map((some) => some.flatMap(([order, times]) => Array.from({ length: times }, () => order)).slice(0, 8));

interface Request {
  body: Record<string, unknown>;
  /** Whether unknown fields are rejected. */
  strict: boolean;
}

const request: fc.Arbitrary<Request> = fc.record({
  body: fc.record({ orders, on_conflict: maybe(onConflict), on_error: maybe(fc.constantFrom("reject_all", "skip", "skip", "skip")) }),
  strict: fc.boolean(),
});

/** The orders that exist before the request. */
const storedBefore: fc.Arbitrary<unknown[]> = fc.array(wellFormed, { minLength: 1, maxLength: 4 });

const mug = { store: "gift", items: [{ name: "Mug", price: 1 }] };
const stored = ["a", "b"].map((external_id) => ({ ...mug, external_id }));

/** Requests that together produce every result of an order and of a request. */
const examples = [
  {
    on_error: "skip",
    orders: [
      { ...mug, total_amount: 99 },
      { ...mug, external_id: "a", number: "1", on_conflict: "update" },
      { ...mug, external_id: "b" },
      { ...mug, external_id: "b", number: "1" },
      { ...mug, store: "nowhere" },
      "nonsense",
    ],
  },
  { on_conflict: "skip", orders: [{ ...mug, external_id: "a", number: "1" }] },
  { orders: [mug, "nonsense"] },
  { orders: [mug, { ...mug, store: "nowhere" }] },
  { orders: [mug, { ...mug, external_id: "a", number: "1" }] },
].map((body): [unknown[], Request] => [stored, { body, strict: false }]);

const everything = async (shop: Shop) => [await everythingOf(shop.id), await rows("select * from sequences order by name")];
const orderIds = async ({ id }: Shop) =>
  new Set((await rows<{ id: number }>("select id from orders where organization_id = ?", id)).map((row) => row.id));

/** A response without the parts that differ between requests, and without the ids of new orders. */
function comparable({ status, headers, body }: ApiResponse, known: ReadonlySet<number>): unknown {
  const warnings = headers.get("X-Warnings");
  if (status !== 200) return { status, warnings, error: body.error };
  const results = body.results.map((result: { id: number | null }) => ({
    ...result,
    id: result.id !== null && known.has(result.id) ? result.id : null,
  }));
  return { status, warnings, summary: body.summary, results };
}

it("dry_run writes nothing and returns exactly the response of the real run, except for the ids of created orders", async () => {
  const occurred = new Set<string>();
  await assertProperty(
    fc.asyncProperty(storedBefore, request, async (ordersBefore, { body, strict }) => {
      const shop = await createShop();
      await shop.v2("/orders/bulk", { body: { orders: ordersBefore, on_conflict: "update", on_error: "skip" } });
      const headers: Record<string, string> = strict ? { Prefer: "handling=strict" } : {};
      const send = (dry_run: boolean) => shop.v2("/orders/bulk", { body: { ...body, dry_run }, headers });
      const [before, known] = [await everything(shop), await orderIds(shop)];

      const predicted = await send(true);
      expect(await everything(shop)).toEqual(before);
      const real = await send(false);

      expect(comparable(predicted, known)).toEqual(comparable(real, known));
      if (real.status !== 200) {
        expect(await everything(shop)).toEqual(before);
        occurred.add(`request rejected: ${real.body.error.code}`);
        return;
      }
      for (const { outcome, id, error } of real.body.results) {
        expect(id === null).toBe(outcome === "failed");
        occurred.add(outcome === "failed" ? `failed: ${error.code}` : outcome);
      }
      for (const { outcome, id } of predicted.body.results) if (outcome === "created") expect(id).toBeNull();
      if (real.headers.has("X-Warnings")) occurred.add("warnings");
    }),
    { cases: 30, examples },
  );
  // Every result of an order and of a request has occurred.
  expect([...occurred].toSorted()).toEqual(
    [
      "created",
      "updated",
      "unchanged",
      "skipped",
      "warnings",
      "failed: validation_error",
      "failed: not_found",
      "failed: conflict",
      "request rejected: validation_error",
      "request rejected: not_found",
      "request rejected: conflict",
    ].toSorted(),
  );
});
