import { newId } from "../crypto/random";
import type { Context } from "hono";
import type { EventRelay, OrgDb } from "../db/org-db";
import { isOutage } from "../db/outage";
import { NO_CLAIM } from "../gate/admission";
import { logError } from "../log";
import { ApiError } from "../api-error";
import { unavailable } from "./admission";
import { type Call, handlerContext, inputError, errorBeforeInput, addWarnings } from "./call";
import { type ReadStart, readStartOf } from "./consistency";
import { controlOf, type HttpEnv } from "./context";
import type { Reply } from "./endpoint";
import type { Rendered } from "./rendered";
import { type CallBody, NO_BODY, type ReadBody } from "./input/body";
import { withBodyMemory } from "./isolate-memory";
import { runRead, Write } from "./pipeline";
import { withCurrentPrincipal, type Principal } from "./principal";
import { render } from "./respond";

/** Serves a call of an endpoint without an organization: a public one or an operator's. */
export async function serveOpen(c: Context<HttpEnv>, call: Call): Promise<Rendered> {
  if (call.rejection !== null) throw call.rejection;
  const { body } = call;
  if (body === null) return await handleOpen(c, call, NO_BODY);
  const serve = async () => await handleOpen(c, call, await body.read());
  return body.maxBytes === null ? await serve() : await withBodyMemory(c, { bytes: body.maxBytes, organizationId: null }, serve);
}

async function handleOpen(c: Context<HttpEnv>, call: Call, { json, violations, warnings }: ReadBody): Promise<Rendered> {
  const rejection = inputError(...call.violations, ...violations);
  if (rejection !== null) throw rejection;
  const reply = await call.endpoint.handle({
    ...handlerContext(c, call, json),
    ...(call.endpoint.guard.kind === "operator" && { control: controlOf(c) }),
  });
  return await render(addWarnings(reply, [...call.warnings, ...warnings]), call, c.get("state").requestId);
}

interface ServeOptions {
  call: Call;
  principal: Principal;
  relay: EventRelay;
}

/** Serves a call for a principal, and a second time if the principal has changed since it was cached. */
export async function serveCall(c: Context<HttpEnv>, { call, principal, relay }: ServeOptions): Promise<Rendered> {
  const { start, violation } = await readStartOf(c, principal.organization, call.consistencyToken);
  const checked = violation === null ? call : { ...call, violations: [...call.violations, violation] };
  return await withCurrentPrincipal(principal, async (current) => {
    const options = { call: checked, principal: current, relay };
    return call.body === null ? await serveRead(c, { ...options, start }) : await serveWrite(c, options, call.body);
  });
}

async function serveRead(c: Context<HttpEnv>, { call, principal, start }: ServeOptions & { start: ReadStart }): Promise<Rendered> {
  return await runRead(c, {
    principal,
    rejection: errorBeforeInput(call, principal) ?? inputError(...call.violations),
    start,
    pages: call.pages,
    handle: async (org, limits) => await call.endpoint.handle({ ...handlerContext(c, call), org, principal, limits }),
    render: async (reply: Reply) => await render(addWarnings(reply, call.warnings), call, c.get("state").requestId),
    fileOf: ({ file }) => file?.response ?? null,
  });
}

/**
 * Serves a write, exactly once under an idempotency key (docs/spec/idempotency.md). The gate's admission and the handler's first read run
 * concurrently; the handler's commit waits for the admission. A large body is read only after the gate has admitted the request.
 */
async function serveWrite(c: Context<HttpEnv>, options: ServeOptions, body: CallBody): Promise<Rendered> {
  const { call, principal } = options;
  const rejection = errorBeforeInput(call, principal);
  const organizationId = principal.organization.id;
  const isEarly = rejection === null && body.tryReserveEarly(organizationId);
  if (!isEarly) await principal.admit(NO_CLAIM);
  if (rejection !== null) throw rejection;
  if (isEarly || body.maxBytes === null) return await serveOrDiscardBody(c, options, body);
  return await withBodyMemory(c, { bytes: body.maxBytes, organizationId }, async () => await serveOrDiscardBody(c, options, body));
}

async function serveOrDiscardBody(c: Context<HttpEnv>, options: ServeOptions, body: CallBody): Promise<Rendered> {
  try {
    return await readAndServe(c, options, body);
  } catch (error) {
    // After other errors, the request may have committed.
    if (error instanceof ApiError && error.status < 500) await body.discard?.();
    throw error;
  }
}

async function readAndServe(c: Context<HttpEnv>, { call, principal, relay }: ServeOptions, body: CallBody): Promise<Rendered> {
  const { json, violations, warnings, fingerprint } = await body.read();
  const rejection = inputError(...call.violations, ...violations);
  const key =
    call.key === null || fingerprint === null
      ? null
      : { key: call.key, fingerprint, mayClaim: rejection === null, operationId: newId("op", Date.now()) };
  const admission = principal.admit({ idempotency: key, writes: rejection === null });
  const { method, handle, rebuildReply } = call.endpoint;
  const context = handlerContext(c, call, json);
  const options = {
    principal,
    admission,
    relay,
    handle: async (org: OrgDb) => await handle({ ...context, org, principal }),
    rebuild:
      rebuildReply === null ? null : async (org: OrgDb, marker: unknown) => await rebuildReply({ ...context, org, principal }, marker),
  };
  const write = rejection === null ? new Write<Reply>(c, options) : null;
  const { operation, replay } = await admission;
  if (replay !== null) {
    await body.discard?.();
    return replay;
  }
  // `write` is null only if there is a rejection.
  if (write === null) throw rejection ?? unavailable();
  try {
    return await write.respond(
      async (reply) => await render(addWarnings(reply, [...call.warnings, ...warnings]), call, c.get("state").requestId),
    );
  } catch (error) {
    if (operation === null && !IDEMPOTENT_METHODS.has(method) && isOutage(error)) throw outcomeUnknown(c, error);
    throw error;
  }
}

/** RFC 9110, section 9.2.2. */
const IDEMPOTENT_METHODS: ReadonlySet<string> = new Set(["put", "delete"]);

/**
 * A 500 Internal Server Error instead of a 503 Service Unavailable, which would invite a retry: without a key, a retry could execute a
 * committed write a second time.
 */
function outcomeUnknown(c: Context<HttpEnv>, error: unknown): ApiError {
  logError("request.outcome_unknown", error, { request_id: c.get("state").requestId });
  const message = "The request may have been committed: check before you repeat it. With an Idempotency-Key it is safe to repeat.";
  return new ApiError("internal_error", [{ code: "outcome_unknown", message }]);
}
