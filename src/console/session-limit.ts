import type { Context } from "hono";
import { settingsOf } from "../platform/env";
import { callGate, gateNamed, LocalLimit } from "../platform/http/gate-client";
import type { HttpEnv } from "../platform/http/context";
import { ApiError } from "../platform/api-error";

/** Requests per second that one session may make. */
export const MAX_SESSION_RATE = 20;

/** Rejections by gate. The first one is repeated already. */
const recentRejections = new LocalLimit<string, true>({ repeatsAfter: 1 });

/**
 * What a session's requests are counted as. A page may show a hundred images, which a browser loads at once, so they have a limit of their own and do
 * not use up that of the pages.
 */
export type CountedAs = "pages" | "images";

/** The limit of images is so many times that of pages. */
const IMAGE_LIMIT_FACTOR = 10;

const gateNameOf = (sessionId: string, as: CountedAs): string => (as === "pages" ? `session:${sessionId}` : `session:${sessionId}:images`);

/** Throws 429 Too Many Requests without any I/O if the gate has just rejected a request of this session. */
export function assertNotLimited(sessionId: string, as: CountedAs): void {
  if (recentRejections.find(gateNameOf(sessionId, as), Date.now()) !== null) throw tooManyRequests();
}

function tooManyRequests(): ApiError {
  return new ApiError("rate_limited", [], {
    headers: { "Retry-After": "1" },
    message: "You are sending requests too fast. Wait a second, then try again.",
  });
}

async function countRequest(c: Context<HttpEnv>, name: string, factor: number): Promise<void> {
  const state = c.get("state");
  state.gateCalls += 1;
  const limit = (settingsOf(c.env).CONSOLE_RATE_LIMIT ?? MAX_SESSION_RATE) * factor;
  const visit = async () => await gateNamed(c.env, name).visit(limit);
  const wait = await callGate("gate.visit", { request_id: state.requestId }, visit);
  if (wait === 0) return;
  recentRejections.record(name, { rejection: true, now: Date.now(), ms: wait });
  throw tooManyRequests();
}

/**
 * Counts a request of a session while `lookUp` reads the member. Over the limit it throws 429 Too Many Requests even if the lookup fails,
 * so that the response reveals nothing about the session.
 */
export async function withSessionLimit<T>(
  c: Context<HttpEnv>,
  { sessionId, as }: { sessionId: string; as: CountedAs },
  lookUp: () => Promise<T>,
): Promise<T> {
  assertNotLimited(sessionId, as);
  const result = lookUp();
  // It is awaited below, but not if the count throws first.
  result.catch(() => undefined);
  await countRequest(c, gateNameOf(sessionId, as), as === "images" ? IMAGE_LIMIT_FACTOR : 1);
  return await result;
}
