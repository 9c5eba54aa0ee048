import type { ToolDescription } from "../../mcp/tool";
import { A_FEW, ORDER_ID } from "../mcp";

/** What there is to say of a parcel. */
const FACTS = { status: true, tracking_number: true, carrier: true, tracking_url: true, shipped_at: true, delivered_at: true } as const;

/** Parcels. */
export const fulfillmentTools: readonly ToolDescription[] = [
  {
    name: "list_fulfillments",
    title: "List an order's parcels",
    operation: "listFulfillmentsV2",
    description:
      "List the fulfillments (parcels) of an order with their items, tracking and status, oldest first. Paged as find_orders is.",
    path: ORDER_ID,
    arguments: { limit: { about: "Fulfillments on a page, 1 to 200.", usual: A_FEW }, cursor: "`next_cursor` of the page before." },
  },
  {
    name: "create_fulfillment",
    title: "Make a parcel",
    operation: "createFulfillment",
    description:
      "Put items of an order into a new fulfillment (parcel). Where `items` is left out, all that is in none yet goes in. A status that " +
      "says it has left moves its items, and with them the order, to Shipped or on. It can't be deleted again. Subscribers of webhooks are told.",
    path: ORDER_ID,
    arguments: { ...FACTS, items: true },
  },
  {
    name: "update_fulfillment",
    title: "Report on a parcel",
    operation: "updateFulfillment",
    description: "Report a parcel's status, tracking and times. A status that is less far than it has come is recorded and not applied.",
    path: { fulfillment_id: { parameter: "id", about: "`id` of a fulfillment, ful_…" } },
    arguments: FACTS,
    overwrites: true,
    onRequest: true,
  },
];
