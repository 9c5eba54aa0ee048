import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import { OrgReader } from "../../../src/platform/db/org-db";
import { listDeliveries } from "../../../src/resources/webhooks/deliveries/queries";
import { listEndpoints } from "../../../src/resources/webhooks/endpoints/queries";
import { runDeliveryJob } from "../../../src/resources/webhooks/delivery-job";
import { createShop } from "../../kit/client";
import { insertDelivery, insertWebhookEndpoint, insertOrganization, captureEnqueued } from "../../kit/webhook-fixture";
import { consumeMessages, deliveryMessage } from "./consumer";
import { organizationD1, organizationDatabase } from "../../kit/databases";

afterEach(() => vi.restoreAllMocks());

/** Fails for a statement that scans a table or an index, except an index that always has few rows. */
async function expectIndexes(statements: Iterable<string>): Promise<void> {
  const distinct = new Set(statements);
  expect(distinct.size).toBeGreaterThan(0);
  for (const sql of distinct) {
    const { results } = await organizationD1()
      .prepare(`explain query plan ${sql.replaceAll("?", "null")}`)
      .all<{ detail: string }>();
    const plan = results.map(({ detail }) => detail);
    // The names are those of subqueries and of lists in JSON.
    // Few deliveries are running and few recoveries are active, so their partial index is scanned.
    const scans = plan.filter(
      (step) => /^SCAN (?!j\b|json_each|waiting|ranked|ended|\(|CONSTANT)/.test(step) && !/deliveries_leased|recoveries_status/.test(step),
    );
    expect(scans, sql).toEqual([]);
  }
}

it("every statement of deliveries uses an index", async () => {
  captureEnqueued();
  const statuses = [500, 200];
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("", { status: statuses.shift() ?? 0 }));
  const now = Date.now();
  const organization = await insertOrganization();
  const endpoint = await insertWebhookEndpoint(organization);
  const { id: failing } = await insertDelivery(endpoint, now - 60_000);
  const { id: succeeding } = await insertDelivery(endpoint, now - 60_000);
  await insertDelivery(endpoint, now - 60_000, { attempts: 1, lease_token: "t", lease_until: now - 1 });

  const prepare = vi.spyOn(organizationD1(), "prepare");
  await consumeMessages([deliveryMessage(failing)]);
  await consumeMessages([deliveryMessage(succeeding)]);
  expect(statuses).toEqual([]);
  await runDeliveryJob(env, now);
  const tenant = {
    id: organization,
    database: organizationDatabase(),
    restoredAt: null,
    currency: "USD",
    timezone: "UTC",
    rollUpStatus: true,
  };
  const org = new OrgReader({ d1: organizationD1(), organization: tenant, actor: { kind: "system", id: null, name: "" }, now });
  await listDeliveries(org, endpoint.id, { filter: { since: now - 60_000 }, after: [now, "dlv_z"], limit: 50 });
  await listEndpoints(org);
  const statements = prepare.mock.calls.map(([sql]) => sql);
  prepare.mockRestore();
  await expectIndexes(statements);
});

it("every statement of the management of endpoints uses an index", async () => {
  captureEnqueued();
  vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response("thanks"));
  const shop = await createShop();
  const endpoint = await insertWebhookEndpoint(shop.id);
  const failed = { status: "failed", next_attempt_at: null };
  const [{ id }] = [await insertDelivery(endpoint, Date.now(), failed), await insertDelivery(endpoint, Date.now(), failed)];
  const path = `/webhooks/${endpoint.id}`;

  const prepare = vi.spyOn(organizationD1(), "prepare");
  const recovery = await shop.v2(`${path}/recover`, { body: { events: ["order.updated"] } });
  const responses = [
    recovery,
    await shop.v2(`${path}/recoveries/${recovery.body.id}`),
    await shop.v2(`${path}/deliveries/${id}/redeliver`, { method: "POST" }),
    await shop.v2(`${path}/test`, { method: "POST" }),
    await shop.v2(`${path}/rotate-secret`, { body: {} }),
    await shop.v2(path, { method: "PATCH", body: { enabled: false } }),
    await shop.v2(path, { method: "PATCH", body: { enabled: true } }),
    await shop.v2(`${path}/deliveries?status=failed&event=order.updated`),
    await shop.v2(`${path}?confirm=${endpoint.id}`, { method: "DELETE" }),
  ];
  const statements = prepare.mock.calls.map(([sql]) => sql);
  prepare.mockRestore();
  expect(responses.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200, 200, 200, 200, 200]);
  await expectIndexes(statements);
});
