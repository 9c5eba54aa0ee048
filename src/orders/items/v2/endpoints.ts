import { readItemId } from "../item-id";
import { readItem } from "../list-items";
import { setItemStatus } from "../set-item-status";
import { updateItem } from "../update-item";
import { viewItem } from "../../order-view";
import { endpoint, one, writes } from "../../../platform/http/endpoint";
import { SetItemStatus } from "../item-status-body";
import { OrderItem } from "../../v2/contract";
import { ItemChanges, ItemPath } from "./contract";

const patchOrderItem = endpoint(
  {
    method: "patch",
    path: "/order-items/:id",
    operationId: "updateOrderItem",
    summary: "Update an order item",
    description:
      "Updates the SKU, design, supplier, cost, tracking and other fields. Omitted fields do not change, and `null` clears a field.",
    tag: "Order items",
    guard: writes("orders:write", { idempotencyKey: "optional" }),
    input: { param: ItemPath, json: ItemChanges },
    responses: { 200: OrderItem },
    rebuildReply: async ({ org, param }) => one(viewItem(await readItem(org, readItemId(param.id)))),
  },
  async ({ org, param, json }) => one(viewItem(await updateItem(org, readItemId(param.id), json))),
);

const setItemStatusV2 = endpoint(
  {
    method: "post",
    path: "/order-items/:id/status",
    operationId: "setOrderItemStatusV2",
    summary: "Set the status of an order item",
    description:
      "A documented status in any case, or any other text. Setting the same status changes nothing. The order's status follows when all its items have changed.",
    tag: "Order items",
    guard: writes("orders:status:write", { idempotencyKey: "optional" }),
    input: { param: ItemPath, json: SetItemStatus },
    responses: { 200: OrderItem },
    rebuildReply: async ({ org, param }) => one(viewItem(await readItem(org, readItemId(param.id)))),
  },
  async ({ org, param, json }) => one(viewItem(await setItemStatus(org, readItemId(param.id), json.status))),
);

export const orderItemEndpoints = [patchOrderItem, setItemStatusV2];
