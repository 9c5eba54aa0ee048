import * as z from "zod";
import { ITEM_FILTERS } from "../filters";
import { readItemId } from "../item-id";
import { listItems, readItem } from "../list-items";
import { setItemStatus } from "../set-item-status";
import { endpoint, one, reads, writes } from "../../../platform/http/endpoint";
import { readFilter } from "../../../platform/http/input/filters";
import { page } from "../../../platform/http/v1-envelope";
import { SetItemStatus } from "../item-status-body";
import { ItemListQuery, ItemPath, presentItem, PublicOrderItem } from "./contract";

const listOrderItems = endpoint(
  {
    method: "get",
    path: "/orderItems",
    operationId: "listOrderItems",
    summary: "List order items",
    tag: "Order items",
    guard: reads("order_items:read"),
    input: { query: ItemListQuery },
    responses: { 200: z.array(PublicOrderItem) },
  },
  async ({ org, query }) => {
    const { items, total } = await listItems(org, readFilter(ITEM_FILTERS, org, query.filter), query);
    return page(items, query, total, presentItem);
  },
);

const getOrderItem = endpoint(
  {
    method: "get",
    path: "/orderItems/:itemId",
    operationId: "getOrderItem",
    summary: "Get an order item",
    tag: "Order items",
    guard: reads("order_items:read"),
    input: { param: ItemPath },
    responses: { 200: PublicOrderItem },
  },
  async ({ org, param }) => one(presentItem(await readItem(org, readItemId(param.itemId)))),
);

const setOrderItemStatus = endpoint(
  {
    method: "post",
    path: "/orderItems/:itemId/status",
    operationId: "setOrderItemStatus",
    summary: "Set the status of an order item",
    description: "Setting the same status changes nothing and sends no event. The order's status follows when all its items have changed.",
    tag: "Order items",
    guard: writes("order_items:write", { idempotencyKey: "required" }),
    input: { param: ItemPath, json: SetItemStatus },
    responses: { 200: PublicOrderItem },
    rebuildReply: async ({ org, param }) => one(presentItem(await readItem(org, readItemId(param.itemId)))),
  },
  async ({ org, param, json }) => one(presentItem(await setItemStatus(org, readItemId(param.itemId), json.status))),
);

export const orderItemEndpoints = [listOrderItems, getOrderItem, setOrderItemStatus];
