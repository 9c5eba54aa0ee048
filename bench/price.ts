import type { LogLine } from "./stage.ts";

/** Published prices of the paid plan in USD for a million, beyond what is included, as of 2026-11 (the platform's pricing pages). */
const PRICE = { request: 0.3, cpuMs: 0.02, rowRead: 0.001, rowWritten: 1, objectRequest: 0.15 };

/** Rows that the object writes for one idempotency key: three when it is taken, two when it is settled, one when it is forgotten. */
const KEY_ROWS = 6;

/**
 * USD for a million requests. The CPU is that of the whole local process, D1 and objects included, which are not billed so. What
 * is not in it: the time that objects are in memory, log lines, deliveries of webhooks.
 */
export function pricePerMillion(cost: LogLine, cpuMicroseconds: number, keyed: boolean): number {
  return (
    PRICE.request +
    (PRICE.cpuMs * cpuMicroseconds) / 1000 +
    PRICE.rowRead * cost.rows_read +
    PRICE.rowWritten * (cost.rows_written + (keyed ? KEY_ROWS : 0)) +
    PRICE.objectRequest * (cost.gate_calls + (keyed ? 1 : 0))
  );
}
