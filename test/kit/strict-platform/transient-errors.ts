import { randomOf } from "../form";
import type { SentStatement } from "./d1-limits";
import { currentInvocation } from "./invocation";

/** The errors for which Cloudflare recommends to repeat the query (its page "Debug D1"), in D1's own words. */
export const RETRYABLE = [
  "D1_ERROR: Network connection lost.",
  "D1_ERROR: D1 DB reset because its code was updated.",
  "D1_ERROR: Internal error while starting up D1 DB storage caused object to be reset.",
  "D1_ERROR: Internal error in D1 DB storage caused object to be reset.",
  "D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.",
] as const;

const random = randomOf("transient errors");

/** Reads, and writes with a marker: a caller never sees a transient error of one of these. */
function isRepeatable(statements: readonly SentStatement[]): boolean {
  if (statements.some(({ sql }) => /^\s*insert into write_markers/i.test(sql))) return true;
  return statements.every(({ sql }) => /^\s*(?:select|with)\b/i.test(sql) && !/\b(?:insert|update|delete|replace)\b/i.test(sql));
}

/** An error that lasts longer is none of those that go away. */
const MAX_IN_A_ROW = 2;

/**
 * Makes a call to D1. If the Worker makes it and it can be repeated, it fails with this probability, at most twice in a row: half of the
 * failures happen before it takes effect, half after.
 */
export async function withErrors<T>(rate: number, statements: readonly SentStatement[], call: () => Promise<T>): Promise<T> {
  const invocation = currentInvocation();
  if (rate === 0 || invocation === undefined || !isRepeatable(statements)) return await call();
  const key = JSON.stringify(statements);
  const inARow = invocation.failures.get(key) ?? 0;
  if (inARow === MAX_IN_A_ROW || random() >= rate) {
    invocation.failures.delete(key);
    return await call();
  }
  invocation.failures.set(key, inARow + 1);
  if (random() < 0.5) await call();
  throw new Error(RETRYABLE[Math.floor(random() * RETRYABLE.length)]);
}
