import { env } from "cloudflare:workers";
import { listDurableObjectIds, runInDurableObject } from "cloudflare:test";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Gate } from "../../../src/entrypoints/gate";
import { allDatabases } from "../../../src/platform/db/database";
import {
  type ApiResponse,
  createShop,
  asOperator,
  call,
  idempotencyKey,
  rows,
  rowsIn,
  type Shop,
  ingestOrder,
  v2As,
} from "../../kit/client";
import { eventually } from "../../kit/eventually";

/** The text of a row or a column, with bytes as characters. */
function textOf(value: unknown): string {
  if (value instanceof ArrayBuffer) return String.fromCharCode(...new Uint8Array(value));
  if (Array.isArray(value) || (typeof value === "object" && value !== null)) return Object.values(value).map(textOf).join("\n");
  return String(value);
}

/** The content of all databases, table by table. */
async function databaseText(): Promise<string> {
  const tables = await rows<{ name: string }>("select name from sqlite_master where type = 'table' and name not like '_cf_%'");
  const texts: string[] = [];
  for (const d1 of allDatabases(env)) for (const { name } of tables) texts.push(textOf(await rowsIn(d1, `select * from "${name}"`)));
  return texts.join("\n");
}

const gateIds = async () => (await listDurableObjectIds(env.GATE)).map(String);
let gatesBefore: ReadonlySet<string>;

/** The content of the Durable Objects that this file has used. Those of earlier files stay in the same process. */
async function objectText(): Promise<string> {
  const texts: string[] = [];
  for (const gate of (await gateIds()).filter((id) => !gatesBefore.has(id))) {
    const id = env.GATE.idFromString(gate);
    await runInDurableObject(env.GATE.get(id), async (_: Gate, state) => {
      const tables = state.storage.sql.exec<{ name: string }>(
        "select name from sqlite_master where type = 'table' and name not like '_cf_%'",
      );
      for (const { name } of tables.toArray()) texts.push(textOf(state.storage.sql.exec(`select * from "${name}"`).toArray()));
      texts.push(textOf([...state.storage.kv.list()]));
    });
  }
  return texts.join("\n");
}

let shop: Shop;
let secrets: Record<string, string>;
let hook: string;

beforeAll(async () => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("thanks"));
  gatesBefore = new Set(await gateIds());
  shop = await createShop();
  await ingestOrder(shop);
  const rotated = await asOperator(`/organizations/${shop.id}/credentials/${shop.token.id}/rotate`, { overlap_hours: 24 });
  // The response contains the secret and is stored under its key.
  const made = await shop.v2("/webhooks", {
    body: { url: "https://receiver.example.com/", events: ["order.created"] },
    headers: idempotencyKey(),
  });
  hook = made.body.id;
  const again = await shop.v2(`/webhooks/${hook}/rotate-secret`, { body: { overlap_hours: 24 }, headers: idempotencyKey() });
  expect((await shop.v2(`/webhooks/${hook}/test`, { body: {} })).body.delivered).toBe(true);
  await asOperator(`/organizations/${shop.id}/members`, { email: "ann@example.com", password: "correct horse battery", role: "owner" });
  secrets = {
    "an API key": shop.key.secret,
    "an API token that was rotated": shop.token.secret,
    "an API token": rotated.secret,
    "a webhook's secret that was rotated": made.body.secret,
    "a webhook's secret": again.body.secret,
    "the master secret": env.MASTER_SECRET,
    "the operator's token": env.OPERATOR_TOKEN,
    "a password": "correct horse battery",
  };
});
afterAll(() => {
  vi.restoreAllMocks();
});

describe("at rest", () => {
  it("the databases contain no secret", async () => {
    const text = await databaseText();
    expect(text).toContain("ann@example.com");
    for (const [what, secret] of Object.entries(secrets)) expect(text.includes(secret), what).toBe(false);
  });

  it("the objects contain no secret, and no readable response", async () => {
    // The operations whose responses have a secret: a new webhook, and the rotation of its secret.
    await eventually(async () => expect((await objectText()).match(/op_/g)?.length).toBeGreaterThanOrEqual(2));
    const text = await objectText();
    for (const [what, secret] of Object.entries(secrets)) expect(text.includes(secret), what).toBe(false);
    expect(text).not.toContain("whsec_");
    expect(text).not.toContain("receiver.example.com");
  });
});

describe("in responses", () => {
  it("no response to a list, a read or a change has a secret", async () => {
    const paths = ["/me", "/webhooks", `/webhooks/${hook}`, `/webhooks/${hook}/deliveries`, "/events", "/openapi.json"];
    const responses: ApiResponse[] = await Promise.all(paths.map((path) => shop.v2(path)));
    responses.push(await shop.v2(`/webhooks/${hook}`, { method: "PATCH", body: { description: "ERP" } }));
    responses.push(
      await call(`/operator/organizations/${shop.id}/credentials`, { headers: { Authorization: `Bearer ${env.OPERATOR_TOKEN}` } }),
    );
    for (const { status, text } of responses) {
      expect(status).toBe(200);
      for (const [what, secret] of Object.entries(secrets)) expect(text.includes(secret), what).toBe(false);
    }
  });

  it("an error does not repeat a credential of the request", async () => {
    const nearly = shop.token.secret.slice(0, -1) + (shop.token.secret.endsWith("0") ? "1" : "0");
    for (const secret of [nearly, `${shop.token.secret}x`, "sk_live_nonsense", env.OPERATOR_TOKEN]) {
      const { status, text } = await v2As({ id: 0, secret })("/orders");
      expect(status).toBe(401);
      expect(text).not.toContain(secret.slice(0, 12));
    }
  });
});
