import { deliveryPage } from "../deliveries/list.sql.ts";
import type { OrgReader } from "../../platform/db/org-db";
import { latestRecoveries, type RecoveryRow } from "../deliveries/recovery.sql.ts";
import { type EndpointRow, endpointById } from "./endpoints.sql.ts";
import { type Delivery, withAttempts } from "../deliveries/list-deliveries";
import { mustBeThere } from "./live-endpoint";

/** An endpoint with what happened at it lately. */
export interface Overview {
  endpoint: EndpointRow;
  /** Newest first. */
  deliveries: Delivery[];
  recoveries: RecoveryRow[];
}

const LATEST_DELIVERIES = 8;
const LATEST_RECOVERIES = 5;
const EVERYTHING = { status: null, event: null, since: null, until: null };

/** An endpoint, its latest deliveries and recoveries; one trip. 404 for a deleted one too. */
export async function readOverview(org: OrgReader, id: string): Promise<Overview> {
  const [deliveries, attempts] = deliveryPage(org, id, EVERYTHING, null, LATEST_DELIVERIES);
  const [[endpoint], rows, tries, recoveries] = await org.read(
    endpointById(org, id),
    deliveries,
    attempts,
    latestRecoveries(org, id, LATEST_RECOVERIES),
  );
  return { endpoint: mustBeThere(endpoint), deliveries: withAttempts(rows, tries), recoveries };
}
