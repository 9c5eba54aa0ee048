import * as z from "zod";
import type { FulfillmentRow } from "../../rows.sql.ts";
import { listFulfillmentsAfter, presentFulfillment } from "../list-fulfillments";
import { createFulfillment, readFulfillment, fulfillmentFromMarker, updateFulfillment } from "../write-fulfillment";
import { created, fileReply, ok, reads, type Reply, resource, writes } from "../../../../platform/http/endpoint";
import { cursorPage, listSchema, listQuery, listReply } from "../../../../platform/http/input/lists";
import { StorePath } from "../../../stores/v2/contract";
import { OrderPath } from "../../v2/contract";
import { reportFromMarker, reportTracking } from "../report-tracking";
import { WORKSHEET_TYPE, worksheetResponse } from "../worksheet/worksheet";
import {
  Fulfillment,
  FulfillmentChanges,
  FulfillmentPath,
  NewFulfillment,
  TrackingReport,
  TrackingReportResult,
  WorksheetQuery,
} from "./contract";

const createdReply = (row: FulfillmentRow): Reply => created(presentFulfillment(row), `/fulfillments/${row.id}`);

const route = resource("Fulfillments", reads("fulfillment:read"), writes("fulfillment:write", { idempotencyKey: "optional" }));

export const fulfillmentEndpoints = [
  route.get("/orders/:id/fulfillments", {
    operationId: "listFulfillmentsV2",
    summary: "List the fulfillments of an order, oldest first",
    input: { param: OrderPath, query: z.object(listQuery) },
    responses: { 200: listSchema(Fulfillment) },
    handle: async ({ org, param, query: { limit = 50, cursor }, settings: { masterSecrets } }) => {
      const page = await cursorPage(
        { masterSecrets, cursor, organizationId: org.organization.id, list: "listFulfillmentsV2", query: param },
        (after: readonly [id: string] | null) => listFulfillmentsAfter(org, { orderId: param.id, after: after?.[0] ?? "", limit }),
        ({ id }) => [id],
      );
      return listReply(page, presentFulfillment);
    },
  }),
  route.get("/stores/:id/tracking-worksheet", {
    operationId: "getTrackingWorksheet",
    summary: "Download the tracking numbers of a period as a file",
    description:
      "For platforms that accept tracking only as a file or by hand: the fulfillments that a store shipped, in the columns of Etsy, eBay or Amazon, oldest first. A file has up to 10,000 items.",
    input: { param: StorePath, query: WorksheetQuery },
    responses: { 200: z.string() },
    mediaType: WORKSHEET_TYPE,
    handle: async ({ org, param, query }) => {
      const response = await worksheetResponse(org, { storeId: param.id, ...query });
      const disposition = response.headers.get("Content-Disposition") ?? "attachment";
      return fileReply(response, { "Content-Disposition": disposition });
    },
  }),
  route.get("/fulfillments/:id", {
    operationId: "getFulfillment",
    summary: "Get a fulfillment",
    input: { param: FulfillmentPath },
    responses: { 200: Fulfillment },
    handle: async ({ org, param }) => ok(presentFulfillment(await readFulfillment(org, param.id))),
  }),
  route.post("/orders/:id/fulfillments", {
    operationId: "createFulfillment",
    summary: "Create a fulfillment",
    description:
      "Without `items`, the fulfillment contains everything that is not in one yet. It counts as shipped if `shipped_at` is sent or its status says so. The statuses of the items and the order follow.",
    input: { param: OrderPath, json: NewFulfillment },
    responses: { 201: Fulfillment },
    rebuildReply: async ({ org }, marker) => createdReply(await fulfillmentFromMarker(org, marker)),
    handle: async ({ org, param, json }) => createdReply(await createFulfillment(org, param.id, json)),
  }),
  route.patch("/fulfillments/:id", {
    operationId: "updateFulfillment",
    summary: "Update a fulfillment",
    input: { param: FulfillmentPath, json: FulfillmentChanges },
    responses: { 200: Fulfillment },
    rebuildReply: async ({ org, param }) => ok(presentFulfillment(await readFulfillment(org, param.id))),
    handle: async ({ org, param, json }) => {
      const { fulfillment, outdated } = await updateFulfillment(org, { id: param.id }, json);
      const warnings =
        outdated === null ? [] : [`The status ${outdated} is behind ${fulfillment.status}, so it was recorded but not applied.`];
      return ok(presentFulfillment(fulfillment), warnings);
    },
  }),
  route.post("/tracking", {
    operationId: "reportTracking",
    summary: "Report the status of a tracking number",
    description:
      "Updates every fulfillment with the tracking number, on up to 50 orders, as a carrier reports it. Reports may be repeated and may arrive in any order. 404 `unknown_tracking_number` if no fulfillment has it.",
    input: { json: TrackingReport },
    responses: { 200: TrackingReportResult },
    rebuildReply: async (_context, marker) => ok({ fulfillments: reportFromMarker(marker) }),
    handle: async ({ org, json }) => ok({ fulfillments: await reportTracking(org, json) }),
  }),
];
