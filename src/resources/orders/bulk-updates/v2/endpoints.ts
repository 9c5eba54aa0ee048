import { ok, reads, resource, writes } from "../../../../platform/http/endpoint";
import { MAX_BULK_BODY_BYTES, MAX_BULK_ITEMS, MAX_BULK_ORDERS } from "../../order-limits";
import { assertItemCount, checkOrder, parseOrders } from "../../v2/bulk-body";
import { resultsFromMarker, type UpdateInput, updateOrders, type UpdateResult } from "../update-orders";
import { BulkUpdateResponse, BulkUpdates, OrderUpdateBody, UPDATE_SHAPE } from "./contract";

const route = resource("Orders", reads("orders:read"), writes("orders:write", { idempotencyKey: "optional" }));

function withSummary(results: readonly UpdateResult[]) {
  const summary = { updated: 0, unchanged: 0, skipped: 0, failed: 0 };
  for (const { outcome } of results) summary[outcome] += 1;
  return { results, summary };
}

/** Validates an order of a body of bulk updates. `strict` rejects unknown fields. */
export function parseUpdate(order: unknown, { strict }: { strict: boolean }): { element: UpdateInput; unknown: string[] } {
  const { unknown, ...checked } = checkOrder(OrderUpdateBody, order, strict);
  return { element: "data" in checked ? checked.data : checked, unknown };
}

export const bulkUpdateEndpoints = [
  route.post("/orders/bulk-updates", {
    operationId: "updateOrders",
    summary: `Update up to ${MAX_BULK_ORDERS} orders by their ids`,
    description: `Updates orders and items, each with values of its own: up to ${MAX_BULK_ITEMS.toLocaleString("en")} items and ${MAX_BULK_BODY_BYTES / 1024 / 1024} MiB in total, in one transaction. Omitted fields do not change, \`null\` clears a field, and a value that equals the one that is shown is no change. Each order has its own outcome, and one that fails does not stop the others. With \`version\`, an order that has changed since is not overwritten, unless \`on_conflict\` is \`update\`. \`dry_run\` returns what would happen and writes nothing.`,
    input: { json: BulkUpdates },
    responses: { 200: BulkUpdateResponse },
    bodyLimit: MAX_BULK_BODY_BYTES,
    bodyShape: UPDATE_SHAPE,
    rebuildReply: async (_args, marker) => ok(withSummary(resultsFromMarker(marker))),
    handle: async ({ org, json: { orders, on_conflict, dry_run }, strict }) => {
      assertItemCount(orders);
      const { elements, ...warnings } = parseOrders(orders, orders.length, (order) => parseUpdate(order, { strict }));
      const results = await updateOrders(org, elements, { onConflict: on_conflict, dryRun: dry_run });
      const { unknownWarnings, omittedWarningCount } = warnings;
      return { ...ok(withSummary(results), unknownWarnings), omittedWarningCount };
    },
  }),
];
