import type { LogLine } from "./stage.ts";

/** Published prices of the paid plan in USD for a million, beyond what is included, as of 2026-11 (the platform's pricing pages). */
const PRICE = { request: 0.3, cpuMs: 0.02, rowRead: 0.001, rowWritten: 1, objectRequest: 0.15 };

/**
 * USD for a million requests. The CPU is that of the whole local process, D1 and objects included, which are not billed
 * so: an upper bound. Deliveries of webhooks come on top.
 */
export function pricePerMillion(cost: LogLine, cpuMicroseconds: number): number {
  return (
    PRICE.request +
    (PRICE.cpuMs * cpuMicroseconds) / 1000 +
    PRICE.rowRead * cost.rows_read +
    PRICE.rowWritten * cost.rows_written +
    PRICE.objectRequest * cost.gate_calls
  );
}
