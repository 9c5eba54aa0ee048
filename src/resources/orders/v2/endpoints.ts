import type { OrderPosition } from "../list/sort.sql.ts";
import type { OrderParts } from "../rows.sql.ts";
import { listOrdersAfterCursor } from "../list/list-orders";
import { describeTransitions } from "../order-status";
import { ORDER_FILTERS } from "../list/filters";
import { CONTACT_FIELDS, presentOrder } from "../order-view";
import { readOrder } from "../read-order";
import { reprintFromMarker, reprintOrder } from "../reprint/reprint-order";
import { NewReprint, Order, OrderDetail, OrderChanges, OrderFeedQuery, OrderPath, SetOrderStatus } from "./contract";
import { setOrderStatus } from "../set-status";
import { updateOrder } from "../update-order";
import { created, ok, reads, resource, writes, type Reply } from "../../../platform/http/endpoint";
import type { OrgReader } from "../../../platform/db/org-db";
import { readFilter } from "../../../platform/http/input/filters";
import { pickValues } from "../../../platform/values/record";
import { cursorPage, listSchema, listReply } from "../../../platform/http/input/lists";
import { listHistoryV2 } from "../history/v2";
import { ingestEndpoints } from "../ingest/v2/endpoints";

/** The response with an order. Its ETag is the order's version. */
function orderReply(org: OrgReader, parts: OrderParts, warnings: readonly string[] = []): Reply {
  return { ...ok(presentOrder(parts, org.organization.timezone), warnings), version: parts.order.version };
}

function reprintReply(org: OrgReader, parts: OrderParts, { isNew }: { isNew: boolean }): Reply {
  const { id, version } = parts.order;
  const order = presentOrder(parts, org.organization.timezone);
  return { ...(isNew ? created(order, `/orders/${id}`) : ok(order)), version };
}

const route = resource("Orders", reads("orders:read"), writes("orders:write", { idempotencyKey: "optional" }));

export const orderEndpoints = [
  route.get("/orders", {
    operationId: "listOrdersV2",
    summary: "List orders with their items, by cursor",
    description:
      "Filters can be combined. To keep a copy of the orders up to date, read the event feed, because a list may miss orders that change while you read it.",
    input: { query: OrderFeedQuery },
    responses: { 200: listSchema(Order) },
    handle: async ({ org, query: { filter, sort, limit, cursor }, settings: { masterSecrets }, principal }) => {
      const access = { readsContacts: principal.can("customers:read") };
      const page = await cursorPage(
        { masterSecrets, cursor, organizationId: org.organization.id, list: "listOrdersV2", query: [filter, sort] },
        (after: OrderPosition | null) => listOrdersAfterCursor(org, readFilter(ORDER_FILTERS, org, filter, access), { sort, after, limit }),
        ({ order }) => [order[sort.field], order.id],
      );
      return listReply(page, (parts) => presentOrder(parts, org.organization.timezone));
    },
  }),
  ...ingestEndpoints,
  route.get("/orders/:id", {
    operationId: "getOrderV2",
    summary: "Get an order with its items",
    description: "With the scope `customers:read` too, the order has the customer's email address and phone number.",
    input: { param: OrderPath },
    responses: { 200: OrderDetail },
    handle: async ({ org, param, principal }) => {
      const parts = await readOrder(org, param.id);
      const reply = orderReply(org, parts);
      if (!principal.can("customers:read")) return reply;
      return { ...reply, data: { ...presentOrder(parts, org.organization.timezone), ...pickValues(parts.order, CONTACT_FIELDS) } };
    },
  }),
  route.patch("/orders/:id", {
    operationId: "updateOrder",
    summary: "Update an order",
    supportsIfMatch: true,
    input: { param: OrderPath, json: OrderChanges },
    responses: { 200: Order },
    rebuildReply: async ({ org, param }) => orderReply(org, await readOrder(org, param.id)),
    handle: async ({ org, param, json, versions }) => {
      const { parts, warnings } = await updateOrder(org, param.id, { patch: json, versions });
      return orderReply(org, parts, warnings);
    },
  }),
  route.post("/orders/:id/status", {
    operationId: "setOrderStatus",
    summary: "Set the status of an order",
    description: `Allowed changes: ${describeTransitions()}. Any other change gets 409 \`invalid_transition\`, which lists the allowed statuses. Setting the same status changes nothing. The statuses of items do not change.`,
    guard: writes("orders:status:write", { idempotencyKey: "optional" }),
    supportsIfMatch: true,
    errors: ["invalid_transition"],
    input: { param: OrderPath, json: SetOrderStatus },
    responses: { 200: Order },
    rebuildReply: async ({ org, param }) => orderReply(org, await readOrder(org, param.id)),
    handle: async ({ org, param, json: { status, reason = null }, versions }) =>
      orderReply(org, await setOrderStatus(org, param.id, { status, reason, versions })),
  }),
  route.post("/orders/:id/reprint", {
    operationId: "reprintOrder",
    summary: "Reprint items of an order",
    description:
      "Creates an order with the chosen items for the same customer and address. Its prices are 0, its number is that of the original with `-R1`, and its tag is `reprint`. Its `external_id` is `reprint-{id}-{number}`. Returns 201, or 200 if the reprint with this `number` exists with the same items.",
    input: { param: OrderPath, json: NewReprint },
    responses: { 200: Order, 201: Order },
    rebuildReply: async ({ org }, marker) => reprintReply(org, await reprintFromMarker(org, marker), { isNew: true }),
    handle: async ({ org, param, json, settings: { masterSecrets } }) => {
      const { parts, isNew } = await reprintOrder(org, param.id, { ...json, masterSecrets });
      return reprintReply(org, parts, { isNew });
    },
  }),
  listHistoryV2,
];
