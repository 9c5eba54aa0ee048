import { settingsOf } from "../../env";
import { ExpiringCache } from "../expiring-cache";
import { logError } from "../log";
import { ApiError } from "../api-error";

/** The Durable Object of a credential; another one in each generation (docs/runbook.md, on restoring the database). */
export function gateOf(env: Env, credentialId: number) {
  const { gateGeneration } = settingsOf(env);
  return env.GATE.getByName(gateGeneration === null ? `credential:${credentialId}` : `credential:${credentialId}:${gateGeneration}`);
}

/** Tells a credential's gate which version it is about to have; 503 where the gate can't be told. */
export async function announceVersion(env: Env, credentialId: number, version: number): Promise<void> {
  await callGate("gate.changed", { credential_id: credentialId }, async () => {
    await gateOf(env, credentialId).changed(version);
  });
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

/** Calls a gate. Where it can't be reached, that is logged as `event`, and the request is rejected: 503. */
export async function callGate<T>(event: string, about: Parameters<typeof logError>[2], call: () => Promise<T>): Promise<T> {
  try {
    return await withinTime(call());
  } catch (error) {
    logError(event, error, about);
    throw unavailable();
  }
}

/** 503 for what can't be reached, or not in time: the caller retries. */
export function unavailable(): ApiError {
  return new ApiError("service_unavailable", [], { "Retry-After": "1" });
}

/** 403 for a credential without a scope. */
export function missingScope(scope: string): ApiError {
  return new ApiError("missing_scope", [{ code: "missing_scope", message: `This credential does not have the scope ${scope}.`, scope }]);
}

/**
 * Rejections that this isolate repeats by itself, so that a flood costs no I/O. One stands once its caller was rejected `after` times, and
 * for a second at most.
 */
export class LocalLimit<Key, T> {
  readonly #known = new ExpiringCache<Key, { rejection: T; count: number }>({ maxEntries: 10_000, ttlMs: 1000 });

  constructor(private readonly after: number) {}

  /** The rejection that stands; null if the gate must be called. */
  find(key: Key, now: number): T | null {
    const known = this.#known.get(key, now);
    return known !== undefined && known.count >= this.after ? known.rejection : null;
  }

  /** Counts a rejection by the gate, which stands for `ms`. */
  note(key: Key, { rejection, now, ms }: { rejection: T; now: number; ms: number }): void {
    this.#known.setUntil(key, { rejection, count: (this.#known.get(key, now)?.count ?? 0) + 1 }, now + ms);
  }
}
