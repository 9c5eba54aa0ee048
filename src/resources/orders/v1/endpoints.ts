import * as z from "zod";
import { listOrders } from "../list/list-orders";
import { ORDER_FILTERS } from "../list/filters";
import { readOrder } from "../read-order";
import { ok, reads, resource } from "../../../platform/http/endpoint";
import { readFilter } from "../../../platform/http/input/filters";
import { page } from "../../../platform/http/v1-envelope";
import { IncludeQuery, OrderListQuery, OrderPath, presentOrderV1, PublicOrder } from "./contract";

const route = resource("Orders", reads("orders:read"));

export const orderEndpoints = [
  route.get("/orders", {
    operationId: "listOrders",
    summary: "List orders with their items",
    input: { query: OrderListQuery },
    responses: { 200: z.array(PublicOrder) },
    handle: async ({ org, query }) => {
      const includes = query.include ?? [];
      const filter = readFilter(ORDER_FILTERS, org, query.filter);
      const { orders, total } = await listOrders(org, filter, { ...query, withFulfillments: includes.includes("fulfillments") });
      return page(orders, { ...query, total }, (order) => presentOrderV1(order, org.organization.timezone, includes));
    },
  }),
  route.get("/orders/:id", {
    operationId: "getOrder",
    summary: "Get an order with its items",
    input: { param: OrderPath, query: IncludeQuery },
    responses: { 200: PublicOrder },
    handle: async ({ org, param, query: { include = [] } }) =>
      ok(presentOrderV1(await readOrder(org, param.id, include.includes("fulfillments")), org.organization.timezone, include)),
  }),
];
