import * as z from "zod";
import { listFulfillmentsAfter, readTracking, presentFulfillment } from "../list-fulfillments";
import { MAX_ORDER_FULFILLMENTS } from "../../order-limits";
import { listHistory, presentHistory } from "../../history/list-history";
import { momentText } from "../../../../platform/values/zone";
import { ok, reads, resource } from "../../../../platform/http/endpoint";
import { listOrPage } from "../../../../platform/http/v1-envelope";
import { OrderPath, OptionalPageQuery } from "../../v1/contract";
import { Fulfillment, HistoryEntry, OrderTracking } from "./contract";

const tracking = resource("Order tracking", reads("orders:read"));

export const trackingEndpoints = [
  tracking.get("/orders/:id/tracking", {
    operationId: "getOrderTracking",
    summary: "Get the first tracking record of an order",
    description:
      "Returns the earliest fulfillment with a tracking number, or else the first item with a tracking code. If there is none yet, returns 404 `no_tracking`.",
    input: { param: OrderPath },
    responses: { 200: OrderTracking },
    handle: async ({ org, param }) => {
      const { last_updated, ...record } = await readTracking(org, param.id);
      return ok({ ...record, last_updated: momentText(last_updated) });
    },
  }),
  tracking.get("/orders/:id/fulfillments", {
    operationId: "listOrderFulfillments",
    summary: "List the fulfillments of an order, oldest first",
    input: { param: OrderPath },
    responses: { 200: z.array(Fulfillment) },
    // All of them fit in a page.
    handle: async ({ org, param }) =>
      ok((await listFulfillmentsAfter(org, { orderId: param.id, after: "", limit: MAX_ORDER_FULFILLMENTS })).rows.map(presentFulfillment)),
  }),
  resource("Orders", reads("orders:read")).get("/orders/:id/history", {
    operationId: "listOrderHistory",
    summary: "List the history of an order, oldest first",
    input: { param: OrderPath, query: OptionalPageQuery },
    responses: { 200: z.array(HistoryEntry) },
    handle: async ({ org, param, query }) => {
      const { rows, total } = await listHistory(org, { orderId: param.id, page: query });
      return listOrPage(rows.map(presentHistory), query, total);
    },
  }),
];
