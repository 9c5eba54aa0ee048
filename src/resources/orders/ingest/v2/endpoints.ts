import type { OrgReader } from "../../../../platform/db/org-db";
import type { OrderParts } from "../../rows.sql.ts";
import { type IngestResult, ingestOrders, MAX_FAILED_ORDERS, resultsFromMarker } from "../ingest-orders";
import { presentOrder } from "../../order-view";
import { readOrder } from "../../read-order";
import { MAX_BULK_BODY_BYTES, MAX_BULK_ITEMS, MAX_BULK_ORDERS } from "../../order-limits";
import { created, ok, reads, type Reply, resource, writes } from "../../../../platform/http/endpoint";
import { notFound } from "../../../../platform/api-error";
import { BulkResponse, BulkOrders, CreateOrderQuery, Order } from "../../v2/contract";
import { IncomingOrderBody } from "./incoming";
import { assertItemCount, parseOrders, pathOf } from "../../v2/bulk-body";
import { BULK_SHAPE, parseIncoming, toValidOrder } from "./parse-incoming";

const route = resource("Orders", reads("orders:read"), writes("orders:write", { idempotencyKey: "optional" }));

export const ingestEndpoints = [
  route.post("/orders", {
    operationId: "createOrder",
    summary: "Create an order",
    description:
      "Returns 201 for a new order. If the payload equals the last one with this `store` and `external_id`, returns 200 and changes nothing. Any other payload gets 409, unless `on_conflict` is `update` or `skip`. An update sets no status, but the order's status follows its items if the update removes or reduces some. Omitted totals are computed. Totals that do not match the sum that `taxes_included` defines are kept, with a warning and the flag `requires_audit`.",
    input: { json: IncomingOrderBody, query: CreateOrderQuery },
    responses: { 200: Order, 201: Order },
    rebuildReply: async ({ org }, marker) => {
      const result = resultsFromMarker(marker)[0];
      if (result === undefined || result.id === null) throw notFound();
      return orderReply(org, result, await readOrder(org, result.id), []);
    },
    handle: async ({ org, json, query, settings: { masterSecrets } }) => {
      const options = {
        onConflict: query.on_conflict ?? "error",
        onError: "reject_all",
        dryRun: false,
        returnsOrder: true,
        path: () => "",
        masterSecrets,
      } as const;
      const { results, warnings, written } = await ingestOrders(org, [toValidOrder(json)], options);
      const result = results[0];
      if (result === undefined || result.id === null) throw notFound();
      return orderReply(org, result, written ?? (await readOrder(org, result.id)), warnings);
    },
  }),
  route.post("/orders/bulk", {
    operationId: "createOrders",
    summary: "Create up to 200 orders",
    description: `Up to ${MAX_BULK_ORDERS} orders with ${MAX_BULK_ITEMS.toLocaleString("en")} items and ${MAX_BULK_BODY_BYTES / 1024 / 1024} MiB in total, in one transaction. Each order has its own outcome. \`on_error: reject_all\` (the default) rejects the whole request if one order is invalid, and \`skip\` writes the others. \`dry_run\` returns what would happen and writes nothing.`,
    input: { json: BulkOrders },
    responses: { 200: BulkResponse },
    bodyLimit: MAX_BULK_BODY_BYTES,
    bodyShape: BULK_SHAPE,
    rebuildReply: async (_args, marker) => ok(withSummary(resultsFromMarker(marker))),
    handle: async ({ org, json: { orders, on_conflict, on_error, dry_run }, strict, settings: { masterSecrets } }) => {
      assertItemCount(orders);
      const maxFailed = on_error === "reject_all" ? MAX_FAILED_ORDERS : orders.length;
      const parsed = parseOrders(orders, maxFailed, (order) => parseIncoming(order, { strict }));
      const { elements, unknownWarnings, omittedWarningCount } = parsed;
      const options = { onConflict: on_conflict, onError: on_error, dryRun: dry_run, returnsOrder: false, path: pathOf, masterSecrets };
      const { results, warnings } = await ingestOrders(org, elements, options);
      return strict
        ? ok(withSummary(results), warnings)
        : { ...ok(withSummary(results), [...unknownWarnings, ...warnings]), omittedWarningCount };
    },
  }),
];

function orderReply(org: OrgReader, { outcome, id }: IngestResult, parts: OrderParts, warnings: readonly string[]): Reply {
  const order = presentOrder(parts, org.organization.timezone);
  const reply = outcome === "created" ? created(order, `/orders/${id}`, warnings) : ok(order, warnings);
  return { ...reply, version: parts.order.version };
}

function withSummary(results: IngestResult[]) {
  const summary = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 };
  for (const { outcome } of results) summary[outcome] += 1;
  return { results, summary };
}
