import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { EVENT_TYPES } from "../../../src/resources/events/events";
import type { ApiResponse } from "../../kit/client";
import { FULL } from "../../kit/form";
import { bodyOf, nameOf, pathOf } from "../../kit/requests";
import { GUARDED, pathKeys, send } from "./probe";
import { leaked, tracesOf } from "./trace";
import { removeTwinMocks, stateOf, type Twin, twins } from "./twins";
import { shareOf } from "../../kit/share";

let alpha: Twin;
let beta: Twin;

beforeAll(async () => {
  [alpha, beta] = await twins("alpha", "beta");
});
afterAll(() => {
  removeTwinMocks();
  if (FULL) console.log(`idempotency: ${writes.length} write routes, ${responseCount} responses, replays of another's 0`);
});

/** Left out, because their bodies or paths name several resources of one organization. */
const OF_ONE: ReadonlySet<string> = new Set([
  "addItemDesign",
  "createProof",
  "importSupplierFile",
  "rejectSupplierOrderLine",
  "sendProofs",
  "sendToSuppliers",
]);

const writes = GUARDED.filter(
  ([, { guard, operationId }]) => guard.kind === "write" && guard.idempotencyKey !== "ignored" && !OF_ONE.has(operationId),
);
let responseCount = 0;
let nameCount = 0;

afterEach(() => {
  vi.useRealTimers();
});

/** Creates the resources that a route changes or deletes, and returns their ids. */
async function createTargets(twin: Twin): Promise<Twin["ids"]> {
  const order = (
    await twin.v2("/orders", {
      body: {
        store: "gift",
        items: [
          { name: "Mug", price: 1 },
          { name: "Tee", price: 2 },
        ],
      },
    })
  ).body;
  const fulfillment = (await twin.v2(`/orders/${order.id}/fulfillments`, { body: { items: [{ order_item_id: order.items[0].id }] } })).body;
  const product = (await twin.v1("/products", { body: { title: "Mug" }, headers: { "Idempotency-Key": `target-${nameCount}` } })).body.data;
  const expense = (await twin.v1("/expenses", { body: { category: "rent", amount: 1, date: "2026-01-31" } })).body.data;
  const ids = { "orders.id": order.id, "order-items.id": order.items[1].id, itemId: order.items[1].id, "fulfillments.id": fulfillment.id };
  return { ...twin.ids, ...ids, "products.id": product.id, "expenses.id": expense.id };
}

/** A body that can be accepted repeatedly: a store and a supplier get names that were not used before. */
function repeatableBody(operationId: string, body: unknown): unknown {
  nameCount += 1;
  if (operationId === "createStore") return { ...(body as object), name: `Shop ${nameCount}`, code: `shop-${nameCount}` };
  if (operationId === "createSupplier") return { ...(body as object), name: `Supplier ${nameCount}`, code: `supplier-${nameCount}` };
  return operationId === "recoverWebhook" ? {} : body;
}

const isReplay = ({ headers }: ApiResponse): boolean => headers.get("Idempotent-Replayed") === "true";

/** Operations that can't create the same body twice, because its name is unique. */
const NAMED_ONCE: ReadonlySet<string> = new Set(["createStore", "createConnection", "createSupplier"]);

describe.each(shareOf(writes).map((route) => [nameOf(route), route] as const))("one Idempotency-Key at %s", (_name, route) => {
  const [{ name }, endpoint] = route;
  /** Creates an endpoint for a route that deletes one, because the other routes need that of the twin. */
  const createWebhook = async (twin: Twin): Promise<string> =>
    (await twin.v2("/webhooks", { body: { url: "https://hooks.example.com/in", events: EVENT_TYPES } })).body.id;

  it("names one operation of each organization, and of each of its credentials", async () => {
    const key = { "Idempotency-Key": `the-same-${nameCount}` };
    const body = repeatableBody(endpoint.operationId, bodyOf(endpoint));
    const targets: Twin["ids"][] = [];
    for (const twin of [alpha, beta]) {
      const own = await createTargets(twin);
      targets.push(endpoint.method === "delete" ? { ...own, "webhooks.id": await createWebhook(twin) } : own);
    }
    const [ofAlpha = alpha.ids, ofBeta = beta.ids] = targets;
    const [path, betaPath] = [pathOf(endpoint, ofAlpha), pathOf(endpoint, ofBeta)];

    const first = await send(alpha, route, path, { body, headers: key });
    expect(first.status, first.text).toBeLessThan(300);
    const traces = await tracesOf(alpha);
    const state = await stateOf(alpha);

    // Exactly Alpha's request, under the same key: a response is stored, but not for Beta.
    if (pathKeys(endpoint).length > 0) {
      const copied = await send(beta, route, path, { body, headers: key });
      expect({ status: copied.status, isReplay: isReplay(copied) }).toEqual({ status: 404, isReplay: false });
      expect(leaked(traces, copied, path)).toEqual([]);
    }
    const second = await send(beta, route, betaPath, { body, headers: key });
    expect({ status: second.status, isReplay: isReplay(second) }, second.text).toEqual({ status: first.status, isReplay: false });
    expect(leaked(traces, second)).toEqual([]);

    // Each gets its own response again.
    for (const [twin, at, expected] of [
      [alpha, path, first],
      [beta, betaPath, second],
    ] as const) {
      const replayed = await send(twin, route, at, { body, headers: key });
      expect({ isReplay: isReplay(replayed), text: replayed.text }).toEqual({ isReplay: true, text: expected.text });
    }

    // Another credential of the same organization has its own keys.
    const other = await send(beta.second, route, betaPath, { body, headers: key });
    expect(isReplay(other)).toBe(false);
    // At a path with an id, the second operation may have no effect left: its target can be deleted.
    if (pathKeys(endpoint).length === 0 && !NAMED_ONCE.has(endpoint.operationId)) {
      expect(other.status).toBe(second.status);
      if (name === "v2" && "id" in other.body) expect(other.body.id).not.toBe(second.body.id);
    }
    responseCount += pathKeys(endpoint).length > 0 ? 6 : 5;
    expect(await stateOf(alpha)).toEqual(state);
  });
});
