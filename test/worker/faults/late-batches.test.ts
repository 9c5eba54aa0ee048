import { beforeAll, expect, it, vi } from "vitest";
import { idempotencyKey } from "../../kit/client";
import { ROUTES } from "../../kit/requests";
import { captureEnqueued } from "../../kit/webhook-fixture";
import { type Crossing, envUnder, type Plan } from "./crossings";
import { withoutFaults, outage } from "./outages";
import { fixtureFor, type RouteFixture, send, totalsOf } from "./route-fixture";
import { lateBatch } from "./write-faults";

/**
 * A batch that timed out arrives while the retry is executed, which then finds its own change and could take it for that of another
 * request (docs/spec/durability.md#resumed-operations).
 */

beforeAll(() => {
  captureEnqueued();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});

const order = { store: "Gift shop", external_id: "late", items: [{ name: "Mug", price: 1 }] };

/** Writes that return another status, or an error, if their result already exists. */
const WRITES: [operationId: string, path: (ids: RouteFixture["ids"]) => string, body: unknown][] = [
  ["reprintOrder", (ids) => `/orders/${ids["orders.id"]}/reprint`, { number: 2 }],
  ["createOrder", () => "/orders", order],
  ["createStore", () => "/stores", { name: "Corner shop", platform: "etsy" }],
  ["setOrderStatus", (ids) => `/orders/${ids["orders.id"]}/status`, { status: "In Production" }],
  ["removeOrderItem", (ids) => `/order-items/${ids["order-items.id"]}`, undefined],
  ["deleteExpenseV2", (ids) => `/expenses/${ids["expenses.id"]}`, undefined],
];

it.each(WRITES)("%s: the retry succeeds as an undisturbed request does, and the change is made once", async (operationId, path, body) => {
  const route = ROUTES.find(([surface, endpoint]) => surface.name === "v2" && endpoint.operationId === operationId);
  if (route === undefined) throw new Error(`There is no ${operationId} in v2.`);
  const method = route[1].method.toUpperCase();
  const request = async (by: Env, { shop, ids }: RouteFixture, key: Record<string, string>) =>
    await send(by, `/api/v2${path(ids)}`, method, body, { Authorization: `Bearer ${shop.token.secret}`, ...key });

  const usual = await fixtureFor(route);
  const { status } = await request(envUnder(withoutFaults), usual, idempotencyKey());
  expect(status).toBeLessThan(300);
  const once = await totalsOf(usual.shop);

  const fixture = await fixtureFor(route);
  const key = idempotencyKey();
  const late = lateBatch("before the retry's");
  expect((await request(envUnder(late.plan), fixture, key)).status).toBe(503);
  const retry = await request(envUnder(late.retry), fixture, key);
  expect(retry.status, retry.text).toBe(status);
  expect(await totalsOf(fixture.shop)).toEqual(once);
  const replay = await request(envUnder(withoutFaults), fixture, key);
  expect({ status: replay.status, text: replay.text, idempotentReplayed: replay.headers.get("Idempotent-Replayed") }).toEqual({
    status,
    text: retry.text,
    idempotentReplayed: "true",
  });
});

/** The batch times out, its repetition fails with a conflict, and the batch arrives when the handler has started again. */
function lateBatchWithinExecution(): { plan: Plan; hasArrived: () => boolean } {
  let held: (() => Promise<unknown>) | null = null;
  let writes = 0;
  let readsSince = 0;
  let arrived = false;
  const plan = async <T>({ edge, go }: Crossing<T>): Promise<T> => {
    if (edge === "d1.write") {
      writes += 1;
      if (writes === 1) {
        held = go;
        throw outage("D1_ERROR: Network connection lost.");
      }
      if (writes === 2) throw new Error("D1_ERROR: assertion failed");
    } else if (edge === "d1.read" && writes === 2) {
      readsSince += 1;
      // The first read looks for the marker, and the second one starts the handler again.
      if (readsSince === 2) {
        await held?.();
        arrived = true;
      }
    }
    return await go();
  };
  return { plan, hasArrived: () => arrived };
}

it("a batch that arrives late in the same execution is recognized too", async () => {
  const route = ROUTES.find(([surface, endpoint]) => surface.name === "v2" && endpoint.operationId === "createOrder");
  if (route === undefined) throw new Error("There is no createOrder in v2.");
  const { shop } = await fixtureFor(route);
  await shop.v2("/me");
  const headers = { Authorization: `Bearer ${shop.token.secret}`, ...idempotencyKey() };
  const late = lateBatchWithinExecution();
  const first = await send(envUnder(late.plan), "/api/v2/orders", "POST", order, headers);
  expect(late.hasArrived()).toBe(true);
  expect({ status: first.status, external_id: first.body.external_id }).toEqual({ status: 201, external_id: "late" });
  expect(first.headers.get("Location")).toBe(`/api/v2/orders/${first.body.id}`);
});
