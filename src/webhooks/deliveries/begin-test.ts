import { newId } from "../../platform/crypto/random";
import { insertTest } from "./again.sql.ts";
import { mustHaveChanged, untilWon } from "../../platform/db/change";
import type { Claim } from "./claim.sql.ts";
import type { OrgDb } from "../../platform/db/org-db";
import { momentText } from "../../platform/values/zone";
import { endpointContention, readLiveEndpoint } from "../endpoints/live-endpoint";

/**
 * Records a test of an endpoint, a paused or disabled one too, and answers the claim to its one attempt (docs/spec/webhooks.md#test).
 * 404 for a deleted one.
 */
export async function beginTest(org: OrgDb, endpointId: string): Promise<Claim> {
  return await untilWon(() => begin(org, endpointId), endpointContention);
}

async function begin(org: OrgDb, endpointId: string): Promise<Claim> {
  const { url, version, secret, previous_secret, previous_valid_until } = await readLiveEndpoint(org, endpointId);
  const event_id = newId("evt", org.now);
  const event_type = "webhook.test";
  const message = "This is a test: your endpoint is reachable.";
  const body = JSON.stringify({ event: event_type, event_id, webhook_id: endpointId, message, occurred_at: momentText(org.now) });
  const claim: Claim = {
    delivery_id: newId("dlv", org.now),
    endpoint_id: endpointId,
    event_id,
    event_type,
    attempt: 1,
    run_from: 0,
    probing: false,
    endpoint_version: version,
    lease_token: crypto.randomUUID(),
    url,
    secret,
    previous_secret: (previous_valid_until ?? 0) > org.now ? previous_secret : null,
    body,
  };
  await org.commit({
    writes: [...insertTest(org, claim), mustHaveChanged()],
    events: [],
    remember: JSON.stringify({ id: claim.delivery_id }),
    answer: [],
  });
  return claim;
}
