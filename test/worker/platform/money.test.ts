import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  AmountInput,
  MAX_AMOUNT,
  MAX_TOTAL_UNITS,
  OrderAmountInput,
  SCALE,
  sumOfLines,
  toAmount,
  toUnits,
} from "../../../src/platform/values/money";
import { assertProperty } from "../../kit/property";

const units = fc.oneof(...[MAX_AMOUNT * SCALE, MAX_TOTAL_UNITS].map((max) => fc.integer({ min: -max, max })));

describe("amounts and stored units", () => {
  it("convert to each other without a change, for every amount with four decimal places", async () => {
    await assertProperty(
      fc.property(units, (stored) => {
        expect(toUnits(toAmount(stored))).toBe(stored);
      }),
      { cases: 2000 },
    );
  });

  it("store exactly the decimal digits that the caller wrote", async () => {
    await assertProperty(
      fc.property(fc.nat({ max: MAX_AMOUNT - 1 }), fc.nat({ max: SCALE - 1 }), (whole, part) => {
        const text = `${whole}.${String(part).padStart(4, "0")}`;
        expect(toUnits(Number(text))).toBe(whole * SCALE + part);
      }),
      { cases: 100 },
    );
  });

  it("are rounded if they have float noise, but not with a fifth decimal place", async () => {
    expect(toUnits(0.1 + 0.2)).toBe(3000);
    expect(toUnits(1.1 * 3)).toBe(33_000);
    // Less than a millionth counts as noise.
    expect(toUnits(0.000_000_5)).toBe(0);
    await assertProperty(
      fc.property(fc.nat({ max: MAX_AMOUNT - 1 }), fc.nat({ max: SCALE - 1 }), fc.integer({ min: 1, max: 9 }), (whole, part, fifth) => {
        expect(toUnits(Number(`${whole}.${String(part).padStart(4, "0")}${fifth}`))).toBeNull();
      }),
      { cases: 100 },
    );
  });

  it("have exact sums", async () => {
    await assertProperty(
      fc.property(fc.array(fc.integer({ min: 0, max: MAX_AMOUNT * SCALE }), { maxLength: 50 }), (all) => {
        const sum = sumOfLines(all.map((amount) => [amount, 1]));
        expect(BigInt(sum ?? -1)).toBe(all.reduce((one, other) => one + BigInt(other), 0n));
      }),
      { cases: 100 },
    );
  });
});

describe("an amount in a request", () => {
  it("is -1e9 to 1e9, with at most four decimal places", () => {
    expect(AmountInput.parse(19.99)).toBe(199_900);
    expect(AmountInput.parse(0)).toBe(0);
    expect(AmountInput.parse(-0.01)).toBe(-100);
    expect(MAX_AMOUNT).toBe(1e9);
    for (const amount of [MAX_AMOUNT, -MAX_AMOUNT]) expect(AmountInput.parse(amount)).toBe(amount * SCALE);
    for (const amount of [-MAX_AMOUNT - 0.01, MAX_AMOUNT + 0.01, 0.000_05, Number.NaN, Number.POSITIVE_INFINITY, "1", null]) {
      expect(AmountInput.safeParse(amount).success, String(amount)).toBe(false);
    }
  });

  it("of an order is as large as a computed one, with four decimal places", () => {
    const max = MAX_TOTAL_UNITS / SCALE;
    for (const amount of [max, -max, 99_999_999_999.9999]) expect(OrderAmountInput.parse(amount)).toBe(Math.round(amount * SCALE));
    for (const amount of [max + 0.001, -max - 0.001, 1e12, 9_999_999_999.999_95]) {
      expect(OrderAmountInput.safeParse(amount).success, String(amount)).toBe(false);
    }
  });

  it("has an error if it has too many decimal places", () => {
    const { error } = AmountInput.safeParse(1.000_01);
    expect(error?.issues).toMatchObject([{ code: "custom", params: { code: "too_many_places" } }]);
  });
});
