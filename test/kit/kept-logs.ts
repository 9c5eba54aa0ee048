import { beforeEach, onTestFailed } from "vitest";

const METHODS = ["log", "warn", "error"] as const;

/** The last lines are enough to find the error. */
const MAX_LINES = 200;

/**
 * Keeps the log of a test in memory and prints it only if the test fails. The Worker logs a line for each request, and sending each one
 * to the reporter would cost more than most of the requests.
 */
export function keepLogs(): void {
  const print = console.error.bind(console);
  let lines: unknown[][] = [];
  const keep = (...line: unknown[]): void => {
    lines.push(line);
    if (lines.length > MAX_LINES) lines.shift();
  };
  for (const method of METHODS) console[method] = keep;
  beforeEach(() => {
    lines = [];
    onTestFailed(() => {
      for (const line of lines) print(...line);
    });
  });
}
