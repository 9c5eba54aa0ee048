import { LostRace, mustHaveChanged } from "../../platform/db/change";
import type { OrgDb } from "../../platform/db/org-db";
import { type EndpointRow, endpointById, insertEndpoint, type NewEndpointRow } from "./endpoints.sql.ts";
import { Refusal } from "../../platform/refusal";
import { auditedEndpoint } from "./endpoint-line";

/** Endpoints that an organization may have at a time (docs/spec/webhooks.md#create). */
const MOST_ENDPOINTS = 25;

/**
 * Registers a webhook endpoint whose URL has been checked and whose secret is sealed. 409 `conflict` where the
 * organization has 25 already: the count is part of the insert, so that it also holds for requests at the same time.
 */
export async function createEndpoint(org: OrgDb, endpoint: NewEndpointRow): Promise<EndpointRow> {
  try {
    const events = [...new Set(endpoint.events)];
    const { id, url, description } = endpoint;
    const line = auditedEndpoint(org, "created", { id, url }, { events, description });
    const committed = await org.commit({
      writes: [insertEndpoint(org, { ...endpoint, events }, MOST_ENDPOINTS), mustHaveChanged(), line],
      events: [],
      remember: JSON.stringify({ id }),
      answer: [endpointById(org, id)],
    });
    const [[row]] = committed.rows;
    if (row !== undefined) return row;
  } catch (error) {
    // Nothing but the limit can stop this insert: its id is new.
    if (!(error instanceof LostRace)) throw error;
  }
  const message = `An organization has at most ${MOST_ENDPOINTS} webhook endpoints. Delete one first.`;
  throw new Refusal("conflict", [{ code: "endpoint_limit", message, limit: MOST_ENDPOINTS }]);
}
