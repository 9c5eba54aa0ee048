import { randomOf } from "../form";
import type { SentStatement } from "./d1-limits";
import { currentInvocation } from "./invocation";

/** The errors after which Cloudflare recommends repeating the query (its page "Debug D1"), in D1's own words. */
export const RETRYABLE = [
  "D1_ERROR: Network connection lost.",
  "D1_ERROR: D1 DB reset because its code was updated.",
  "D1_ERROR: Internal error while starting up D1 DB storage caused object to be reset.",
  "D1_ERROR: Internal error in D1 DB storage caused object to be reset.",
  "D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.",
] as const;

const random = randomOf("transient errors");

const MARKER = /^\s*insert into write_markers/i;

/** Reads, and writes with a marker: a caller never gets a transient error of one of these. */
function isRepeatable(statements: readonly SentStatement[]): boolean {
  if (statements.some(({ sql }) => MARKER.test(sql))) return true;
  return statements.every(({ sql }) => /^\s*(?:select|with)\b/i.test(sql) && !/\b(?:insert|update|delete|replace)\b/i.test(sql));
}

/**
 * A form. If the response to its commit is lost, its page says that it was processed instead of showing the result, such as a secret
 * (test/worker/platform/strict/retries.test.ts). A test of the result needs the response.
 */
const isForm = (statements: readonly SentStatement[]): boolean =>
  statements.some(({ sql, params }) => MARKER.test(sql) && String(params[0]).startsWith("form_"));

/** An error that lasts longer is not transient. */
const MAX_IN_A_ROW = 2;

/** The databases that were called, with numbers that distinguish their calls. */
const databases = new WeakMap<object, number>();
let count = 0;

function numberOf(database: object): number {
  const number = databases.get(database) ?? (count += 1);
  databases.set(database, number);
  return number;
}

/**
 * Makes a call to a database. If it is a repeatable call of the Worker, it fails with this probability, at most twice in a row: half of
 * the failures happen before it takes effect, half after; all before, if it is the commit of a form.
 */
export async function withErrors<T>(
  rate: number,
  { database, statements }: { database: object; statements: readonly SentStatement[] },
  call: () => Promise<T>,
): Promise<T> {
  const invocation = currentInvocation();
  if (rate === 0 || invocation === undefined || !isRepeatable(statements)) return await call();
  const key = JSON.stringify([numberOf(database), statements]);
  const inARow = invocation.failures.get(key) ?? 0;
  if (inARow === MAX_IN_A_ROW || random() >= rate) {
    invocation.failures.delete(key);
    return await call();
  }
  invocation.failures.set(key, inARow + 1);
  if (random() < 0.5 && !isForm(statements)) await call();
  throw new Error(RETRYABLE[Math.floor(random() * RETRYABLE.length)]);
}
