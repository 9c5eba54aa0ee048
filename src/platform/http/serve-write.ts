import type { Context } from "hono";
import { AlreadyCommitted, type Delivered } from "../db/change";
import type { CredentialRecord } from "../../accounts/credentials/find-credential.sql.ts";
import { databaseOf } from "../db/database";
import { findMarker } from "../db/markers";
import { type EventRelay, OrgDb, OrgReader } from "../db/org-db";
import { isOutage } from "../db/outage";
import { settingsOf } from "../../env";
import type { KeyRequest, Lease, Settlement, Verdict } from "../gate/verdict";
import { logFault } from "../log";
import { Refusal } from "../refusal";
import { type Admitted, admit, claimKey, fingerprintOf, gateOf, isAdmitted } from "./admission";
import { BODY_LIMIT, maxBodyBytes, mayReadEarly, readBody } from "./input/body";
import { withBodyMemory } from "./input/body-memory";
import type { HttpEnv } from "./context";
import type { Endpoint, Reply } from "./endpoint";
import { idempotencyKey } from "./input/input";
import { noteIfMatch } from "./precondition";
import { remember, replay } from "./remembered";
import { type Rendered, render } from "./respond";
import { actorOf, refusalOf, surroundings, warned } from "./serve";
import type { Surface } from "./surface";

/** With less than this left of its lease, an execution may no longer commit: another may be about to begin. */
const LEASE_MARGIN_MS = 5_000;

type Proceeding = Extract<Verdict, { outcome: "proceed" }>;

function unavailable(): Refusal {
  return new Refusal("service_unavailable", [], { "Retry-After": "1" });
}

/**
 * A write, exactly once under an idempotency key (docs/spec/idempotency.md). The gate's verdict and the handler's first read run at
 * the same time; the handler's commit waits for the verdict. A large body is read only once the gate has admitted the request.
 */
export async function serveWrite(
  c: Context<HttpEnv>,
  surface: Surface,
  endpoint: Endpoint,
  record: CredentialRecord,
  relay: EventRelay,
): Promise<Rendered> {
  const state = c.get("state");
  const key = endpoint.guard.kind === "write" ? idempotencyKey(c, endpoint.guard.idempotencyKey) : null;
  noteIfMatch(c, endpoint);
  const isEarly = state.deferred === null && mayReadEarly(c.req.raw);
  const first = isEarly ? null : await admit(c, record, null);
  if (state.deferred !== null) throw state.deferred;
  const serve = async () => await serveBody(c, surface, endpoint, record, relay, key, first);
  // The memory of a tool call's body is counted with that of the call.
  if (isEarly || isAdmitted(c.req.raw)) return await serve();
  return await withBodyMemory(c, maxBodyBytes(c.req.raw, endpoint.bodyLimit ?? BODY_LIMIT), serve);
}

/** Reads the body and does what it says. `first` is the gate's verdict on a request whose body was not read before. */
async function serveBody(
  c: Context<HttpEnv>,
  surface: Surface,
  endpoint: Endpoint,
  record: CredentialRecord,
  relay: EventRelay,
  key: string | null,
  first: Admitted | null,
): Promise<Rendered> {
  const state = c.get("state");
  await readBody(c, endpoint);
  const refused = refusalOf(c);
  const compared = await keyRequest(c, key, refused === null);
  // A small body may be needed once more, where the credential turns out to have changed; a large one is not.
  if (first !== null && state.body !== null) state.body.bytes = new Uint8Array();
  const admitted = first === null ? admit(c, record, compared) : claimKey(c, record, first, compared);
  const execution = refused === null ? begin(c, endpoint, record, admitted, relay) : null;

  const verdict = await admitted;
  switch (verdict.outcome) {
    case "replay":
      return await replay(settingsOf(c.env).masterSecrets, answerContext(record, key), verdict.answer);
    case "conflict":
      throw new Refusal("idempotency_conflict");
    case "in_progress":
      throw new Refusal("idempotency_in_progress", [], { "Retry-After": "1" });
    case "proceed":
      if (execution === null) throw refused ?? unavailable();
      return await outliving(c, finish(c, surface, endpoint, record, verdict, execution));
  }
}

/** What the gate is asked of a key, once the body was read. */
async function keyRequest(c: Context<HttpEnv>, key: string | null, bind: boolean): Promise<KeyRequest | null> {
  const { body } = c.get("state");
  const bytes = body?.bytes ?? new Uint8Array();
  return key === null ? null : { key, fingerprint: await fingerprintOf(c.req.raw, bytes), bind };
}

/** Goes on where the caller hangs up: what was begun is finished, settled and delivered. */
async function outliving<T>(c: Context<HttpEnv>, work: Promise<T>): Promise<T> {
  c.executionCtx.waitUntil(
    work.then(
      () => undefined,
      () => undefined,
    ),
  );
  return await work;
}

interface Execution {
  args: Record<string, unknown>;
  work: Promise<Reply>;
  /** The marker of an operation that goes out again. */
  resumed: Promise<Marker | null>;
  /** A marker was found: the operation has committed, whatever becomes of its answer. */
  committed: boolean;
}

type Marker = { result: unknown };

/** Starts the handler; what it commits waits for the verdict, and for the marker of a resumed operation. */
function begin(
  c: Context<HttpEnv>,
  endpoint: Endpoint,
  record: CredentialRecord,
  admitted: Promise<Admitted>,
  relay: EventRelay,
): Execution {
  const { now, meter } = c.get("state");
  const resumed = admitted.then((verdict) =>
    verdict.outcome === "proceed" && verdict.lease !== null && verdict.lease.resumed ? markerOf(c, record, verdict.lease) : null,
  );
  const admission = async () => {
    const verdict = await admitted;
    if (verdict.outcome !== "proceed" || (await resumed) !== null) throw new AlreadyCommitted();
    if (verdict.lease !== null && isOver(verdict.lease)) throw unavailable();
    return { operationId: verdict.lease?.operationId ?? null };
  };
  const delivered = (due: Delivered[]) => c.executionCtx.waitUntil(relay.ring(c.env, due));
  const context = { admission, fanOut: relay.fanOut, delivered };
  const org = new OrgDb(databaseOf(c.env, record.organization), record.organization, actorOf(record), now, meter, context);
  const args = { ...surroundings(c, endpoint), org };
  const work = endpoint.handle(args);
  // Their errors count only once the verdict has been heard.
  work.catch(() => undefined);
  resumed.catch(() => undefined);
  return { args, work, resumed, committed: false };
}

/** Answers, and settles the lease after the answer. */
async function finish(
  c: Context<HttpEnv>,
  surface: Surface,
  endpoint: Endpoint,
  record: CredentialRecord,
  { lease }: Proceeding,
  execution: Execution,
): Promise<Rendered> {
  const settle = (settlement: () => Promise<Settlement>) => {
    if (lease !== null) c.executionCtx.waitUntil(settleLease(c.env, record, lease, settlement));
  };
  try {
    const reply = await answer(c, endpoint, record, lease, execution);
    const rendered = await render(surface, warned(c, reply), c.get("state").requestId, c.req.raw);
    const { masterSecrets } = settingsOf(c.env);
    settle(async () => ({ outcome: "done", answer: await remember(masterSecrets, answerContext(record, lease?.key ?? null), rendered) }));
    return rendered;
  } catch (error) {
    // What it wrote may be gone again, and its answer a 404: the key stays bound all the same. So it does after a second
    // execution, since the first one's batch may still be on its way.
    const nothingWritten = error instanceof Refusal && error.status < 500 && !execution.committed && lease?.resumed !== true;
    settle(async () => ({ outcome: nothingWritten ? "free" : "unknown" }));
    if (lease === null && !REPEATABLE.has(endpoint.method) && isOutage(error)) throw outcomeUnknown(c, error);
    throw error;
  }
}

/** Made twice, they do what they do once (RFC 9110, section 9.2.2). */
const REPEATABLE: ReadonlySet<string> = new Set(["put", "delete"]);

/** 500, not the 503 that says to try again: without a key, a write that was made and whose answer was lost would be made twice. */
function outcomeUnknown(c: Context<HttpEnv>, error: unknown): Refusal {
  logFault("request.outcome_unknown", error, { request_id: c.get("state").requestId });
  const message = "The request may have been committed: check before you repeat it. With an Idempotency-Key it is safe to repeat.";
  return new Refusal("internal_error", [{ code: "outcome_unknown", message }]);
}

/** The handler's answer, or the one rebuilt from what the operation wrote when it ran before. */
async function answer(
  c: Context<HttpEnv>,
  endpoint: Endpoint,
  record: CredentialRecord,
  lease: Lease | null,
  execution: Execution,
): Promise<Reply> {
  const { work, args } = execution;
  let marker = await execution.resumed;
  if (marker === null) {
    try {
      return await work;
    } catch (error) {
      if (lease === null || !mayHaveCommitted(error, lease)) throw error;
      marker = await markerOf(c, record, lease);
      if (marker === null && error instanceof Refusal) throw error;
    }
  }
  if (marker === null || endpoint.recall === null) throw unavailable();
  execution.committed = true;
  return await endpoint.recall(args, marker.result);
}

/** Another execution of this operation may be under way, or about to begin. */
function isOver({ until }: Lease): boolean {
  return Date.now() > until - LEASE_MARGIN_MS;
}

/**
 * Whether another execution of the same operation has committed, or may have: what this one was refused for may be that
 * very change. The marker wins over every 404, 409 and 412 (docs/spec/durability.md#resumed-operations), also where it was not yet there to
 * begin with.
 */
function mayHaveCommitted(error: unknown, lease: Lease): boolean {
  if (error instanceof AlreadyCommitted) return true;
  return error instanceof Refusal && error.status < 500 && (lease.resumed || isOver(lease));
}

async function markerOf(c: Context<HttpEnv>, record: CredentialRecord, lease: Lease): Promise<Marker | null> {
  const { now, meter } = c.get("state");
  return await findMarker(
    new OrgReader(databaseOf(c.env, record.organization), record.organization, actorOf(record), now, meter),
    lease.operationId,
  );
}

/** Lost without harm: a marker answers the retry of a write that was never settled (docs/spec/durability.md#crash-points). */
async function settleLease(env: Env, record: CredentialRecord, lease: Lease, settlement: () => Promise<Settlement>): Promise<void> {
  try {
    await gateOf(env, record.id).settle(lease, await settlement());
  } catch (error) {
    logFault("gate.settle", error, { credential_id: record.id });
  }
}

/** What a remembered body is bound to: it can't be shown for another credential or key. */
function answerContext(record: CredentialRecord, key: string | null): string {
  return `${record.id}/${key ?? ""}`;
}
