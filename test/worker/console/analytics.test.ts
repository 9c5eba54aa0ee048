import { beforeAll, describe, expect, it } from "vitest";
import { changeOf } from "../../../src/resources/analytics/console/change";
import { groupingFor } from "../../../src/resources/analytics/console/report";
import { scaleOf } from "../../../src/resources/analytics/console/time-geometry";
import { barsOf, type Frame, timeGeometry, type TimeGeometry, type Unit } from "../../../src/resources/analytics/console/time-geometry";
import { createShop, type Shop, ingestOrder } from "../../kit/client";
import { createMember, type Visitor } from "./kit";

const FRAME: Frame = { width: 900, height: 300, left: 50, right: 20, top: 10, bottom: 30 };

function draw(units: readonly Unit[], before: readonly number[] = []): TimeGeometry {
  return timeGeometry({ units, before }, FRAME, { steps: 5, names: 8 });
}

const unit = (revenue: number, outgo: number): Unit => ({ revenue, outgo, profit: revenue - outgo });

/** Every number in a part of a drawing, with the coordinates in its lines. */
function numbersOf(part: unknown): number[] {
  if (typeof part === "string") return (part.match(/[^ ,]+/g) ?? []).map(Number);
  if (typeof part !== "object") return [Number(part)];
  return Object.values(part ?? {}).flatMap((inner) => numbersOf(inner));
}

/** Checks what is true of every drawing: it fits into the frame, and the axis covers every value. */
function expectValidDrawing(geometry: TimeGeometry, units: readonly Unit[]): void {
  expect(JSON.stringify(geometry)).not.toMatch(/null|NaN|Infinity|e\+/);
  expect(geometry.units).toHaveLength(units.length);
  for (const { revenue, outgo, whole } of geometry.units) {
    for (const { x, y, width, height } of [revenue, whole, ...(outgo === null ? [] : [outgo])]) {
      expect([width >= 0, height >= 0, x >= FRAME.left - 1, x + width <= FRAME.width - FRAME.right + 1]).toEqual([true, true, true, true]);
      expect([y >= FRAME.top, y + height <= FRAME.height - FRAME.bottom + 0.01]).toEqual([true, true]);
    }
  }
  expect(geometry.named.length).toBeLessThanOrEqual(8);
}

describe("an axis", () => {
  it.each([
    [[0, 430], 5, [0, 100, 200, 300, 400, 500]],
    [[-120, 350], 5, [-200, -100, 0, 100, 200, 300, 400]],
    [[0.0003], 5, [0, 0.0001, 0.0002, 0.0003]],
    [[-7], 4, [-8, -6, -4, -2, 0]],
    [[1, 2.2], 5, [0, 0.5, 1, 1.5, 2, 2.5]],
    [[9.2e17], 4, [0, 2.5e17, 5e17, 7.5e17, 1e18]],
    [[0, 0], 5, [0]],
    [[], 5, [0]],
  ])("for %j in about %i steps is %j", (values, steps, ticks) => {
    const scale = scaleOf(values, steps);
    expect(scale.ticks).toEqual(ticks);
    expect([scale.low <= Math.min(0, ...values), scale.high >= Math.max(0, ...values), scale.high > scale.low]).toEqual([true, true, true]);
  });
});

describe("a chart over time", () => {
  it("shows a profit above and a loss below zero", () => {
    const units = [unit(100, 40), unit(-50, 20), unit(10, 60)];
    const geometry = draw(units, [20, 30, 40, 50]);
    expectValidDrawing(geometry, units);
    const [gain, loss] = geometry.units;
    expect([gain?.revenue.y, (gain?.revenue.y ?? 0) + (gain?.revenue.height ?? 0)]).toEqual([10, geometry.zero]);
    expect(loss?.revenue.y).toBe(geometry.zero);
    const [line = "", ...others] = geometry.profit;
    expect(others).toEqual([]);
    const heights = line.split(" ").map((point) => Number(point.split(",")[1]) < geometry.zero);
    expect(heights).toEqual([true, false, false]);
    // The previous period is longer, and cut to this one.
    expect(geometry.before.split(" ")).toHaveLength(3);
    expect(geometry.units.map(({ middle }) => middle)).toEqual([188.33, 465, 741.67]);
  });

  it.each<[name: string, units: Unit[]]>([
    ["one unit", [unit(100, 40)]],
    ["no orders", []],
    ["zeros", Array.from({ length: 7 }, () => unit(0, 0))],
    ["400 units", Array.from({ length: 400 }, (_, index) => unit(index, index / 2))],
    ["huge amounts", [unit(9e14, 1e9), unit(-9e14, 0)]],
    ["the smallest amounts", [unit(0.0001, 0), unit(0, 0.0002)]],
  ])("can show %s", (_, units) => {
    const geometry = draw(units);
    expectValidDrawing(geometry, units);
    expect(numbersOf(geometry)).not.toEqual([]);
    expect(numbersOf(geometry).filter((number) => !Number.isFinite(number))).toEqual([]);
    expect(geometry.before).toBe("");
  });

  it("omits unknown values: no bar, and a gap in the line of profit", () => {
    const unknown = { revenue: 50, outgo: null, profit: null };
    const geometry = draw([unit(100, 40), unit(80, 40), unknown, unit(60, 40)]);
    expect(geometry.units.map(({ outgo }) => outgo === null)).toEqual([false, false, true, false]);
    expect(geometry.profit.map((line) => line.split(" ").length)).toEqual([2, 2]);
    // A line of one unit has its point twice.
    const [last = "", again = ""] = geometry.profit[1]?.split(" ") ?? [];
    expect([last, last.split(",")[0]]).toEqual([again, String(geometry.units[3]?.middle)]);
    expect(draw([unknown]).profit).toEqual([]);
  });

  it("has bars between a minimum and a maximum width", () => {
    expect(draw([unit(1, 1)]).units[0]?.revenue.width).toBe(26);
    const many = Array.from({ length: 400 }, () => unit(1, 1));
    expect(draw(many).units[0]?.revenue.width).toBeGreaterThanOrEqual(0.5);
  });
});

describe("bars", () => {
  it("start at a common zero, with losses on its left", () => {
    expect(barsOf([300, -100, 0])).toEqual([
      { x: 25, width: 75 },
      { x: 0, width: 25 },
      { x: 25, width: 0 },
    ]);
    expect([barsOf([]), barsOf([0, 0])]).toEqual([
      [],
      [
        { x: 0, width: 0 },
        { x: 0, width: 0 },
      ],
    ]);
  });
});

describe("a change", () => {
  const USD = { unit: "money", currency: "USD" } as const;
  it.each([
    [1_120_000n, 1_000_000n, USD, "↑ 12%", "12% more than $100.00 in the previous period"],
    [500_000n, 1_000_000n, USD, "↓ 50%", "50% less than $100.00 in the previous period"],
    [1_000_000n, 1_000_000n, USD, "unchanged", "the same as in the previous period"],
    [
      9_007_199_254_740_994n,
      9_007_199_254_740_993n,
      USD,
      "↑ less than 0.1%",
      "less than 0.1% more than $900,719,925,474.10 in the previous period",
    ],
    [0.1 + 0.2, 0.3, { unit: "percent" } as const, "unchanged", "the same as in the previous period"],
    [1_000_400_000n, 1_000_000_000n, USD, "↑ less than 0.1%", "less than 0.1% more than $100,000.00 in the previous period"],
    [123_450_000n, 100_000n, USD, "↑ 123,350%", "123,350% more than $10.00 in the previous period"],
    // A percentage of 0 or of a loss is meaningless.
    [500_000n, 0n, USD, "↑ $50.00", "$50.00 more than $0.00 in the previous period"],
    [500_000n, -1_000_000n, USD, "↑ $150.00", "$150.00 more than -$100.00 in the previous period"],
    [41.5, 44, { unit: "percent" } as const, "↓ 2.5 points", "2.5 points less than 44.0% in the previous period"],
    [64.35, 60, { unit: "percent" } as const, "↑ 4.35 points", "4.35 points more than 60.0% in the previous period"],
    [1200, 0, { unit: "count" } as const, "↑ 1,200", "1,200 more than 0 in the previous period"],
  ])("to %s, from %s in %j, is described as %s", (now, before, measure, short, sentence) => {
    expect(changeOf(now, before, measure)).toMatchObject({ short, sentence });
  });

  it("is not shown if the current or the previous value is unknown", () => {
    expect([changeOf(null, 1n, USD), changeOf(1n, null, USD)]).toEqual([null, null]);
  });
});

it("a period is grouped by day up to 45 days, by week up to 200, by month up to 12,000, and by nothing beyond that", () => {
  expect([1, 45, 46, 200, 201, 12_000, 12_001].map(groupingFor)).toEqual(["day", "day", "week", "week", "month", "month", null]);
});

describe("orders by profit", () => {
  let shop: Shop;
  let viewer: Visitor;
  beforeAll(async () => {
    shop = await createShop();
    viewer = await createMember(shop.id, "viewer", { money: true });
    const order = (number: string, price: number, cost: number | null) =>
      ingestOrder(shop, { number, date: "2026-03-02", currency: "USD", items: [{ name: "Mug", price, cost }] });
    await order("#good", 50, 10);
    await order("#loss", 10, 30);
    await order("#bare", 10, null);
  });
  const DAYS = "period=custom&from=2026-03-01&to=2026-03-31&currency=USD";
  const open = (query: string) => viewer.open(`/analytics/orders?${query}`);
  const ordersIn = (text: string) => [...text.matchAll(/orders\/\d+">(#\w+)</g)].map(([, name]) => name);

  it("begin with the largest loss, and list orders without a cost separately", async () => {
    const { status, text } = await open(DAYS);
    expect({ status, orders: ordersIn(text) }).toEqual({ status: 200, orders: ["#loss", "#good"] });
    expect([text.includes("-$20.00"), text.includes("80.0%")]).toEqual([true, true]);
    expect(ordersIn((await open(`${DAYS}&sort=profit:desc`)).text)).toEqual(["#good", "#loss"]);
    const unknown = (await open(`${DAYS}&profit=unknown`)).text;
    expect([ordersIn(unknown), unknown.includes("/attention/cost")]).toEqual([["#bare"], true]);
  });

  it("show errors of the filters", async () => {
    const response = await open("period=custom&from=2024-01-01&to=2026-03-01");
    expect({ status: response.status, text: response.text }).toEqual({ status: 400, text: expect.stringContaining("at most 400 days") });
  });
});

describe("the page of analytics", () => {
  let shop: Shop;
  let viewer: Visitor;
  beforeAll(async () => {
    shop = await createShop({ timezone: "Asia/Tokyo" });
    viewer = await createMember(shop.id, "viewer", { money: true });
    await ingestOrder(shop, { date: "2026-03-01T16:00:00Z", items: [{ name: "Mug", quantity: 1, price: 10, cost: 4 }] });
    await ingestOrder(shop, { date: "2026-02-28T16:00:00Z", items: [{ name: "Mug", quantity: 1, price: 5, cost: 4 }] });
    await ingestOrder(shop, { date: "2026-03-02T16:00:00Z", currency: "JPY", items: [{ name: "Mug", quantity: 1, price: 700 }] });
  });
  const custom = (from: string, to: string, more = "") => viewer.open(`/analytics?period=custom&from=${from}&to=${to}${more}`);

  it("counts days in the organization's time zone, separates currencies, and compares with the previous period by default", async () => {
    // 16:00 UTC is the next day in Tokyo.
    const { status, text } = await custom("2026-03-02", "2026-03-02");
    expect([status, text.includes(">$10.00<"), text.includes("100% more than $5.00 in the previous period"), text.includes("¥")]).toEqual([
      200,
      true,
      true,
      false,
    ]);
    const both = (await custom("2026-03-01", "2026-03-03")).text;
    expect(both.indexOf('id="USD"')).toBeLessThan(both.indexOf('id="JPY"'));
    expect([both.includes(">$15.00<"), both.includes(">¥700<"), both.includes("0 of 1 orders have a known cost")]).toEqual([
      true,
      true,
      true,
    ]);
    expect((await custom("2026-03-02", "2026-03-02", "&compare=none")).text).not.toContain("in the previous period");
  });

  it("marks figures that need costs and partial figures, and does not compare them", async () => {
    const own = await createShop();
    const visitor = await createMember(own.id, "viewer", { money: true });
    const item = { name: "Mug", quantity: 1, price: 10 };
    await ingestOrder(own, { date: "2026-03-02", items: [item] });
    const cards = async (days: string) => {
      const { text } = await visitor.open(`/analytics?period=custom&${days}`);
      return Object.fromEntries(
        [...text.matchAll(/<div class="measure(?: minor)?"><dt>(.*?)<\/dt>(.*?)<\/div>/gs)].map(([, name = "", rest = ""]) => [
          name,
          rest
            .replaceAll(/<[^>]*>/g, " ")
            .replaceAll(/\s+/g, " ")
            .trim(),
        ]),
      );
    };
    const only = "from=2026-03-02&to=2026-03-02";
    expect(await cards(only)).toMatchObject({
      "Net revenue": expect.stringContaining("$10.00"),
      Costs: "No costs entered",
      "Net profit": "No costs entered",
      Margin: "No costs entered",
    });
    const { text } = await visitor.open(`/analytics?period=custom&from=2026-03-01&to=2026-03-02`);
    expect([text.includes("Net profit no costs entered"), text.includes("0 of 1 orders have a known cost")]).toEqual([true, true]);
    // A period without orders and expenses has no figures.
    expect(await cards("from=2026-03-05&to=2026-03-05&compare=none")).toEqual({});

    await ingestOrder(own, { date: "2026-03-02", items: [{ ...item, cost: 4 }] });
    await ingestOrder(own, { date: "2026-03-03", items: [{ ...item, cost: 4 }] });
    expect(await cards(only)).toMatchObject({ Costs: "$4.00 partial", "Net profit": "$16.00 partial", Margin: "80.0% partial" });
    expect(await cards("from=2026-03-03&to=2026-03-03")).toMatchObject({
      "Net revenue": expect.stringContaining("less than $20.00"),
      Costs: "$4.00",
      "Net profit": "$6.00",
    });
  });

  it("shows an error at each invalid field, and no figures", async () => {
    for (const [query, field, words] of [
      ["period=custom", "from", "Choose a day."],
      ["period=custom&from=2026-02-30&to=2026-03-01", "from", "Choose a day."],
      ["period=custom&from=2026-03-02&to=2026-03-01", "from", "The first day must not be after the last day."],
      ["period=custom&from=2000-01-01&to=2026-03-01&group_by=day", "group_by", "Too many days, weeks or months for one chart"],
      ["period=tomorrow", "period", "Expected one of"],
    ] as const) {
      const { status, text } = await viewer.open(`/analytics?${query}`);
      expect([query, status, new RegExp(`id="${field}-error">${words}`).test(text), text.includes("Net revenue")]).toEqual([
        query,
        400,
        true,
        false,
      ]);
    }
    // An unused date is not validated, nor is a unit for a period without a first day.
    expect((await viewer.open("/analytics?period=all_time&group_by=week")).text).toContain(">$15.00<");
    expect((await viewer.open("/analytics?period=last_week&from=x&to=")).text).not.toContain("-error");
  });

  it("for all time has figures by store and no chart, and for an unknown store it is empty", async () => {
    const all = (await viewer.open("/analytics?period=all_time&store_id=gift&currency=USD")).text;
    expect([all.includes(">$15.00<"), all.includes('<svg class="chart'), all.includes("Gift shop"), all.includes("¥")]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(all).toContain(`too long for a chart over time. <a href="/console/${shop.id}/analytics?period=this_year">`);
    const ages = (await custom("1980-01-01", "2026-12-31")).text;
    expect([ages.includes(">$15.00<"), ages.includes('<svg class="chart')]).toEqual([true, false]);
    expect((await viewer.open("/analytics?period=all_time&store_id=nowhere")).text).toContain("There are no orders and no expenses");
  });

  it("shows nothing of another organization", async () => {
    const other = await createMember((await createShop()).id, "viewer", { money: true });
    expect((await other.open("/analytics?period=all_time")).text).toContain("There are no orders and no expenses");
  });
});
