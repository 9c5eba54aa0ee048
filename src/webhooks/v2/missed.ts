import type { z } from "zod";
import type { OrgDb } from "../../platform/db/org-db";
import type { RecoveryRow } from "../deliveries/recovery.sql.ts";
import { recover } from "../deliveries/recover";
import { readMoment } from "../../platform/values/zone";
import { invalid } from "../../platform/refusal";
import { KEPT_MS, type NewRecovery } from "./contract";

/** What has not been delivered, and is not due. */
const MISSED = ["failed", "held"] as const;

/**
 * Sends again what an endpoint missed in a stretch of time; moments without an offset are read in the organization's zone.
 * 400 at `until` where it ends before it begins, 404, 409 for an endpoint that is not active.
 */
export async function recoverMissed(
  org: OrgDb,
  id: string,
  { since, until, statuses, events = [] }: z.output<typeof NewRecovery>,
): Promise<RecoveryRow> {
  const moment = (text: string | undefined) => (text === undefined ? null : readMoment(text, org.organization.timezone));
  const request = { since: moment(since) ?? org.now - KEPT_MS, until: moment(until) ?? org.now, statuses: statuses ?? MISSED, events };
  if (request.since >= request.until) throw invalid("until", "invalid_range", "Expected an end after the beginning.");
  return await recover(org, id, request);
}
