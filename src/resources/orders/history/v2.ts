import * as z from "zod";
import { HISTORY_FIELDS, listHistoryAfter, presentHistory } from "./list-history";
import { reads, resource } from "../../../platform/http/endpoint";
import { cursorPage, listSchema, listQuery, listReply } from "../../../platform/http/input/lists";
import { OrderPath } from "../v2/contract";

const HistoryEntry = z
  .strictObject({
    ...HISTORY_FIELDS,
    change: HISTORY_FIELDS.change.describe(
      "created, updated, status, item_status, roll_up, fulfillment, fulfillment_late (an outdated report that was recorded but not applied), refund (`to` is its id), design (`to` is the version, `reason` the name of the file), override (`reason` says why it was done although `to` was missing), supplier_order or proof (`to` is its state and its id).",
    ),
  })
  .meta({ id: "HistoryLineV2" });

export const listHistoryV2 = resource("Orders", reads("orders:read")).get("/orders/:id/history", {
  operationId: "listOrderHistoryV2",
  summary: "List the history of an order, oldest first",
  input: { param: OrderPath, query: z.object(listQuery) },
  responses: { 200: listSchema(HistoryEntry) },
  handle: async ({ org, param, query: { limit = 50, cursor }, settings: { masterSecrets } }) => {
    const page = await cursorPage(
      { masterSecrets, cursor, organizationId: org.organization.id, list: "listOrderHistoryV2", query: param },
      (after: readonly [id: number] | null) => listHistoryAfter(org, { orderId: param.id, after: after?.[0] ?? 0, limit }),
      ({ id }) => [id],
    );
    return listReply(page, presentHistory);
  },
});
