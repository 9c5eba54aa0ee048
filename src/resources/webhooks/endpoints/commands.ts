import type { AuditAction } from "../../../accounts/audit-log/audit-action";
import { insertAuditEntry, differences } from "../../../accounts/audit-log/audit-log.sql.ts";
import type { OrgDb } from "../../../platform/db/org-db";
import type { Statement, WriteStatement } from "../../../platform/db/statement";
import { type DueDelivery, WriteConflict, assertRowsChanged, retryOnConflict } from "../../../platform/db/change";
import {
  cancelDeliveries,
  changeEndpoint,
  dueDeliveriesOf,
  endpointById,
  type EndpointRow,
  type EndpointValues,
  holdPending,
  insertEndpoint,
  type NewEndpointRow,
  releaseHeld,
} from "./endpoints.sql.ts";
import { conflict } from "../../../platform/api-error";
import { assertVersion, type ChangeTarget } from "../../../platform/values/assert-version";
import { rotationRunningError } from "../../../accounts/credentials/change-credential";
import { assertSupplierEvents } from "./supplier-events";
import { endpointConflict, isRotating, readLiveEndpoint } from "./queries";
import { parseStored } from "../../../platform/reading/json";

/** A URL without its query, for the audit log: some services put a secret in the query. */
function redactQuery(url: string): string {
  const [base = url, query] = url.split("?", 2);
  return query === undefined ? base : `${base}?…`;
}

/** What follows `endpoint.` in the audit actions. `extends infer A` makes TypeScript look at each action of the union. */
type EndpointVerb = AuditAction extends infer A ? (A extends `endpoint.${infer Verb}` ? Verb : never) : never;

/** The statement that inserts the audit entry of a change, for the batch of that change. */
function endpointAuditEntry(
  org: OrgDb,
  { id, url }: { id: string; url: string },
  { verb, details }: Pick<EndpointChange, "verb" | "details">,
) {
  return insertAuditEntry(org, { action: `endpoint.${verb}`, target_id: id, target_name: redactQuery(url), details });
}

/** How many endpoints an organization may have (docs/spec/webhooks.md#create). */
const MAX_ENDPOINTS = 25;

/**
 * Creates a webhook endpoint whose URL has been checked and whose secret is encrypted. Throws 409 Conflict if the organization already has
 * 25. The insert itself checks the count, so that concurrent requests cannot exceed it.
 */
export async function createEndpoint(org: OrgDb, endpoint: NewEndpointRow): Promise<EndpointRow> {
  try {
    const events = [...new Set(endpoint.events)];
    const { id, url, description, supplier_id } = endpoint;
    const entry = endpointAuditEntry(
      org,
      { id, url },
      { verb: "created", details: { events, description, ...(supplier_id !== null && { supplier_id }) } },
    );
    const [row] = await org.commit({
      writes: [insertEndpoint(org, { ...endpoint, events }, MAX_ENDPOINTS), assertRowsChanged(), entry],
      marker: { id },
      returning: endpointById(org, id),
    });
    if (row !== undefined) return row;
  } catch (error) {
    // The limit is the only possible conflict, because the id is new.
    if (!(error instanceof WriteConflict)) throw error;
  }
  const message = `An organization has at most ${MAX_ENDPOINTS} webhook endpoints. Delete one first.`;
  throw conflict("endpoint_limit", message, { limit: MAX_ENDPOINTS });
}

interface EndpointChange {
  verb: EndpointVerb;
  values: EndpointValues;
  details: Record<string, unknown>;
  /** How it changes the endpoint's deliveries, and which of them are due afterwards. */
  writes?: readonly WriteStatement[];
  due?: Statement<DueDelivery>;
}

/**
 * Commits the change that `decide` returns. Calls `decide` again if the endpoint has been changed since it was read. Throws 404 Not Found for a
 * deleted endpoint.
 */
async function commitChange(org: OrgDb, id: string, decide: (row: EndpointRow) => EndpointChange): Promise<EndpointRow> {
  return await retryOnConflict(async () => {
    const row = await readLiveEndpoint(org, id);
    const { verb, values, details, writes = [], due } = decide(row);
    const [written] = await org.commit({
      writes: [changeEndpoint(org, row, values), assertRowsChanged(), endpointAuditEntry(org, row, { verb, details }), ...writes],
      ...(due !== undefined && { due }),
      marker: { id },
      returning: endpointById(org, id),
    });
    return written ?? row;
  }, endpointConflict);
}

/** The values of a PATCH. Absent values stay unchanged. */
interface EndpointPatch {
  url?: string | undefined;
  events?: readonly string[] | undefined;
  enabled?: boolean | undefined;
  description?: string | null | undefined;
}

/** Deliveries that are older are not released with the endpoint. A recovery sends them (docs/spec/webhooks.md#pause). */
const MAX_HELD_MS = 72 * 3_600_000;

const NO_FAILURES = { failing_since: null, consecutive_failures: 0, probe_after: null, slow: 0 };

/**
 * Updates an endpoint. A pause also holds its pending deliveries. `enabled: true` clears the failure state and releases the held deliveries
 * of the last 72 h (docs/spec/webhooks.md#pause). A new URL starts without the failures of the old one.
 * Throws 404 Not Found, and 412 Precondition Failed if the endpoint does not have the `expectedVersion`.
 */
export async function updateEndpoint(
  org: OrgDb,
  { id, expectedVersion }: ChangeTarget<string>,
  patch: EndpointPatch,
): Promise<EndpointRow> {
  return await commitChange(org, id, (row) => {
    assertVersion(row.version, expectedVersion);
    const { url, events, enabled, description } = patch;
    if (events !== undefined) assertSupplierEvents(row.supplier_id, events);
    const pauses = enabled === false && row.status === "active";
    const values: EndpointValues = {
      ...(url !== undefined && url !== row.url && { url, ...NO_FAILURES }),
      ...(events !== undefined && { events: JSON.stringify([...new Set(events)]) }),
      ...(description !== undefined && { description }),
      ...(pauses && { enabled: 0, status: "paused" as const }),
      ...(enabled === true && { enabled: 1, status: "active" as const, ...NO_FAILURES }),
    };
    const change = { verb: "updated", values, details: changedValues(row, patch) } as const;
    if (enabled === true) return { ...change, writes: [releaseHeld(org, id, org.now - MAX_HELD_MS)], due: dueDeliveriesOf(org, id) };
    return pauses ? { ...change, writes: [holdPending(org, id)] } : change;
  });
}

/** The changes of a PATCH, for the audit log. */
function changedValues(row: EndpointRow, { url, events, enabled, description }: EndpointPatch): Record<string, unknown> {
  const before = {
    url: redactQuery(row.url),
    events: parseStored(row.events),
    enabled: row.enabled === 1,
    description: row.description,
  };
  const after = {
    ...(url !== undefined && { url: redactQuery(url) }),
    ...(events !== undefined && { events: [...new Set(events)] }),
    ...(enabled !== undefined && { enabled }),
    ...(description !== undefined && { description }),
  };
  return differences(before, after);
}

const HOUR_MS = 3_600_000;
const NO_PREVIOUS_SECRET = { previous_secret: null, previous_valid_until: null };

interface Rotation {
  /** How many hours the current secret also signs (docs/spec/webhooks.md#secret-rotation). */
  overlap_hours: number;
  /** The newest secret was never received. It is replaced, and the secret before it keeps its overlap. */
  replaces_unseen: boolean;
}

/**
 * Sets an endpoint's new, encrypted secret. Every attempt that is claimed afterwards is signed with it. Throws 404 Not Found, and 409
 * Conflict while another rotation runs, unless the options say how to treat its secrets.
 */
export async function rotateSecret(
  org: OrgDb,
  id: string,
  { encrypted, hint, ...rotation }: Rotation & { encrypted: string; hint: string },
): Promise<EndpointRow> {
  return await commitChange(org, id, (row) => {
    const values = { secret: encrypted, secret_hint: hint, ...previousSecret(row, rotation, org.now) };
    return { verb: "secret_rotated", values, details: { ...rotation } };
  });
}

function previousSecret(row: EndpointRow, { overlap_hours, replaces_unseen }: Rotation, now: number): EndpointValues {
  if (isRotating(row, now)) {
    if (replaces_unseen) return {};
    if (overlap_hours > 0) throw rotationRunningError({ hasReplacesUnseen: true });
  }
  if (overlap_hours === 0) return NO_PREVIOUS_SECRET;
  return { previous_secret: row.secret, previous_valid_until: now + Math.round(overlap_hours * HOUR_MS) };
}

/**
 * Deletes an endpoint and cancels its pending and held deliveries. No delivery is claimed afterwards. Its deliveries can still be read.
 * Throws 404 Not Found.
 */
export async function deleteEndpoint(org: OrgDb, id: string): Promise<void> {
  const values = { deleted_at: org.now, enabled: 0 };
  await commitChange(org, id, () => ({ verb: "deleted", values, details: {}, writes: [cancelDeliveries(org, id)] }));
}
