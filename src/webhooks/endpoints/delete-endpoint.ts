import { mustHaveChanged, untilWon } from "../../platform/db/change";
import type { OrgDb } from "../../platform/db/org-db";
import { cancelDeliveries, changeEndpoint } from "./changes.sql.ts";
import { auditedEndpoint } from "./endpoint-line";
import { endpointContention, readLiveEndpoint } from "./live-endpoint";

/** Deletes an endpoint for good: what waits is cancelled, nothing is claimed afterwards; its log can still be read. 404. */
export async function deleteEndpoint(org: OrgDb, id: string): Promise<void> {
  await untilWon(async () => {
    const row = await readLiveEndpoint(org, id);
    await org.commit({
      writes: [
        changeEndpoint(org, row, { deleted_at: org.now, enabled: 0 }),
        mustHaveChanged(),
        auditedEndpoint(org, "deleted", row, {}),
        cancelDeliveries(org, id),
      ],
      events: [],
      remember: JSON.stringify({ id }),
      answer: [],
    });
  }, endpointContention);
}
