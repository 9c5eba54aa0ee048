import { backoff, isTransient, type RetryPolicy, sleep } from "../../../../packages/client/src/retry.ts";
import { type BulkError, readBulkError, readResults, type OrderResult, sendAll } from "../../../resources/orders/files/bulk-results.ts";

/** Thrown if a run can't continue, because the person is signed out or the service is unavailable. The message has the reason. */
export class RunStopped extends Error {}

/** The URL that orders are sent to, and the settings of the import. */
export interface Target {
  url: string;
  formToken: string;
  /** The store's id. Null if the orders exist and keep their stores. */
  store: number | null;
  onConflict: string;
  dryRun: boolean;
  /** Distinguishes the imports of one page, so that a second one is not treated as a repeat of the first. */
  run: string;
  /** Called with a message before a retry. */
  onWait: (message: string) => void;
}

const POLICY: RetryPolicy = { tries: 6, firstDelayMs: 500, longestDelayMs: 15_000, longestWaitMs: 60_000, timeoutMs: 120_000 };
/** The statuses that concern the orders of a batch. All others, such as 401 Unauthorized, stop the run. */
const REJECTION_STATUSES: ReadonlySet<number> = new Set([400, 409, 413, 422]);

/** Sends up to 200 orders, each as JSON text, and returns their results in the same order. Throws RunStopped. */
export async function sendOrders(target: Target, orders: readonly string[]): Promise<OrderResult[]> {
  return await sendAll(orders, async (pending) => await sendWithRetries(target, pending));
}

/** Sends the same body until there is a response. A repeated body is the same operation, so the orders are written only once. */
async function sendWithRetries(target: Target, orders: readonly string[]): Promise<OrderResult[] | BulkError> {
  const { store, onConflict, dryRun, run } = target;
  const settings = JSON.stringify({ ...(store !== null && { store }), on_conflict: onConflict, dry_run: dryRun, run });
  // The orders are JSON already, so the texts are joined: the settings without their opening brace.
  const body = `{"orders":[${orders.join(",")}],${settings.slice(1)}`;
  for (let attempts = 1; ; attempts += 1) {
    const response = await attempt(target, body);
    // Only requests with an Idempotency-Key get the error whose code makes it transient.
    if (response === null || isTransient(response.status, null)) {
      if (attempts === POLICY.tries) throw new RunStopped(`The service did not respond to ${POLICY.tries} attempts in a row.`);
      target.onWait("The service is not responding. Retrying.");
      await sleep(waitOf(response, attempts), NEVER_ABORTED);
      continue;
    }
    const json: unknown = await response.json().catch(() => null);
    const results = response.ok ? readResults(json, orders.length) : null;
    if (results !== null) return results;
    const error = readBulkError(json);
    if (error !== null && REJECTION_STATUSES.has(response.status)) return error;
    throw new RunStopped(error?.message ?? `The service returned an unexpected response (${response.status}).`);
  }
}

/** A wait before a retry is not ended early. */
const NEVER_ABORTED = new AbortController().signal;

/** Sends one request. Returns null if there is no response. */
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

function waitOf(response: Response | null, attempts: number): number {
  const retryAfterMs = Number(response?.headers.get("Retry-After") ?? 0) * 1000;
  return Math.max(backoff(POLICY, attempts), Math.min(Number.isFinite(retryAfterMs) ? retryAfterMs : 0, POLICY.longestWaitMs));
}
