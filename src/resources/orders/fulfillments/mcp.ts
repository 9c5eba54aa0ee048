import type { ToolDescription } from "../../../platform/http/tool-description";
import { PAGE_SIZE, ORDER_ID } from "../mcp";

const RESULT = { as: "The fulfillment, as list_fulfillments returns it.", fields: ["id", "order_id", "status"] };

/** The arguments that create and update a fulfillment. */
const FIELDS = { status: true, tracking_number: true, carrier: true, tracking_url: true, shipped_at: true, delivered_at: true } as const;

export const fulfillmentTools: readonly ToolDescription[] = [
  {
    name: "list_fulfillments",
    title: "List an order's fulfillments",
    operation: "listFulfillmentsV2",
    description:
      "List the fulfillments (shipments) of an order with their items, tracking and status, oldest first. Paging works as in find_orders.",
    path: ORDER_ID,
    arguments: { limit: { about: "Fulfillments on a page.", default: PAGE_SIZE }, cursor: "`next_cursor` of the previous page." },
  },
  {
    name: "create_fulfillment",
    title: "Create a fulfillment",
    operation: "createFulfillment",
    description:
      "Create a fulfillment (shipment) with items of an order. Without `items` it contains everything that is not in one yet. A status that " +
      "means shipped changes its items, and with them the order, to Shipped or beyond. It cannot be deleted. Webhook subscribers are notified.",
    path: ORDER_ID,
    result: RESULT,
    arguments: { ...FIELDS, items: true },
  },
  {
    name: "update_fulfillment",
    title: "Update a fulfillment",
    operation: "updateFulfillment",
    description:
      "Update the status, tracking and times of a fulfillment. A status that is behind the current one is recorded but not applied.",
    path: { fulfillment_id: { parameter: "id", about: "The `id` of a fulfillment, ful_…" } },
    result: RESULT,
    arguments: FIELDS,
    overwrites: true,
    onRequest: true,
  },
];
