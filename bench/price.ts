/** What a request used, as its log line says. */
interface Cost {
  rows_read: number;
  rows_written: number;
  gate_calls: number;
}

/** Published prices of the paid plan in USD for a million, beyond what is included, as of 2026-11 (the platform's pricing pages). */
const PRICE = { request: 0.3, cpuMs: 0.02, rowRead: 0.001, rowWritten: 1, objectRequest: 0.15, queueOperation: 0.4 };

/** Rows that the object writes for one idempotency key: three when it is taken, two when it is settled, one when it is forgotten. */
const KEY_ROWS = 6;

/**
 * USD for a million requests. The CPU is that of the whole local process, D1 and objects included, which are not billed so. What
 * is not in it: the time that objects are in memory, log lines, deliveries of webhooks.
 */
export function pricePerMillion(cost: Cost, cpuMicroseconds: number, keyed: boolean): number {
  return (
    PRICE.request +
    (PRICE.cpuMs * cpuMicroseconds) / 1000 +
    PRICE.rowRead * cost.rows_read +
    PRICE.rowWritten * (cost.rows_written + (keyed ? KEY_ROWS : 0)) +
    PRICE.objectRequest * (cost.gate_calls + (keyed ? 1 : 0))
  );
}

/** A message of a queue is written, read and deleted. */
const QUEUE_OPERATIONS = 3;

/** USD for a million webhooks that are delivered at the first attempt, without the CPU. */
export function webhookPricePerMillion({ rows_read: read, rows_written: written }: Omit<Cost, "gate_calls">): number {
  return PRICE.rowRead * read + PRICE.rowWritten * written + PRICE.queueOperation * QUEUE_OPERATIONS;
}
