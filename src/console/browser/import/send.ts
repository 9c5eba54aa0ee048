import { backoff, isTransient, type RetryPolicy, sleep } from "../../../../packages/client/src/retry.ts";
import { type BulkError, readBulkError, readResults, type OrderResult, sendAll } from "../../../orders/files/bulk-results.ts";

/** It can't go on: signed out, or the service stays away. The message says which. */
export class Stopped extends Error {}

/** Where orders go, and how. */
export interface Target {
  url: string;
  formToken: string;
  /** The store's id. */
  store: number;
  onConflict: string;
  dryRun: boolean;
  /** Tells one import of a page from another. */
  run: string;
  /** Hears why it takes longer. */
  waits: (message: string) => void;
}

const POLICY: RetryPolicy = { tries: 6, firstDelayMs: 500, longestDelayMs: 15_000, longestWaitMs: 60_000, timeoutMs: 120_000 };
/** What a batch can be refused for; any other status is about who sends it, not about the orders. */
const REFUSED: ReadonlySet<number> = new Set([400, 409, 413, 422]);

/** Sends up to 200 orders, each as JSON text, and gives one result each, in order. Throws Stopped. */
export async function sendOrders(target: Target, orders: readonly string[]): Promise<OrderResult[]> {
  return await sendAll(orders, async (open) => await answered(target, open));
}

/** The same body until it is answered: what was written under it is written once. */
async function answered(target: Target, orders: readonly string[]): Promise<OrderResult[] | BulkError> {
  const { store, onConflict, dryRun, run } = target;
  const settings = JSON.stringify({ store, on_conflict: onConflict, dry_run: dryRun, run });
  const body = `{"orders":[${orders.join(",")}],${settings.slice(1)}`;
  for (let tried = 1; ; tried += 1) {
    const answer = await attempt(target, body);
    if (answer === null || isTransient(answer.status, null)) {
      if (tried === POLICY.tries) throw new Stopped(`The service did not answer ${POLICY.tries} times in a row.`);
      target.waits("The service does not answer. Trying again.");
      await sleep(waitOf(answer, tried), NEVER);
      continue;
    }
    const said: unknown = await answer.json().catch(() => null);
    const results = answer.ok ? readResults(said, orders.length) : null;
    if (results !== null) return results;
    const error = readBulkError(said);
    if (error !== null && REFUSED.has(answer.status)) return error;
    throw new Stopped(error?.message ?? `The service answered ${answer.status}, which this page does not understand.`);
  }
}

const NEVER = new AbortController().signal;

/** An answer; null where none came. */
async function attempt({ url, formToken }: Target, body: string): Promise<Response | null> {
  try {
    return await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json", "X-Form-Token": formToken },
      body,
      signal: AbortSignal.timeout(POLICY.timeoutMs),
    });
  } catch {
    return null;
  }
}

function waitOf(answer: Response | null, tried: number): number {
  const retryAfterMs = Number(answer?.headers.get("Retry-After") ?? 0) * 1000;
  return Math.max(backoff(POLICY, tried), Math.min(Number.isFinite(retryAfterMs) ? retryAfterMs : 0, POLICY.longestWaitMs));
}
