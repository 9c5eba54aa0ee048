import { vi } from "vitest";

/** What the structured log said of one request (src/platform/http/log.ts). */
export interface LogLine {
  route: string;
  status: number;
  d1_trips: number;
  gate_calls: number;
  rows_read: number;
  rows_written: number;
}

/** Runs one request and answers its log line; its credential should be warm in the isolate's cache. */
export async function logOf(request: () => Promise<unknown>): Promise<LogLine> {
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  try {
    await request();
    const line: unknown = log.mock.calls.at(-1)?.[0];
    if (typeof line !== "string") throw new Error("the request was not logged");
    return JSON.parse(line) as LogLine;
  } finally {
    log.mockRestore();
  }
}
