import { settingsOf } from "../env";
import type { CredentialRef } from "../gate/admission";
import { ExpiringCache } from "../expiring-cache";
import { logError } from "../log";
import { withTimeout } from "../timeout";
import { repeatTransient } from "../transient";
import { unavailable } from "./admission";

/** The Durable Object with a name. A jurisdiction decides where it runs, so a region would contradict it. */
export function gateNamed(env: Env, name: string, region: CredentialRef["region"] = null) {
  const { JURISDICTION } = settingsOf(env);
  if (JURISDICTION !== null) return env.GATE.jurisdiction(JURISDICTION).getByName(name);
  return env.GATE.getByName(name, region === null ? {} : { locationHint: region });
}

/**
 * The Durable Object of a credential, created in its region by the first call. After a restore of the directory (which changes the
 * generation) or of the organization's database, a credential has a new object (docs/runbook.md).
 */
export function gateOf(env: Env, { id, region, restoredAt }: CredentialRef) {
  const { gateGeneration } = settingsOf(env);
  const name = ["credential", id, gateGeneration, restoredAt].filter((part) => part !== null).join(":");
  return gateNamed(env, name, region);
}

/** Tells a credential's gate which version the credential is about to get. Throws 503 Service Unavailable if the gate can't be reached. */
export async function announceVersion(env: Env, credential: CredentialRef, version: number): Promise<void> {
  await callGate("gate.changed", { credential_id: credential.id }, async () => {
    await gateOf(env, credential).changed(version);
  });
}

/**
 * How long a request waits for its gate: twice as long as the gate itself may wait for the first execution of a repeated key
 * (docs/spec/idempotency.md#concurrent-requests).
 */
const GATE_TIMEOUT_MS = 10_000;

/** Awaits the gate's result, with a timeout, so that no request hangs on an object that can't be reached. */
export async function withGateTimeout<T>(result: Promise<T>): Promise<T> {
  return await withTimeout(result, GATE_TIMEOUT_MS);
}

/** Whether the runtime says that the call of an object may be repeated. An overloaded object would only get more to do. */
function isRetryable(error: unknown): boolean {
  const { retryable, overloaded } = (error ?? {}) as { retryable?: unknown; overloaded?: unknown };
  return retryable === true && overloaded !== true;
}

/** Calls a gate, and repeats the call after a transient error. `call` must make a new stub, because one that has failed stays broken. */
export async function repeatGateCall<T>(call: () => Promise<T>): Promise<T> {
  return await repeatTransient(async () => await withGateTimeout(call()), isRetryable);
}

/** Calls a gate as `repeatGateCall` does. If it can't be reached, logs `event` and throws 503 Service Unavailable. */
export async function callGate<T>(event: string, about: Parameters<typeof logError>[2], call: () => Promise<T>): Promise<T> {
  try {
    return await repeatGateCall(call);
  } catch (error) {
    logError(event, error, about);
    throw unavailable();
  }
}

/**
 * Caches rejections in the isolate, so that a flood of requests costs no I/O. A rejection is repeated once its caller was rejected `repeatsAfter`
 * times, and for at most a second.
 */
export class LocalLimit<Key, T> {
  readonly #known = new ExpiringCache<Key, { rejection: T; count: number }>({ maxEntries: 10_000, ttlMs: 1000 });

  constructor(private readonly options: { repeatsAfter: number }) {}

  /** The rejection to repeat; null if the gate must be called. */
  find(key: Key, now: number): T | null {
    const known = this.#known.get(key, now);
    return known !== undefined && known.count >= this.options.repeatsAfter ? known.rejection : null;
  }

  /** Counts a rejection by the gate, which is valid for `ms`. */
  record(key: Key, { rejection, now, ms }: { rejection: T; now: number; ms: number }): void {
    this.#known.setUntil(key, { rejection, count: (this.#known.get(key, now)?.count ?? 0) + 1 }, now + ms);
  }
}
