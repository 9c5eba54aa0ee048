import { deliveryPage } from "../../db/delivery-list";
import type { OrgReader } from "../../db/org-db";
import { latestRecoveries, type RecoveryRow } from "../../db/recovery";
import { type EndpointRow, endpointById } from "../../db/webhook-endpoints";
import { type Delivery, withAttempts } from "./list-deliveries";
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
