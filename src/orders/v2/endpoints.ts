import type { OrderParts } from "../rows.sql.ts";
import { ordersBehind } from "../list/list-orders";
import { describeMoves } from "../order-status";
import { orderFilter } from "../list/filters";
import { viewOrder } from "../order-view";
import { readOrder } from "../read-order";
import { setOrderStatus } from "../set-order-status";
import { updateOrder } from "../update-order";
import { readCursor, writeCursor } from "../../platform/http/input/cursor";
import { endpoint, one, reads, type Reply, writes } from "../../platform/http/endpoint";
import { listOf } from "../../platform/http/input/cursor-list";
import { Order, OrderChanges, OrderFeedQuery, OrderPath, SetOrderStatus } from "./contract";
import { listHistoryV2 } from "../history/v2";
import { createOrders, createOrder } from "../ingest/v2/endpoints";

const NEWEST_FIRST = { field: "date", direction: "desc" } as const;

const listOrdersV2 = endpoint(
  {
    method: "get",
    path: "/orders",
    operationId: "listOrdersV2",
    summary: "List orders with their items, by cursor",
    description:
      "Filters can be combined. To keep a copy of the orders up to date, read the event feed, because a list may miss orders that change while you read it.",
    tag: "Orders",
    guard: reads("orders:read"),
    input: { query: OrderFeedQuery },
    answers: { 200: listOf(Order) },
  },
  async ({ org, query: { cursor, limit = 50, sort = NEWEST_FIRST, ...query }, pageLimit, settings: { masterSecrets } }) => {
    const use = { organizationId: org.organization.id, list: "listOrdersV2", query: [query, sort] };
    const [value, id] = cursor === undefined ? [] : await readCursor(masterSecrets, use, cursor);
    const filter = orderFilter(org, {
      q: query.q ?? query.search,
      status: query.status,
      store: query.store_id,
      supplier: query.supplier_id,
      externalId: query.external_id,
      createdAfter: query.created_after,
      createdBefore: query.created_before,
      updatedAfter: query.updated_after,
      dateFrom: query.date_from,
      dateTo: query.date_to,
      timezone: query.timezone,
      missingSku: query.missingSku ?? query.missing_sku,
      missingDesign: query.missingDesign ?? query.missing_design,
    });
    const position = id === undefined ? null : { value: Number(value), id: Number(id) };
    const { orders, hasMore } = await ordersBehind(org, filter, sort, position, limit, pageLimit);
    const last = orders.at(-1)?.order;
    const next = hasMore && last !== undefined ? await writeCursor(masterSecrets, use, [last[sort.field], last.id]) : null;
    return one({ data: orders.map(viewOrder), has_more: hasMore, next_cursor: next });
  },
);

/** An order as an answer, with the version that its ETag names. */
function answered(parts: OrderParts, warnings: readonly string[] = []): Reply {
  return { ...one(viewOrder(parts), warnings), version: parts.order.version };
}

const getOrder = endpoint(
  {
    method: "get",
    path: "/orders/:id",
    operationId: "getOrderV2",
    summary: "Get an order with its items",
    tag: "Orders",
    guard: reads("orders:read"),
    input: { param: OrderPath },
    answers: { 200: Order },
  },
  async ({ org, param }) => answered(await readOrder(org, param.id)),
);

const patchOrder = endpoint(
  {
    method: "patch",
    path: "/orders/:id",
    operationId: "updateOrder",
    summary: "Update an order",
    tag: "Orders",
    guard: writes("orders:write", { idempotencyKey: "optional" }),
    conditional: true,
    input: { param: OrderPath, json: OrderChanges },
    answers: { 200: Order },
    recall: async ({ org, param }) => answered(await readOrder(org, param.id)),
  },
  async ({ org, param, json, versions }) => {
    const { parts, warnings } = await updateOrder(org, param.id, json, versions);
    return answered(parts, warnings);
  },
);

const setStatus = endpoint(
  {
    method: "post",
    path: "/orders/:id/status",
    operationId: "setOrderStatus",
    summary: "Set the status of an order",
    description: `Allowed changes: ${describeMoves()}. Any other change gets 409 \`invalid_transition\`, which lists the allowed statuses. Setting the same status changes nothing. The statuses of items do not change.`,
    tag: "Orders",
    guard: writes("orders:status:write", { idempotencyKey: "optional" }),
    conditional: true,
    refuses: ["invalid_transition"],
    input: { param: OrderPath, json: SetOrderStatus },
    answers: { 200: Order },
    recall: async ({ org, param }) => answered(await readOrder(org, param.id)),
  },
  async ({ org, param, json, versions }) => answered(await setOrderStatus(org, param.id, json.status, json.reason ?? null, versions)),
);

export const orderEndpoints = [listOrdersV2, createOrder, createOrders, getOrder, patchOrder, setStatus, listHistoryV2];
