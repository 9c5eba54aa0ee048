import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type PeriodInput, periodOf } from "../../../src/resources/analytics/period";
import { createShop, type Shop } from "../../kit/client";

/** `from..to` of a period and of the one before it; null for all time. */
function daysOf(input: PeriodInput, today: string): (string | null)[] {
  const { days, previous } = periodOf(input, today);
  return [days, previous].map((of) => (of === null ? null : `${of.from.toString()}..${of.to.toString()}`));
}

describe("the days of a period and of the previous one", () => {
  it.each([
    // A Tuesday.
    ["today", "2026-03-10", "2026-03-10..2026-03-10", "2026-03-09..2026-03-09"],
    ["yesterday", "2026-03-10", "2026-03-09..2026-03-09", "2026-03-08..2026-03-08"],
    ["last_7_days", "2026-03-10", "2026-03-04..2026-03-10", "2026-02-25..2026-03-03"],
    ["last_30_days", "2026-03-10", "2026-02-09..2026-03-10", "2026-01-10..2026-02-08"],
    ["last_90_days", "2026-03-10", "2025-12-11..2026-03-10", "2025-09-12..2025-12-10"],
    ["this_week", "2026-03-10", "2026-03-09..2026-03-10", "2026-03-02..2026-03-03"],
    ["last_week", "2026-03-10", "2026-03-02..2026-03-08", "2026-02-23..2026-03-01"],
    ["this_month", "2026-03-10", "2026-03-01..2026-03-10", "2026-02-01..2026-02-10"],
    ["last_month", "2026-03-10", "2026-02-01..2026-02-28", "2026-01-01..2026-01-31"],
    ["this_quarter", "2026-03-10", "2026-01-01..2026-03-10", "2025-10-01..2025-12-08"],
    ["last_quarter", "2026-03-10", "2025-10-01..2025-12-31", "2025-07-01..2025-09-30"],
    ["this_year", "2026-03-10", "2026-01-01..2026-03-10", "2025-01-01..2025-03-10"],
    ["last_year", "2026-03-10", "2025-01-01..2025-12-31", "2024-01-01..2024-12-31"],
    ["all_time", "2026-03-10", null, null],
    // The ends of a year.
    ["yesterday", "2026-01-01", "2025-12-31..2025-12-31", "2025-12-30..2025-12-30"],
    ["this_week", "2026-01-01", "2025-12-29..2026-01-01", "2025-12-22..2025-12-25"],
    ["this_month", "2026-01-01", "2026-01-01..2026-01-01", "2025-12-01..2025-12-01"],
    ["last_month", "2026-01-01", "2025-12-01..2025-12-31", "2025-11-01..2025-11-30"],
    ["this_quarter", "2026-01-01", "2026-01-01..2026-01-01", "2025-10-01..2025-10-01"],
    ["last_quarter", "2026-01-01", "2025-10-01..2025-12-31", "2025-07-01..2025-09-30"],
    ["this_year", "2026-01-01", "2026-01-01..2026-01-01", "2025-01-01..2025-01-01"],
    ["last_year", "2026-01-01", "2025-01-01..2025-12-31", "2024-01-01..2024-12-31"],
    ["this_year", "2025-12-31", "2025-01-01..2025-12-31", "2024-01-01..2024-12-30"],
    // Monday and Sunday.
    ["this_week", "2026-03-09", "2026-03-09..2026-03-09", "2026-03-02..2026-03-02"],
    ["this_week", "2026-03-15", "2026-03-09..2026-03-15", "2026-03-02..2026-03-08"],
    ["last_week", "2026-03-09", "2026-03-02..2026-03-08", "2026-02-23..2026-03-01"],
    ["last_week", "2026-03-15", "2026-03-02..2026-03-08", "2026-02-23..2026-03-01"],
    // The leap day.
    ["today", "2024-02-29", "2024-02-29..2024-02-29", "2024-02-28..2024-02-28"],
    ["this_month", "2024-02-29", "2024-02-01..2024-02-29", "2024-01-01..2024-01-29"],
    ["last_month", "2024-03-01", "2024-02-01..2024-02-29", "2024-01-01..2024-01-31"],
    ["this_year", "2024-02-29", "2024-01-01..2024-02-29", "2023-01-01..2023-03-01"],
    ["this_year", "2025-03-01", "2025-01-01..2025-03-01", "2024-01-01..2024-02-29"],
    // The unit before is shorter than this one is by now.
    ["this_month", "2026-03-31", "2026-03-01..2026-03-31", "2026-02-01..2026-02-28"],
    ["this_month", "2024-03-30", "2024-03-01..2024-03-30", "2024-02-01..2024-02-29"],
    ["this_quarter", "2026-06-30", "2026-04-01..2026-06-30", "2026-01-01..2026-03-31"],
    ["this_quarter", "2026-09-30", "2026-07-01..2026-09-30", "2026-04-01..2026-06-30"],
    ["this_year", "2024-12-31", "2024-01-01..2024-12-31", "2023-01-01..2023-12-31"],
    // The ends of quarters.
    ["this_quarter", "2026-03-31", "2026-01-01..2026-03-31", "2025-10-01..2025-12-29"],
    ["last_quarter", "2026-04-01", "2026-01-01..2026-03-31", "2025-10-01..2025-12-31"],
    ["last_quarter", "2026-12-31", "2026-07-01..2026-09-30", "2026-04-01..2026-06-30"],
  ] as const)("%s on %s are %s, and before that %s", (name, today, days, previous) => {
    expect(daysOf({ name }, today)).toEqual([days, previous]);
  });

  it("of a custom period: the same number of days right before it", () => {
    const custom = (from: string, to: string) => daysOf({ name: "custom", from, to }, "2026-01-01");
    expect(custom("2026-03-01", "2026-03-31")).toEqual(["2026-03-01..2026-03-31", "2026-01-29..2026-02-28"]);
    expect(custom("2024-02-29", "2024-02-29")).toEqual(["2024-02-29..2024-02-29", "2024-02-28..2024-02-28"]);
    expect(custom("0000-01-01", "9999-12-31")[0]).toBe("0000-01-01..9999-12-31");
  });
});

describe("the days of a zone", () => {
  let shop: Shop;
  /** Days on which clocks change somewhere, and one that Samoa skipped. */
  const AROUND = ["2011-12-30", "2025-10-05", "2025-11-02", "2026-03-08", "2026-04-05"];
  beforeAll(async () => {
    shop = await createShop({ timezone: "America/New_York" });
    // An order every half hour from the previous day to the next day.
    for (const day of AROUND) {
      const orders = Array.from({ length: 144 }, (_, n) => ({
        store: "gift",
        date: new Date(Date.parse(day) - 86_400_000 + n * 1_800_000).toISOString(),
        items: [{ name: "Mug", price: 1 }],
      }));
      expect((await shop.v2("/orders/bulk", { body: { orders } })).body.summary.created).toBe(144);
    }
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const summary = async (query: string) => (await shop.v2(`/analytics/summary?${query}`)).body;

  it.each([
    ["America/New_York", "2026-03-08", 23],
    ["America/New_York", "2025-11-02", 25],
    ["Australia/Lord_Howe", "2026-04-05", 24.5],
    ["Australia/Lord_Howe", "2025-10-05", 23.5],
    ["Asia/Kolkata", "2026-03-08", 24],
    ["Asia/Kathmandu", "2026-03-08", 24],
    ["UTC", "2026-03-08", 24],
    ["Pacific/Apia", "2011-12-30", 0],
    ["Pacific/Apia", "2011-12-31", 24],
  ])("%s, %s: %d hours", async (timezone, day, hours) => {
    const { currencies, period } = await summary(`period=custom&from=${day}&to=${day}&timezone=${timezone}`);
    expect(period).toEqual({ name: "custom", from: day, to: day, timezone });
    expect(currencies.map(({ orders }: { orders: { count: number } }) => orders.count)).toEqual(hours === 0 ? [] : [hours * 2]);
  });

  it("are in the organization's time zone by default, and today is the date in that zone", async () => {
    vi.setSystemTime("2026-01-01T04:59:59.999Z");
    expect((await summary("period=today")).period).toEqual({
      name: "today",
      from: "2025-12-31",
      to: "2025-12-31",
      timezone: "America/New_York",
    });
    expect((await summary("period=today&timezone=UTC")).period).toMatchObject({ from: "2026-01-01", timezone: "UTC" });
    vi.setSystemTime("2026-01-01T05:00:00Z");
    expect((await summary("period=today")).period.from).toBe("2026-01-01");
  });

  it("include those of all orders in a period of the greatest length", async () => {
    const [all] = (await summary("period=all_time")).currencies;
    const [custom] = (await summary("period=custom&from=0000-01-01&to=9999-12-31&compare=previous_period")).currencies;
    expect({ all: all.orders.count, custom: custom.orders.count, previous: custom.previous.orders.count }).toEqual({
      all: 720,
      custom: 720,
      previous: 0,
    });
  });
});
