import { vi } from "vitest";
import { organizationD1 } from "./databases";

/** How often a request sends a batch that it may repeat and whose errors are all transient (docs/spec/durability.md#transient-errors). */
export const EVERY_TRY = 3;

/**
 * Loses the response of the nth batch from here, or, where it is not `committed`, the batch itself. `EVERY_TRY` of them are the batch and all
 * its repetitions, so that the caller is told.
 */
export function loseBatch(nth: number, committed: boolean, times = 1): void {
  const real = organizationD1().batch.bind(organizationD1());
  let calls = 0;
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(organizationD1(), "batch").mockImplementation(async (statements) => {
    calls += 1;
    if (calls < nth || calls >= nth + times) return await real(statements);
    // Whatever the response is: it may be that the batch before it was committed.
    if (committed) await real(statements).catch(() => undefined);
    throw new Error("D1_ERROR: Network connection lost.");
  });
}
