import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type ApiResponse, idempotencyKey } from "../../kit/client";
import { everythingOf } from "../../kit/rows-of-organization";
import { nameOf, ROUTES } from "../../kit/requests";
import { captureEnqueued } from "../../kit/webhook-fixture";
import { mockReceiver } from "../webhooks/consumer";
import { envUnder, type Plan } from "./crossings";
import { type MovingClock, movingClock, PAST_LEASE } from "./moving-clock";
import { injectAt, statementFailed, withoutFaults, outage } from "./outages";
import { fixtureFor, callRoute, type Route } from "./route-fixture";

let clock: MovingClock;

beforeAll(() => {
  clock = movingClock();
  captureEnqueued();
  mockReceiver();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});
afterEach(() => clock.reset());
afterAll(() => {
  vi.restoreAllMocks();
});

/** The process dies right after the first batch has committed: there are no later batches and no settlement. */
function diesAfterCommit(): Plan {
  let writes = 0;
  return async ({ edge, go }) => {
    if (edge === "d1.write") writes += 1;
    if (edge === "gate.settle" || (edge === "d1.write" && writes > 1)) throw outage();
    return await go();
  };
}

/** The tables of the records of a change. */
const RECORDS = new Set(["audit_log", "deliveries", "events", "order_history", "ticket_history"]);

/**
 * The records that each write of `test/kit/requests.ts` adds in its own batch. Writes of the operator with several changes are excluded.
 */
const ADDED: Record<string, readonly string[]> = {
  "audit_log 1": [
    "POST /api/v2/connections",
    "PATCH /api/v2/connections/:id",
    "DELETE /api/v2/connections/:id",
    "POST /api/v2/connections/:id/backfill",
    "POST /api/v2/connections/:id/rotate-secret",
    "POST /api/v2/suppliers/:id/links",
    "DELETE /api/v2/suppliers/:id/links/:link_id",
    "POST /api/v2/supplier-orders/:id/links",
    "DELETE /api/v2/supplier-orders/:id/links/:order_link_id",
    "DELETE /api/v2/proofs/:id/links/:proof_link_id",
    "POST /api/v2/webhooks",
    "PATCH /api/v2/webhooks/:id",
    "DELETE /api/v2/webhooks/:id",
    "POST /api/v2/webhooks/:id/rotate-secret",
    "POST /operator/organizations/:id/credentials",
    "PATCH /operator/organizations/:id/credentials/:credential_id",
    "POST /operator/organizations/:id/credentials/:credential_id/rotate",
    "POST /operator/organizations/:id/credentials/:credential_id/revoke",
    "POST /operator/organizations/:id/members",
    "POST /operator/organizations/:id/members/:user_id/invitation",
  ],
  "deliveries 1, events 1": [
    "PATCH /api/v2/supplier-orders/:id",
    "PATCH /api/v2/supplier-orders/:id/invoice",
    "POST /expenses",
    "POST /expenses/bulk",
    "POST /api/v2/expenses",
    "POST /api/v2/tickets",
    "POST /api/v2/tickets/:id/messages/:ticket_message_id/sent",
  ],
  // The message changes the status, too.
  "deliveries 1, events 1, ticket_history 1": ["POST /api/v2/tickets/:id/messages"],
  // The patch changes six fields.
  "deliveries 1, events 1, ticket_history 6": ["PATCH /api/v2/tickets/:id"],
  "deliveries 1, events 1, order_history 1": [
    "POST /orderItems/:itemId/status",
    "POST /api/v2/catalog/match",
    "PATCH /api/v2/order-items/:id",
    "PATCH /api/v2/proofs/:id",
    "POST /api/v2/order-items/:id/status",
    "POST /api/v2/order-items/bulk-actions",
    "POST /api/v2/orders",
    "PATCH /api/v2/orders/:id",
    "POST /api/v2/orders/:id/items",
    "POST /api/v2/orders/:id/refunds",
    "POST /api/v2/orders/:id/hold",
    "POST /api/v2/orders/:id/release",
    "POST /api/v2/order-items/:id/release",
    "POST /api/v2/order-items/:id/hold",
    "POST /api/v2/orders/:id/reprint",
    "POST /api/v2/orders/bulk",
    "POST /api/v2/orders/bulk-actions",
    "POST /api/v2/orders/bulk-updates",
  ],
  // A design is a change of the item, and a version of its design. A proof is created from the design, and sent.
  "deliveries 1, events 1, order_history 2": ["POST /api/v2/order-items/:id/designs", "POST /api/v2/proofs/send"],
  "order_history 1": ["POST /api/v2/proofs"],
  // Removing the only item cancels the order.
  "deliveries 2, events 2, order_history 2": [
    "DELETE /api/v2/order-items/:id",
    "POST /api/v2/supplier-orders/:id/lines/:order_item_id/reject",
    "POST /api/v2/supplier-orders/:id/correct-tracking",
  ],
  // It is sent although it is not ready.
  "deliveries 2, events 2, order_history 3": ["POST /api/v2/supplier-orders"],
  "deliveries 2, events 2, order_history 1": ["POST /api/v2/orders/:id/status"],
  "deliveries 3, events 3, order_history 3": [
    "PATCH /api/v2/fulfillments/:id",
    "POST /api/v2/orders/:id/fulfillments",
    "POST /api/v2/tracking",
  ],
  // What a supplier ships is a fulfillment of the buyer's order.
  "deliveries 4, events 4, order_history 4": ["POST /api/v2/supplier-orders/:id/ship", "POST /api/v2/supplier-orders/import"],
  "": [
    "POST /api/v2/files",
    "DELETE /api/v2/files/:id",
    "PUT /api/v2/files/:id/preview",
    "POST /orders/:id/notes",
    "POST /products",
    "PUT /products/:id",
    "DELETE /products/:id",
    "PUT /expenses/:id",
    "DELETE /expenses/:id",
    "POST /api/v2/connections/:id/deliveries/:sent_id/redeliver",
    "POST /api/v2/connections/:id/inbox/:message_id/retry",
    "POST /api/v2/connections/:id/test",
    "PATCH /api/v2/expenses/:id",
    "DELETE /api/v2/expenses/:id",
    "POST /api/v2/orders/:id/notes",
    "POST /api/v2/products",
    "PATCH /api/v2/products/:id",
    "DELETE /api/v2/products/:id",
    "POST /api/v2/stores",
    "POST /api/v2/suppliers",
    "POST /api/v2/suppliers/:id/costs",
    "PATCH /api/v2/suppliers/:id",
    "PATCH /api/v2/stores/:id",
    "POST /api/v2/webhooks/:id/deliveries/:delivery_id/redeliver",
    "POST /api/v2/webhooks/:id/recover",
    "POST /operator/organizations/:id/stores",
  ],
};
/** The same by the name of a write. */
const EXPECTED = new Map(Object.entries(ADDED).flatMap(([records, names]) => names.map((name) => [name, records])));

/** A test of a webhook makes two changes: its delivery, and the attempt before the response. */
const TWO_CHANGES = "testWebhook";

const WRITES = ROUTES.filter((route) => {
  const { guard, operationId } = route[1];
  return (guard.kind === "write" && operationId !== TWO_CHANGES) || EXPECTED.has(nameOf(route));
});

/** The number of added records. */
function addedRecords(before: unknown, after: unknown): string {
  const countsOf = (all: unknown) => new Map((all as [string, unknown[]][]).map(([table, rows]) => [table, rows.length]));
  const earlier = countsOf(before);
  return [...countsOf(after)]
    .filter(([table, count]) => RECORDS.has(table) && count !== earlier.get(table))
    .map(([table, count]) => `${table} ${count - (earlier.get(table) ?? 0)}`)
    .join(", ");
}

/** The text of a response without the id of its request. */
const textOf = ({ text }: ApiResponse) => text.replace(/"request_id":"\w+"/, "");

it("every write is covered", () => {
  expect(WRITES.map(nameOf).toSorted()).toEqual([...EXPECTED.keys()].toSorted());
});

/** Two writes of each kind, and those of many resources, run in `npm test`, the others in the long run. */
const EXAMPLES = new Set(Object.values(ADDED).flatMap((names) => names.filter((name, nth) => nth < 2 || name.includes("/bulk"))));
const isExample = (route: Route) => EXAMPLES.has(nameOf(route));

const named = (routes: typeof WRITES) => routes.map((route) => [nameOf(route), route] as const);
describe.each(named(WRITES.filter(isExample)))("%s", testOneBatch);
describe.each(named(WRITES.filter((route) => !isExample(route))))("%s", { tags: "long" }, testOneBatch);

function testOneBatch(name: string, route: Route): void {
  const { guard } = route[1];
  const isKeyed = guard.kind === "write" && guard.idempotencyKey !== "ignored";

  it("writes the records of the change in its batch, or nothing; with a key, a retry after the process died gets the same response", async () => {
    const fixture = await fixtureFor(route);
    // The credentials are now cached in the isolate.
    await fixture.shop.v1("/me");
    await fixture.shop.v2("/me");
    const before = await everythingOf(fixture.shop.id);
    const failed = await callRoute(envUnder(injectAt(["d1.write"], statementFailed, 1).plan), route, fixture, idempotencyKey());
    expect(failed.status, failed.text).toBe(500);
    expect(await everythingOf(fixture.shop.id)).toEqual(before);

    const key = idempotencyKey();
    const first = await callRoute(envUnder(diesAfterCommit()), route, fixture, key);
    expect(first.status, first.text).toBeLessThan(300);
    const after = await everythingOf(fixture.shop.id);
    expect(addedRecords(before, after)).toBe(EXPECTED.get(name));
    if (!isKeyed) return;
    clock.jump(PAST_LEASE);
    const again = await callRoute(envUnder(withoutFaults), route, fixture, key);
    expect({ status: again.status, text: textOf(again) }).toEqual({ status: first.status, text: textOf(first) });
    expect(await everythingOf(fixture.shop.id)).toEqual(after);
  });
}
