import type { Context } from "hono";
import { withMemory, WorkMemory } from "../reading/memory";
import { rateLimitKey } from "./authenticate";
import type { HttpEnv } from "./context";

const noop = (): void => undefined;

/** Completes work even if the caller closes the connection, so that what it has reserved is released. */
export async function keepRunning<T>(c: Context<HttpEnv>, work: () => Promise<T>): Promise<T> {
  const running = work();
  c.executionCtx.waitUntil(running.then(noop, noop));
  return await running;
}

/** The memory of a request, which is given back when its response is ready. */
export function memoryOf(c: Context<HttpEnv>, organizationId: number | null): WorkMemory {
  return (c.get("state").memory ??= new WorkMemory(organizationId));
}

/** A body that is about to be read: its largest possible size, and the organization that sends it. Null: nobody is known to send it. */
interface LargeBody {
  bytes: number;
  organizationId: number | null;
}

/** Serves a request with a large body, once it may be read. Throws 503 Service Unavailable if that takes too long. */
export async function withBodyMemory<T>(c: Context<HttpEnv>, { bytes, organizationId }: LargeBody, serve: () => Promise<T>): Promise<T> {
  const memory = memoryOf(c, organizationId);
  return await keepRunning(c, async () => {
    try {
      await memory.reserveBody(bytes);
      return await serve();
    } finally {
      memory.release();
    }
  });
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
