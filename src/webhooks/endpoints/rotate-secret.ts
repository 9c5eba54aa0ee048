import { mustHaveChanged, untilWon } from "../../platform/db/change";
import type { OrgDb } from "../../platform/db/org-db";
import { changeEndpoint } from "./changes.sql.ts";
import { type EndpointRow, endpointById } from "./endpoints.sql.ts";
import { auditedEndpoint } from "./endpoint-line";
import { endpointContention, mustBeThere, readLiveEndpoint } from "./live-endpoint";

/**
 * Gives an endpoint a new, sealed secret; the present one signs too for `overlapMs` more, and one before it no longer.
 * Every attempt that is claimed afterwards is signed with the new one. 404.
 */
export async function rotateSecret(
  org: OrgDb,
  id: string,
  secret: { sealed: string; hint: string },
  overlapMs: number,
): Promise<EndpointRow> {
  return await untilWon(async () => {
    const row = await readLiveEndpoint(org, id);
    const previous = overlapMs > 0 ? { previous_secret: row.secret, previous_valid_until: org.now + overlapMs } : NO_PREVIOUS;
    const { rows } = await org.commit({
      writes: [
        changeEndpoint(org, row, { secret: secret.sealed, secret_hint: secret.hint, ...previous }),
        mustHaveChanged(),
        auditedEndpoint(org, "secret_rotated", row, { overlap_hours: overlapMs / HOUR_MS }),
      ],
      events: [],
      remember: JSON.stringify({ id }),
      answer: [endpointById(org, id)],
    });
    return mustBeThere(rows[0][0]);
  }, endpointContention);
}

const HOUR_MS = 3_600_000;
const NO_PREVIOUS = { previous_secret: null, previous_valid_until: null };
