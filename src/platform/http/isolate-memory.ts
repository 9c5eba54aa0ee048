import type { Context } from "hono";
import { ByteBudget, MAX_WORKING_BYTES } from "../byte-budget";
import type { HttpEnv } from "./context";

/**
 * Limits on the large bodies that requests of this isolate may read and process at the same time. Reading a body takes as much memory as its
 * size. Processing it takes many times as much (docs/performance.md#the-largest-body), so only one body of the maximum size, or several smaller
 * ones, can be processed at a time. They share that memory with large pages.
 */
export const MAX_READING_BYTES = 16 * 1024 * 1024;
export const MAX_PROCESSING_BYTES = 4 * 1024 * 1024;

const PROCESSING_FACTOR = MAX_WORKING_BYTES / MAX_PROCESSING_BYTES;

const reading = new ByteBudget(MAX_READING_BYTES);

const noop = (): void => undefined;

/** Completes work even if the caller closes the connection, so that what it has reserved is released. */
export async function keepRunning<T>(c: Context<HttpEnv>, work: () => Promise<T>): Promise<T> {
  const running = work();
  c.executionCtx.waitUntil(running.then(noop, noop));
  return await running;
}

/**
 * Serves a request with a large body of at most `bytes`, once it may be read. Throws 503 Service Unavailable if that takes too long.
 * `serve` calls `process` before it parses the body.
 */
export async function withBodyMemory<T>(c: Context<HttpEnv>, bytes: number, serve: () => Promise<T>): Promise<T> {
  const state = c.get("state");
  const reservation = await reading.reserve(bytes);
  state.bodyMemory = { process: async (actual) => await state.memory.add(actual * PROCESSING_FACTOR, state.caller.organizationId) };
  return await keepRunning(c, async () => {
    try {
      return await serve();
    } finally {
      reading.release(reservation);
    }
  });
}
