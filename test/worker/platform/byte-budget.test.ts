import { describe, expect, it } from "vitest";
import { ByteBudget, Reservation } from "../../../src/platform/reading/byte-budget";
import { MAX_PROCESSING_BYTES, MAX_WORKING_BYTES, withMemory, type WorkMemory } from "../../../src/platform/reading/memory";

describe("a budget of memory", () => {
  it("gives each holder its share, and a single holder everything", () => {
    const budget = new ByteBudget(100);
    const reservationOf = (holder: string) => new Reservation([{ holder, limit: 50 }]);
    expect(budget.tryAdd(reservationOf("a"), 500)).toBe(true);
    expect(budget.tryAdd(reservationOf("b"), 1)).toBe(false);
    const other = new ByteBudget(100);
    const first = reservationOf("a");
    expect(other.tryAdd(first, 30)).toBe(true);
    expect(other.tryAdd(reservationOf("a"), 30)).toBe(false);
    expect(other.tryAdd(reservationOf("b"), 30)).toBe(true);
    expect(other.tryAdd(new Reservation(), 50)).toBe(false);
    other.remove(first);
    expect(other.tryAdd(reservationOf("a"), 50)).toBe(true);
  });

  it("is given to those who have waited longest, and a holder that waits for its own share does not delay others", async () => {
    const budget = new ByteBudget(100);
    const reservationOf = (holder: string) => new Reservation([{ holder, limit: 60 }]);
    const admitted: string[] = [];
    const reserve = async (name: string, holder: string, needed: number) => {
      await budget.add(reservationOf(holder), needed);
      admitted.push(name);
    };
    const [first, second] = [reservationOf("a"), reservationOf("b")];
    expect([budget.tryAdd(first, 50), budget.tryAdd(second, 30)]).toEqual([true, true]);
    const ofA = reserve("of a", "a", 20);
    // It would not be admitted if it waited behind "of a", which waits for its own share.
    await reserve("passing", "d", 10);
    const large = reserve("large", "c", 60);
    // It would fit, but "large" has waited longer.
    const small = reserve("small", "d", 10);
    expect(budget.tryAdd(reservationOf("e"), 1)).toBe(false);
    budget.remove(first);
    await ofA;
    expect(admitted).toEqual(["passing", "of a"]);
    budget.remove(second);
    await large;
    await small;
    expect(admitted).toEqual(["passing", "of a", "large", "small"]);
  });

  it("lets a holder that already has memory grow before those that have none", async () => {
    const budget = new ByteBudget(100);
    const [growing, other] = [new Reservation(), new Reservation()];
    expect([budget.tryAdd(growing, 20), budget.tryAdd(other, 70)]).toEqual([true, true]);
    const waiting = budget.add(new Reservation(), 90);
    expect(budget.tryAdd(new Reservation(), 1)).toBe(false);
    expect(budget.tryAdd(growing, 10)).toBe(true);
    budget.remove(growing);
    budget.remove(other);
    await waiting;
  });

  it("is given to one holder after another if several have some and need more than is left", async () => {
    const budget = new ByteBudget(100);
    const holders = [1, 2, 3].map(() => new Reservation([{ holder: "a", limit: 50 }]));
    for (const holder of holders) expect(budget.tryAdd(holder, 10)).toBe(true);
    const grown: number[] = [];
    await Promise.all(
      holders.map(async (holder, nth) => {
        await budget.add(holder, 200);
        grown.push(nth);
        // The others still wait.
        expect(holders.filter((each) => each.bytes > 10)).toEqual([holder]);
        budget.remove(holder);
      }),
    );
    expect(grown).toEqual([0, 1, 2]);
  });

  it("is given to the largest work while others hold at most a sixteenth of it, so that small work does not keep it out", () => {
    const budget = new ByteBudget(160);
    const [small, other, large] = [new Reservation(), new Reservation(), new Reservation([{ holder: "a", limit: 80 }])];
    expect(budget.tryAdd(small, 10)).toBe(true);
    expect(budget.tryAdd(large, 500)).toBe(true);
    budget.remove(large);
    expect(budget.tryAdd(other, 1)).toBe(true);
    expect(budget.tryAdd(large, 500)).toBe(false);
  });

  it("is released when the work has ended, also with an error", async () => {
    const largest = async (memory: WorkMemory) => await memory.reservePages(MAX_WORKING_BYTES);
    await withMemory(1, largest);
    const failed = withMemory(1, async (memory) => {
      await largest(memory);
      throw new Error("The work has failed.");
    });
    await expect(failed).rejects.toThrow("The work has failed.");
    const processed = withMemory(1, async (memory) => {
      const parse = () => {
        throw new Error("The JSON is malformed.");
      };
      await expect(memory.process(MAX_PROCESSING_BYTES, parse)).rejects.toThrow("The JSON is malformed.");
      // It has released everything, so another one gets all of it.
      await withMemory(2, largest);
    });
    await expect(processed).resolves.toBeUndefined();
  });
});
