import { differences } from "../../accounts/audit-log/audit-log.sql.ts";
import { mustHaveChanged, untilWon } from "../../platform/db/change";
import type { OrgDb } from "../../platform/db/org-db";
import type { WriteStatement } from "../../platform/db/statement";
import { changeEndpoint, dueOf, type EndpointValues, holdPending, releaseHeld } from "./changes.sql.ts";
import { type EndpointRow, endpointById } from "./endpoints.sql.ts";
import { mustBeAsSeen } from "../../platform/values/seen-version";
import { addressOf, auditedEndpoint } from "./endpoint-line";
import { endpointContention, mustBeThere, readLiveEndpoint } from "./live-endpoint";

/** What a PATCH says of an endpoint; absent: unchanged. */
export interface EndpointPatch {
  url?: string | undefined;
  events?: readonly string[] | undefined;
  enabled?: boolean | undefined;
  description?: string | null | undefined;
}

/** What was held for longer is not sent by itself: `recover` sends it (docs/spec/webhooks.md#pause). */
const RELEASE_MS = 72 * 3_600_000;

const HEALTHY = { failing_since: null, consecutive_failures: 0, probe_after: null, slow: 0 };

/**
 * Changes an endpoint. A pause holds what waits, in the same batch; `enabled: true` clears the failure state and makes
 * due again what was held for less than 72 h (docs/spec/webhooks.md#pause). A new URL begins without the old one's failures.
 * 404, or 412 where it is no longer in the version that was `seen`.
 */
export async function updateEndpoint(org: OrgDb, id: string, patch: EndpointPatch, seen?: number): Promise<EndpointRow> {
  return await untilWon(async () => {
    const row = await readLiveEndpoint(org, id);
    mustBeAsSeen(row.version, seen);
    const { url, events, enabled, description } = patch;
    const values: EndpointValues = {
      ...(url !== undefined && url !== row.url && { url, ...HEALTHY }),
      ...(events !== undefined && { events: JSON.stringify([...new Set(events)]) }),
      ...(description !== undefined && { description }),
      ...(enabled === false && row.status === "active" && { enabled: 0, status: "paused" as const }),
      ...(enabled === true && { enabled: 1, status: "active" as const, ...HEALTHY }),
    };
    const moved: WriteStatement[] = [];
    if (values.enabled === 0) moved.push(holdPending(org, id));
    if (values.enabled === 1) moved.push(releaseHeld(org, id, org.now - RELEASE_MS));
    const { rows } = await org.commit({
      writes: [changeEndpoint(org, row, values), mustHaveChanged(), auditedEndpoint(org, "updated", row, changes(row, patch)), ...moved],
      events: [],
      ...(values.enabled === 1 && { due: dueOf(org, id) }),
      remember: JSON.stringify({ id }),
      answer: [endpointById(org, id)],
    });
    return mustBeThere(rows[0][0]);
  }, endpointContention);
}

/** What a PATCH changes, as it is written down. */
function changes(row: EndpointRow, { url, events, enabled, description }: EndpointPatch): Record<string, unknown> {
  const before = {
    url: addressOf(row.url),
    events: JSON.parse(row.events) as unknown,
    enabled: row.enabled === 1,
    description: row.description,
  };
  const after = {
    ...(url !== undefined && { url: addressOf(url) }),
    ...(events !== undefined && { events: [...new Set(events)] }),
    ...(enabled !== undefined && { enabled }),
    ...(description !== undefined && { description }),
  };
  return differences(before, after);
}
