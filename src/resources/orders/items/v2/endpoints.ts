import { listItemsAfter, readItem, readItemId } from "../list-items";
import { setItemStatus } from "../../set-status";
import { readOrder } from "../../read-order";
import type { ItemRow, OrderParts } from "../../rows.sql.ts";
import { addItem, updateItem } from "../../update-order";
import { presentItem, presentOrder } from "../../order-view";
import type { OrgReader } from "../../../../platform/db/org-db";
import { created, ok, reads, type Reply, resource, writes } from "../../../../platform/http/endpoint";
import { termsOfQuery } from "../../../../platform/http/input/metadata-filter";
import { SetItemStatus } from "../item-status-body";
import { cursorPage, listReply, listSchema } from "../../../../platform/http/input/lists";
import { DEFAULT_PAGE_SIZE } from "../../../../platform/http/input/query";
import { Order, OrderItem, OrderPath } from "../../v2/contract";
import { ItemChanges, ItemListQuery, ItemPath, NewItem } from "./contract";

function orderReply(org: OrgReader, parts: OrderParts): Reply {
  const { id, version } = parts.order;
  return { ...created(presentOrder(parts, org.organization.timezone), `/orders/${id}`), version };
}

const itemReply = (org: OrgReader, item: ItemRow): Reply => ok(presentItem(item, org.organization.timezone));

const route = resource("Order items", reads("orders:read"), writes("orders:write", { idempotencyKey: "optional" }));

export const orderItemEndpoints = [
  route.get("/order-items", {
    operationId: "listOrderItemsV2",
    summary: "List order items, newest orders first, by cursor",
    input: { query: ItemListQuery },
    responses: { 200: listSchema(OrderItem) },
    handle: async ({
      org,
      query: { missing, metadata, ready = false, limit = DEFAULT_PAGE_SIZE, cursor },
      settings: { masterSecrets },
    }) => {
      const page = await cursorPage(
        {
          masterSecrets,
          cursor,
          organizationId: org.organization.id,
          list: "listOrderItemsV2",
          // Nothing is added without `ready`, so that cursors from before it existed stay valid.
          query: [missing ?? null, metadata ?? null, ...(ready ? ["ready"] : [])],
        },
        async (after: readonly [date: number, id: number] | null) =>
          await listItemsAfter(
            org,
            { missing, terms: termsOfQuery(metadata, org.organization.id), isReady: ready },
            { after: after === null ? null : { date: after[0], id: after[1] }, limit },
          ),
        ({ order_date, id }) => [order_date, id],
      );
      return listReply(page, (item) => presentItem(item, org.organization.timezone));
    },
  }),
  route.patch("/order-items/:id", {
    operationId: "updateOrderItem",
    summary: "Update an order item",
    description:
      "Updates the quantity, price, SKU, design, supplier, cost, tracking and other fields. Omitted fields do not change, and `null` clears a field. With a new quantity or price, the subtotal and the total of the order change too. If the quantity is reduced to what was shipped, the item becomes Shipped, and the order's status follows.",
    input: { param: ItemPath, json: ItemChanges },
    responses: { 200: OrderItem },
    rebuildReply: async ({ org, param }) => itemReply(org, await readItem(org, readItemId(param.id))),
    handle: async ({ org, param, json }) => itemReply(org, await updateItem(org, readItemId(param.id), { patch: json })),
  }),
  route.delete("/order-items/:id", {
    operationId: "removeOrderItem",
    summary: "Remove an item from its order",
    description:
      "The item becomes Cancelled and stays listed, the subtotal and the total of the order no longer contain it, and reports no longer contain its cost. Returns 409 `item_not_removable` if it is shipped, delivered, refunded or in a fulfillment. The order's status follows the items that are left. Removing it again changes nothing.",
    input: { param: ItemPath },
    responses: { 200: OrderItem },
    rebuildReply: async ({ org, param }) => itemReply(org, await readItem(org, readItemId(param.id))),
    handle: async ({ org, param }) => itemReply(org, await updateItem(org, readItemId(param.id), { patch: "remove" })),
  }),
  route.post("/orders/:id/items", {
    operationId: "addOrderItem",
    summary: "Add an item to an order",
    description:
      "Returns the order, whose last item is the new one. The subtotal and the total of the order contain it. The product of its SKU supplies what it lacks, as when an order is created.",
    supportsIfMatch: true,
    input: { param: OrderPath, json: NewItem },
    responses: { 201: Order },
    rebuildReply: async ({ org, param }) => orderReply(org, await readOrder(org, param.id)),
    handle: async ({ org, param, json, versions }) => orderReply(org, await addItem(org, param.id, { item: json, versions })),
  }),
  route.post("/order-items/:id/status", {
    operationId: "setOrderItemStatusV2",
    summary: "Set the status of an order item",
    description:
      "A standard status, ignoring case, or any other text. Setting the same status changes nothing. The order's status follows when all its items have changed.",
    guard: writes("orders:status:write", { idempotencyKey: "optional" }),
    input: { param: ItemPath, json: SetItemStatus },
    responses: { 200: OrderItem },
    rebuildReply: async ({ org, param }) => itemReply(org, await readItem(org, readItemId(param.id))),
    handle: async ({ org, param, json }) => itemReply(org, await setItemStatus(org, readItemId(param.id), json)),
  }),
];
