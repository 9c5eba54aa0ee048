import * as z from "zod";
import { historyBehind, viewHistory } from "./list-history";
import { endpoint, reads } from "../../platform/http/endpoint";
import { cursorPage, listOf, listQuery, listReply } from "../../platform/http/input/lists";
import { OrderPath } from "../v2/contract";

const nullableText = z.string().nullable();

/** A line of an order's history (docs/spec/notes-and-history.md#history): who changed what, when and why. */
const HistoryLine = z
  .strictObject({
    id: z.int(),
    order_id: z.int(),
    order_item_id: nullableText,
    fulfillment_id: nullableText,
    change: z
      .string()
      .describe(
        "created, updated, status, item_status, roll_up, fulfillment, or fulfillment_late (a late report that was recorded but not applied).",
      ),
    from: nullableText,
    to: nullableText,
    changed_fields: z.array(z.string()),
    reason: nullableText,
    actor_type: z.enum(["credential", "user", "system"]),
    actor_id: z.int().nullable(),
    actor_name: z.string(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "HistoryLineV2" });

export const listHistoryV2 = endpoint(
  {
    method: "get",
    path: "/orders/:id/history",
    operationId: "listOrderHistoryV2",
    summary: "List the history of an order, oldest first",
    tag: "Orders",
    guard: reads("orders:read"),
    input: { param: OrderPath, query: z.object(listQuery) },
    responses: { 200: listOf(HistoryLine) },
  },
  async ({ org, param, query: { limit = 50, cursor }, pageLimit, settings: { masterSecrets } }) => {
    const page = await cursorPage(
      { masterSecrets, cursor, organizationId: org.organization.id, list: "listOrderHistoryV2", query: param },
      (after: readonly [id: number] | null) => historyBehind(org, param.id, after?.[0] ?? 0, limit, pageLimit),
      ({ id }) => [id],
    );
    return listReply(page, viewHistory);
  },
);
