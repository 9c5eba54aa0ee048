import { NoAnswerError, OrderOperationsError } from "./errors.ts";
import { backoff, isTransient, type RetryPolicy, sleep } from "./retry.ts";

/** The second argument of fetch for one attempt. */
export interface FetchInit {
  method: string;
  headers: Headers;
  body: ArrayBuffer | null;
  redirect: "manual";
  /** Aborted by the caller, or when the attempt times out. */
  signal: AbortSignal;
}

/** Sends one attempt: the global fetch, or a function with the same interface. */
export type Fetch = (url: string, init: FetchInit) => Promise<Response>;

/** A failed attempt, and when the next one follows. */
export interface Retry {
  method: string;
  url: string;
  /** Number of the failed attempt, starting at 1. */
  tried: number;
  /** Delay until the next attempt, in ms. */
  delayMs: number;
  /** OrderOperationsError if there was a response, otherwise the error of the connection. */
  cause: unknown;
}

export interface Sending {
  fetch: Fetch;
  policy: RetryPolicy;
  /** Called for every failed attempt that will be retried. */
  onRetry?: ((retry: Retry) => void) | undefined;
}

const READS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);
/** Refusals of the credential or the service as a whole: no call of this client would fare better before the time is over. */
const OF_ALL: ReadonlySet<number> = new Set([429, 503]);

/**
 * A fetch that tries again. Each write carries one Idempotency-Key through all its tries, so that it happens once,
 * however many of its answers get lost. A redirect is an answer like any other: the credential goes nowhere else.
 */
export function retrying({ fetch, policy, onRetry }: Sending): (request: Request) => Promise<Response> {
  /** Until when (ms since 1970) the service has asked us to wait. This applies to all calls. */
  let quietUntil = 0;

  async function quiet(signal: AbortSignal): Promise<void> {
    for (let left = quietUntil - Date.now(); left > 0; left = quietUntil - Date.now()) await sleep(left, signal);
    signal.throwIfAborted();
  }

  return async (request) => {
    const { method, url, signal } = request;
    const headers = new Headers(request.headers);
    if (!READS.has(method) && !headers.has("Idempotency-Key")) headers.set("Idempotency-Key", crypto.randomUUID());
    const body = request.body === null ? null : await request.arrayBuffer();

    for (let tried = 1; ; tried += 1) {
      await quiet(signal);
      const attempt = await tryOnce(fetch, url, { method, headers, body, signal, timeoutMs: policy.timeoutMs });
      if (attempt.trouble === null) return attempt.response;
      const { response, trouble } = attempt;
      const retryAfterMs = trouble instanceof OrderOperationsError ? trouble.retryAfterMs : null;
      const isShort = (retryAfterMs ?? 0) <= policy.longestWaitMs;
      if (retryAfterMs !== null && isShort && OF_ALL.has(response?.status ?? 0))
        quietUntil = Math.max(quietUntil, Date.now() + retryAfterMs);
      if (tried >= policy.tries || !isShort) {
        if (response !== null) return response;
        throw new NoAnswerError({ method, url, idempotencyKey: headers.get("Idempotency-Key") }, tried, trouble.cause);
      }
      const delayMs = Math.max(retryAfterMs ?? 0, backoff(policy, tried));
      onRetry?.({ method, url, tried, delayMs, cause: response === null ? trouble.cause : trouble });
      await sleep(delayMs, signal);
    }
  };
}

/** What became of one try: an answer to keep, one to ask for again, or none. */
type Attempt =
  | { response: Response; trouble: null }
  | { response: Response; trouble: OrderOperationsError }
  | { response: null; trouble: { cause: unknown } };

/** `signal` is the caller's. */
type TryInit = Pick<FetchInit, "method" | "headers" | "body" | "signal"> & { timeoutMs: number };

/** One try, to the last byte of its answer: a connection that is lost halfway has not answered. */
async function tryOnce(fetch: Fetch, url: string, { signal, timeoutMs, ...init }: TryInit): Promise<Attempt> {
  const attempt = new AbortController();
  const timer = setTimeout(() => attempt.abort(new DOMException(`No response within ${timeoutMs} ms`, "TimeoutError")), timeoutMs);
  const abort = () => attempt.abort(signal.reason);
  signal.addEventListener("abort", abort);
  try {
    const answer = await fetch(url, { ...init, redirect: "manual", signal: attempt.signal });
    // What a browser gives for a redirect that it did not follow; no other Response can be made like it.
    if (answer.status === 0) return { response: answer, trouble: null };
    const text = await answer.arrayBuffer();
    const response = new Response(text.byteLength === 0 ? null : text, answer);
    if (response.ok) return { response, trouble: null };
    const error = new OrderOperationsError(response, parsed(text));
    return { response, trouble: isTransient(error.status, error.code) ? error : null };
  } catch (cause) {
    signal.throwIfAborted();
    return { response: null, trouble: { cause } };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}

function parsed(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
