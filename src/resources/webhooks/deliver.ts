import type { Claim, QueueName } from "./deliveries/claim.sql.ts";
import type { ScheduledAttempt } from "./deliveries/due.sql.ts";
import { type AttemptRecord, type RecordedAttempt, recordAttempt, recordTest } from "./deliveries/record.sql.ts";
import { isConnection } from "./connection-endpoints.sql.ts";
import { type DeliveryEngine, enqueueDue } from "./relay";
import { consistencyHeader } from "../../platform/db/consistency-token";
import { repeatPause } from "../../platform/transient";
import { logError, logWarning } from "../../platform/log";
import { addressError, countRequest, destinationError, webhookRules } from "./destination";
import { retryAfter, retryDelay } from "./retry-schedule";
import { type AttemptOutcome, blockedOutcome, send, FIXED_HEADERS } from "./send";
import { decryptSecret, signatureHeaders } from "./signature";

/** An endpoint that takes longer than this is slow. */
const SLOW_MS = 2_000;

const MAX_RECORD_TRIES = 4;
/** The first pause between two tries to record an outcome. Each further one is four times as long. */
const RECORD_PAUSE_MS = 100;

/** How long a consumer sends the backlog of an endpoint that responds quickly, before it makes room for other endpoints. */
const MAX_BACKLOG_MS = 1_000;
const QUICK_MS = 250;

/**
 * Makes a claimed attempt and records its outcome. Then continues with the endpoint's next deliveries for up to a second, and while the
 * invocation may make more calls.
 * After each attempt it enqueues the retry and, unless it continues itself, the endpoint's next delivery.
 */
export async function deliver(engine: DeliveryEngine, first: Claim, queue: QueueName): Promise<void> {
  const until = Date.now() + MAX_BACKLOG_MS;
  let claim: Claim | null = first;
  while (claim !== null) claim = await deliverOne(engine, claim, { queue, until });
}

/** Makes one attempt. Returns the claim to the endpoint's next delivery, or null if this consumer stops here. */
async function deliverOne(
  engine: DeliveryEngine,
  claim: Claim,
  { queue, until }: { queue: QueueName; until: number },
): Promise<Claim | null> {
  const outcome = await attempt(engine, claim);
  const now = Date.now();
  // After a successful probe, recordAttempt returns a delivery for each free slot. Continuing here would send them one by one instead.
  const continues =
    outcome.error === null && outcome.durationMs < QUICK_MS && now < until && !claim.probing && engine.budget?.isSpent !== true;
  const nextClaim = continues ? { endpoint_id: claim.endpoint_id, token: crypto.randomUUID(), queue } : null;
  const record = toRecord(claim, outcome, now);
  const recorded = await retryWrite(() => recordAttempt(engine.db, claim, { record, nextClaim, now: Date.now() }));
  // For the operator. The owner sees it in the endpoint's status (docs/spec/webhooks.md#disabled-endpoints).
  if (recorded.disabledAs !== null) logWarning("webhooks.given_up", { endpoint_id: claim.endpoint_id, status: recorded.disabledAs });
  await enqueueDue(engine, attemptsToEnqueue(recorded), now);
  return recorded.claim;
}

/** The endpoint's next deliveries, and the retry of this one. */
function attemptsToEnqueue({ delivery, next }: RecordedAttempt): ScheduledAttempt[] {
  if (delivery?.status !== "pending" || delivery.next_attempt_at === null) return next;
  const { id, attempts, slow, next_attempt_at } = delivery;
  // Between two probes, the endpoint's next delivery may be this one, scheduled for the next probe.
  if (next.some((due) => due.id === id)) return next;
  return [...next, { id, attempt: attempts + 1, slow, at: next_attempt_at }];
}

/** Makes the only attempt of a test and records its outcome. */
export async function deliverTest(engine: DeliveryEngine, claim: Claim): Promise<AttemptOutcome> {
  const outcome = await attempt(engine, claim);
  const now = Date.now();
  const next = await retryWrite(() => recordTest(engine.db, claim, { record: toRecord(claim, outcome, now), now: Date.now() }));
  await enqueueDue(engine, next, now);
  return outcome;
}

async function attempt(engine: DeliveryEngine, claim: Claim): Promise<AttemptOutcome> {
  if (!isConnection(claim.endpoint_id)) return await attemptWebhook(engine, claim);
  const { pushDelivery } = await import("../connections/outgoing/push");
  return await pushDelivery(engine, claim);
}

async function attemptWebhook({ db, database, settings, budget }: DeliveryEngine, claim: Claim): Promise<AttemptOutcome> {
  const { masterSecrets } = settings;
  const rules = await webhookRules(claim.url, settings, null);
  countRequest(budget, rules);
  if ((destinationError(claim.url, rules) ?? (await addressError(claim.url, rules))) !== null) return blockedOutcome(Date.now());
  const body = new TextEncoder().encode(claim.body);
  const decrypt = async (encrypted: string) => {
    try {
      return await decryptSecret(masterSecrets, claim.endpoint_id, encrypted);
    } catch (error) {
      logError("webhooks.decrypt_secret", error, { endpoint_id: claim.endpoint_id });
      throw error;
    }
  };
  const [current, previous] = await Promise.all([
    decrypt(claim.secret),
    // If the secret before a rotation cannot be decrypted, the delivery is signed with the current one only.
    claim.previous_secret === null ? null : decrypt(claim.previous_secret).catch(() => null),
  ]);
  const signatures = await signatureHeaders(
    { current, previous },
    { event: claim.event_type, eventId: claim.event_id, deliveryId: claim.delivery_id, attempt: claim.attempt, now: Date.now(), body },
  );
  const organization = { id: claim.organization_id, database };
  // The claim was made after the event's commit, so its bookmark contains the change.
  const token = await consistencyHeader(settings, { organization, bookmark: db.bookmark, now: Date.now() });
  return await send(claim.url, { headers: { ...FIXED_HEADERS, ...token, ...signatures }, body });
}

function toRecord(claim: Claim, { retryAfter: header, ...outcome }: AttemptOutcome, now: number): AttemptRecord {
  const { durationMs, responseStatus, error } = outcome;
  const requestedDelay = responseStatus === null ? null : retryAfter(responseStatus, header, now);
  const delay =
    error === null || outcome.final === true ? null : retryDelay(claim.attempt - claim.earlier_attempts, Math.random(), requestedDelay);
  return {
    ...outcome,
    next: delay === null ? null : now + delay,
    gone: responseStatus === 410,
    slow: error === "timeout" || durationMs > SLOW_MS,
  };
}

/** Tries a write several times: the request was sent, and if that is not recorded, the receiver gets the event a second time. */
async function retryWrite<T>(record: () => Promise<T>): Promise<T> {
  for (let pause = RECORD_PAUSE_MS, tries = 1; ; tries += 1, pause *= 4) {
    try {
      return await record();
    } catch (error) {
      if (tries === MAX_RECORD_TRIES) throw error;
      await repeatPause.take(pause);
    }
  }
}
