import { first } from "../../../platform/db/statement";
import { newId } from "../../../platform/crypto/random";
import { attemptsById, deliveryById, insertTest, probeNow, makeDeliveryDue } from "./delivery.sql.ts";
import { assertRowsChanged, retryOnConflict } from "../../../platform/db/change";
import type { Claim } from "./claim.sql.ts";
import type { OrgDb, OrgReader } from "../../../platform/db/org-db";
import { momentText } from "../../../platform/values/zone";
import { endpointConflict, assertEndpointExists, assertReceivesDeliveries, readLiveEndpoint } from "../endpoints/queries";
import { dueDelivery, dueDeliveriesOf, endpointById, type FindEndpoint } from "../endpoints/endpoints.sql.ts";
import { conflict, notFound, orNotFound } from "../../../platform/api-error";
import type { Delivery } from "./queries";
import { insertRecovery, missedDeliveries, recoveryById, type RecoveryRow, requeueBatch } from "./recovery.sql.ts";

/**
 * Records a test of an endpoint, which may be paused or disabled, and returns the claim to its only attempt (docs/spec/webhooks.md#test).
 * Throws 404 Not Found for a deleted endpoint.
 */
export async function createTest(org: OrgDb, endpointId: string): Promise<Claim> {
  return await retryOnConflict(async () => {
    const { url, version, secret, previous_secret, previous_valid_until } = await readLiveEndpoint(org, endpointId);
    const event_id = newId("evt", org.now);
    const event_type = "webhook.test";
    const message = "This is a test: your endpoint is reachable.";
    const body = JSON.stringify({ event: event_type, event_id, webhook_id: endpointId, message, occurred_at: momentText(org.now) });
    const claim: Claim = {
      delivery_id: newId("dlv", org.now),
      organization_id: org.organization.id,
      endpoint_id: endpointId,
      event_id,
      event_type,
      attempt: 1,
      earlier_attempts: 0,
      probing: false,
      endpoint_version: version,
      lease_token: crypto.randomUUID(),
      url,
      secret,
      previous_secret: (previous_valid_until ?? 0) > org.now ? previous_secret : null,
      body,
    };
    await org.commit({
      writes: [...insertTest(org, claim), assertRowsChanged()],
      marker: { id: claim.delivery_id },
    });
    return claim;
  }, endpointConflict);
}

/**
 * Redelivers a delivery now, with a full set of retries. If it waits for a retry, that retry is made now. If it is in progress, it is
 * returned unchanged, so that it is never sent twice at the same time. Throws 404 Not Found; 409 Conflict for an endpoint that is not
 * active, and for a test.
 */
export async function redeliver(org: OrgDb, endpointId: string, id: string, findEndpoint: FindEndpoint = endpointById): Promise<Delivery> {
  return await retryOnConflict(async () => {
    const { endpoint, delivery, attempts } = await org.read({
      endpoint: first(findEndpoint(org, endpointId)),
      delivery: first(deliveryById(org, endpointId, id)),
      attempts: attemptsById(org, id),
    });
    const existing = assertEndpointExists(endpoint);
    if (delivery === undefined) throw notFound();
    assertReceivesDeliveries(existing);
    if (delivery.trigger === "test") throw conflict("test_delivery", "A test cannot be redelivered. Send a new one.");
    if (delivery.lease_token !== null) return { delivery, attempts };
    const [written] = await org.commit({
      writes: [makeDeliveryDue(org, delivery), assertRowsChanged(), probeNow(org, endpointId)],
      due: dueDelivery(org, id),
      marker: { id },
      returning: deliveryById(org, endpointId, id),
    });
    return { delivery: written ?? delivery, attempts };
  }, endpointConflict);
}

/** Which deliveries to recover. Times are in ms since 1970. */
interface RecoveryRequest {
  since: number;
  until: number;
  statuses: readonly ("failed" | "held")[];
  /** Event names. Empty: all events. */
  events: readonly string[];
}

/** How many deliveries the request itself requeues. The delivery job continues with the rest. */
const BATCH_SIZE = 500;

/**
 * Redelivers the failed and held deliveries of a time range, oldest first, five at a time, each with a full set of retries. Delivered and
 * pending deliveries are left unchanged, so a second recovery of the same range finds nothing. Throws 404 Not Found, 409 Conflict.
 */
export async function recover(org: OrgDb, endpointId: string, request: RecoveryRequest): Promise<RecoveryRow> {
  return await retryOnConflict(async () => {
    const id = newId("rcv", org.now);
    const { since, until } = request;
    const row = {
      id,
      endpoint_id: endpointId,
      since,
      until,
      statuses: JSON.stringify([...new Set(request.statuses)]),
      events: JSON.stringify([...new Set(request.events)]),
      status: "running",
      recovered: 0,
      at_created: since,
      at_id: "",
      created_at: org.now,
      completed_at: null,
    } as const;
    const job = { ...row, organization_id: org.organization.id };
    const { endpoint, batch } = await org.read({
      endpoint: first(endpointById(org, endpointId)),
      batch: missedDeliveries(job, BATCH_SIZE),
    });
    assertReceivesDeliveries(assertEndpointExists(endpoint));
    const [written] = await org.commit({
      writes: [insertRecovery(org, row), ...requeueBatch(job, { batch, isLast: batch.length < BATCH_SIZE, now: org.now })],
      due: dueDeliveriesOf(org, endpointId),
      marker: { id },
      returning: recoveryById(org, endpointId, id),
    });
    return orNotFound(written);
  }, endpointConflict);
}

/** One recovery with its progress. Throws 404 Not Found if the endpoint has no such recovery, or is deleted. */
export async function readRecovery(org: OrgReader, endpointId: string, id: string): Promise<RecoveryRow> {
  const { endpoint, row } = await org.read({
    endpoint: first(endpointById(org, endpointId)),
    row: first(recoveryById(org, endpointId, id)),
  });
  assertEndpointExists(endpoint);
  return orNotFound(row);
}

/** The recovery that an operation has started, even if the endpoint has been deleted since. */
export async function recoveryFromMarker(org: OrgReader, endpointId: string, id: string): Promise<RecoveryRow> {
  const [row] = await org.read(recoveryById(org, endpointId, id));
  return orNotFound(row);
}
