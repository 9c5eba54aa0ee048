import { AlreadyCommitted } from "../../platform/db/change";
import { findMarker } from "../../platform/db/markers";
import type { OrgDb } from "../../platform/db/org-db";
import { type IngestOptions, ingestOrders, type IngestResult, recalledResults } from "./ingest-orders";
import type { Element } from "./ingest-plan";

/**
 * Takes orders in under an operation that `org` commits with: asked again, because an answer was lost, it says again what
 * became of them the first time. Two trips, three where nothing was written.
 */
export async function ingestOnce(
  org: OrgDb,
  operationId: string,
  elements: readonly Element[],
  options: IngestOptions,
): Promise<IngestResult[]> {
  const results = await ingestOrders(org, elements, options).then(
    (ingested) => ingested.results,
    (error: unknown) => {
      if (error instanceof AlreadyCommitted) return null;
      throw error;
    },
  );
  const wrote = results?.some(({ outcome }) => outcome === "created" || outcome === "updated") === true;
  if (results !== null && (wrote || options.dryRun)) return results;
  const marker = await findMarker(org, operationId);
  if (marker !== null) return recalledResults(marker.result);
  if (results === null) throw new AlreadyCommitted();
  return results;
}
