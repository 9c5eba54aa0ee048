import { insertAuditEntry } from "../../../accounts/audit-log/audit-log.sql.ts";
import { rotationRunningError } from "../../../accounts/credentials/change-credential";
import { conflict } from "../../../platform/api-error";
import { assertRowsChanged, retryOnConflict, WriteConflict } from "../../../platform/db/change";
import type { OrgDb } from "../../../platform/db/org-db";
import type { ConnectionVerb } from "../commands";
import { connectionConflict, isRotating } from "../queries";
import { previousSecret, type StoredSecret } from "../secrets";
import { applyReport } from "./apply-report";
import {
  carrierConnectionById,
  type CarrierConnectionRow,
  type CarrierConnectionValues,
  changeCarrierConnection,
  insertCarrierConnection,
} from "./carrier-connections.sql.ts";
import { readCarrierConnection, readReport } from "./queries";
import { type ReportRow, settleReport } from "./reports.sql.ts";

/** How many connections to carrier services an organization may have (docs/spec/carriers.md#create). */
export const MAX_CARRIER_CONNECTIONS = 25;

type Named = Pick<CarrierConnectionRow, "id" | "service">;

function auditEntry(org: OrgDb, { id, service }: Named, verb: ConnectionVerb, details: Record<string, unknown>) {
  return insertAuditEntry(org, { action: `connection.${verb}`, target_id: id, target_name: service, details });
}

/** Creates a connection whose secret is encrypted. Throws 409 Conflict if the organization has too many. */
export async function createCarrierConnection(org: OrgDb, connection: Named & StoredSecret): Promise<CarrierConnectionRow> {
  try {
    const [created] = await org.commit({
      writes: [
        insertCarrierConnection(org, connection, MAX_CARRIER_CONNECTIONS),
        assertRowsChanged(),
        auditEntry(org, connection, "created", {}),
      ],
      marker: { id: connection.id },
      returning: carrierConnectionById(org, connection.id),
    });
    if (created !== undefined) return created;
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
  const message = `An organization has at most ${MAX_CARRIER_CONNECTIONS} connections to carrier services. Delete one first.`;
  throw conflict("connection_limit", message, { limit: MAX_CARRIER_CONNECTIONS });
}

type Decide = (row: CarrierConnectionRow) => { verb: ConnectionVerb; values: CarrierConnectionValues; details: Record<string, unknown> };

/** Commits the change that `decide` returns, and again if the connection was changed since it was read. Throws 404 Not Found. */
async function commitChange(org: OrgDb, id: string, decide: Decide): Promise<CarrierConnectionRow> {
  return await retryOnConflict(async () => {
    const row = await readCarrierConnection(org, id);
    const { verb, values, details } = decide(row);
    const [written] = await org.commit({
      writes: [changeCarrierConnection(org, row, values), assertRowsChanged(), auditEntry(org, row, verb, details)],
      marker: { id },
      returning: carrierConnectionById(org, id),
    });
    return written ?? row;
  }, connectionConflict);
}

/** Pauses or resumes a connection. Throws 404 Not Found. */
export async function updateCarrierConnection(
  org: OrgDb,
  id: string,
  { enabled }: { enabled?: boolean | undefined },
): Promise<CarrierConnectionRow> {
  return await commitChange(org, id, (row) => {
    const status = enabled === undefined ? row.status : enabled ? ("active" as const) : ("paused" as const);
    return { verb: "updated", values: { status }, details: { status } };
  });
}

/**
 * Sets a new secret. The previous one is accepted for `overlapHours`. Throws 404 Not Found, and 409 Conflict while another rotation runs.
 */
export async function rotateCarrierSecret(
  org: OrgDb,
  id: string,
  { stored, overlapHours }: { stored: StoredSecret; overlapHours: number },
): Promise<CarrierConnectionRow> {
  return await commitChange(org, id, (row) => {
    if (overlapHours > 0 && isRotating(row, org.now)) throw rotationRunningError({ hasReplacesUnseen: false });
    return {
      verb: "secret_rotated",
      values: { ...stored, ...previousSecret(row, org.now, overlapHours) },
      details: { overlap_hours: overlapHours },
    };
  });
}

/** Deletes a connection and its secrets. Throws 404 Not Found. */
export async function deleteCarrierConnection(org: OrgDb, id: string): Promise<void> {
  const secrets = { secret: "", previous_secret: null, previous_valid_until: null };
  await commitChange(org, id, () => ({ verb: "deleted", values: { ...secrets, deleted_at: org.now }, details: {} }));
}

/** Applies a failed report again. Throws 404 Not Found, and 409 Conflict for a report that did not fail or that could not be read. */
export async function retryReport(org: OrgDb, connectionId: string, id: string): Promise<ReportRow> {
  const row = await readReport(org, connectionId, id);
  const { status, tracking_number: trackingNumber, carrier, fulfillment_status, occurred_at } = row;
  if (status !== "failed") throw conflict("report_not_failed", `This report is ${status}. Only a failed report can be retried.`);
  if (trackingNumber === null || fulfillment_status === null || occurred_at === null) {
    throw conflict("report_unreadable", "This report could not be read, so it can't be applied.");
  }
  const report = { trackingNumber, carrier, status: fulfillment_status, occurredAt: occurred_at };
  const outcome = await applyReport(org, report, (settled) => [settleReport(org, id, settled)]);
  return { ...row, ...outcome, processed_at: org.now };
}
