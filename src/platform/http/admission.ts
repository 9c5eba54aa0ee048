import type { Context } from "hono";
import { hex, sha256Hex } from "../crypto/digest";
import type { CredentialRecord } from "../../accounts/credentials/find-credential.sql.ts";
import { settingsOf } from "../../env";
import { DEFAULT_RATE_LIMIT } from "../gate/rate-window";
import type { AdmitRequest, KeyRequest, KeyVerdict, Verdict } from "../gate/verdict";
import { logFault } from "../log";
import { Refusal } from "../refusal";
import { MAX_EARLY_BODY_BYTES } from "./input/body";
import type { HttpEnv } from "./context";
import { noteLimit, standingLimit } from "./credential-cache";
import { rateHeaders } from "./respond";

/** The Durable Object of a credential; another one in each generation (docs/runbook.md, on restoring the database). */
export function gateOf(env: Env, credentialId: number) {
  const { gateGeneration } = settingsOf(env);
  return env.GATE.getByName(gateGeneration === null ? `credential:${credentialId}` : `credential:${credentialId}:${gateGeneration}`);
}

/** SHA-256 of method, path, sorted query and the raw bytes of the body (docs/spec/idempotency.md#fingerprint). */
export async function fingerprintOf(request: Request, body: Uint8Array): Promise<string> {
  const url = new URL(request.url);
  url.searchParams.sort();
  const head = new TextEncoder().encode(`${request.method}\n${url.pathname}\n${url.searchParams.toString()}\n`);
  if (body.length <= MAX_EARLY_BODY_BYTES) {
    const bytes = new Uint8Array(head.length + body.length);
    bytes.set(head);
    bytes.set(body, head.length);
    return await sha256Hex(bytes);
  }
  // As a stream: a large body is not copied to be put behind the head.
  const digest = new crypto.DigestStream("SHA-256");
  const writer = digest.getWriter();
  await writer.write(head);
  await writer.write(body);
  await writer.close();
  return hex(await digest.digest);
}

/** Tells a credential's gate which version it is about to have; 503 where the gate can't be told. */
export async function announceVersion(env: Env, credentialId: number, version: number): Promise<void> {
  try {
    await withinTime(gateOf(env, credentialId).changed(version));
  } catch (error) {
    logFault("gate.changed", error, { credential_id: credentialId });
    throw unreachable();
  }
}

/**
 * How long a request waits for its gate: twice what the gate itself may take, for a repeated key
 * (docs/spec/idempotency.md#concurrent-requests).
 */
const GATE_MS = 10_000;

/** What the gate answers; throws where it does not within its time, so that no request hangs on an object that can't be reached. */
export async function withinTime<T>(answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${GATE_MS} ms`)), GATE_MS);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

export type Admitted = Exclude<Verdict, { outcome: "stale" | "limited" }>;

/** 429, with the policy that is violated and when to come back. */
function refuseLimited(c: Context<HttpEnv>, record: CredentialRecord, verdict: Extract<Verdict, { outcome: "limited" }>): never {
  Object.assign(c.get("state").headers, rateHeaders(record, verdict));
  const message = `The ${verdict.policy} limit of this credential is exceeded.`;
  const headers = { "Retry-After": String(verdict.retryAfterSeconds) };
  throw new Refusal("rate_limited", [{ code: "rate_limited", policy: verdict.policy, message }], headers);
}

/** 429 without any I/O, for a credential that floods beyond its limit. */
export function refuseWhileLimited(c: Context<HttpEnv>, record: CredentialRecord): void {
  const standing = standingLimit(record.id, c.get("state").now);
  if (standing === null) return;
  c.get("state").verdict = "limited";
  refuseLimited(c, record, standing);
}

/** The credential was changed since this isolate cached it: the request begins anew, with the credential as it is now. */
export class CredentialChanged extends Error {
  override readonly name = "CredentialChanged";
}

/** Requests that another part of the Worker has had admitted before it made them. */
const admittedRequests = new WeakMap<Request, Admitted>();

/** Makes a request one that its gate has admitted already: it is not counted again. */
export function markAdmitted(request: Request, admitted: Admitted): void {
  admittedRequests.set(request, admitted);
}

/** Whether another part of the Worker has had this request admitted. */
export function isAdmitted(request: Request): boolean {
  return admittedRequests.has(request);
}

/** Asks the gate about a request. Throws 429 over a limit, CredentialChanged where the record is of yesterday. */
export async function admit(c: Context<HttpEnv>, record: CredentialRecord, idempotency: AdmitRequest["idempotency"]): Promise<Admitted> {
  const earlier = admittedRequests.get(c.req.raw);
  if (earlier !== undefined) return await claimKey(c, record, accepted(c, record, earlier), idempotency);
  const state = c.get("state");
  const verdict = await ask(c, record, idempotency);
  state.verdict = verdict.outcome;
  if (verdict.outcome === "stale") throw new CredentialChanged();
  if (verdict.outcome === "limited") {
    noteLimit(record.id, verdict, state.now);
    return refuseLimited(c, record, verdict);
  }
  return accepted(c, record, verdict);
}

function accepted(c: Context<HttpEnv>, record: CredentialRecord, verdict: Admitted): Admitted {
  Object.assign(c.get("state").headers, rateHeaders(record, verdict));
  return verdict;
}

/**
 * Claims the idempotency key of a request that the gate has admitted, once its body was read: the request is not counted
 * again. Without a key nothing is asked.
 */
export async function claimKey(
  c: Context<HttpEnv>,
  record: CredentialRecord,
  { rate, quota }: Admitted,
  key: KeyRequest | null,
): Promise<Admitted> {
  if (key === null) return { outcome: "proceed", lease: null, rate, quota };
  const state = c.get("state");
  state.gateCalls += 1;
  try {
    const verdict = await withinTime<KeyVerdict>(gateOf(c.env, record.id).claim(key));
    state.verdict = verdict.outcome;
    return { ...verdict, rate, quota };
  } catch (error) {
    logFault("gate.claim", error, { request_id: state.requestId, credential_id: record.id });
    throw unreachable();
  }
}

/** 403 for a credential without a scope. */
export function missingScope(scope: string): Refusal {
  return new Refusal("missing_scope", [{ code: "missing_scope", message: `This credential does not have the scope ${scope}.`, scope }]);
}

/** 503 for a gate that cannot be reached. */
export function unreachable(): Refusal {
  return new Refusal("service_unavailable", [], { "Retry-After": "1" });
}

/** One call of the object. Where it can't be reached the request does not count: 503, and a key stays bound to it if it was. */
async function ask(c: Context<HttpEnv>, record: CredentialRecord, idempotency: AdmitRequest["idempotency"]): Promise<Verdict> {
  const { id, version, dailyQuota, rateLimit } = record;
  const state = c.get("state");
  state.gateCalls += 1;
  const anew = state.credential !== null && state.credential.anew;
  const request = { credentialId: id, version, anew, rateLimit: rateLimit ?? DEFAULT_RATE_LIMIT, dailyQuota, idempotency };
  try {
    return await withinTime<Verdict>(gateOf(c.env, id).admit(request));
  } catch (error) {
    logFault("gate.admit", error, { request_id: state.requestId, credential_id: id });
    throw unreachable();
  }
}
