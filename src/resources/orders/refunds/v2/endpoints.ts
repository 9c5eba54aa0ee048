import * as z from "zod";
import { invalid, notFound } from "../../../../platform/api-error";
import { created, reads, resource, writes, type Reply } from "../../../../platform/http/endpoint";
import { cursorPage, listQuery, listReply, listSchema } from "../../../../platform/http/input/lists";
import { DEFAULT_PAGE_SIZE } from "../../../../platform/http/input/query";
import { parseItemId } from "../../items/item-id";
import { OrderPath } from "../../v2/contract";
import { listRefundsAfter, presentRefund } from "../list-refunds";
import type { RefundInput, SentLine } from "../plan-refund";
import { type RecordedRefund, refundFromMarker, refundOrder } from "../refund-order";
import { NewRefund, Refund } from "./contract";

/** A single refund has no URL, so `Location` is the list of the order's refunds. The ETag is the version of the order. */
const createdReply = ({ refund, version }: RecordedRefund): Reply => ({
  ...created(presentRefund(refund), `/orders/${refund.order_id}/refunds`),
  version,
});

// Who reads orders does not see what was refunded (docs/spec/resources.md#curated-responses).
const route = resource("Orders", reads("analytics:read"), writes("orders:write", { idempotencyKey: "optional" }));

/** What to refund, with the place of each line in the request. Throws 404 Not Found for an id that no item has, 400 for an item twice. */
function refundInput({ everything, items = [], shipping, other, tax, reason }: z.output<typeof NewRefund>): RefundInput {
  const lines = new Map<number, SentLine>();
  const places = new Map<number, number>();
  for (const [place, { order_item_id, quantity, cancelled_quantity, amount }] of items.entries()) {
    const path = `items[${place}].order_item_id`;
    const id = parseItemId(order_item_id);
    if (id === null) throw notFound(path, "No such item in this order.");
    if (lines.has(id)) throw invalid(path, "repeated_item", "Expected each item once.");
    lines.set(id, { quantity: quantity ?? null, cancelled_quantity: cancelled_quantity ?? null, amount: amount ?? null });
    places.set(id, place);
  }
  return {
    isEverything: everything === true,
    lines,
    pathOf: (itemId, field) => `items[${places.get(itemId) ?? 0}].${field}`,
    shipping: shipping ?? null,
    other: other ?? null,
    tax: tax ?? null,
    reason: reason ?? null,
  };
}

export const refundEndpoints = [
  route.get("/orders/:id/refunds", {
    operationId: "listOrderRefunds",
    summary: "List the refunds of an order, oldest first",
    description: "Those that were recorded here, and those of its shop.",
    input: { param: OrderPath, query: z.object(listQuery) },
    responses: { 200: listSchema(Refund) },
    handle: async ({ org, param, query: { limit = DEFAULT_PAGE_SIZE, cursor }, settings: { masterSecrets } }) => {
      const page = await cursorPage(
        { masterSecrets, cursor, organizationId: org.organization.id, list: "listOrderRefunds", query: param },
        (after: readonly [id: string] | null) => listRefundsAfter(org, { orderId: param.id, after: after?.[0] ?? "", limit }),
        ({ id }) => [id],
      );
      return listReply(page, presentRefund);
    },
  }),
  route.post("/orders/:id/refunds", {
    operationId: "refundOrder",
    summary: "Record a refund",
    description:
      "Records what the customer gets back, and pays nothing. The order's refund and the tax in it grow by it. Units that were not shipped are not shipped any more. An item of which every unit is refunded becomes Refunded, and the order follows.",
    supportsIfMatch: true,
    input: { param: OrderPath, json: NewRefund },
    responses: { 201: Refund },
    rebuildReply: async ({ org }, marker) => createdReply(await refundFromMarker(org, marker)),
    handle: async ({ org, param, json, versions }) => createdReply(await refundOrder(org, param.id, { ...refundInput(json), versions })),
  }),
];
