import type { RateState } from "./rate-window";

/** What a request sends to the gate for admission. */
export interface AdmitRequest {
  credentialId: number;
  /** The version of the credential record that the principal has. */
  version: number;
  /** True if the record was read from the primary database for this request, so it is not out of date. */
  isRefreshed: boolean;
  /** Requests per 60 s. */
  rateLimit: number;
  /** Requests per UTC day; null means no quota. */
  dailyQuota: number | null;
  idempotency: KeyRequest | null;
}

/** An idempotency key and the request that came with it. */
export interface KeyRequest {
  key: string;
  /** SHA-256 of the request (docs/spec/idempotency.md#fingerprint). */
  fingerprint: string;
  /** False for a request that will be rejected anyway: the key is compared with stored ones but not claimed. */
  claimKey: boolean;
}

/** The day's quota, for the headers. */
export interface QuotaState {
  limit: number;
  remaining: number;
  /** Seconds until midnight UTC. */
  resetSeconds: number;
}

/** An execution's lease on an idempotency key. */
export interface Lease {
  key: string;
  operationId: string;
  /** True if an earlier execution used this operation id, so its write marker may exist. */
  resumed: boolean;
  /** Numbers the executions of one operation, starting at 1. */
  execution: number;
  /** ms since 1970. After this time another execution may start. */
  until: number;
}

/** A response stored for replay; its body is sealed (docs/spec/idempotency.md#stored-responses). */
export interface StoredResponse {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** The state of the rate limit and of the daily quota. */
export interface LimitStates {
  rate: RateState;
  quota: QuotaState | null;
}

/** The result of looking up an idempotency key. */
export type KeyResult =
  | { outcome: "proceed"; lease: Lease | null }
  | { outcome: "replay"; answer: StoredResponse }
  | { outcome: "conflict" | "in_progress" };

export type AdmissionResult =
  /** The principal's record may be out of date: its version is not the gate's. It is then read from the primary, so a request gets this only once. */
  | { outcome: "stale" }
  | ({ outcome: "limited"; policy: "default" | "burst" | "daily"; retryAfterSeconds: number } & LimitStates)
  | (KeyResult & LimitStates);

/** How an execution under a lease ended. */
export type Settlement =
  /** 2xx: store the response for replay. */
  | { outcome: "done"; answer: StoredResponse }
  /** 4xx: nothing was committed, and any request may use the key. */
  | { outcome: "free" }
  /** 5xx or no result: the write may have been committed, so the key stays bound to this operation. */
  | { outcome: "unknown" };
