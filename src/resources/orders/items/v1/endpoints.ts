import * as z from "zod";
import { ITEM_FILTERS } from "../filters";
import { listItems, readItem, readItemId } from "../list-items";
import { setItemStatus } from "../../set-status";
import { ok, reads, resource, writes } from "../../../../platform/http/endpoint";
import { readFilter } from "../../../../platform/http/input/filters";
import { page } from "../../../../platform/http/v1-envelope";
import { SetItemStatus } from "../item-status-body";
import { ItemListQuery, ItemPath, presentItemV1, PublicOrderItem } from "./contract";

const route = resource("Order items", reads("order_items:read"), writes("order_items:write", { idempotencyKey: "required" }));

export const orderItemEndpoints = [
  route.get("/orderItems", {
    operationId: "listOrderItems",
    summary: "List order items",
    input: { query: ItemListQuery },
    responses: { 200: z.array(PublicOrderItem) },
    handle: async ({ org, query }) => {
      const { items, total } = await listItems(org, readFilter(ITEM_FILTERS, org, query.filter), query);
      return page(items, { ...query, total }, (item) => presentItemV1(item, org.organization.timezone));
    },
  }),
  route.get("/orderItems/:itemId", {
    operationId: "getOrderItem",
    summary: "Get an order item",
    input: { param: ItemPath },
    responses: { 200: PublicOrderItem },
    handle: async ({ org, param }) => ok(presentItemV1(await readItem(org, readItemId(param.itemId)), org.organization.timezone)),
  }),
  route.post("/orderItems/:itemId/status", {
    operationId: "setOrderItemStatus",
    summary: "Set the status of an order item",
    description: "Setting the same status changes nothing and sends no event. The order's status follows when all its items have changed.",
    input: { param: ItemPath, json: SetItemStatus },
    responses: { 200: PublicOrderItem },
    rebuildReply: async ({ org, param }) => ok(presentItemV1(await readItem(org, readItemId(param.itemId)), org.organization.timezone)),
    handle: async ({ org, param, json }) =>
      ok(presentItemV1(await setItemStatus(org, readItemId(param.itemId), json), org.organization.timezone)),
  }),
];
