import { vi } from "vitest";
import { organizationD1 } from "../../kit/databases";

/** Loses the answer of the nth batch from here, or, where it is not `committed`, the batch itself. */
export function loseBatch(nth: number, committed: boolean): void {
  const real = organizationD1().batch.bind(organizationD1());
  let calls = 0;
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(organizationD1(), "batch").mockImplementation(async (statements) => {
    calls += 1;
    const lost = calls === nth;
    const results = lost && !committed ? [] : await real(statements);
    if (lost) throw new Error("D1_ERROR: Network connection lost.");
    return results;
  });
}
