import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { newSecret } from "../../src/platform/crypto/credential-secret";
import { sha256Hex } from "../../src/platform/crypto/digest";
import { newId } from "../../src/platform/crypto/random";
import { issueSecret } from "../../src/resources/webhooks/signature";
import { d1For, organizationD1, organizationDatabase } from "./databases";

const MASTER_SECRETS = [env.MASTER_SECRET] as const;

/** Inserts an organization, and returns its id. */
export async function insertOrganization(): Promise<number> {
  const sql = `insert into organizations (id, name, currency, timezone, created_at, updated_at, database)
    values (?, 'Shop', 'USD', 'UTC', 0, 0, ?) returning id`;
  const row = await env.DB.prepare(sql).bind(null, organizationDatabase()).first<{ id: number }>();
  if (row === null) throw new Error("no organization");
  // As src/accounts/create-organization.ts does.
  if (organizationDatabase() !== 0) await organizationD1().prepare(sql).bind(row.id, organizationDatabase()).run();
  return row.id;
}

/** Inserts a bearer token of an organization, and returns its secret. */
export async function insertToken(organization_id: number, scopes: readonly string[] = ["webhooks:manage"]): Promise<string> {
  const secret = newSecret("api_token");
  await insert("credentials", {
    organization_id,
    kind: "api_token",
    name: "test",
    secret_hash: sha256Hex(secret),
    hint: secret.slice(-4),
    scopes: JSON.stringify(scopes),
    created_at: 0,
    updated_at: 0,
  });
  return secret;
}

export interface InsertedEndpoint {
  id: string;
  organizationId: number;
  secret: string;
}

/** Inserts a webhook endpoint, with the given columns replaced. */
export async function insertWebhookEndpoint(
  organizationId: number,
  columns: Record<string, string | number | null> = {},
): Promise<InsertedEndpoint> {
  const id = newId("we", Date.now());
  const { secret, encrypted, hint } = await issueSecret(MASTER_SECRETS, id);
  await insert("webhook_endpoints", {
    id,
    organization_id: organizationId,
    url: "https://receiver.example.com/hooks",
    events: JSON.stringify(["order.updated"]),
    status: "active",
    enabled: 1,
    secret: encrypted,
    secret_hint: hint,
    created_at: 0,
    updated_at: 0,
    ...columns,
  });
  return { id, organizationId, secret };
}

/** Inserts an event with this body and one delivery, which is due at `now` (ms since 1970), with the given columns replaced. */
export async function insertDelivery(
  { id: endpoint_id, organizationId: organization_id }: InsertedEndpoint,
  now: number,
  {
    body = JSON.stringify({ event: "order.updated", note: "naïve ✓ 😀 \u2028" }),
    ...columns
  }: { body?: string } & Record<string, string | number | null> = {},
): Promise<{ id: string; event_id: string; body: string }> {
  const event_id = newId("evt", now);
  const id = newId("dlv", now);
  await insert("events", { id: event_id, organization_id, type: "order.updated", body, occurred_at: now });
  await insert("deliveries", {
    id,
    organization_id,
    endpoint_id,
    event_id,
    event_type: "order.updated",
    status: "pending",
    trigger: "auto",
    next_attempt_at: now,
    created_at: now,
    ...columns,
  });
  return { id, event_id, body };
}

/** One row of a table by its id. */
export async function rowOf(table: "deliveries" | "webhook_endpoints", id: string): Promise<Record<string, unknown>> {
  const row = await organizationD1().prepare(`select * from ${table} where id = ?`).bind(id).first();
  if (row === null) throw new Error(`no ${table} ${id}`);
  return row;
}

/** The attempts of a delivery in order. */
export async function attemptsOf(deliveryId: string): Promise<Record<string, unknown>[]> {
  return (await organizationD1().prepare("select * from attempts where delivery_id = ? order by number").bind(deliveryId).all()).results;
}

async function insert(table: string, columns: Record<string, string | number | null>): Promise<void> {
  const names = Object.keys(columns);
  const sql = `insert into ${table} (${names.map((name) => `"${name}"`).join(", ")}) values (${names.map(() => "?").join(", ")})`;
  await d1For(sql)
    .prepare(sql)
    .bind(...Object.values(columns))
    .run();
}

/** The messages that were sent to the two queues, by call. */
export interface EnqueuedMessages {
  fast: { body: unknown; delaySeconds?: number }[][];
  slow: { body: unknown; delaySeconds?: number }[][];
}

/** Keeps enqueued messages out of the real queues until the mocks are restored. */
export function captureEnqueued(): EnqueuedMessages {
  const enqueued: EnqueuedMessages = { fast: [], slow: [] };
  const into = (to: EnqueuedMessages["fast"]) => async (messages: Iterable<MessageSendRequest>) => {
    to.push([...messages] as EnqueuedMessages["fast"][number]);
    return {} as QueueSendBatchResponse;
  };
  vi.spyOn(env.DELIVERIES, "sendBatch").mockImplementation(into(enqueued.fast));
  vi.spyOn(env.DELIVERIES_SLOW, "sendBatch").mockImplementation(into(enqueued.slow));
  return enqueued;
}
