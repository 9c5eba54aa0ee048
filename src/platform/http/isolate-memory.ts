import type { Context } from "hono";
import { ApiError } from "../api-error";
import type { HttpEnv } from "./context";

/**
 * The memory that large bodies take in this isolate, which has 128 MB for all of its requests. A body that is read takes its own bytes. One that is
 * processed takes many times as much (docs/performance.md#the-largest-body): one of the largest is processed at a time, or several smaller ones.
 */
export const MAX_READING_BYTES = 16 * 1024 * 1024;
export const MAX_PROCESSING_BYTES = 4 * 1024 * 1024;

/**
 * The memory that large pages take, counted as the text and the JSON of their items: a page is in memory several times over until it is rendered.
 * The largest page counts as half of it, which is all that one organization may take, so that no organization keeps another waiting.
 */
const MAX_PAGES_BYTES = 16 * 1024 * 1024;

/** How long a request waits for the others, and how often it looks. */
const MAX_WAIT_MS = 5_000;
const POLL_MS = 25;

/** What a request has taken is free again after this long, whether or not it was given back: the platform may end a request at any time. */
const MAX_HOLD_MS = 60_000;

/** Bytes that requests have taken, up to a limit. */
class ByteBudget {
  #taken: { bytes: number; organizationId: number | null; until: number }[] = [];

  constructor(readonly limit: number) {}

  /**
   * Takes bytes, of which an organization may hold half, waiting for others to give theirs back. Returns what gives them back. Where nothing is
   * taken, any number fits. Throws 503 after 5 seconds. It asks again and again: a promise that another request settles could be left unsettled
   * with that request.
   */
  async wait(bytes: number, organizationId: number | null = null): Promise<() => void> {
    const isFull = (all: readonly { bytes: number }[], limit: number) =>
      all.length > 0 && all.reduce((sum, each) => sum + each.bytes, bytes) > limit;
    const end = Date.now() + MAX_WAIT_MS;
    // On a busy machine a poll takes longer than it should.
    for (let waited = 0; waited <= MAX_WAIT_MS && Date.now() <= end; waited += POLL_MS) {
      const now = Date.now();
      this.#taken = this.#taken.filter(({ until }) => until > now);
      const own = this.#taken.filter((each) => organizationId !== null && each.organizationId === organizationId);
      if (!isFull(this.#taken, this.limit) && !isFull(own, this.limit / 2)) {
        const taken = { bytes, organizationId, until: now + MAX_HOLD_MS };
        this.#taken.push(taken);
        return () => void (this.#taken = this.#taken.filter((each) => each !== taken));
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    const message = "Other large bodies or pages are being processed. Retry, or make smaller requests.";
    throw new ApiError("service_unavailable", [], { "Retry-After": "1" }, message);
  }
}

const reading = new ByteBudget(MAX_READING_BYTES);
const processing = new ByteBudget(MAX_PROCESSING_BYTES);
const pages = new ByteBudget(MAX_PAGES_BYTES);

const noop = (): void => undefined;

/** Serves a request, and gives back what it has taken by then. If the caller hangs up, the request goes on until then. */
async function giveBackAfter<T>(c: Context<HttpEnv>, taken: readonly (() => void)[], serve: () => Promise<T>): Promise<T> {
  const served = serve().finally(() => {
    for (const giveBack of taken) giveBack();
  });
  c.executionCtx.waitUntil(served.then(noop, noop));
  return await served;
}

/**
 * Serves a request with a large body of at most `bytes`, once it may be read. Throws 503 if that takes too long. `serve` calls `process` before
 * it parses the body.
 */
export async function withBodyMemory<T>(c: Context<HttpEnv>, bytes: number, serve: () => Promise<T>): Promise<T> {
  const taken = [await reading.wait(bytes)];
  c.get("state").bodyMemory = { process: async (actual) => void taken.push(await processing.wait(actual)) };
  return await giveBackAfter(c, taken, serve);
}

/** Reads and renders a page of `bytes` of an organization, once there is memory for it. Throws 503 if that takes too long. */
export async function withPageMemory<T>(
  c: Context<HttpEnv>,
  { organizationId, bytes }: { organizationId: number; bytes: number },
  serve: () => Promise<T>,
): Promise<T> {
  return await giveBackAfter(c, [await pages.wait(Math.min(bytes, MAX_PAGES_BYTES / 2), organizationId)], serve);
}
