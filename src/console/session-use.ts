import type { Context } from "hono";
import { recordSessionUse } from "../accounts/sign-in/session";
import type { HttpEnv } from "../platform/http/context";
import { logError } from "../platform/log";

/**
 * Records the use of a session after the response, which does not wait for it. If that fails, the next request does it. `organizationId` is null
 * on a page outside any organization.
 */
export function recordUseLater(
  c: Context<HttpEnv>,
  { sessionId, organizationId }: { sessionId: string; organizationId: number | null },
): void {
  const { now, requestId } = c.get("state");
  const recorded = recordSessionUse(c.env, now, { sessionId, organizationId }).catch((error: unknown) => {
    logError("console.session_use", error, { request_id: requestId });
  });
  c.executionCtx.waitUntil(recorded);
}
