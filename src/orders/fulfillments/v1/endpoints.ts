import * as z from "zod";
import { listFulfillments, readTracking, viewFulfillment } from "../list-fulfillments";
import { listHistory, viewHistory } from "../../history/list-history";
import { momentText } from "../../../platform/values/zone";
import { endpoint, one, reads } from "../../../platform/http/endpoint";
import { wholeOrPart } from "../../../platform/http/v1-envelope";
import { OrderPath, PartQuery } from "../../v1/contract";
import { Fulfillment, HistoryLine, OrderTracking } from "./contract";

const getOrderTracking = endpoint(
  {
    method: "get",
    path: "/orders/:id/tracking",
    operationId: "getOrderTracking",
    summary: "Get the first tracking record of an order",
    description:
      "Returns the earliest fulfillment with a tracking number, or else the first item with a tracking code. If there is none yet, returns 404 `no_tracking`.",
    tag: "Order tracking",
    guard: reads("orders:read"),
    input: { param: OrderPath },
    responses: { 200: OrderTracking },
  },
  async ({ org, param }) => {
    const { last_updated, ...record } = await readTracking(org, param.id);
    return one({ ...record, last_updated: momentText(last_updated) });
  },
);

const listOrderFulfillments = endpoint(
  {
    method: "get",
    path: "/orders/:id/fulfillments",
    operationId: "listOrderFulfillments",
    summary: "List the fulfillments of an order, oldest first",
    tag: "Order tracking",
    guard: reads("orders:read"),
    input: { param: OrderPath },
    responses: { 200: z.array(Fulfillment) },
  },
  async ({ org, param }) => one((await listFulfillments(org, param.id)).map(viewFulfillment)),
);

const listOrderHistory = endpoint(
  {
    method: "get",
    path: "/orders/:id/history",
    operationId: "listOrderHistory",
    summary: "List the history of an order, oldest first",
    tag: "Orders",
    guard: reads("orders:read"),
    input: { param: OrderPath, query: PartQuery },
    responses: { 200: z.array(HistoryLine) },
  },
  async ({ org, param, query }) => {
    const { history, total } = await listHistory(org, param.id, query);
    return wholeOrPart(history.map(viewHistory), query, total);
  },
);

export const trackingEndpoints = [getOrderTracking, listOrderFulfillments, listOrderHistory];
