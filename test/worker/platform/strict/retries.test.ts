import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createShop, orderBody, idempotencyKey, rowsOf, type Shop } from "../../../kit/client";
import { under } from "../../../kit/strict-platform/conditions";
import { failGate } from "../../../kit/strict-platform/gate-errors";
import { organizationD1 } from "../../../kit/databases";
import { createMember } from "../../console/kit";
import { plainStatement } from "../../../kit/lagging-replica";
import { pauses } from "../../../kit/short-pauses";

/** A call that fails with a transient error is repeated once or twice, and no call after another error (docs/spec/durability.md#transient-errors). */

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});
afterEach(() => void vi.restoreAllMocks());

const create = async (external_id: string) => await shop.v2("/orders", { body: orderBody({ external_id }), headers: idempotencyKey() });
const orderCount = async () => (await rowsOf(shop, "select 1 from orders where organization_id = ?", shop.id)).length;

/** Lets the next batches of the organization's database fail with an error before they take effect. */
function failBatches(message: string, times: number) {
  const d1 = organizationD1();
  const batch = d1.batch.bind(d1);
  let failures = 0;
  return vi.spyOn(d1, "batch").mockImplementation(async (statements) => {
    if (failures >= times) return await batch(statements);
    failures += 1;

    throw new Error(message);
  });
}

describe("D1", () => {
  it("causes no transient error for a caller, neither for a read nor for a write with a key, and writes once", async () => {
    // No call fails more than twice in a row, and each is made three times.
    under({ errorRate: 0.3 });
    const before = await orderCount();
    const responses = await Promise.all(Array.from({ length: 20 }, async (_, index) => await create(`transient ${index}`)));
    const reads = await Promise.all(Array.from({ length: 20 }, async () => await shop.v2("/orders")));
    under({ errorRate: 0 });
    expect(new Set([...responses, ...reads].map(({ status }) => status))).toEqual(new Set([201, 200]));
    expect((await orderCount()) - before).toBe(20);
  });

  it.each([
    ["D1_ERROR: D1 DB is overloaded. Requests queued for too long.", 503, "1", undefined],
    ["D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.", 503, "1", undefined],
    ["D1_ERROR: D1 DB's isolate exceeded its memory limit and was reset.", 503, "1", undefined],
    ["D1_ERROR: D1 DB exceeded its CPU time limit and was reset.", 503, "1", undefined],
    ["D1_ERROR: Exceeded maximum DB size", 503, null, "database_full"],
    ["D1_ERROR: database or disk is full: SQLITE_FULL", 503, null, "database_full"],
    ["D1_ERROR: Too many API requests by single Worker invocation.", 500, null, undefined],
    ["Too many API requests by single worker invocation.", 500, null, undefined],
  ])("is not called again after %s", async (message, status, retryAfter, code) => {
    vi.spyOn(console, "error").mockReturnValue();
    const batches = failBatches(message, 1);
    const response = await shop.v2("/orders");
    expect({
      status: response.status,
      retryAfter: response.headers.get("Retry-After"),
      code: response.body.error.details?.[0]?.code,
    }).toEqual({
      status,
      retryAfter,
      code,
    });
    expect(batches).toHaveBeenCalledOnce();
  });

  it("is not called again for a batch that takes too long, and the retry gets its result", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    const [body, headers] = [orderBody({ external_id: "slow" }), idempotencyKey()];
    const before = await orderCount();
    under({ rowWrittenMs: 30_000 });
    const batches = vi.spyOn(organizationD1(), "batch");
    const first = await shop.v2("/orders", { body, headers });
    // The read, and one commit.
    expect(batches).toHaveBeenCalledTimes(2);
    expect({ status: first.status, retryAfter: first.headers.get("Retry-After") }).toEqual({ status: 503, retryAfter: "1" });
    under({ rowWrittenMs: 0 });
    const retry = await shop.v2("/orders", { body, headers });
    expect({ status: retry.status, external_id: retry.body.external_id }).toEqual({ status: 201, external_id: "slow" });
    expect((await orderCount()) - before).toBe(1);
  });

  it("writes the change of a form once if the response to its commit is lost, and the page says so", async () => {
    const owner = await createMember(shop.id, "owner");
    const d1 = organizationD1();
    const batch = d1.batch.bind(d1);
    let losses = 0;
    vi.spyOn(d1, "batch").mockImplementation(async (statements) => {
      const results = await batch<never>(statements);
      if (losses > 0 || !statements.some((statement) => plainStatement(statement).sql.startsWith("insert into write_markers")))
        return results;
      losses += 1;
      throw new Error("D1_ERROR: Network connection lost.");
    });
    const form = { subject: "Lost", body: "?", status: "open", priority: "normal", order_id: "", channel: "", customer_name: "" };
    const { status, location } = await owner.send("/tickets", form);
    expect({ losses, status, location }).toEqual({ losses: 1, status: 303, location: `/console/${shop.id}/tickets?done=repeated` });
    expect(await rowsOf(shop, "select 1 from tickets where organization_id = ?", shop.id)).toHaveLength(1);
  });

  it("is called at most three times", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    const batches = failBatches("D1_ERROR: Network connection lost.", 9);
    pauses.length = 0;
    expect((await shop.v2("/orders")).status).toBe(503);
    expect(batches).toHaveBeenCalledTimes(3);
    // 60 and 180 ms, each times a random factor from 0.5 to 1.5.
    const [first = 0, second = 0, ...more] = pauses;
    expect(more).toEqual([]);
    expect([first >= 30 && first < 90, second >= 90 && second < 270]).toEqual([true, true]);
  });
});

describe("a gate", () => {
  it.each([false, true])(
    "is called again with a new stub after a retryable error (call received: %s), and the write happens once",
    async (isReceived) => {
      failGate("admit", { kind: "retryable", isReceived });
      failGate("settle", { kind: "retryable", isReceived });
      const key = idempotencyKey();
      const body = orderBody({ external_id: `gate ${isReceived}` });
      const first = await shop.v2("/orders", { body, headers: key });
      expect(first.status).toBe(201);
      const replay = await shop.v2("/orders", { body, headers: key });
      expect({ status: replay.status, id: replay.body.id }).toEqual({ status: 201, id: first.body.id });
    },
  );

  it("is not called again if it is overloaded", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    failGate("admit", { kind: "overloaded" });
    expect((await shop.v2("/orders")).status).toBe(503);
    expect((await shop.v2("/orders")).status).toBe(200);
  });
});
