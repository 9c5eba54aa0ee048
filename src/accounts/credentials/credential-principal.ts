import type { Context } from "hono";
import { type CredentialRecord, findCredential } from "./find-credential.sql.ts";
import { settingsOf } from "../../env";
import { isWellFormed } from "../../platform/crypto/credential-secret";
import { sha256Hex } from "../../platform/crypto/digest";
import { ExpiringCache } from "../../platform/expiring-cache";
import { nearestControlDb } from "../../platform/db/database";
import type { ControlDb } from "../../platform/db/control-db";
import type { Actor, Organization } from "../../platform/db/org-db";
import { DEFAULT_RATE_LIMIT } from "../../platform/gate/rate-window";
import type { KeyRequest, KeyResult, Lease, LimitStates, Settlement, AdmissionResult } from "../../platform/gate/admission";
import { logError } from "../../platform/log";
import { ApiError } from "../../platform/api-error";
import { callGate, gateOf, LocalLimit } from "../../platform/http/admission";
import { callerIp, hasTooManyAttempts, isIpAllowed } from "../../platform/http/authenticate";
import { controlOf, type HttpEnv } from "../../platform/http/context";
import { type Admission, type ExecutionResult, type Operation, type Principal, PrincipalChanged } from "../../platform/http/principal";
import { decryptResponse, encryptResponse } from "../../platform/http/stored-response";
import { rateHeaders } from "../../platform/http/respond";
import { misplacedCredential, type Surface } from "../../platform/http/surface";

type Limited = Extract<AdmissionResult, { outcome: "limited" }>;

/** By credential. Only one that its gate has rejected ten times in the present second is in a flood. */
const floods = new LocalLimit<number, Limited>(10);

interface Found {
  surface: Surface;
  record: CredentialRecord;
  /** It was read from the primary database for this request. */
  isFresh: boolean;
}

/** A request with an API key or an API token. Its credential's Durable Object counts it and keeps its idempotency keys. */
export class CredentialPrincipal implements Principal {
  readonly organization: Organization;
  readonly actor: Actor;
  /** The limits, once the request was counted. */
  #measured: LimitStates | null = null;

  constructor(
    private readonly c: Context<HttpEnv>,
    readonly found: Found,
  ) {
    const { id, name, organization } = found.record;
    this.organization = organization;
    this.actor = { kind: "credential", id, name };
    c.get("state").caller = { organizationId: organization.id, credentialId: id, personId: null };
  }

  can(scope: string): boolean {
    return this.found.record.scopes.has(scope);
  }

  async admit(key: KeyRequest | null): Promise<Admission> {
    if (this.#measured !== null) return await this.#claim(key, this.#measured);
    const state = this.c.get("state");
    const { id, version, dailyQuota, rateLimit } = this.found.record;
    const limits = { rateLimit: rateLimit ?? DEFAULT_RATE_LIMIT, dailyQuota };
    const request = { credentialId: id, version, isRefreshed: this.found.isFresh, ...limits, idempotency: key };
    const result = await this.#callGate<AdmissionResult>("gate.admit", async (gate) => await gate.admit(request));
    state.admission = result.outcome;
    if (result.outcome === "stale") {
      throw new PrincipalChanged(async () => await authenticate(this.c, this.found.surface, true));
    }
    if (result.outcome === "limited") {
      floods.record(this.found.record.id, { rejection: result, now: state.now, ms: 1000 - (state.now % 1000) });
      return this.#refuse(result);
    }
    Object.assign(state.headers, rateHeaders(this.found.record, result));
    this.#measured = { rate: result.rate, quota: result.quota };
    return await this.#admission(result, key, this.#measured);
  }

  /** 429 without any I/O, for a credential that floods beyond its limit. */
  refuseWhileLimited(): void {
    const state = this.c.get("state");
    const limited = floods.find(this.found.record.id, state.now);
    if (limited === null) return;
    state.admission = "limited";
    this.#refuse(limited);
  }

  /** 429, with the policy that is violated and when to come back. */
  #refuse(result: Limited): never {
    Object.assign(this.c.get("state").headers, rateHeaders(this.found.record, result));
    const message = `The ${result.policy} limit of this credential is exceeded.`;
    const headers = { "Retry-After": String(result.retryAfterSeconds) };
    throw new ApiError("rate_limited", [{ code: "rate_limited", policy: result.policy, message }], headers);
  }

  /** One call of the object. Where it can't be reached the request does not count, and a key stays bound to it if it was. */
  async #callGate<T>(event: string, use: (gate: ReturnType<typeof gateOf>) => Promise<T>): Promise<T> {
    const { id } = this.found.record;
    const state = this.c.get("state");
    state.gateCalls += 1;
    return await callGate(event, { request_id: state.requestId, credential_id: id }, async () => await use(gateOf(this.c.env, id)));
  }

  /** Claims the key of a request that was counted before its body was read. Without a key nothing is called. */
  async #claim(key: KeyRequest | null, measured: LimitStates): Promise<Admission> {
    if (key === null) return { ...measured, operation: null, replay: null };
    const result = await this.#callGate<KeyResult>("gate.claim", async (gate) => await gate.claim(key));
    this.c.get("state").admission = result.outcome;
    return await this.#admission(result, key, measured);
  }

  async #admission(result: KeyResult, key: KeyRequest | null, measured: LimitStates): Promise<Admission> {
    switch (result.outcome) {
      case "replay": {
        const stored = await decryptResponse(settingsOf(this.c.env).masterSecrets, this.#storedUnder(key?.key), result.answer);
        return { ...measured, operation: null, replay: stored };
      }
      case "conflict":
        throw new ApiError("idempotency_conflict");
      case "in_progress":
        throw new ApiError("idempotency_in_progress", [], { "Retry-After": "1" });
      case "proceed":
        return { ...measured, operation: result.lease === null ? null : this.#operation(result.lease), replay: null };
    }
  }

  #operation(lease: Lease): Operation {
    const { operationId: id, resumed, until } = lease;
    return { id, repeated: resumed ? "yes" : "no", until, settle: async (ended) => await this.#settle(lease, ended) };
  }

  /** Lost without harm: a marker answers the retry of a write that was never settled (docs/spec/durability.md#crash-points). */
  async #settle(lease: Lease, ended: ExecutionResult): Promise<void> {
    try {
      await gateOf(this.c.env, this.found.record.id).settle(lease, await this.#settlement(lease, ended));
    } catch (error) {
      logError("gate.settle", error, { credential_id: this.found.record.id });
    }
  }

  async #settlement({ key }: Lease, ended: ExecutionResult): Promise<Settlement> {
    if (ended.outcome !== "done") return ended;
    const { masterSecrets } = settingsOf(this.c.env);
    return { outcome: "done", answer: await encryptResponse(masterSecrets, this.#storedUnder(key), ended.response) };
  }

  /** What a stored response is bound to: it can't be shown for another credential or key. */
  #storedUnder(key = ""): string {
    return `${this.found.record.id}/${key}`;
  }
}

/** Credentials that this isolate has read, by the hash of their secret. One that was not found is never kept. */
const cachedCredentials = new ExpiringCache<string, CredentialRecord>({ maxEntries: 10_000, ttlMs: 60_000 });

/** 401, or 429. */
async function refuseCaller(c: Context<HttpEnv>, surface: Surface): Promise<never> {
  if (await hasTooManyAttempts(c, "credential")) throw new ApiError("rate_limited", [], { "Retry-After": "60" });
  const { challenge, invalidMessage } = surface.credential;
  throw new ApiError("unauthorized", misplacedCredential(surface, c.req.raw.headers), { "WWW-Authenticate": challenge }, invalidMessage);
}

/** The principal of a request with a credential. Throws 401, 403, 429, and 503 in maintenance. */
export async function principalOf(c: Context<HttpEnv>, surface: Surface): Promise<CredentialPrincipal> {
  if (settingsOf(c.env).MAINTENANCE) throw new ApiError("service_unavailable", [], { "Retry-After": "60" });
  return await authenticate(c, surface);
}

/**
 * Finds the credential of a request: format without I/O, then the isolate's cache, then the nearest replica, whose records the gate checks
 * by their version. `mustBeFresh` goes to the primary at once. Throws 401, 403 or 429.
 * A rejection never rests on the cache or on a replica: the credential may be new, its expiry put off, or its allow-list widened. So each
 * rejection of a known secret costs the read that an unknown one costs.
 */
async function authenticate(c: Context<HttpEnv>, surface: Surface, mustBeFresh = false): Promise<CredentialPrincipal> {
  const secret = surface.credential.read(c.req.raw.headers);
  if (secret === null || !isWellFormed(surface.credential.kind, secret)) return await refuseCaller(c, surface);
  const secretHash = await sha256Hex(secret);
  const known = mustBeFresh ? null : await findUnconfirmed(c, secretHash);
  const record = known ?? (await load(c, controlOf(c), secretHash));
  if (record === null || record.kind !== surface.credential.kind) return await refuseCaller(c, surface);
  if (!isFrom(c, record)) throw new ApiError("ip_not_allowed");
  const principal = new CredentialPrincipal(c, { surface, record, isFresh: known === null });
  if (!mustBeFresh) principal.refuseWhileLimited();
  return principal;
}

/** A record that may be out of date, from the cache or a replica; null where the primary must be asked. */
async function findUnconfirmed(c: Context<HttpEnv>, secretHash: string): Promise<CredentialRecord | null> {
  const { now } = c.get("state");
  const cached = cachedCredentials.get(secretHash, now);
  const record = cached ?? (await load(c, nearestControlDb(c.env, c.get("state")), secretHash));
  return record !== null && !hasEnded(record, now) && isFrom(c, record) ? record : null;
}

/** Whether a request comes from an address that its credential allows. */
function isFrom(c: Context<HttpEnv>, { allowedIps }: CredentialRecord): boolean {
  return isIpAllowed(allowedIps, callerIp(c.req.raw.headers));
}

function hasEnded({ validUntil }: CredentialRecord, now: number): boolean {
  return validUntil !== null && validUntil <= now;
}

async function load(c: Context<HttpEnv>, control: ControlDb, secretHash: string): Promise<CredentialRecord | null> {
  const record = await findCredential(control, secretHash);
  if (record === null) cachedCredentials.delete(secretHash);
  else cachedCredentials.set(secretHash, record, c.get("state").now);
  return record;
}
