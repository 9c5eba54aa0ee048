import {
  createClient,
  NoResponseError,
  type OrderOperations,
  OrderOperationsError,
  type RetryPolicy,
} from "../../packages/client/src/index.ts";
import { reasonOf } from "../../packages/client/src/errors.ts";
import { isTransient } from "../../packages/client/src/retry.ts";
import { type BulkError, readBulkError, readResults, sendAll, type OrderResult } from "../../src/resources/orders/files/bulk-results.ts";
import { postBytes } from "./post-bytes.ts";

/** The import cannot continue: the credentials are wrong, or the API is missing or unavailable. The message says which. */
export class ImportAborted extends Error {
  /** Whether the same import may succeed if it is repeated. */
  readonly mayBeCured: boolean;

  constructor(message: string, { mayBeCured = false, ...options }: ErrorOptions & { mayBeCured?: boolean } = {}) {
    super(message, options);
    this.mayBeCured = mayBeCured;
  }
}

export type OnConflict = "error" | "skip" | "update";

export interface BulkOptions {
  /** Origin of the API, without a trailing slash. */
  url: string;
  token: string;
  onConflict: OnConflict;
  dryRun: boolean;
  /** Whether the orders exist and are updated by their ids. Default: they are created, or updated by their external ids. */
  updates?: boolean;
  retry?: RetryPolicy;
  /** Called with a message before each retry. */
  onWait?: (message: string) => void;
}

/**
 * The timeout is longer than the API takes for the largest batch. A Retry-After beyond the longest wait, for example of a daily quota, ends
 * the import, because a person is waiting for it.
 */
const IMPORT_RETRY: RetryPolicy = { tries: 8, firstDelayMs: 500, longestDelayMs: 30_000, longestWaitMs: 300_000, timeoutMs: 120_000 };
/** The error statuses that concern the orders. All others concern the request or the credential, and end the import. */
const BATCH_ERRORS = new Set([400, 409, 413, 422]);

/** Sends batches to POST /api/v2/orders/bulk or bulk-updates. Several batches may be sent at the same time. */
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
      onRetry: ({ cause, delayMs }) => onWait?.(`${this.#describe(cause)} Retrying in ${(delayMs / 1000).toFixed(1)} s.`),
    });
  }

  /** Lets running attempts finish, and makes all waiting and later requests throw ImportAborted. */
  stop(reason: ImportAborted): void {
    this.#stop.abort(reason);
  }

  /** Posts up to 200 orders (each as JSON text) and returns one result per order, in the same order. Throws ImportAborted. */
  async post(orders: string[]): Promise<OrderResult[]> {
    return await sendAll(orders, async (open) => await this.#send(open, this.#options.dryRun));
  }

  /**
   * Returns why the store cannot be used, for example because it does not exist, or null if it can. A dry run of a minimal order checks it,
   * which needs no permission beyond that of the import. Throws ImportAborted.
   */
  async storeError(store: string): Promise<string | null> {
    const probe = JSON.stringify({ store, items: [{ name: "-", price: 0 }] });
    const [result] = await sendAll([probe], async (orders) => await this.#send(orders, true));
    return result?.outcome === "failed" ? result.message : null;
  }

  /** The platform of a store. Null if the token may not read stores, or there is no answer: then it is not compared. */
  async storePlatform(store: string): Promise<string | null> {
    const { url, token } = this.#options;
    // One attempt: an import does not fail because the stores can't be read.
    const retry = { ...this.#policy, tries: 1 };
    try {
      const { data } = await createClient({ baseUrl: url, token, retry }).v2.GET("/api/v2/stores", {
        params: { query: { limit: 200 } },
        signal: this.#stop.signal,
      });
      const names = ({ id, code, name }: { id: number; code: string | null; name: string }) => [String(id), code, name];
      const isMeant = (text: string | null) => text?.toLowerCase() === store.toLowerCase();
      return data?.data.find((each) => names(each).some(isMeant))?.platform ?? null;
    } catch {
      return null;
    }
  }

  /** Sends one batch with one Idempotency-Key. The client retries it until the response is final. */
  async #send(orders: string[], dryRun: boolean): Promise<OrderResult[] | BulkError> {
    const { data, error, response } = await this.#call(orders, dryRun);
    if (data !== undefined) {
      const results = readResults(parseJson(data), orders.length);
      if (results === null)
        throw new ImportAborted(`${this.#options.url} returned ${response.status}, but not in the format of this API. Check --url.`);
      return results;
    }
    const failure = new OrderOperationsError(response, error);
    const problem = this.#describe(failure);
    if (isTransient(failure.status, failure.code)) {
      const { retryAfterMs } = failure;
      if (retryAfterMs === null || retryAfterMs <= this.#policy.longestWaitMs)
        throw new ImportAborted(`${problem} ${this.#stoppedMessage()}`, { mayBeCured: true });
      throw new ImportAborted(`${problem} Run the import again in ${Math.ceil(retryAfterMs / 1000)} s.`);
    }
    const bulkError = readBulkError(error);
    if (BATCH_ERRORS.has(response.status) && bulkError !== null) return bulkError;
    const location = response.headers.get("location");
    throw new ImportAborted(location === null ? problem : `${problem} It redirects to ${location}: use that as --url.`);
  }

  async #call(orders: string[], dryRun: boolean) {
    const { onConflict, updates = false } = this.#options;
    const settings = { on_conflict: onConflict, dry_run: dryRun };
    const init = { parseAs: "text", signal: this.#stop.signal } as const;
    // The orders are JSON already.
    const bodyWith = (more: object) => () => `{"orders":[${orders.join(",")}],${JSON.stringify({ ...settings, ...more }).slice(1)}`;
    try {
      if (updates) {
        const body = { orders: [], ...settings };
        return await this.#api.v2.POST("/api/v2/orders/bulk-updates", { body, bodySerializer: bodyWith({}), ...init });
      }
      const onError = { on_error: "skip" } as const;
      const body = { orders: [], ...settings, ...onError };
      return await this.#api.v2.POST("/api/v2/orders/bulk", { body, bodySerializer: bodyWith(onError), ...init });
    } catch (error) {
      if (error instanceof NoResponseError)
        throw new ImportAborted(`${this.#describe(error.cause)} ${this.#stoppedMessage()}`, { cause: error, mayBeCured: true });
      throw error;
    }
  }

  /** Describes why an attempt failed. */
  #describe(cause: unknown): string {
    if (!(cause instanceof OrderOperationsError))
      return `${this.#options.url} did not respond (${timedOut(cause) ? "timed out" : reasonOf(cause)}).`;
    return cause.code === "unknown"
      ? `The API returned ${cause.status}.`
      : `The API returned ${cause.status} ${cause.code}: ${cause.message}`;
  }

  #stoppedMessage(): string {
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

/** postBytes aborts a request only when its time is over. */
function timedOut(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}
