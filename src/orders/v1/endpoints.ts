import * as z from "zod";
import { listOrders } from "../list/list-orders";
import { ORDER_FILTERS } from "../list/filters";
import { readOrder } from "../read-order";
import { endpoint, one, reads } from "../../platform/http/endpoint";
import { readFilter } from "../../platform/http/input/filters";
import { page } from "../../platform/http/v1-envelope";
import { IncludeQuery, OrderListQuery, OrderPath, PublicOrder } from "./contract";
import { presentOrder } from "./present";

const listOrdersV1 = endpoint(
  {
    method: "get",
    path: "/orders",
    operationId: "listOrders",
    summary: "List orders with their items",
    tag: "Orders",
    guard: reads("orders:read"),
    input: { query: OrderListQuery },
    responses: { 200: z.array(PublicOrder) },
  },
  async ({ org, query }) => {
    const includes = query.include ?? [];
    const filter = readFilter(ORDER_FILTERS, org, query.filter);
    const { orders, total } = await listOrders(org, filter, query, includes.includes("fulfillments"));
    return page(orders, query, total, (order) => presentOrder(order, includes));
  },
);

const getOrderV1 = endpoint(
  {
    method: "get",
    path: "/orders/:id",
    operationId: "getOrder",
    summary: "Get an order with its items",
    tag: "Orders",
    guard: reads("orders:read"),
    input: { param: OrderPath, query: IncludeQuery },
    responses: { 200: PublicOrder },
  },
  async ({ org, param, query: { include = [] } }) =>
    one(presentOrder(await readOrder(org, param.id, include.includes("fulfillments")), include)),
);

export const orderEndpoints = [listOrdersV1, getOrderV1];
