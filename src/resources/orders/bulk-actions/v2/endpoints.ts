import { missingScope } from "../../../../platform/http/admission";
import { ok, reads, type Reply, resource, writes } from "../../../../platform/http/endpoint";
import type { Principal } from "../../../../platform/http/principal";
import { MAX_BULK_ACTION_IDS } from "../../order-limits";
import { actOnItems } from "../act-on-items";
import { actOnOrders, resultsFromMarker } from "../act-on-orders";
import { type ActionResult, resultsOf } from "../action-result";
import { parseItemId } from "../../items/item-id";
import { ItemBulkAction, ItemBulkActionResult, OrderBulkAction, OrderBulkActionResult } from "./contract";

const reply = (results: readonly ActionResult<number | string>[]): Reply => {
  const summary = { updated: 0, unchanged: 0, failed: 0 };
  for (const { outcome } of results) summary[outcome] += 1;
  return ok({ results, summary });
};

/** The result of each item id of a request. A text that is no id of an item does not exist in this organization. */
function itemReply(ids: readonly string[], results: readonly ActionResult[]): Reply {
  return reply(
    resultsOf(
      [...new Set(ids)],
      results.map((result) => ({ ...result, id: String(result.id) })),
    ),
  );
}

/** Throws 403 Forbidden if the credential lacks the scope of the action's own endpoint. */
function assertScope(principal: Pick<Principal, "can">, scope: string, isNeeded: boolean): void {
  if (isNeeded && !principal.can(scope)) throw missingScope(scope);
}

const EACH =
  "Each id has its own outcome, and one that fails does not stop the others. All changes are written in one transaction. An id that does not exist has the outcome `failed` with `not_found`.";

const orders = resource("Orders", reads("orders:read"), writes("orders:write", { idempotencyKey: "optional" }));
const items = resource("Order items", reads("orders:read"), writes("orders:write", { idempotencyKey: "optional" }));

export const bulkActionEndpoints = [
  orders.post("/orders/bulk-actions", {
    operationId: "actOnOrders",
    summary: `Change up to ${MAX_BULK_ACTION_IDS} orders in the same way`,
    description: `Sets a status, adds or removes tags, assigns, sets a supplier, puts on hold or releases, or ships. ${EACH}`,
    input: { json: OrderBulkAction },
    responses: { 200: OrderBulkActionResult },
    rebuildReply: async (_args, marker) => reply(resultsFromMarker(marker)),
    handle: async ({ org, principal, json: { ids, ...action } }) => {
      assertScope(principal, "orders:status:write", action.set_status !== undefined);
      assertScope(principal, "fulfillment:write", action.ship !== undefined);
      return reply((await actOnOrders(org, [...new Set(ids)], action)).results);
    },
  }),
  items.post("/order-items/bulk-actions", {
    operationId: "actOnOrderItems",
    summary: `Change up to ${MAX_BULK_ACTION_IDS} order items in the same way`,
    description: `Sets a status or a supplier of items, which may belong to different orders. ${EACH}`,
    input: { json: ItemBulkAction },
    responses: { 200: ItemBulkActionResult },
    rebuildReply: async ({ json: { ids } }, marker) => itemReply(ids, resultsFromMarker(marker)),
    handle: async ({ org, principal, json: { ids, ...action } }) => {
      assertScope(principal, "orders:status:write", action.set_status !== undefined);
      const rowIds = [...new Set(ids)].flatMap((id) => parseItemId(id) ?? []);
      return itemReply(ids, await actOnItems(org, rowIds, action));
    },
  }),
];
