import { vi } from "vitest";

/** Waits until a check succeeds, however busy the machine is: almost as long as a test may take (vitest.config.ts). */
export async function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return await vi.waitFor(check, { timeout: 110_000, interval: 20 });
}
