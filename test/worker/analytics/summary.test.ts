import * as fc from "fast-check";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createShop, type Shop } from "../../kit/client";
import { queryOf } from "../../kit/filter-cases";
import { type Model, type Params, summaryExpected } from "./model";
import { change, day, moment, seed, ZONES } from "./seed";
import { assertProperty } from "../../kit/property";

const NAMED = ["today", "yesterday", "last_7_days", "last_30_days", "last_90_days", "all_time"].concat(
  ["week", "month", "quarter", "year"].flatMap((unit) => [`this_${unit}`, `last_${unit}`]),
);

const period: fc.Arbitrary<{ period?: string; from?: string; to?: string }> = fc.oneof(
  { weight: 1, arbitrary: fc.constant({}) },
  { weight: 6, arbitrary: fc.constantFrom(...NAMED).map((name) => ({ period: name })) },
  {
    weight: 4,
    arbitrary: fc.tuple(day, day).map((days) => {
      const [from = "", to = ""] = days.toSorted();
      return { period: "custom", from, to };
    }),
  },
);

/** Any valid parameters. */
const paramsOf = ({ stores }: Model): fc.Arbitrary<Params> =>
  fc
    .tuple(
      period,
      fc.record({
        timezone: fc.option(fc.constantFrom(...ZONES), { freq: 4, nil: undefined }),
        compare: fc.option(fc.constant("previous_period"), { freq: 2, nil: undefined }),
        store_id: fc.option(fc.constantFrom(...stores.flatMap(({ id, name }) => [String(id), name.toUpperCase()]), "GIFT", "nowhere"), {
          freq: 1,
          nil: undefined,
        }),
        currency: fc.option(fc.constantFrom("USD", "jpy", "KWD", "CHF"), { freq: 1, nil: undefined }),
        group_by: fc.option(fc.constantFrom("day", "week", "month", "store"), { freq: 4, nil: undefined }),
      }),
    )
    // All time can only be grouped by store.
    .map(([days, { group_by, ...rest }]) => ({
      ...days,
      ...rest,
      group_by: days.period === "all_time" && group_by !== undefined ? "store" : group_by,
    }));

afterEach(() => {
  vi.useRealTimers();
});

describe("a summary equals the result computed from every order and expense", () => {
  let shop: Shop;
  let model: Model;
  beforeAll(async () => {
    shop = await createShop({ timezone: "America/St_Johns" });
    model = await seed(shop, "America/St_Johns", { orders: 200, expenses: 60 });
  });

  async function expectSummaries({ cases }: { cases: number }): Promise<void> {
    await assertProperty(
      fc.asyncProperty(paramsOf(model), moment, async (params, now) => {
        vi.setSystemTime(now);
        const { status, body, text } = await shop.v2(`/analytics/summary?${queryOf(params)}`);
        expect(status, text).toBe(200);
        const { generated_at, ...summary } = body;
        expect(summary).toEqual(summaryExpected(model, params, now));
        expect(generated_at).toBe(new Date(now).toISOString());
      }),
      { cases },
    );
  }

  it("for any period, time zone, comparison, grouping, store and currency", async () => {
    await expectSummaries({ cases: 160 });
  });

  it("after orders were updated, cancelled and reopened, and expenses changed and deleted", { tags: "long" }, async () => {
    await change(shop, model);
    await expectSummaries({ cases: 40 });
  });
});
