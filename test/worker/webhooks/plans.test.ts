import { createMessageBatch } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import { OrgReader } from "../../../src/db/org-db";
import { listDeliveries } from "../../../src/domain/webhooks/list-deliveries";
import { listEndpoints } from "../../../src/domain/webhooks/list-endpoints";
import { consume } from "../../../src/webhooks/consume";
import { sweep } from "../../../src/webhooks/sweep";
import { aDelivery, anEndpoint, anOrganization, captureRings } from "../../kit/webhook-fixture";

afterEach(() => vi.restoreAllMocks());

it("serves every statement of the deliveries by an index", async () => {
  captureRings();
  vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response("", { status: 500 }));
  const now = Date.now();
  const organization = await anOrganization();
  const endpoint = await anEndpoint(organization);
  const { id } = await aDelivery(endpoint, now - 60_000);
  await aDelivery(endpoint, now - 60_000, { attempts: 1, lease_token: "t", lease_until: now - 1 });

  const prepare = vi.spyOn(env.DB, "prepare");
  await consume(
    createMessageBatch("deliveries", [{ id: "m", timestamp: new Date(), attempts: 1, body: { delivery_id: id, attempt: 1 } }]),
    env,
  );
  await sweep(env, now);
  const org = new OrgReader(
    env.DB,
    { id: organization, currency: "USD", timezone: "UTC", rollUpStatus: true },
    { kind: "system", id: null, name: "" },
    now,
  );
  await listDeliveries(org, endpoint.id, { since: "2026-01-01" }, { after: { created_at: now, id: "dlv_z" }, limit: 50 });
  await listEndpoints(org);
  const statements = [...new Set(prepare.mock.calls.map(([sql]) => sql))];
  prepare.mockRestore();

  for (const sql of statements) {
    const { results } = await env.DB.prepare(`explain query plan ${sql.replaceAll("?", "null")}`).all<{ detail: string }>();
    const plan = results.map(({ detail }) => detail);
    // Of rows under way there are few: their partial index is read whole.
    const scans = plan.filter(
      (step) => /^SCAN (?!j\b|json_each|waiting|ranked|ended|\(|CONSTANT)/.test(step) && !step.includes("deliveries_leased"),
    );
    expect(scans, sql).toEqual([]);
  }
});
