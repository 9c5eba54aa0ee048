import * as z from "zod";
import { historyBehind, viewHistory } from "./list-history";
import { readCursor, writeCursor } from "../../platform/http/input/cursor";
import { endpoint, one, reads } from "../../platform/http/endpoint";
import { listOf, listQuery } from "../../platform/http/input/cursor-list";
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
    answers: { 200: listOf(HistoryLine) },
  },
  async ({ org, param, query: { limit = 50, cursor }, pageLimit, settings: { masterSecrets } }) => {
    const use = { organizationId: org.organization.id, list: "listOrderHistoryV2", query: param };
    const [after = 0] = cursor === undefined ? [] : await readCursor(masterSecrets, use, cursor);
    const { history, hasMore } = await historyBehind(org, param.id, Number(after), limit, pageLimit);
    const last = history.at(-1);
    const next = hasMore && last !== undefined ? await writeCursor(masterSecrets, use, [last.id]) : null;
    return one({ data: history.map(viewHistory), has_more: hasMore, next_cursor: next });
  },
);
