import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { refundedTax } from "../../../src/resources/orders/refunded-tax";
import { assertProperty } from "../../kit/property";

/** Amounts in units of 1/10,000, up to the largest of an order: products of two of them have 94 bits. */
const total = fc.oneof(fc.integer({ min: 1, max: 1e15 }), fc.integer({ min: 1, max: 100 }));
const order = total.chain((total_amount) =>
  fc.record({
    total_amount: fc.constant(total_amount),
    tax: fc.integer({ min: 0, max: Math.min(total_amount, 1e13) }),
    refund_amount: fc.integer({ min: 0, max: total_amount }),
  }),
);

describe("the tax in a refund", () => {
  it("is the amount nearest to its share, and the greater one of two that are equally near", async () => {
    await assertProperty(
      fc.property(order, (amounts) => {
        const [sum, tax, refund] = [amounts.total_amount, amounts.tax, amounts.refund_amount].map(BigInt) as [bigint, bigint, bigint];
        const found = BigInt(refundedTax(amounts));
        // Twice the rounding error, in 1/total of a unit: in (-total, total].
        const off = 2n * (found * sum - refund * tax);
        expect(off > -sum && off <= sum).toBe(true);
        expect(found >= 0n && found <= tax).toBe(true);
      }),
      { cases: 100 },
    );
  });

  it("is the whole tax of a fully refunded order, whether its tax is included or added", async () => {
    await assertProperty(
      fc.property(order, fc.boolean(), ({ total_amount: goods, tax }, isAdded) => {
        const total_amount = isAdded ? goods + tax : goods;
        expect(refundedTax({ total_amount, tax, refund_amount: total_amount })).toBe(tax);
      }),
      { cases: 100 },
    );
  });

  it("of two partial refunds is that of their sum, except for rounding", async () => {
    await assertProperty(
      fc.property(order, ({ refund_amount: refund, ...amounts }) => {
        const part = Math.floor(refund / 3);
        const [one, other, whole] = [part, refund - part, refund].map((refund_amount) => refundedTax({ ...amounts, refund_amount }));
        expect(Math.abs((one ?? 0) + (other ?? 0) - (whole ?? 0))).toBeLessThanOrEqual(1);
      }),
      { cases: 100 },
    );
  });

  it.each([
    ["no refund", { total_amount: 108, tax: 8, refund_amount: null }, 0],
    ["a refund of 0", { total_amount: 108, tax: 8, refund_amount: 0 }, 0],
    ["the whole total", { total_amount: 108, tax: 8, refund_amount: 108 }, 8],
    ["more than the total", { total_amount: 108, tax: 8, refund_amount: 200 }, 8],
    ["a total of 0: at most the refund", { total_amount: 0, tax: 8, refund_amount: 5 }, 5],
    ["a total of 0: all of the tax", { total_amount: 0, tax: 2, refund_amount: 5 }, 2],
    ["a negative refund of a total of 0", { total_amount: 0, tax: 2, refund_amount: -5 }, 0],
    ["half of a unit: up", { total_amount: 2, tax: 1, refund_amount: 1 }, 1],
    ["less than half of a unit: down", { total_amount: 201, tax: 100, refund_amount: 1 }, 0],
    ["a negative refund: at most as much as the refund", { total_amount: 1, tax: 1e13, refund_amount: -1e12 }, -1e12],
    ["a negative refund: at most as much as the tax", { total_amount: 1, tax: 1e12, refund_amount: -1e13 }, -1e12],
    ["a negative refund as large as the largest tax", { total_amount: 1, tax: 1e13, refund_amount: -1e13 }, -1e13],
    ["a negative total without a refund", { total_amount: -108, tax: -8, refund_amount: null }, 0],
    ["a negative total, all of it", { total_amount: -108, tax: -8, refund_amount: -108 }, -8],
  ])("%s", (_what, amounts, expected) => {
    expect(refundedTax(amounts)).toBe(expected);
  });
});
