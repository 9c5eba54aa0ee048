import type { Context } from "hono";
import { ApiError } from "../api-error";
import type { HttpEnv } from "./context";

/**
 * Limits on the large bodies that requests of this isolate may read and process at the same time. An isolate has 128 MB for all of its
 * requests. Reading a body takes as much memory as its size. Processing it takes many times as much (docs/performance.md#the-largest-body),
 * so only one body of the maximum size, or several smaller ones, can be processed at a time.
 */
export const MAX_READING_BYTES = 16 * 1024 * 1024;
export const MAX_PROCESSING_BYTES = 4 * 1024 * 1024;

/**
 * The limit on large pages that are read and rendered at the same time, in bytes of their text and JSON. The memory that they need is
 * several times as large. One organization may use half of the limit, which is enough for the largest page, so that no organization blocks
 * another.
 */
const MAX_PAGES_BYTES = 16 * 1024 * 1024;

/** How long a request waits for memory, and how often it checks. */
const MAX_WAIT_MS = 5_000;
const POLL_MS = 25;

/** A reservation ends after this time even if it was not released, because the platform may end a request at any time. */
const MAX_HOLD_MS = 60_000;

/** Bytes that requests have reserved, up to a limit. */
class ByteBudget {
  #reservations: { bytes: number; organizationId: number | null; until: number }[] = [];

  constructor(readonly limit: number) {}

  /**
   * Reserves bytes once there is room for them, and returns the function that releases them. An organization may reserve half of the limit.
   * If nothing else is reserved, any number of bytes is accepted. Throws 503 Service Unavailable after 5 seconds. It polls instead of
   * waiting for a promise of another request, because the platform may end that request before the promise settles.
   */
  async reserve(bytes: number, organizationId: number | null = null): Promise<() => void> {
    const isFull = (all: readonly { bytes: number }[], limit: number) =>
      all.length > 0 && all.reduce((sum, each) => sum + each.bytes, bytes) > limit;
    const end = Date.now() + MAX_WAIT_MS;
    // Both are checked, because on a busy machine a pause takes longer than POLL_MS.
    for (let waited = 0; waited <= MAX_WAIT_MS && Date.now() <= end; waited += POLL_MS) {
      const now = Date.now();
      this.#reservations = this.#reservations.filter(({ until }) => until > now);
      const own = this.#reservations.filter((each) => organizationId !== null && each.organizationId === organizationId);
      if (!isFull(this.#reservations, this.limit) && !isFull(own, this.limit / 2)) {
        const reservation = { bytes, organizationId, until: now + MAX_HOLD_MS };
        this.#reservations.push(reservation);
        return () => void (this.#reservations = this.#reservations.filter((each) => each !== reservation));
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    const message = "Other large bodies or pages are being processed. Retry, or make smaller requests.";
    throw new ApiError("service_unavailable", [], { headers: { "Retry-After": "1" }, message });
  }
}

const reading = new ByteBudget(MAX_READING_BYTES);
const processing = new ByteBudget(MAX_PROCESSING_BYTES);
const pages = new ByteBudget(MAX_PAGES_BYTES);

const noop = (): void => undefined;

/** Serves a request, and then releases its memory. If the caller closes the connection, the request is still completed. */
async function releaseAfter<T>(c: Context<HttpEnv>, releases: readonly (() => void)[], serve: () => Promise<T>): Promise<T> {
  const served = serve().finally(() => {
    for (const release of releases) release();
  });
  c.executionCtx.waitUntil(served.then(noop, noop));
  return await served;
}

/**
 * Serves a request with a large body of at most `bytes`, once it may be read. Throws 503 Service Unavailable if that takes too long.
 * `serve` calls `process` before it parses the body.
 */
export async function withBodyMemory<T>(c: Context<HttpEnv>, bytes: number, serve: () => Promise<T>): Promise<T> {
  const releases = [await reading.reserve(bytes)];
  c.get("state").bodyMemory = { process: async (actual) => void releases.push(await processing.reserve(actual)) };
  return await releaseAfter(c, releases, serve);
}

/**
 * Reads and renders a page of `bytes` of an organization, once there is memory for it. Throws 503 Service Unavailable if that takes too
 * long.
 */
export async function withPageMemory<T>(
  c: Context<HttpEnv>,
  { organizationId, bytes }: { organizationId: number; bytes: number },
  serve: () => Promise<T>,
): Promise<T> {
  return await releaseAfter(c, [await pages.reserve(Math.min(bytes, MAX_PAGES_BYTES / 2), organizationId)], serve);
}
