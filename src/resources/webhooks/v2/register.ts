import type { Settings } from "../../../platform/env";
import { ApiError, invalid, notFound } from "../../../platform/api-error";
import { readSupplier } from "../../suppliers/read-supplier";
import { addressError, destinationError, webhookRules } from "../destination";
import type { z } from "zod";
import { newId } from "../../../platform/crypto/random";
import type { OrgDb } from "../../../platform/db/org-db";
import type { EndpointRow } from "../endpoints/endpoints.sql.ts";
import { assertSupplierEvents } from "../endpoints/supplier-events";
import { createEndpoint, rotateSecret, updateEndpoint } from "../endpoints/commands";
import { issueSecret } from "../signature";
import { RETENTION_MS, type NewRecovery, type NewWebhook, type RotateSecret, type WebhookChanges } from "./contract";
import type { RecoveryRow } from "../deliveries/recovery.sql.ts";
import { recover } from "../deliveries/commands";
import type { ChangeTarget } from "../../../platform/values/assert-version";
import { readMoment } from "../../../platform/values/zone";

/** Throws 400 Bad Request for a URL that this deployment may not call (docs/spec/webhooks.md#targets). `origin` is that of this service. */
async function assertCallable(url: string, settings: Settings, origin: string): Promise<void> {
  const rules = await webhookRules(url, settings, new URL(origin).host);
  const reason = destinationError(url, rules) ?? (await addressError(url, rules));
  if (reason !== null) throw invalid("url", "invalid_url", reason);
}

/** Throws 404 Not Found at `supplier_id` for an unknown supplier. */
async function assertSupplier(org: OrgDb, id: string): Promise<void> {
  await readSupplier(org, id).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "not_found") throw notFound("supplier_id");
    throw error;
  });
}

/** The deployment's settings and origin, which limit the URLs and encrypt secrets. */
interface Deployment {
  settings: Settings;
  /** The service must not call itself. */
  origin: string;
}

interface EndpointWithSecret {
  row: EndpointRow;
  secret: string;
}

/**
 * Creates an endpoint with a new secret. Throws 400 Bad Request at `url` if it may not be called, 404 Not Found for an
 * unknown supplier, 409 Conflict for the 26th endpoint.
 */
export async function registerEndpoint(
  org: OrgDb,
  { settings, origin }: Deployment,
  { url, events, description = null, supplier_id = null }: z.output<typeof NewWebhook>,
): Promise<EndpointWithSecret> {
  assertSupplierEvents(supplier_id, events);
  await Promise.all([assertCallable(url, settings, origin), supplier_id === null ? null : assertSupplier(org, supplier_id)]);
  const id = newId("we", org.now);
  const { secret, encrypted, hint } = await issueSecret(settings.masterSecrets, id);
  return { row: await createEndpoint(org, { id, url, events, description, supplier_id, secret: encrypted, secret_hint: hint }), secret };
}

/** Checks and applies changes of an endpoint. Throws 400 Bad Request at `url` if it may not be called, 404 Not Found. */
export async function checkAndUpdateEndpoint(
  org: OrgDb,
  { settings, origin }: Deployment,
  { id, changes, expectedVersion }: ChangeTarget<string> & { changes: z.output<typeof WebhookChanges> },
): Promise<EndpointRow> {
  if (changes.url !== undefined) await assertCallable(changes.url, settings, origin);
  return await updateEndpoint(org, { id, expectedVersion }, changes);
}

/** Gives an endpoint a new secret; the previous one also signs for the requested overlap. Throws 404 Not Found and 409 Conflict. */
export async function rotateEndpointSecret(
  org: OrgDb,
  { settings }: Deployment,
  { id, ...rotation }: z.output<typeof RotateSecret> & { id: string },
): Promise<EndpointWithSecret> {
  const { secret, ...issued } = await issueSecret(settings.masterSecrets, id);
  return { row: await rotateSecret(org, id, { ...issued, ...rotation }), secret };
}

/** The statuses of deliveries that were not delivered and are not due. */
const MISSED_STATUSES: ("failed" | "held")[] = ["failed", "held"];

/**
 * Redelivers what an endpoint missed in a time range. Times without an offset are read in the organization's zone.
 * Throws 400 Bad Request at `until` if the range ends before it begins, 404 Not Found, 409 Conflict for an endpoint that is not active.
 */
export async function recoverMissed(
  org: OrgDb,
  id: string,
  { since, until, statuses = MISSED_STATUSES, events = [] }: z.output<typeof NewRecovery>,
): Promise<RecoveryRow> {
  const moment = (text: string | undefined) => (text === undefined ? null : readMoment(text, org.organization.timezone));
  const request = { since: moment(since) ?? org.now - RETENTION_MS, until: moment(until) ?? org.now, statuses, events };
  if (request.since >= request.until) throw invalid("until", "invalid_range", "Expected an end after the beginning.");
  return await recover(org, id, request);
}
