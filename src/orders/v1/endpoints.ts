import * as z from "zod";
import { listOrders } from "../list/list-orders";
import { orderFilter } from "../list/filters";
import { readOrder } from "../read-order";
import { endpoint, one, reads } from "../../platform/http/endpoint";
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
    answers: { 200: z.array(PublicOrder) },
  },
  async ({ org, query }) => {
    const filter = orderFilter(org, {
      q: query.q ?? query.search,
      status: query.status,
      store: query.store_id,
      supplier: query.supplier_id,
      createdAfter: query.created_after,
      createdBefore: query.created_before,
      updatedAfter: query.updated_after,
      dateFrom: query.date_from,
      dateTo: query.date_to,
      timezone: query.timezone,
      missingSku: query.missingSku,
      missingDesign: query.missingDesign,
    });
    const number = query.page ?? 1;
    const size = query.page_size ?? query.limit ?? 50;
    const includes = query.include ?? [];
    const sort = query.sort ?? { field: "date", direction: "desc" };
    const { orders, total } = await listOrders(org, filter, sort, number, size, includes.includes("fulfillments"));
    return page(
      orders.map((order) => presentOrder(order, includes)),
      number,
      size,
      total,
    );
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
    answers: { 200: PublicOrder },
  },
  async ({ org, param, query: { include = [] } }) =>
    one(presentOrder(await readOrder(org, param.id, include.includes("fulfillments")), include)),
);

export const orderEndpoints = [listOrdersV1, getOrderV1];
