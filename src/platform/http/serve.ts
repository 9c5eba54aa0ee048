import type { Context } from "hono";
import type { EventRelay } from "../db/org-db";
import { isOutage } from "../db/outage";
import { logFault } from "../log";
import { Refusal } from "../refusal";
import { type Call, handlerContext, inputRefusal, refusalBeforeInput, warned } from "./call";
import type { HttpEnv } from "./context";
import type { Endpoint, Rendered, Reply } from "./endpoint";
import { type CallBody, NO_BODY } from "./input/body";
import { withBodyMemory } from "./input/body-memory";
import { outliving, runRead, Write } from "./pipeline";
import { asPresent, type Operation, type Principal } from "./principal";
import { render } from "./respond";

/** Serves a call of an endpoint without an organization: a public one, or the operator's. */
export async function serveOpen(c: Context<HttpEnv>, call: Call): Promise<Rendered> {
  if (call.refused !== null) throw call.refused;
  const { json, faults, warnings } = call.body === null ? NO_BODY : await call.body.read();
  const refused = inputRefusal(...call.faults, ...faults);
  if (refused !== null) throw refused;
  const reply = await call.endpoint.handle(handlerContext(c, call, json));
  return await render(warned(reply, [...call.warnings, ...warnings]), call, c.get("state").requestId);
}

/** Serves a call for a principal: a second time where the principal had changed since it was cached. */
export async function serveCall(c: Context<HttpEnv>, call: Call, principal: Principal, relay: EventRelay): Promise<Rendered> {
  return await asPresent(principal, async (present) => {
    const { body } = call;
    return body === null ? await serveRead(c, call, present) : await serveWrite({ c, call, principal: present, body, relay });
  });
}

async function serveRead(c: Context<HttpEnv>, call: Call, principal: Principal): Promise<Rendered> {
  const reply = await runRead(c, {
    principal,
    rejection: refusalBeforeInput(call, principal) ?? inputRefusal(...call.faults),
    handle: async (org, use) => await call.endpoint.handle({ ...handlerContext(c, call), org, use }),
  });
  return await render(warned(reply, call.warnings), call, c.get("state").requestId);
}

interface Writing {
  c: Context<HttpEnv>;
  call: Call;
  body: CallBody;
  principal: Principal;
  relay: EventRelay;
}

/**
 * A write, exactly once under an idempotency key (docs/spec/idempotency.md). The gate's verdict and the handler's first read run at
 * the same time; the handler's commit waits for the verdict. A large body is read only once the gate has admitted the request.
 */
async function serveWrite(writing: Writing): Promise<Rendered> {
  const { c, call, body, principal } = writing;
  const refused = refusalBeforeInput(call, principal);
  const isEarly = refused === null && body.isEarly;
  if (!isEarly) await principal.admit(null);
  if (refused !== null) throw refused;
  if (isEarly || body.maxBytes === null) return await serveBody(writing);
  return await withBodyMemory(c, body.maxBytes, async () => await serveBody(writing));
}

/** Reads the body and does what it says. */
async function serveBody({ c, call, body, principal, relay }: Writing): Promise<Rendered> {
  const { json, faults, warnings, fingerprint } = await body.read();
  const refused = inputRefusal(...call.faults, ...faults);
  const key = call.key === null || fingerprint === null ? null : { key: call.key, fingerprint, bind: refused === null };
  const admission = principal.admit(key);
  if (refused !== null) {
    const { replay } = await admission;
    if (replay !== null) return replay;
    throw refused;
  }
  const { handle, recall } = call.endpoint;
  const context = handlerContext(c, call, json);
  const write = new Write<Reply>(c, {
    principal,
    admission,
    relay,
    handle: async (org) => await handle({ ...context, org }),
    rebuild: recall === null ? null : async (org, remembered) => await recall({ ...context, org }, remembered),
  });
  const { operation, replay } = await admission;
  if (replay !== null) return replay;
  const rendered = async () => await render(warned(await write.reply(), [...call.warnings, ...warnings]), call, c.get("state").requestId);
  return await outliving(c, settled(c, { endpoint: call.endpoint, write, operation, rendered }));
}

interface Settling {
  endpoint: Endpoint;
  write: Write<Reply>;
  operation: Operation | null;
  rendered: () => Promise<Rendered>;
}

/** Answers, and settles the operation after the answer. */
async function settled(c: Context<HttpEnv>, { endpoint, write, operation, rendered }: Settling): Promise<Rendered> {
  const settle = (ended: Parameters<Operation["settle"]>[0]) => {
    if (operation !== null) c.executionCtx.waitUntil(operation.settle(ended));
  };
  try {
    const response = await rendered();
    settle({ outcome: "done", response });
    return response;
  } catch (error) {
    // What it wrote may be gone again, and its answer a 404: the key stays bound all the same. So it does after a second
    // execution, since the first one's batch may still be on its way.
    const nothingWritten = error instanceof Refusal && error.status < 500 && !write.committed && operation?.repeated !== "yes";
    settle({ outcome: nothingWritten ? "free" : "unknown" });
    if (operation === null && !REPEATABLE.has(endpoint.method) && isOutage(error)) throw outcomeUnknown(c, error);
    throw error;
  }
}

/** Made twice, they do what they do once (RFC 9110, section 9.2.2). */
const REPEATABLE: ReadonlySet<string> = new Set(["put", "delete"]);

/** 500, not the 503 that says to try again: without a key, a write that was made and whose answer was lost would be made twice. */
function outcomeUnknown(c: Context<HttpEnv>, error: unknown): Refusal {
  logFault("request.outcome_unknown", error, { request_id: c.get("state").requestId });
  const message = "It may have been written: look before you repeat it. With an Idempotency-Key it could be repeated safely.";
  return new Refusal("internal_error", [{ code: "outcome_unknown", message }]);
}
