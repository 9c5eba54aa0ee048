import type { Context } from "hono";
import { recordUse } from "../accounts/sign-in/session";
import { controlOf, type HttpEnv } from "../platform/http/context";
import { logError } from "../platform/log";

/**
 * Records the use of a session after the response, which does not wait for it. If that fails, the next request does it. `organizationId` is null
 * on a page outside any organization.
 */
export function recordUseLater(c: Context<HttpEnv>, sessionId: string, organizationId: number | null): void {
  const recorded = recordUse(controlOf(c), sessionId, organizationId).catch((error: unknown) => {
    logError("console.session_use", error, { request_id: c.get("state").requestId });
  });
  c.executionCtx.waitUntil(recorded);
}
