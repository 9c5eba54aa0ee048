import type { OrgReader } from "../../../../platform/db/org-db";
import { ok, reads, type Reply, resource, writes } from "../../../../platform/http/endpoint";
import { readItem, readItemId } from "../../items/list-items";
import { ItemPath } from "../../items/v2/contract";
import { presentItem, presentOrder } from "../../order-view";
import { readOrder } from "../../read-order";
import type { ItemRow, OrderParts } from "../../rows.sql.ts";
import { Order, OrderItem, OrderPath } from "../../v2/contract";
import { holdItem, holdOrder } from "../hold-order";
import { NewHold } from "./contract";

const orderReply = (org: OrgReader, parts: OrderParts): Reply => ({
  ...ok(presentOrder(parts, org.organization.timezone)),
  version: parts.order.version,
});

const itemReply = (org: OrgReader, item: ItemRow): Reply => ok(presentItem(item, org.organization.timezone));

const orders = resource("Orders", reads("orders:read"), writes("orders:write", { idempotencyKey: "optional" }));
const items = resource("Order items", reads("orders:read"), writes("orders:write", { idempotencyKey: "optional" }));

const HOLD_EFFECT = "What is on hold can't be shipped, printed for the warehouse or sent to a supplier. The status does not change.";

export const holdEndpoints = [
  orders.post("/orders/:id/hold", {
    operationId: "holdOrder",
    summary: "Put an order on hold",
    description: `Holds all of its items, with a reason and an optional end. ${HOLD_EFFECT} A second hold replaces the first one.`,
    supportsIfMatch: true,
    input: { param: OrderPath, json: NewHold },
    responses: { 200: Order },
    rebuildReply: async ({ org, param }) => orderReply(org, await readOrder(org, param.id)),
    handle: async ({ org, param, json, versions }) => orderReply(org, await holdOrder(org, param.id, { hold: json, versions })),
  }),
  orders.post("/orders/:id/release", {
    operationId: "releaseOrder",
    summary: "Release an order from its hold",
    description: "Holds of its items stay. Releasing an order that is not on hold changes nothing.",
    supportsIfMatch: true,
    input: { param: OrderPath },
    responses: { 200: Order },
    rebuildReply: async ({ org, param }) => orderReply(org, await readOrder(org, param.id)),
    handle: async ({ org, param, versions }) => orderReply(org, await holdOrder(org, param.id, { hold: null, versions })),
  }),
  items.post("/order-items/:id/hold", {
    operationId: "holdOrderItem",
    summary: "Put an order item on hold",
    description: `With a reason and an optional end. ${HOLD_EFFECT} A second hold replaces the first one.`,
    input: { param: ItemPath, json: NewHold },
    responses: { 200: OrderItem },
    rebuildReply: async ({ org, param }) => itemReply(org, await readItem(org, readItemId(param.id))),
    handle: async ({ org, param, json }) => itemReply(org, await holdItem(org, readItemId(param.id), json)),
  }),
  items.post("/order-items/:id/release", {
    operationId: "releaseOrderItem",
    summary: "Release an order item from its hold",
    description: "A hold of its order and the status On Hold stay. Releasing an item that is not on hold changes nothing.",
    input: { param: ItemPath },
    responses: { 200: OrderItem },
    rebuildReply: async ({ org, param }) => itemReply(org, await readItem(org, readItemId(param.id))),
    handle: async ({ org, param }) => itemReply(org, await holdItem(org, readItemId(param.id), null)),
  }),
];
