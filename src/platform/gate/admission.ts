import type { RateState } from "./rate-window";
import type { Reads } from "../db/session";
import type { EndedWrite } from "./recent-writes";
import type { Region } from "../values/region";

export interface CredentialRef {
  id: number;
  /** Where the gate is created. Null: near the first request. */
  region: Region | null;
  /** When the database of the credential's organization was last restored to an earlier time, ms since 1970. Null: never. */
  restoredAt: number | null;
}

export interface AdmitRequest {
  credentialId: number;
  /** The number of the database with the rows of the credential's organization. */
  database: number;
  /** Whether this gate replaces one from before a restore of that database. */
  isReplacement: boolean;
  /** The version of the credential's record that the caller has. */
  version: number;
  /** True if the record was read from the primary database for this request, so it is not out of date. */
  isRefreshed: boolean;
  /** Requests per 60 s. */
  rateLimit: number;
  /** Requests per UTC day; null means no quota. */
  dailyQuota: number | null;
  reads: Reads;
  claim: ClaimRequest;
}

export interface ClaimRequest {
  idempotency: KeyRequest | null;
  /** Whether the request writes if the gate lets it proceed. */
  writes: boolean;
}

/** The claim of a request that only reads. */
export const NO_CLAIM: ClaimRequest = { idempotency: null, writes: false };

export interface KeyRequest {
  key: string;
  /** SHA-256 of the request (docs/spec/idempotency.md#fingerprint). */
  fingerprint: string;
  /** False for a request that will be rejected anyway: the key is compared with stored ones but not claimed. */
  mayClaim: boolean;
  /**
   * The id for the operation if the key is not bound yet. A call that is repeated, because its response was lost, thus finds its own claim. It may be
   * missing, because the previous release does not send it.
   */
  operationId?: string;
}

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
  /** True if an earlier execution succeeded and its response was erased: the operation must not write again. */
  erased: boolean;
  /** Numbers the executions of one operation, starting at 1. */
  execution: number;
  /** ms since 1970. After this time another execution may start. */
  until: number;
}

/** A response stored for replay; its body is encrypted (docs/spec/idempotency.md#stored-responses). */
export interface StoredResponse {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

export interface LimitStates {
  rate: RateState;
  quota: QuotaState | null;
}

export type KeyResult =
  /** `writeId`: the id of the recorded write. Null if it is not recorded, because the credential reads from the primary. */
  | { outcome: "proceed"; lease: Lease | null; writeId: string | null }
  | { outcome: "replay"; response: StoredResponse }
  | { outcome: "conflict" | "in_progress" };

export type AdmissionResult =
  /** The principal's record may be out of date: its version is not the gate's. It is then read from the primary, so a request gets this only once. */
  | { outcome: "stale" }
  | ({ outcome: "limited"; policy: "default" | "burst" | "daily"; retryAfterSeconds: number } & LimitStates)
  /** `lastWrite`: the bookmark that a read from a replica needs. Null while a write is in progress, and if it is unknown. */
  | (KeyResult & LimitStates & { lastWrite: string | null });

/** How an execution ended. */
export type Settlement<Response = StoredResponse> =
  /** 2xx: the response is stored for replay. */
  | { outcome: "done"; response: Response }
  /** 4xx: nothing was committed, and any request may use the key. */
  | { outcome: "free" }
  /** 5xx or no result: the write may have been committed, so the key stays bound to this operation. */
  | { outcome: "unknown" };

export interface EndedRequest {
  /** Null without an idempotency key. */
  execution: { lease: Lease; settlement: Settlement } | null;
  /** Null if no write was recorded, or if it may still be committed. */
  write: EndedWrite | null;
}
