import type { RateState } from "./rate-window";

/** What a guard sends to the gate before a request counts. */
export interface AdmitRequest {
  credentialId: number;
  /** The credential's version that the guard knows. */
  version: number;
  /** The guard has read the credential from the primary for this request: what it knows is what there is. */
  isRefreshed: boolean;
  /** Requests per 60 s. */
  rateLimit: number;
  /** Requests per UTC day, or null. */
  dailyQuota: number | null;
  idempotency: KeyRequest | null;
}

/** An idempotency key and the request that came with it. */
export interface KeyRequest {
  key: string;
  /** SHA-256 of the request (docs/spec/idempotency.md#fingerprint). */
  fingerprint: string;
  /** False for a request that will be refused anyway: it is compared, and binds nothing. */
  claimKey: boolean;
}

/** The day's quota, for the headers. */
export interface QuotaState {
  limit: number;
  remaining: number;
  /** Seconds until midnight UTC. */
  resetSeconds: number;
}

/** The gate's hold on an idempotency key for one execution. */
export interface Lease {
  key: string;
  operationId: string;
  /** The operation id has been out before: its marker may exist. */
  resumed: boolean;
  /** Tells this execution from an earlier one of the same operation. */
  execution: number;
  /** ms since 1970; after it, another execution may begin. */
  until: number;
}

/** A remembered answer, sealed (docs/spec/idempotency.md#stored-responses). */
export interface StoredResponse {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** How the limits stand. */
export interface Measured {
  rate: RateState;
  quota: QuotaState | null;
}

/** The result of looking up an idempotency key. */
export type KeyResult =
  | { outcome: "proceed"; lease: Lease | null }
  | { outcome: "replay"; answer: StoredResponse }
  | { outcome: "conflict" | "in_progress" };

export type AdmissionResult =
  /** The credential was changed since the guard read it, or is about to be, or no version is known yet. Said once to a request. */
  | { outcome: "stale" }
  | ({ outcome: "limited"; policy: "default" | "burst" | "daily"; retryAfterSeconds: number } & Measured)
  | (KeyResult & Measured);

/** How an execution under a lease ended. */
export type Settlement =
  /** 2xx: remember the answer. */
  | { outcome: "done"; answer: StoredResponse }
  /** 4xx: nothing was committed, the key is free for any request. */
  | { outcome: "free" }
  /** 5xx or unknown: it may have committed, the key stays bound. */
  | { outcome: "unknown" };
