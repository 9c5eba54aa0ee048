import { vi } from "vitest";
import { ExpiringCache } from "../../src/platform/expiring-cache";

/** The structured log line of one request (src/platform/http/log.ts). */
export interface LogLine {
  route: string;
  status: number;
  d1_trips: number;
  gate_calls: number;
  read_from: string | null;
  rows_read: number;
  rows_written: number;
}

const HALF_A_MINUTE_MS = 30_000;
const AN_HOUR_MS = 3_600_000;

/**
 * Keeps entries in the isolate's caches for an hour. A credential is cached for a minute, and on a busy machine the request that cached
 * it may be longer ago, so its expiry could add a trip to the measured request. A test that sets the clock controls expiry itself.
 */
function keepCached(): { mockRestore: () => void } {
  // oxlint-disable-next-line typescript/unbound-method -- It is called with its cache below.
  const get = ExpiringCache.prototype.get;
  return vi.spyOn(ExpiringCache.prototype, "get").mockImplementation(function (this: ExpiringCache<unknown, unknown>, key, now) {
    for (let age = 0; age < AN_HOUR_MS; age += HALF_A_MINUTE_MS) {
      const value: unknown = get.call(this, key, now - age);
      if (value !== undefined) return value;
    }
    return undefined;
  });
}

/** Runs one request and returns its log line. Its credential is not read again if an earlier request has cached it. */
export async function logOf(request: () => Promise<unknown>): Promise<LogLine> {
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const cache = vi.getMockedSystemTime() === null ? keepCached() : null;
  try {
    await request();
    const line: unknown = log.mock.calls.at(-1)?.[0];
    if (typeof line !== "string") throw new Error("the request was not logged");
    return JSON.parse(line) as LogLine;
  } finally {
    log.mockRestore();
    cache?.mockRestore();
  }
}
