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

/** 429 without any I/O, for a credential that this isolate was told is limited until later. */
export function refuseWhileLimited(c: Context<HttpEnv>, record: CredentialRecord): void {
  const state = c.get("state");
  const standing = standingLimit(record, state.now);
  if (standing === null) return;
  Object.assign(state.headers, standing.headers);
  throw new Refusal("rate_limited", [], { "Retry-After": String(standing.seconds) });
}

/** Asks the gate about a request. Throws 401 for a credential that has been revoked since it was cached, 429 over a limit. */
export async function admit(
  c: Context<HttpEnv>,
  surface: Surface,
  record: CredentialRecord,
  idempotency: AdmitRequest["idempotency"],
): Promise<Admitted> {
  const state = c.get("state");
  const rateLimit = record.rateLimit ?? DEFAULT_RATE_LIMIT;
  state.gateCalls += 1;
  const verdict = await ask(c, record, { version: record.version, rateLimit, dailyQuota: record.dailyQuota, idempotency });
  if (verdict.outcome === "stale") return await admit(c, surface, await reload(c, surface), idempotency);
  Object.assign(state.headers, rateHeaders(rateLimit, verdict));
  if (verdict.outcome !== "limited") return verdict;
  if (verdict.policy !== "burst") holdLimit(record, state.now + verdict.retryAfterSeconds * 1000, state.headers);
  throw new Refusal(
    "rate_limited",
    [{ code: "rate_limited", policy: verdict.policy, message: `The ${verdict.policy} limit of this credential is used up.` }],
    { "Retry-After": String(verdict.retryAfterSeconds) },
  );
}

/** One call of the object; where it can not be reached, nothing was admitted: 503. */
async function ask(c: Context<HttpEnv>, record: CredentialRecord, request: AdmitRequest): Promise<Verdict> {
  try {
    return await gateOf(c.env, record.id).admit(request);
  } catch (error) {
    console.error("gate.admit", error);
    throw new Refusal("service_unavailable", [], { "Retry-After": "1" });
  }
}
