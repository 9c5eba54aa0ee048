import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { app } from "../../../src/entrypoints/app";
import { MAX_BULK_BODY_BYTES } from "../../../src/resources/orders/order-limits";
import { MAX_PROCESSING_BYTES, MAX_READING_BYTES } from "../../../src/platform/reading/memory";
import { orderBody, createShop, type Shop } from "../../kit/client";
import { bytesOf } from "../../kit/counted-body";
import { eventually } from "../../kit/eventually";
import { organizationD1, withOrganizationD1 } from "../../kit/databases";

/** A body too large to be read while the gate is called. */
const LARGE = 70 * 1024;
/** How often waiting requests check for free memory (src/platform/reading/byte-budget.ts). */
const POLL_MS = 25;

let shop: Shop;
/** Two other organizations. Each can use half of the memory for reading. */
let others: Shop[];
beforeAll(async () => {
  shop = await createShop();
  others = [await createShop(), await createShop()];
});
/** Callbacks of waiting requests, which check for free memory when they are called. */
let waiting: (() => void)[];
/** Whether waiting requests check again without being called. */
let pollsAtOnce: boolean;
/** How many times requests have begun to wait for their next check. */
let pollCount: number;
let minutes = 0;
beforeEach(() => {
  [waiting, pollsAtOnce, pollCount] = [[], false, 0];
  minutes += 2;
  vi.setSystemTime(Date.parse("2026-06-01T12:00:00.000Z") + minutes * 60_000);
  const wait = globalThis.setTimeout;
  const withoutPolls = (run: () => void, ms: number) => {
    if (ms !== POLL_MS) return wait(run, ms);
    pollCount += 1;
    return pollsAtOnce ? wait(run, 0) : void waiting.push(run);
  };
  vi.spyOn(globalThis, "setTimeout").mockImplementation(withoutPolls as unknown as typeof setTimeout);
  return () => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  };
});

const pollAll = () => {
  for (const poll of waiting.splice(0)) poll();
};

/** A bulk body of one order, padded with spaces to this length. */
function bulkOf(bytes: number, id: string): Uint8Array {
  const body = new Uint8Array(bytes).fill(0x20);
  body.set(bytesOf({ orders: [orderBody({ external_id: id })] }));
  return body;
}

interface Sent {
  /** Resolves with the response. */
  response: Promise<Response>;
  /** How many times the body was read so far. */
  reads: () => number;
  /** Lets the body end. */
  end: () => void;
}

interface Way {
  path?: string;
  from?: Shop;
  database?: D1Database;
  /** Whether the body continues until `end` is called. Its length is not stated, so it may be as long as the limit. */
  isHeld?: boolean;
}

/** Sends a body as a stream that counts its reads. */
function send(
  body: Uint8Array,
  { path = "/api/v2/orders/bulk", from = shop, database = organizationD1(), isHeld = false }: Way = {},
): Sent {
  const held = Promise.withResolvers<void>();
  let reads = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        reads += 1;
        if (reads === 1) return controller.enqueue(body.slice(0, 1024));
        if (isHeld) await held.promise;
        controller.enqueue(body.slice(1024));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = {
    Authorization: `Bearer ${from.token.secret}`,
    "Content-Type": "application/json",
    ...(!isHeld && { "Content-Length": String(body.byteLength) }),
  };
  const request = new Request(`https://api.example.com${path}`, { method: "POST", body: stream, headers });
  const respond = async () => {
    const context = createExecutionContext();
    const response = await app.fetch(request, withOrganizationD1(database), context);
    await waitOnExecutionContext(context);
    return response;
  };
  return { response: respond(), reads: () => reads, end: () => held.resolve() };
}

/** Fills the memory for reading with bodies of two organizations. */
async function fillReading(senders = others): Promise<Sent[]> {
  const count = (MAX_READING_BYTES / 2 / MAX_BULK_BODY_BYTES) * senders.length;
  const sent = Array.from({ length: count }, (_, n) => {
    const from = senders[n % senders.length] ?? shop;
    return send(bulkOf(2_000, `reading-${minutes}-${n}`), { isHeld: true, from });
  });
  await eventually(() => expect(sent.map(({ reads }) => reads())).toEqual(sent.map(() => 2)));
  return sent;
}

/** Ends bodies, and lets waiting requests check again until all have responses. */
async function finish(sent: readonly Sent[]): Promise<number[]> {
  for (const { end } of sent) end();
  const responses = Promise.all(sent.map(async ({ response }) => (await response).status));
  let isDone = false;
  void responses.finally(() => (isDone = true));
  await eventually(() => {
    pollAll();
    expect(isDone).toBe(true);
  });
  return await responses;
}

describe("large bodies share the memory of the isolate", () => {
  it("one is not read until the bodies that are being read leave room for it", async () => {
    const held = await fillReading();
    const late = send(bulkOf(LARGE, `late-${minutes}`));
    await eventually(() => expect(waiting).toHaveLength(1));
    pollAll();
    await eventually(() => expect(waiting).toHaveLength(1));
    expect(late.reads()).toBe(0);
    expect(await finish(held.slice(0, 1))).toEqual([200]);
    expect(await finish([late, ...held.slice(1)])).toEqual([200, 200, 200, 200]);
  });

  it("an organization waits once it uses half of the memory, and the others do not", async () => {
    const held = await fillReading([shop]);
    const late = send(bulkOf(LARGE, `own-${minutes}`));
    await eventually(() => expect(waiting).toHaveLength(1));
    const other = send(bulkOf(LARGE, `other-${minutes}`), { from: others[0] ?? shop });
    expect((await other.response).status).toBe(200);
    expect(late.reads()).toBe(0);
    expect(await finish([late, ...held])).toEqual([200, 200, 200]);
  });

  it("after 5 s without room: 503 with Retry-After, and nothing was read", async () => {
    const held = await fillReading();
    pollsAtOnce = true;
    const late = send(bulkOf(LARGE, `never-${minutes}`));
    const [status] = await finish([late]);
    expect(status).toBe(503);
    // It checks at the beginning, and last after 5 s.
    expect(pollCount * POLL_MS).toBe(5_000 + POLL_MS);
    const response = await late.response;
    expect(response.headers.get("Retry-After")).toBe("1");
    expect(await response.json()).toMatchObject({ error: { code: "service_unavailable" } });
    expect(late.reads()).toBe(0);
    expect(await finish(held)).toEqual([200, 200, 200, 200]);
  });

  it("a small one does not wait", async () => {
    const held = await fillReading();
    const small = send(bulkOf(2_000, `small-${minutes}`));
    expect((await small.response).status).toBe(200);
    expect(waiting).toEqual([]);
    await finish(held);
  });

  it("memory that was never released is free again after a minute", async () => {
    const held = await fillReading();
    vi.setSystemTime(Date.now() + 60_000);
    expect((await send(bulkOf(LARGE, `after-${minutes}`)).response).status).toBe(200);
    await finish(held);
  });

  it("one is not parsed while the processing of others needs the memory", async () => {
    // The credential is then cached, so that the first batch of the slow database is that of the orders.
    expect((await send(bulkOf(2_000, `before-${minutes}`)).response).status).toBe(200);
    const gate = Promise.withResolvers<void>();
    let batches = 0;
    const batch: D1Database["batch"] = async (statements) => {
      batches += 1;
      await gate.promise;
      return await organizationD1().batch(statements);
    };
    const prepare = (query: string) => organizationD1().prepare(query);
    const slow = { prepare, batch, withSession: () => slow, getBookmark: () => null } as unknown as D1Database;
    const first = send(bulkOf(MAX_PROCESSING_BYTES, `first-${minutes}`), { database: slow });
    await eventually(() => expect(batches).toBe(1));
    const second = send(bulkOf(LARGE, `second-${minutes}`), { database: slow });
    await eventually(() => expect(waiting).toHaveLength(1));
    expect(second.reads()).toBe(2);
    expect(batches).toBe(1);
    gate.resolve();
    expect(await finish([first, second])).toEqual([200, 200]);
  });

  it("a tool call reserves the memory of its message, and none for the request that it makes", async () => {
    const items = Array.from({ length: 200 }, (_, n) => ({ external_id: `${n}`, name: "Mug", price: 5, comment: "x".repeat(4_900) }));
    const call = (id: string) => {
      const args = { orders: [orderBody({ external_id: id, items })], dry_run: false, idempotency_key: id };
      return send(bytesOf({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "import_orders", arguments: args } }), {
        path: "/api/v2/mcp",
      });
    };
    // Four messages of almost 1 MiB nearly fill the memory for processing. If each request reserved as much again, all would wait.
    const calls = Array.from({ length: 4 }, (_, n) => call(`tool-${minutes}-${n}`));
    await finish(calls);
    for (const { response } of calls) expect(await (await response).text()).toContain('outcome\\":\\"created');
  });
});
