import type { Claim } from "../db/delivery-claim";
import { type AttemptRecord, type Recorded, recordAttempt } from "../db/delivery-record";
import { Meter } from "../db/meter";
import { settingsOf } from "../env";
import { refuseDestination } from "./destination";
import { type Ring, ringAll } from "./relay";
import { retryAfter, retryDelay } from "./retry-schedule";
import { openSecret } from "./secret";
import { type AttemptOutcome, blocked, send } from "./send";
import { signatureHeaders } from "./signature";

/** An endpoint that takes longer than this is slow. */
const SLOW_MS = 2_000;

const RECORD_TRIES = 4;
const RECORD_PAUSE_MS = 100;

/** Makes a claimed attempt, writes what became of it, and rings what comes next: its own retry, the endpoint's next delivery. */
export async function deliver(env: Env, claim: Claim): Promise<void> {
  const outcome = await attempt(env, claim);
  const now = Date.now();
  const { settled, next } = await persist(env, claim, recordOf(claim, outcome, now), now);
  const rings: Ring[] = [];
  if (settled?.status === "pending" && settled.next_attempt_at !== null) {
    const delayMs = settled.next_attempt_at - now;
    rings.push({ delivery_id: settled.id, attempt: settled.attempts + 1, slow: settled.slow !== 0, delayMs });
  }
  if (next !== null) rings.push({ delivery_id: next.id, attempt: next.attempt, slow: next.slow !== 0, delayMs: 0 });
  await ringAll(env, rings);
}

async function attempt(env: Env, claim: Claim): Promise<AttemptOutcome> {
  const { MASTER_SECRET, ALLOW_INSECURE_WEBHOOK_TARGETS } = settingsOf(env);
  if (refuseDestination(claim.url, { allowInsecure: ALLOW_INSECURE_WEBHOOK_TARGETS, ownHost: null }) !== null) return blocked(Date.now());
  const body = new TextEncoder().encode(claim.body);
  const [current, previous] = await Promise.all([
    openSecret(MASTER_SECRET, claim.endpoint_id, claim.secret),
    claim.previous_secret === null ? null : openSecret(MASTER_SECRET, claim.endpoint_id, claim.previous_secret),
  ]);
  const signed = await signatureHeaders(
    { current, previous },
    { event: claim.event_type, eventId: claim.event_id, deliveryId: claim.delivery_id, attempt: claim.attempt, now: Date.now(), body },
  );
  return await send(claim.url, { "Content-Type": "application/json", "User-Agent": "Order-Operations-Webhooks/1.0", ...signed }, body);
}

function recordOf(claim: Claim, outcome: AttemptOutcome, now: number): AttemptRecord {
  const { startedAt, durationMs, responseStatus, responseBody, error } = outcome;
  const asked = responseStatus === null ? null : retryAfter(responseStatus, outcome.retryAfter, now);
  const delay = error === null ? null : retryDelay(claim.attempt, Math.random(), asked);
  return {
    started_at: startedAt,
    duration_ms: durationMs,
    response_status: responseStatus,
    response_body: responseBody,
    error_code: error,
    next: delay === null ? null : now + delay,
    gone: responseStatus === 410,
    slow: error === "timeout" || durationMs > SLOW_MS,
  };
}

/** The request has been made: the record is worth several tries, because without it the receiver gets the event again. */
async function persist(env: Env, claim: Claim, record: AttemptRecord, now: number): Promise<Recorded> {
  for (let pause = RECORD_PAUSE_MS, tries = 1; ; tries += 1, pause *= 4) {
    try {
      return await recordAttempt(env.DB, new Meter(), claim, record, now);
    } catch (error) {
      if (tries === RECORD_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
