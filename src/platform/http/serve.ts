import type { Context } from "hono";
import type { EventRelay, OrgDb } from "../db/org-db";
import { isOutage } from "../db/outage";
import { logError } from "../log";
import { ApiError } from "../api-error";
import { unavailable } from "./admission";
import { type Call, handlerContext, inputError, errorBeforeInput, warned } from "./call";
import { controlOf, type HttpEnv } from "./context";
import type { Reply } from "./endpoint";
import type { Rendered } from "./rendered";
import { type CallBody, NO_BODY } from "./input/body";
import { withBodyMemory } from "./input/body-memory";
import { runRead, Write } from "./pipeline";
import { withCurrentPrincipal, type Principal } from "./principal";
import { render } from "./respond";

/** Serves a call of an endpoint without an organization: a public one, or the operator's. */
export async function serveOpen(c: Context<HttpEnv>, call: Call): Promise<Rendered> {
  if (call.rejection !== null) throw call.rejection;
  const { json, violations, warnings } = call.body === null ? NO_BODY : await call.body.read();
  const rejection = inputError(...call.violations, ...violations);
  if (rejection !== null) throw rejection;
  const reply = await call.endpoint.handle({
    ...handlerContext(c, call, json),
    ...(call.endpoint.guard.kind === "operator" && { control: controlOf(c) }),
  });
  return await render(warned(reply, [...call.warnings, ...warnings]), call, c.get("state").requestId);
}

interface Served {
  call: Call;
  principal: Principal;
  relay: EventRelay;
}

/** Serves a call for a principal: a second time where the principal had changed since it was cached. */
export async function serveCall(c: Context<HttpEnv>, { call, principal, relay }: Served): Promise<Rendered> {
  return await withCurrentPrincipal(principal, async (present) => {
    const served = { call, principal: present, relay };
    return call.body === null ? await serveRead(c, served) : await serveWrite(c, served, call.body);
  });
}

async function serveRead(c: Context<HttpEnv>, { call, principal }: Served): Promise<Rendered> {
  const reply = await runRead(c, {
    principal,
    rejection: errorBeforeInput(call, principal) ?? inputError(...call.violations),
    handle: async (org, use) => await call.endpoint.handle({ ...handlerContext(c, call), org, principal, use }),
  });
  return await render(warned(reply, call.warnings), call, c.get("state").requestId);
}

/**
 * A write, exactly once under an idempotency key (docs/spec/idempotency.md). The gate's admission and the handler's first read run at
 * the same time; the handler's commit waits for the admission. A large body is read only once the gate has admitted the request.
 */
async function serveWrite(c: Context<HttpEnv>, served: Served, body: CallBody): Promise<Rendered> {
  const { call, principal } = served;
  const rejection = errorBeforeInput(call, principal);
  const isEarly = rejection === null && body.isEarly;
  if (!isEarly) await principal.admit(null);
  if (rejection !== null) throw rejection;
  if (isEarly || body.maxBytes === null) return await serveBody(c, served, body);
  return await withBodyMemory(c, body.maxBytes, async () => await serveBody(c, served, body));
}

/** Reads the body and does what it says. */
async function serveBody(c: Context<HttpEnv>, { call, principal, relay }: Served, body: CallBody): Promise<Rendered> {
  const { json, violations, warnings, fingerprint } = await body.read();
  const rejection = inputError(...call.violations, ...violations);
  const key = call.key === null || fingerprint === null ? null : { key: call.key, fingerprint, claimKey: rejection === null };
  const admission = principal.admit(key);
  const { method, handle, rebuildReply } = call.endpoint;
  const context = handlerContext(c, call, json);
  const options = {
    principal,
    admission,
    relay,
    handle: async (org: OrgDb) => await handle({ ...context, org }),
    rebuild: rebuildReply === null ? null : async (org: OrgDb, marker: unknown) => await rebuildReply({ ...context, org }, marker),
  };
  const write = rejection === null ? new Write<Reply>(c, options) : null;
  const { operation, replay } = await admission;
  if (replay !== null) return replay;
  if (write === null) throw rejection ?? unavailable();
  try {
    return await write.respond(
      async (reply) => await render(warned(reply, [...call.warnings, ...warnings]), call, c.get("state").requestId),
    );
  } catch (error) {
    if (operation === null && !REPEATABLE.has(method) && isOutage(error)) throw outcomeUnknown(c, error);
    throw error;
  }
}

/** Made twice, they do what they do once (RFC 9110, section 9.2.2). */
const REPEATABLE: ReadonlySet<string> = new Set(["put", "delete"]);

/** 500, not the 503 that says to try again: without a key, a write that was made and whose answer was lost would be made twice. */
function outcomeUnknown(c: Context<HttpEnv>, error: unknown): ApiError {
  logError("request.outcome_unknown", error, { request_id: c.get("state").requestId });
  const message = "The request may have been committed: check before you repeat it. With an Idempotency-Key it is safe to repeat.";
  return new ApiError("internal_error", [{ code: "outcome_unknown", message }]);
}
