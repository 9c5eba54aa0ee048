import type { Context } from "hono";
import { type CredentialRecord, findCredential } from "./find-credential.sql.ts";
import { DIRECTORY, settingsOf } from "../../platform/env";
import { isWellFormed } from "../../platform/crypto/credential-secret";
import { sha256Hex } from "../../platform/crypto/digest";
import { ExpiringCache } from "../../platform/expiring-cache";
import { nearestControlDb } from "../../platform/db/database";
import type { ControlDb } from "../../platform/db/control-db";
import type { Reads } from "../../platform/db/session";
import type { Actor, Organization } from "../../platform/db/org-db";
import { DEFAULT_RATE_LIMIT } from "../../platform/gate/rate-window";
import type { AdmissionResult, ClaimRequest, KeyResult, Lease, LimitStates, Settlement } from "../../platform/gate/admission";
import { logError } from "../../platform/log";
import { ApiError } from "../../platform/api-error";
import { assertNotInMaintenance } from "../../platform/http/admission";
import { callGate, repeatGateCall, gateOf, LocalLimit } from "../../platform/http/gate-client";
import { callerIp, countAttempt, isIpAllowed } from "../../platform/http/authenticate";
import { controlOf, type HttpEnv } from "../../platform/http/context";
import type { Rendered } from "../../platform/http/rendered";
import { type Admission, type Principal, PrincipalChanged } from "../../platform/http/principal";
import { decryptResponse, encryptResponse } from "../../platform/http/stored-response";
import { rateHeaders } from "../../platform/http/respond";
import { misplacedCredential, type Surface } from "../../platform/http/surface";

type LimitedResult = Extract<AdmissionResult, { outcome: "limited" }>;
type AdmittedState = LimitStates & Pick<Admission, "lastWrite">;
type ProceedResult = Extract<KeyResult, { outcome: "proceed" }>;

/** Rejections by credential. Used only after the gate has rejected a credential ten times within the current second. */
const recentRejections = new LocalLimit<number, LimitedResult>({ repeatsAfter: 10 });

interface AuthenticatedCredential {
  surface: Surface;
  record: CredentialRecord;
  /** Whether it was read from the primary database for this request. */
  isFresh: boolean;
}

/**
 * The principal of a request with an API key or API token. The credential's Durable Object counts the requests and stores idempotency keys.
 */
export class CredentialPrincipal implements Principal {
  readonly organization: Organization;
  readonly actor: Actor;
  readonly reads: Reads;
  readonly supplierId: string | null;
  /** The remaining limits, and the bookmark of the last write. Null until the request was counted. */
  #admitted: AdmittedState | null = null;

  constructor(
    private readonly c: Context<HttpEnv>,
    readonly credential: AuthenticatedCredential,
  ) {
    const { id, name, organization, reads, supplierId } = credential.record;
    [this.organization, this.reads, this.supplierId] = [organization, reads, supplierId];
    this.actor = { kind: "credential", id, name };
    c.get("state").caller = { organizationId: organization.id, credentialId: id, personId: null };
  }

  can(scope: string): boolean {
    return this.credential.record.scopes.has(scope);
  }

  async admit(claim: ClaimRequest): Promise<Admission> {
    if (this.#admitted !== null) return await this.#claim(claim, this.#admitted);
    const state = this.c.get("state");
    const { id, version, dailyQuota, rateLimit } = this.credential.record;
    const limits = { rateLimit: rateLimit ?? DEFAULT_RATE_LIMIT, dailyQuota };
    const { database, restoredAt } = this.organization;
    // A restored organization has new gates, which know nothing of what was admitted before.
    const place = { database, isReplacement: restoredAt !== null };
    const request = { credentialId: id, ...place, version, isRefreshed: this.credential.isFresh, ...limits, reads: this.reads, claim };
    const result = await this.#callGate<AdmissionResult>("gate.admit", async (gate) => await gate.admit(request));
    state.admission = result.outcome;
    if (result.outcome === "stale") {
      throw new PrincipalChanged(async () => await authenticate(this.c, this.credential.surface, { mustBeFresh: true }));
    }
    if (result.outcome === "limited") {
      recentRejections.record(this.credential.record.id, { rejection: result, now: state.now, ms: 1000 - (state.now % 1000) });
      return this.#reject(result);
    }
    Object.assign(state.headers, rateHeaders(this.credential.record, result));
    this.#admitted = { rate: result.rate, quota: result.quota, lastWrite: result.lastWrite };
    return await this.#admission(result, claim, this.#admitted);
  }

  /** Throws 429 Too Many Requests without I/O for a credential that keeps sending requests beyond its limit. */
  rejectIfLimited(): void {
    const state = this.c.get("state");
    const limited = recentRejections.find(this.credential.record.id, state.now);
    if (limited === null) return;
    state.admission = "limited";
    this.#reject(limited);
  }

  /** Throws 429 Too Many Requests with the violated policy and the time to wait. */
  #reject(result: LimitedResult): never {
    Object.assign(this.c.get("state").headers, rateHeaders(this.credential.record, result));
    const message = `The ${result.policy} limit of this credential is exceeded.`;
    const headers = { "Retry-After": String(result.retryAfterSeconds) };
    throw new ApiError("rate_limited", [{ code: "rate_limited", policy: result.policy, message }], { headers });
  }

  /** Calls the Durable Object once. If it cannot be reached, the request is not counted, and an existing claim of a key remains. */
  async #callGate<T>(event: string, use: (gate: ReturnType<typeof gateOf>) => Promise<T>): Promise<T> {
    const { id } = this.credential.record;
    const state = this.c.get("state");
    state.gateCalls += 1;
    const start = Date.now();
    const result = await callGate(event, { request_id: state.requestId, credential_id: id }, async () => await use(this.#gate()));
    state.gateMs += Date.now() - start;
    return result;
  }

  #gate() {
    const { id, region, organization } = this.credential.record;
    return gateOf(this.c.env, { id, region, restoredAt: organization.restoredAt });
  }

  /** The claim of a request that was counted before its body was read. Calls the gate only if there is a key or a write to claim. */
  async #claim(claim: ClaimRequest, admitted: AdmittedState): Promise<Admission> {
    const recordsWrite = claim.writes && this.reads === "nearest";
    if (claim.idempotency === null && !recordsWrite) return { ...admitted, operation: null, replay: null, settle: null };
    const result = await this.#callGate<KeyResult>("gate.claim", async (gate) => await gate.claim(claim));
    this.c.get("state").admission = result.outcome;
    return await this.#admission(result, claim, admitted);
  }

  async #admission(result: KeyResult, { idempotency }: ClaimRequest, admitted: AdmittedState): Promise<Admission> {
    switch (result.outcome) {
      case "replay": {
        const stored = await decryptResponse(settingsOf(this.c.env).masterSecrets, this.#storageContext(idempotency?.key), result.response);
        return { ...admitted, operation: null, replay: stored, settle: null };
      }
      case "conflict":
        throw new ApiError("idempotency_conflict");
      case "in_progress":
        throw new ApiError("idempotency_in_progress", [], { headers: { "Retry-After": "1" } });
      case "proceed": {
        const { lease, writeId } = result;
        const operation =
          lease && ({ id: lease.operationId, resumed: lease.resumed ? "yes" : "no", erased: lease.erased, until: lease.until } as const);
        const settle: Admission["settle"] = async (settlement, bookmark) => await this.#settle(result, settlement, bookmark);
        return { ...admitted, operation, replay: null, settle: lease === null && writeId === null ? null : settle };
      }
    }
  }

  /** Failures are only logged: without the stored response, a retry finds the write marker (docs/spec/durability.md#crash-points). */
  async #settle({ lease, writeId }: ProceedResult, settlement: Settlement<Rendered>, bookmark: string | null): Promise<void> {
    try {
      const execution = lease && { lease, settlement: await this.#encryptSettlement(lease, settlement) };
      const { database } = this.organization;
      // A write that may still be committed stays recorded as in progress, so that reads go to the primary.
      const write = writeId === null || settlement.outcome === "unknown" ? null : { id: writeId, database, bookmark };
      if (execution !== null || write !== null) await repeatGateCall(async () => await this.#gate().settle({ execution, write }));
    } catch (error) {
      logError("gate.settle", error, { credential_id: this.credential.record.id });
    }
  }

  /** Encrypts the response that the gate stores, if the execution has one. */
  async #encryptSettlement({ key }: Lease, settlement: Settlement<Rendered>): Promise<Settlement> {
    if (settlement.outcome !== "done") return settlement;
    const { masterSecrets } = settingsOf(this.c.env);
    return { outcome: "done", response: await encryptResponse(masterSecrets, this.#storageContext(key), settlement.response) };
  }

  /** The encryption context that binds a stored response to its credential and key. */
  #storageContext(key = ""): string {
    return `${this.credential.record.id}/${key}`;
  }
}

/** Credentials that this isolate has read, by the hash of their secret. Unknown secrets are not cached. */
const cachedCredentials = new ExpiringCache<string, CredentialRecord>({ maxEntries: 10_000, ttlMs: 60_000 });

/** Throws 401 Unauthorized, or 429 Too Many Requests after too many failed attempts. */
async function rejectCaller(c: Context<HttpEnv>, surface: Surface): Promise<never> {
  if (!(await countAttempt(c, "credential"))) throw new ApiError("rate_limited", [], { headers: { "Retry-After": "60" } });
  const { challenge, invalidMessage } = surface.credential;
  throw new ApiError("unauthorized", misplacedCredential(surface, c.req.raw.headers), {
    headers: { "WWW-Authenticate": challenge },
    message: invalidMessage,
  });
}

/**
 * The principal of a request with a credential. Throws 401 Unauthorized, 403 Forbidden, 429 Too Many Requests, and 503 Service Unavailable
 * in maintenance.
 */
export async function principalOf(c: Context<HttpEnv>, surface: Surface): Promise<CredentialPrincipal> {
  const settings = settingsOf(c.env);
  assertNotInMaintenance(settings, DIRECTORY);
  const principal = await authenticate(c, surface, { mustBeFresh: false });
  assertNotInMaintenance(settings, principal.organization.database);
  return principal;
}

/**
 * Finds the credential of a request. Checks the format without I/O, then reads the isolate's cache, then the nearest replica. The gate
 * checks the version of those records. `mustBeFresh` reads the primary directly. Throws 401 Unauthorized, 403 Forbidden or 429 Too Many
 * Requests. A request is never rejected because of the cache or a replica: the credential may be new, or its expiry or allow-list may have
 * changed. So rejecting a known secret takes the same read as rejecting an unknown one.
 */
async function authenticate(
  c: Context<HttpEnv>,
  surface: Surface,
  { mustBeFresh }: { mustBeFresh: boolean },
): Promise<CredentialPrincipal> {
  const secret = surface.credential.read(c.req.raw.headers);
  if (secret === null || !isWellFormed(surface.credential.kind, secret)) return await rejectCaller(c, surface);
  const secretHash = sha256Hex(secret);
  const unconfirmed = mustBeFresh ? null : await findUnconfirmedRecord(c, secretHash);
  // The primary returns only live credentials.
  const record = unconfirmed ?? (await loadRecord(c, controlOf(c), secretHash));
  if (record === null || record.kind !== surface.credential.kind) return await rejectCaller(c, surface);
  if (!isAllowedAddress(c, record)) throw new ApiError("ip_not_allowed");
  const principal = new CredentialPrincipal(c, { surface, record, isFresh: unconfirmed === null });
  // The first attempt of a request that is served again has checked this.
  if (!mustBeFresh) principal.rejectIfLimited();
  return principal;
}

/** A record from the cache or a replica, which may be out of date. Null if the primary must be read. */
async function findUnconfirmedRecord(c: Context<HttpEnv>, secretHash: string): Promise<CredentialRecord | null> {
  const { now } = c.get("state");
  const cached = cachedCredentials.get(secretHash, now);
  const record = cached ?? (await loadRecord(c, nearestControlDb(c.env, c.get("state")), secretHash));
  return record !== null && !hasEnded(record, now) && isAllowedAddress(c, record) ? record : null;
}

function isAllowedAddress(c: Context<HttpEnv>, { allowedIps }: CredentialRecord): boolean {
  return isIpAllowed(allowedIps, callerIp(c.req.raw.headers));
}

function hasEnded({ validUntil }: CredentialRecord, now: number): boolean {
  return validUntil !== null && validUntil <= now;
}

async function loadRecord(c: Context<HttpEnv>, control: ControlDb, secretHash: string): Promise<CredentialRecord | null> {
  const record = await findCredential(control, secretHash);
  if (record === null) cachedCredentials.delete(secretHash);
  else cachedCredentials.set(secretHash, record, c.get("state").now);
  return record;
}
