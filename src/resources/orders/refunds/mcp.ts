import type { ToolDescription } from "../../../platform/http/tool-description";
import { PAGE_SIZE, ORDER_ID } from "../mcp";

/** Refunds: money, so that they are offered only on request. */
export const refundTools: readonly ToolDescription[] = [
  {
    name: "list_refunds",
    title: "List an order's refunds",
    operation: "listOrderRefunds",
    description: "List the refunds of an order with their items, tax and reasons, oldest first. Paging works as in find_orders.",
    path: ORDER_ID,
    arguments: { limit: { about: "Refunds on a page.", default: PAGE_SIZE }, cursor: "`next_cursor` of the previous page." },
    onRequest: true,
  },
  {
    name: "refund_order",
    title: "Record a refund",
    operation: "refundOrder",
    description:
      "Record a refund of items, of the shipping or of everything. It pays nothing back, and it cannot be undone. Refunded units that were " +
      "not shipped are not shipped any more. Webhook subscribers are notified.",
    path: ORDER_ID,
    result: { as: "The refund, as list_refunds returns it.", fields: ["id", "order_id", "amount"] },
    arguments: { everything: true, items: true, shipping: true, other: true, tax: true, reason: true },
    overwrites: true,
    onRequest: true,
  },
];
