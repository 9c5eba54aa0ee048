import { readItemId } from "../../../domain/order-items/item-id";
import { readItem } from "../../../domain/order-items/list-items";
import { updateItem } from "../../../domain/order-items/update-item";
import { viewItem } from "../../../domain/orders/order-view";
import { endpoint, one, writes } from "../../../http/endpoint";
import { OrderItem } from "../orders/contract";
import { ItemChanges, ItemPath } from "./contract";

const patchOrderItem = endpoint(
  {
    method: "patch",
    path: "/order-items/:id",
    operationId: "updateOrderItem",
    summary: "Change fields of an order item: sku, design, supplier, cost, tracking and the like",
    tag: "Order items",
    guard: writes("orders:write", { idempotencyKey: "optional" }),
    input: { param: ItemPath, json: ItemChanges },
    answers: { 200: OrderItem },
    recall: async ({ org, param }) => one(viewItem(await readItem(org, readItemId(param.id)))),
  },
  async ({ org, param, json }) => one(viewItem(await updateItem(org, readItemId(param.id), json))),
);

export const orderItemEndpoints = [patchOrderItem];
