import {
  createClient,
  NoAnswerError,
  type OrderOperations,
  OrderOperationsError,
  type RetryPolicy,
} from "../../packages/client/src/index.ts";
import { reasonOf } from "../../packages/client/src/errors.ts";
import { isTransient } from "../../packages/client/src/retry.ts";
import { type BulkError, readBulkError, readResults, sendAll, type OrderResult } from "../../src/orders/files/bulk-results.ts";
import { postBytes } from "./post-bytes.ts";

/** The run can't go on: wrong credentials, an API that is not there, or one that stays down. The message says which. */
export class ImportAborted extends Error {}

export type OnConflict = "error" | "skip" | "update";

export interface BulkOptions {
  /** Origin of the API, without a trailing slash. */
  url: string;
  token: string;
  onConflict: OnConflict;
  dryRun: boolean;
  retry?: RetryPolicy;
  /** Hears why a call is being waited for. */
  onWait?: (message: string) => void;
}

/**
 * An import is long, and someone waits for it. The timeout is longer than the API takes for the largest batch; a Retry-After beyond
 * the longest wait (a daily quota, say) ends the run instead of keeping a terminal waiting.
 */
const IMPORT_RETRY: RetryPolicy = { tries: 8, firstDelayMs: 500, longestDelayMs: 30_000, longestWaitMs: 300_000, timeoutMs: 120_000 };
/** What a batch of orders can be refused for; any other status is about the caller, not about the orders. */
const REFUSED = new Set([400, 409, 413, 422]);

/** Posts batches to POST /api/v2/orders/bulk; safe to use for several batches at a time. */
export class BulkClient {
  readonly #options: BulkOptions;
  readonly #policy: RetryPolicy;
  readonly #api: OrderOperations;
  readonly #stop = new AbortController();

  constructor(options: BulkOptions) {
    const { url, token, retry = IMPORT_RETRY, onWait } = options;
    this.#options = options;
    this.#policy = retry;
    this.#api = createClient({
      baseUrl: url,
      token,
      retry,
      fetch: (target, init) => postBytes(target, { ...init, timeoutMs: retry.timeoutMs }),
      onRetry: ({ cause, delayMs }) => onWait?.(`${this.#trouble(cause)} Retrying in ${(delayMs / 1000).toFixed(1)} s.`),
    });
  }

  /** Lets calls that are out end, and makes all waiting and later ones throw ImportAborted. */
  stop(reason: ImportAborted): void {
    this.#stop.abort(reason);
  }

  /** Posts up to 200 orders (each as JSON text) and gives one result each, in order. Throws ImportAborted. */
  async post(orders: string[]): Promise<OrderResult[]> {
    return await sendAll(orders, async (open) => await this.#send(open, this.#options.dryRun));
  }

  /**
   * Why orders can't belong to a store, such as one that does not exist; null where they can. A dry run of an order without content tells
   * it, which needs no permission but the import's own. Throws ImportAborted.
   */
  async storeFault(store: string): Promise<string | null> {
    const probe = JSON.stringify({ store, items: [{ name: "-", price: 0 }] });
    const [result] = await sendAll([probe], async (orders) => await this.#send(orders, true));
    return result?.outcome === "failed" ? result.message : null;
  }

  /** One batch under one Idempotency-Key, tried until it is answered for good. */
  async #send(orders: string[], dryRun: boolean): Promise<OrderResult[] | BulkError> {
    const { data, error, response } = await this.#call(orders, dryRun);
    if (data !== undefined) {
      const results = readResults(parseJson(data), orders.length);
      if (results === null)
        throw new ImportAborted(`${this.#options.url} returned ${response.status}, but not in the format of this API. Check --url.`);
      return results;
    }
    const refusal = new OrderOperationsError(response, error);
    const said = this.#trouble(refusal);
    if (isTransient(refusal.status, refusal.code)) {
      const { retryAfterMs } = refusal;
      if (retryAfterMs === null || retryAfterMs <= this.#policy.longestWaitMs) throw new ImportAborted(`${said} ${this.#enough()}`);
      throw new ImportAborted(`${said} Run the import again in ${Math.ceil(retryAfterMs / 1000)} s.`);
    }
    const answer = readBulkError(error);
    if (REFUSED.has(response.status) && answer !== null) return answer;
    const location = response.headers.get("location");
    throw new ImportAborted(location === null ? said : `${said} It redirects to ${location}: use that as --url.`);
  }

  async #call(orders: string[], dryRun: boolean) {
    const { onConflict } = this.#options;
    const settings = { on_conflict: onConflict, on_error: "skip", dry_run: dryRun } as const;
    try {
      return await this.#api.v2.POST("/api/v2/orders/bulk", {
        body: { orders: [], ...settings },
        // The orders are JSON already.
        bodySerializer: () => `{"orders":[${orders.join(",")}],${JSON.stringify(settings).slice(1)}`,
        parseAs: "text",
        signal: this.#stop.signal,
      });
    } catch (error) {
      if (error instanceof NoAnswerError) throw new ImportAborted(`${this.#trouble(error.cause)} ${this.#enough()}`, { cause: error });
      throw error;
    }
  }

  /** What a try failed of, in words. */
  #trouble(cause: unknown): string {
    if (!(cause instanceof OrderOperationsError))
      return `${this.#options.url} did not respond (${timedOut(cause) ? "timed out" : reasonOf(cause)}).`;
    return cause.code === "unknown"
      ? `The API returned ${cause.status}.`
      : `The API returned ${cause.status} ${cause.code}: ${cause.message}`;
  }

  #enough(): string {
    return `Stopped after ${this.#policy.tries} attempts.`;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The only thing that aborts a call is its time running out. */
function timedOut(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}
