import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { app } from "../../../src/entrypoints/app";
import { type ApiResponse, orderBody, createShop, idempotencyKey, type Shop, ingestOrder } from "../../kit/client";
import { captureEnqueued } from "../../kit/webhook-fixture";
import { MAX_HEADER_LENGTH } from "../../../src/platform/http/consistency";
import { bookmarkOf } from "../../../src/platform/db/consistency-token";
import { settingsOf } from "../../../src/platform/env";
import { logOf } from "../../kit/log";
import { agentOf } from "../mcp/agent";
import { headersOf, mockReceiver, serveQueues } from "../webhooks/consumer";
import { createCaller, type Caller, advanceClock, stopTheReplica } from "./nearest";
import { organizationD1 } from "../../kit/databases";

/** Tokens that carry a database state from one credential to another (docs/spec/consistency.md#consistency-token). */

const HEADER = "X-Consistency-Token";
const HOUR = 3_600_000;

let shop: Shop;
/** The id of an order that every replica has. */
let replicatedId: number;
/** Reads from the nearest replica, and has written nothing. */
let reader: Caller;

let today = Date.parse("2026-06-01T10:00:00.000Z");

beforeAll(async () => {
  vi.setSystemTime(today);
  shop = await createShop();
});
beforeEach(async () => {
  today += 24 * HOUR;
  vi.setSystemTime(today);
  replicatedId = Number((await ingestOrder(shop)).id);
  reader = await createCaller(shop);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const tokenOf = ({ headers }: Pick<ApiResponse, "headers">): string => headers.get(HEADER) ?? "";

/** Creates an order with another credential. Returns its id and the token of the response. */
async function createOrder(): Promise<{ id: number; token: string }> {
  const response = await shop.v2("/orders", { body: orderBody() });
  return { id: Number(response.body.id), token: tokenOf(response) };
}

/** Records the bookmarks at which sessions start from now on. Returns a function that reads them. */
function recordStartBookmarks(): () => string[] {
  const session = vi.spyOn(organizationD1(), "withSession");
  return () => session.mock.calls.map(([start]) => String(start)).filter((start) => !start.startsWith("first-"));
}

describe("a consistency token", () => {
  it("is in the responses to writes of both APIs, but not to reads and errors", async () => {
    expect(tokenOf(await shop.v2("/orders", { body: orderBody() }))).not.toBe("");
    expect(tokenOf(await shop.v2(`/orders/${replicatedId}`, { method: "PATCH", body: { ship_city: "Lyon" } }))).not.toBe("");
    expect(tokenOf(await shop.v1("/expenses", { body: { category: "rent", amount: 1, date: "2026-01-31" } }))).not.toBe("");
    expect(tokenOf(await shop.v2(`/orders/${replicatedId}`))).toBe("");
    expect(tokenOf(await shop.v2("/orders", { body: { items: [] } }))).toBe("");
    expect(tokenOf(await shop.v2("/orders/999999999", { method: "PATCH", body: { ship_city: "Lyon" } }))).toBe("");
  });

  it("is stored with the response of an idempotency key", async () => {
    const [headers, body] = [idempotencyKey(), orderBody()];
    const first = await shop.v2("/orders", { body, headers });
    expect(tokenOf(first)).not.toBe("");
    await vi.waitFor(async () => {
      const again = await shop.v2("/orders", { body, headers });
      expect(again.headers.get("Idempotent-Replayed")).toBe("true");
      expect(tokenOf(again)).toBe(tokenOf(first));
    });
  });

  it("does not contain the bookmark of the database, which would reveal how much others write", async () => {
    const { token } = await createOrder();
    const bytes = new TextDecoder("latin1").decode(Uint8Array.fromBase64(token, { alphabet: "base64url" }));
    const settings = settingsOf(env);
    const organization = { id: shop.id, database: shop.database, restoredAt: null };
    const found = await bookmarkOf(settings, { organization, token, now: Date.now() });
    expect(found).toEqual({ bookmark: expect.stringMatching(/^[\w-]{16,}$/) });
    expect(bytes).not.toContain((found as { bookmark: string }).bookmark);
    // Each write has its own token.
    expect((await createOrder()).token).not.toBe(token);
  });
});

describe("a read by another credential", () => {
  it("does not return the write without the token while its replica is behind, and returns it with the token", async () => {
    await stopTheReplica();
    const { id, token } = await createOrder();
    expect(await reader.read(id)).toMatchObject({ status: 404, read_from: "replica" });
    expect(await reader.read(id, { [HEADER]: token })).toMatchObject({ status: 200, read_from: "replica", d1_trips: 1 });
  });

  it("starts at the later of two tokens, in either order", async () => {
    const [first, second] = [await createOrder(), await createOrder()];
    const starts = recordStartBookmarks();
    for (const header of [`${first.token}, ${second.token}`, `${second.token},${first.token}`]) {
      await reader.read(replicatedId, { [HEADER]: header });
    }
    await reader.read(replicatedId, { [HEADER]: second.token });
    await reader.read(replicatedId, { [HEADER]: first.token });
    const [one, other, latest, earlier] = starts();
    expect([one, other]).toEqual([latest, latest]);
    expect(earlier).not.toBe(latest);
  });

  it("works over MCP, with the token in the header of the message", async () => {
    const agent = agentOf(reader.credential);
    const order = { external_id: "mcp-1", ...orderBody() };
    const placed = await agentOf(shop.token).call("import_orders", { orders: [order], idempotency_key: "mcp-1", dry_run: false });
    expect(placed.data).toMatchObject({ result: { results: [{ outcome: "created" }] } });
    const token = tokenOf(placed.response);
    expect(token).not.toBe("");
    await stopTheReplica();
    const args = { name: "get_order", arguments: { order_id: placed.data.result.results[0].id } };
    expect((await agent.request("tools/call", args)).body.result).toMatchObject({ isError: true });
    expect((await agent.request("tools/call", args, { [HEADER]: token })).body.result.isError).not.toBe(true);
  });

  it("returns the resource of a webhook with the token of the webhook", async () => {
    const enqueued = captureEnqueued();
    const hook = await shop.v2("/webhooks", { body: { url: "https://receiver.example.com/hooks", events: ["order.created"] } });
    const fetched = mockReceiver();
    const { id } = await createOrder();
    await serveQueues(enqueued, Date.now());
    const token = headersOf(fetched.mock.calls[0]?.[1])[HEADER] ?? "";
    await stopTheReplica();
    expect(await reader.read(id)).toMatchObject({ status: 404 });
    expect(await reader.read(id, { [HEADER]: token })).toMatchObject({ status: 200, read_from: "replica" });
    await shop.v2(`/webhooks/${hook.body.id}?confirm=true`, { method: "DELETE" });
  });

  it("reads from the primary with a token that is older than a day", async () => {
    const { token } = await createOrder();
    advanceClock(24 * HOUR - 1);
    const starts = recordStartBookmarks();
    expect(await reader.read(replicatedId, { [HEADER]: token })).toMatchObject({ status: 200 });
    expect(starts()).toHaveLength(1);
    advanceClock(1);
    expect(await reader.read(replicatedId, { [HEADER]: token })).toMatchObject({ status: 200, read_from: "primary", d1_trips: 1 });
    expect(starts()).toHaveLength(1);
  });

  it("reads from the primary with a token from before a restore, and accepts one from before the master secret was changed", async () => {
    const { token } = await createOrder();
    const starts = recordStartBookmarks();
    const send = async (settings: Record<string, string>) => {
      const context = createExecutionContext();
      const headers = { Authorization: `Bearer ${reader.credential.secret}`, [HEADER]: token };
      const request = new Request(`https://api.example.com/api/v2/orders/${replicatedId}`, { headers });
      const { status, read_from } = await logOf(async () => await app.fetch(request, { ...env, ...settings }, context));
      await waitOnExecutionContext(context);
      return { status, read_from };
    };
    // A restore of the database is followed by a new generation.
    expect(await send({ GATE_GENERATION: "2" })).toEqual({ status: 200, read_from: "primary" });
    expect(starts()).toEqual([]);
    const NEW = "a-new-master-secret-for-tests-0123456789";
    expect(await send({ MASTER_SECRET: NEW })).toMatchObject({ status: 400 });
    expect(await send({ MASTER_SECRET: NEW, MASTER_SECRET_SECOND: env.MASTER_SECRET })).toEqual({ status: 200, read_from: "replica" });
    expect(starts()).toHaveLength(1);
  });
});

describe("an invalid consistency token", () => {
  const REJECTED = {
    code: "validation_error",
    details: [expect.objectContaining({ path: HEADER, code: "invalid_consistency_token" })],
  };

  it("returns 400 and starts no session at a bookmark, for every changed character", { tags: "long" }, async () => {
    const { token } = await createOrder();
    const starts = recordStartBookmarks();
    for (const at of token.split("").keys()) {
      const other = token[at] === "A" ? "B" : "A";
      const altered = token.slice(0, at) + other + token.slice(at + 1);
      const response = await reader.send(`/orders/${replicatedId}`, { headers: { [HEADER]: altered } });
      expect([at, response.status, response.body.error]).toMatchObject([at, 400, REJECTED]);
    }
    expect(starts()).toEqual([]);
  });

  it.each([
    ["is empty", () => ""],
    ["is a bookmark", () => "00000000-00000015-00000000-00000000000000000000000000000000"],
    ["is the name of a start", () => "first-unconstrained"],
    ["is truncated", (token: string) => token.slice(0, -4)],
    ["follows a valid one", (token: string) => `${token}, x`],
    // A header has at most 20 tokens.
    ["is one of too many", (token: string) => Array.from({ length: 21 }, () => token).join(",")],
    ["is in a header that is too long", (token: string) => `${token},${" ".repeat(MAX_HEADER_LENGTH)}${token}`],
  ])("returns 400 if it %s, on a read and on a write, and nothing is written", async (_name, forge) => {
    const { token } = await createOrder();
    const headers = { [HEADER]: forge(token) };
    const starts = recordStartBookmarks();
    expect((await reader.send(`/orders/${replicatedId}`, { headers })).body.error).toMatchObject(REJECTED);
    expect((await shop.v1("/orders", { headers })).body.error).toMatchObject(REJECTED);
    const sku = crypto.randomUUID();
    const written = await shop.v1("/products", { headers: { ...headers, ...idempotencyKey() }, body: { title: "Mug", sku, price: 1 } });
    expect(written.body.error).toMatchObject(REJECTED);
    expect((await shop.v1(`/products?search=${sku}`)).body.data).toEqual([]);
    expect(starts()).toEqual([]);
  });

  it("does not prevent the replay of a response", async () => {
    const [headers, body] = [idempotencyKey(), orderBody()];
    const first = await shop.v2("/orders", { body, headers });
    await vi.waitFor(async () => {
      const again = await shop.v2("/orders", { body, headers: { ...headers, [HEADER]: "x" } });
      expect({ status: again.status, id: again.body.id }).toEqual({ status: first.status, id: first.body.id });
    });
  });

  it("returns 400 if it belongs to another organization", async () => {
    const other = await createShop();
    const token = tokenOf(await other.v2("/orders", { body: orderBody() }));
    expect(token).not.toBe("");
    const response = await reader.send(`/orders/${replicatedId}`, { headers: { [HEADER]: token } });
    expect(response.body.error).toMatchObject(REJECTED);
  });
});
