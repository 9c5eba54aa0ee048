import type { Context } from "hono";
import { ApiError } from "../../api-error";
import type { HttpEnv } from "../context";

/**
 * The memory that large bodies take in this isolate, which has 128 MB for all of its requests. A body that is read takes its own bytes. One that is
 * processed takes many times as much (docs/performance.md#the-largest-body): one of the largest is processed at a time, or several smaller ones.
 */
export const MAX_READING_BYTES = 16 * 1024 * 1024;
export const MAX_PROCESSING_BYTES = 4 * 1024 * 1024;

/** How long a body waits for the others, and how often it looks. */
const MAX_WAIT_MS = 5_000;
const POLL_MS = 25;

/** What a request has taken is free again after this long, whether or not it was given back: the platform may end a request at any time. */
const MAX_HOLD_MS = 60_000;

/** Bytes that requests have taken, up to a limit. */
class ByteBudget {
  readonly #taken = new Set<{ bytes: number; until: number }>();

  constructor(readonly limit: number) {}

  /** Takes bytes; what gives them back. Null where too few are left. Where nothing is taken, any number fits. */
  take(bytes: number): (() => void) | null {
    const now = Date.now();
    let sum = 0;
    for (const each of this.#taken) {
      if (each.until <= now) this.#taken.delete(each);
      else sum += each.bytes;
    }
    if (sum > 0 && sum + bytes > this.limit) return null;
    const own = { bytes, until: now + MAX_HOLD_MS };
    this.#taken.add(own);
    return () => void this.#taken.delete(own);
  }

  /**
   * Takes bytes, waiting for others to give theirs back. Throws 503 after 5 seconds. It asks again and again: a promise that another request
   * settles could be left unsettled with that request.
   */
  async wait(bytes: number): Promise<() => void> {
    for (let waited = 0; waited <= MAX_WAIT_MS; waited += POLL_MS) {
      const giveBack = this.take(bytes);
      if (giveBack !== null) return giveBack;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    const message = "Other large request bodies are being processed. Retry, or send smaller ones.";
    throw new ApiError("service_unavailable", [], { "Retry-After": "1" }, message);
  }
}

const reading = new ByteBudget(MAX_READING_BYTES);
const processing = new ByteBudget(MAX_PROCESSING_BYTES);

/**
 * Serves a request with a large body of at most `bytes`, once it may be read. Throws 503 if that takes too long. `serve` calls `process` before
 * it parses the body.
 */
export async function withBodyMemory<T>(c: Context<HttpEnv>, bytes: number, serve: () => Promise<T>): Promise<T> {
  const taken = [await reading.wait(bytes)];
  c.get("state").bodyMemory = { process: async (actual) => void taken.push(await processing.wait(actual)) };
  const served = serve().finally(() => {
    for (const giveBack of taken) giveBack();
  });
  // If the caller hangs up, the request goes on, so that what it has taken is given back.
  c.executionCtx.waitUntil(served.then(noop, noop));
  return await served;
}

const noop = (): void => undefined;
