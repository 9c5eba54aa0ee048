import * as z from "zod";
import { ok, reads, resource } from "../../../platform/http/endpoint";
import { BLOCKERS } from "../../stores/blockers";
import { OrderPath } from "../v2/contract";
import { readReadiness } from "./readiness";

const Blockers = z.array(z.enum(BLOCKERS));

const Readiness = z
  .strictObject({
    items: z.array(
      z.strictObject({
        order_item_id: z.string(),
        blockers: Blockers.describe("Everything that the item lacks."),
        blocks_send: Blockers.describe("What of it keeps the item from being sent to a supplier."),
        blocks_ship: Blockers.describe("What of it keeps the item from being shipped."),
      }),
    ),
  })
  .meta({ id: "OrderReadiness" });

export const readinessEndpoints = [
  resource("Orders", reads("orders:read")).get("/orders/:id/readiness", {
    operationId: "getOrderReadiness",
    summary: "Get what the items of an order lack",
    description:
      "The goods of the order that are neither cancelled nor refunded, and what keeps each from being sent to a supplier or shipped.",
    input: { param: OrderPath },
    responses: { 200: Readiness },
    handle: async ({ org, param }) => {
      const items = await readReadiness(org, param.id);
      return ok({
        items: items.map(({ id, blockers, blocks }) => ({
          order_item_id: String(id),
          blockers,
          blocks_send: blocks.send,
          blocks_ship: blocks.ship,
        })),
      });
    },
  }),
];
