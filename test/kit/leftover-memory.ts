import { afterAll, expect } from "vitest";
import { ByteBudget, type Reservation } from "../../src/platform/reading/byte-budget";

/** The minimum size of the Worker's budgets. Those of tests are smaller. */
const MIN_LIMIT = 1024 * 1024;

/**
 * Fails a test file that leaves memory of the isolate reserved, because a request has not released it, or a test has not read a file to
 * its end. The isolate would lack that memory, and log an error during a later test.
 */
export function expectNoLeftoverMemory(): void {
  const reservations = new Set<Reservation>();
  // oxlint-disable-next-line typescript/unbound-method -- They are called with their budget below.
  const { add, tryAdd } = ByteBudget.prototype;
  ByteBudget.prototype.add = async function (reservation, ...rest) {
    if (this.limit >= MIN_LIMIT) reservations.add(reservation);
    await add.call(this, reservation, ...rest);
  };
  ByteBudget.prototype.tryAdd = function (reservation, bytes) {
    if (this.limit >= MIN_LIMIT) reservations.add(reservation);
    return tryAdd.call(this, reservation, bytes);
  };
  afterAll(() => {
    Object.assign(ByteBudget.prototype, { add, tryAdd });
    const left = [...reservations].filter(({ bytes }) => bytes > 0);
    expect(left.map(({ bytes, shares }) => `${bytes} bytes of ${shares.map(({ holder }) => holder).join(", ")}`)).toEqual([]);
  });
}
