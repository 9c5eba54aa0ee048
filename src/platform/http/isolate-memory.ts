import type { Context } from "hono";
import { ByteBudget } from "../reading/byte-budget";
import { withMemory, type WorkMemory } from "../reading/memory";
import { rateLimitKey } from "./authenticate";
import type { HttpEnv } from "./context";

/**
 * The limit on large pages that are read and rendered at the same time, in bytes of their text and JSON. The memory that they need is
 * several times as large. One organization may use half of the limit, which is enough for the largest page, so that no organization blocks
 * another.
 */
const MAX_PAGES_BYTES = 16 * 1024 * 1024;

const pages = new ByteBudget(MAX_PAGES_BYTES);

const noop = (): void => undefined;

/** Completes a request even if the caller closes the connection, so that its memory is given back. */
async function complete<T>(c: Context<HttpEnv>, served: Promise<T>): Promise<T> {
  c.executionCtx.waitUntil(served.then(noop, noop));
  return await served;
}

/** A body that is about to be read: its largest possible size, and the organization that sends it. */
interface LargeBody {
  bytes: number;
  organizationId: number | null;
}

/**
 * Serves a request with a large body, once it may be read. Throws 503 Service Unavailable if that takes too long. `serve` calls `process`
 * before it parses the body.
 */
export async function withBodyMemory<T>(c: Context<HttpEnv>, { bytes, organizationId }: LargeBody, serve: () => Promise<T>): Promise<T> {
  const served = withMemory(organizationId, async (memory) => {
    await memory.reserveBody(bytes);
    c.get("state").bodyMemory = { process: async (actual) => void (await memory.reserveProcessing(actual)) };
    return await serve();
  });
  return await complete(c, served);
}

/**
 * Reads the body of a request from a sender that is not verified yet, once it may be read. `to` is what it is sent to. Throws 503 Service
 * Unavailable if that takes too long.
 */
export async function withUnverifiedMemory<T>(
  c: Context<HttpEnv>,
  { bytes, to }: { bytes: number; to: string },
  read: (memory: WorkMemory) => Promise<T>,
): Promise<T> {
  return await withMemory(null, async (memory) => {
    await memory.reserveUnverifiedBody(bytes, { from: rateLimitKey(c.req.raw.headers), to });
    return await read(memory);
  });
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
  const share = { holder: `organization:${organizationId}`, limit: MAX_PAGES_BYTES / 2 };
  const release = await pages.reserve(Math.min(bytes, MAX_PAGES_BYTES / 2), [share]);
  return await complete(c, serve().finally(release));
}
