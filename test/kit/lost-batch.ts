import { vi } from "vitest";
import { organizationD1 } from "./databases";

/** The number of attempts for a repeatable batch whose errors are all transient (docs/spec/durability.md#transient-errors). */
export const ALL_ATTEMPTS = 3;

/**
 * Loses the nth batch from now on, on its way to the database ("request"), or its response after it was committed. With `ALL_ATTEMPTS`, all attempts of the
 * batch are lost, so that the caller gets an error.
 */
export function loseBatch(nth: number, lost: "request" | "response", times = 1): void {
  const real = organizationD1().batch.bind(organizationD1());
  let calls = 0;
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(organizationD1(), "batch").mockImplementation(async (statements) => {
    calls += 1;
    if (calls < nth || calls >= nth + times) return await real(statements);
    // With any response, because the previous attempt may have been committed.
    if (lost === "response") await real(statements).catch(() => undefined);
    throw new Error("D1_ERROR: Network connection lost.");
  });
}
