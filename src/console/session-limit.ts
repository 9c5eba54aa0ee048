import type { Context } from "hono";
import { settingsOf } from "../env";
import { ExpiringCache } from "../platform/expiring-cache";
import { unreachable, withinTime } from "../platform/http/admission";
import type { HttpEnv } from "../platform/http/context";
import { logFault } from "../platform/log";
import { Refusal } from "../platform/refusal";

/** Requests per second that one session may make. */
export const MAX_SESSION_RATE = 20;

/** Sessions over their limit: this isolate rejects their requests without any I/O. */
const limited = new ExpiringCache<string, true>({ maxEntries: 1000, ttlMs: 1000 });

function tooManyRequests(): Refusal {
  return new Refusal("rate_limited", [], { "Retry-After": "1" }, "You are sending requests too fast. Wait a second, then try again.");
}

async function count(c: Context<HttpEnv>, sessionId: string): Promise<void> {
  const state = c.get("state");
  state.gateCalls += 1;
  const gate = c.env.GATE.getByName(`session:${sessionId}`);
  const wait = await withinTime(gate.visit(settingsOf(c.env).CONSOLE_RATE_LIMIT ?? MAX_SESSION_RATE)).catch((error: unknown) => {
    logFault("gate.visit", error, { request_id: state.requestId });
    throw unreachable();
  });
  if (wait === 0) return;
  limited.set(sessionId, true, Date.now(), wait);
  throw tooManyRequests();
}

/**
 * Counts a request of a session while it is looked up whose session it is. Throws 429 above the limit, whatever the look-up finds: a request
 * that is rejected tells nothing about the session.
 */
export async function counted<T>(c: Context<HttpEnv>, sessionId: string, lookUp: () => Promise<T>): Promise<T> {
  if (limited.get(sessionId, Date.now()) === true) throw tooManyRequests();
  const found = lookUp();
  found.catch(() => undefined);
  await count(c, sessionId);
  return await found;
}
