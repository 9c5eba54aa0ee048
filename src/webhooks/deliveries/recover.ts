import { newId } from "../../platform/crypto/random";
import { untilWon } from "../../platform/db/change";
import type { OrgDb, OrgReader } from "../../platform/db/org-db";
import { insertRecovery, missedBy, recoveryById, type RecoveryRow, takeUp } from "./recovery.sql.ts";
import { dueOf } from "../endpoints/changes.sql.ts";
import { endpointById } from "../endpoints/endpoints.sql.ts";
import { notFound } from "../../platform/refusal";
import { endpointContention, mustBeThere, mustGetDeliveries } from "../endpoints/live-endpoint";

/** Which deliveries are to be sent again; moments in ms since 1970. */
export interface RecoveryRequest {
  since: number;
  until: number;
  statuses: readonly ("failed" | "held")[];
  /** Event names; empty: all. */
  events: readonly string[];
}

/** How many are taken up at once; the sweep goes on with the rest. */
const PART = 500;

/**
 * Sends again what an endpoint has missed: failed and held deliveries of a stretch of time, oldest first, five at a time,
 * each with all its retries. What was delivered, or is due anyway, is left alone, so a second one finds nothing. 404, 409.
 */
export async function recover(org: OrgDb, endpointId: string, request: RecoveryRequest): Promise<RecoveryRow> {
  return await untilWon(async () => {
    const [id, now] = [newId("rcv", org.now), org.now];
    const job: RecoveryRow = {
      id,
      organization_id: org.organization.id,
      endpoint_id: endpointId,
      since: request.since,
      until: request.until,
      statuses: JSON.stringify([...new Set(request.statuses)]),
      events: JSON.stringify([...new Set(request.events)]),
      status: "running",
      recovered: 0,
      at_created: request.since,
      at_id: "",
      created_at: now,
      completed_at: null,
    };
    const [[endpoint], part] = await org.read(endpointById(org, endpointId), missedBy(job, PART));
    mustGetDeliveries(mustBeThere(endpoint));
    const { organization_id: _organization, ...row } = job;
    const { rows } = await org.commit({
      writes: [insertRecovery(org, row), ...takeUp(job, part, part.length < PART, now)],
      events: [],
      due: dueOf(org, endpointId),
      remember: JSON.stringify({ id }),
      answer: [recoveryById(org, endpointId, id)],
    });
    return found(rows[0][0]);
  }, endpointContention);
}

/** One recovery and how far it has come; 404 where it is none of this endpoint's, or the endpoint is deleted. */
export async function readRecovery(org: OrgReader, endpointId: string, id: string): Promise<RecoveryRow> {
  const [[endpoint], [row]] = await org.read(endpointById(org, endpointId), recoveryById(org, endpointId, id));
  mustBeThere(endpoint);
  return found(row);
}

/** The recovery that an operation has begun, whatever has become of its endpoint. */
export async function recallRecovery(org: OrgReader, endpointId: string, id: string): Promise<RecoveryRow> {
  const [[row]] = await org.read(recoveryById(org, endpointId, id));
  return found(row);
}

function found(row: RecoveryRow | undefined): RecoveryRow {
  if (row === undefined) throw notFound();
  return row;
}
