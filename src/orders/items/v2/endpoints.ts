import { listItemsAfter, readItem, readItemId } from "../list-items";
import { setItemStatus } from "../../set-status";
import { updateItem } from "../../update-order";
import { viewItem } from "../../order-view";
import { one, reads, resource, writes } from "../../../platform/http/endpoint";
import { SetItemStatus } from "../item-status-body";
import { cursorPage, listReply, listSchema } from "../../../platform/http/input/lists";
import { DEFAULT_PAGE_SIZE } from "../../../platform/http/input/query";
import { OrderItem } from "../../v2/contract";
import { ItemChanges, ItemListQuery, ItemPath } from "./contract";

const route = resource("Order items", reads("orders:read"), writes("orders:write", { idempotencyKey: "optional" }));

export const orderItemEndpoints = [
  route.get("/order-items", {
    operationId: "listOrderItemsV2",
    summary: "List order items, newest orders first, by cursor",
    input: { query: ItemListQuery },
    responses: { 200: listSchema(OrderItem) },
    handle: async ({ org, query: { missing, limit = DEFAULT_PAGE_SIZE, cursor }, settings: { masterSecrets } }) => {
      const page = await cursorPage(
        { masterSecrets, cursor, organizationId: org.organization.id, list: "listOrderItemsV2", query: missing ?? null },
        async (after: readonly [day: number, id: number] | null) =>
          await listItemsAfter(org, missing, { after: after === null ? null : { day: after[0], id: after[1] }, limit }),
        ({ order_day, id }) => [order_day, id],
      );
      return listReply(page, viewItem);
    },
  }),
  route.patch("/order-items/:id", {
    operationId: "updateOrderItem",
    summary: "Update an order item",
    description:
      "Updates the SKU, design, supplier, cost, tracking and other fields. Omitted fields do not change, and `null` clears a field.",
    input: { param: ItemPath, json: ItemChanges },
    responses: { 200: OrderItem },
    rebuildReply: async ({ org, param }) => one(viewItem(await readItem(org, readItemId(param.id)))),
    handle: async ({ org, param, json }) => one(viewItem(await updateItem(org, readItemId(param.id), { patch: json }))),
  }),
  route.post("/order-items/:id/status", {
    operationId: "setOrderItemStatusV2",
    summary: "Set the status of an order item",
    description:
      "A standard status, ignoring case, or any other text. Setting the same status changes nothing. The order's status follows when all its items have changed.",
    guard: writes("orders:status:write", { idempotencyKey: "optional" }),
    input: { param: ItemPath, json: SetItemStatus },
    responses: { 200: OrderItem },
    rebuildReply: async ({ org, param }) => one(viewItem(await readItem(org, readItemId(param.id)))),
    handle: async ({ org, param, json }) => one(viewItem(await setItemStatus(org, readItemId(param.id), json))),
  }),
];
