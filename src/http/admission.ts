import type { Context } from "hono";
import { sha256Hex } from "../crypto/digest";
import type { CredentialRecord } from "../db/credentials";
import { DEFAULT_RATE_LIMIT } from "../gate/rate-window";
import type { AdmitRequest, Verdict } from "../gate/verdict";
import { Refusal } from "../refusal";
import { reload } from "./authenticate";
import type { HttpEnv } from "./context";
import { holdLimit, standingLimit } from "./credential-cache";
import { rateHeaders } from "./respond";
import type { Surface } from "./surface";

/** The Durable Object of a credential. */
export function gateOf(env: Env, credentialId: number) {
  return env.GATE.getByName(`credential:${credentialId}`);
}

/** SHA-256 of method, path, sorted query and the raw bytes of the body (decisions B5). */
export async function fingerprintOf(request: Request, body: Uint8Array): Promise<string> {
  const url = new URL(request.url);
  url.searchParams.sort();
  const head = new TextEncoder().encode(`${request.method}\n${url.pathname}\n${url.searchParams.toString()}\n`);
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  return await sha256Hex(bytes);
}

export type Admitted = Exclude<Verdict, { outcome: "stale" | "limited" }>;

/** 429, with the policy that is violated and when to come back. */
function refuseLimited(c: Context<HttpEnv>, rateLimit: number, verdict: Extract<Verdict, { outcome: "limited" }>): never {
  Object.assign(c.get("state").headers, rateHeaders(rateLimit, verdict));
  const message = `The ${verdict.policy} limit of this credential is used up.`;
  const headers = { "Retry-After": String(verdict.retryAfterSeconds) };
  throw new Refusal("rate_limited", [{ code: "rate_limited", policy: verdict.policy, message }], headers);
}

/** 429 without any I/O, for a credential that this isolate was told is limited. */
export function refuseWhileLimited(c: Context<HttpEnv>, record: CredentialRecord): void {
  const standing = standingLimit(record, c.get("state").now);
  if (standing !== null) refuseLimited(c, record.rateLimit ?? DEFAULT_RATE_LIMIT, standing);
}

/**
 * Asks the gate about a request. Throws 429 over a limit, 401 for a credential that has been revoked since it was cached,
 * 403 for one that has lost the scope meanwhile.
 */
export async function admit(
  c: Context<HttpEnv>,
  surface: Surface,
  known: CredentialRecord,
  scope: string | null,
  idempotency: AdmitRequest["idempotency"],
): Promise<Admitted> {
  const state = c.get("state");
  let record = known;
  let verdict = await ask(c, record, idempotency);
  if (verdict.outcome === "stale") {
    record = await reload(c, surface);
    verdict = await ask(c, record, idempotency);
    // The object knows a version that the database does not have: it was restored to an earlier time.
    if (verdict.outcome === "stale") throw unreachable();
  }
  const rateLimit = record.rateLimit ?? DEFAULT_RATE_LIMIT;
  if (verdict.outcome === "limited") {
    holdLimit(record, verdict, state.now);
    return refuseLimited(c, rateLimit, verdict);
  }
  Object.assign(state.headers, rateHeaders(rateLimit, verdict));
  if (record !== known && scope !== null && !record.scopes.has(scope)) throw missingScope(scope);
  return verdict;
}

/** 403 for a credential without a scope. */
export function missingScope(scope: string): Refusal {
  return new Refusal("missing_scope", [{ code: "missing_scope", message: `This credential does not have the scope ${scope}.`, scope }]);
}

function unreachable(): Refusal {
  return new Refusal("service_unavailable", [], { "Retry-After": "1" });
}

/** One call of the object. Where it can't be reached the request does not count: 503, and a key stays bound to it if it was. */
async function ask(c: Context<HttpEnv>, record: CredentialRecord, idempotency: AdmitRequest["idempotency"]): Promise<Verdict> {
  const { version, dailyQuota, rateLimit } = record;
  c.get("state").gateCalls += 1;
  try {
    return await gateOf(c.env, record.id).admit({ version, rateLimit: rateLimit ?? DEFAULT_RATE_LIMIT, dailyQuota, idempotency });
  } catch (error) {
    console.error("gate.admit", error);
    throw unreachable();
  }
}
