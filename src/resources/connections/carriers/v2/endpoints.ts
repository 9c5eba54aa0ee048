import { invalid } from "../../../../platform/api-error";
import type { MasterSecrets } from "../../../../platform/crypto/master-key";
import { created, one, reads, resource, writes } from "../../../../platform/http/endpoint";
import { readFilter } from "../../../../platform/http/input/filters";
import { cursorPage, listReply } from "../../../../platform/http/input/lists";
import { decryptFor } from "../../secrets";
import type { CarrierConnectionRow } from "../carrier-connections.sql.ts";
import { deleteCarrierConnection, retryReport, updateCarrierConnection } from "../commands";
import { REPORT_FILTERS } from "../filters";
import { listCarrierConnections, readCarrierConnection, readReport, readReports } from "../queries";
import type { ReportPosition } from "../reports.sql.ts";
import {
  CarrierConnection,
  CarrierConnectionChanges,
  CarrierConnections,
  CarrierConnectionWithSecret,
  CarrierPath,
  CarrierReport,
  CarrierReports,
  DeleteCarrierQuery,
  DeletedCarrierConnection,
  NewCarrierConnection,
  ReportPath,
  ReportsQuery,
  RotateCarrierSecret,
} from "./contract";
import { presentCarrierConnection, presentReport, presentWithSecret } from "./present";
import { registerCarrier, rotateCarrier } from "./register";

const route = resource("Carriers", reads("connections:manage"), writes("connections:manage", { idempotencyKey: "optional" }));

/** The generated secret of a connection, for a reply that is rebuilt. Null if the caller sent it. */
async function generatedSecret(masterSecrets: MasterSecrets, row: CarrierConnectionRow, sent: string | undefined): Promise<string | null> {
  return sent === undefined ? await decryptFor(masterSecrets, row.id, row.secret) : null;
}

/** Connections to carrier services (docs/spec/carriers.md). */
export const carrierEndpoints = [
  route.post("/carrier-connections", {
    operationId: "createCarrierConnection",
    summary: "Connect a carrier service",
    description:
      "Returns the `delivery_url` for the service's webhook and, for EasyPost and Shippo, the secret. The secret is shown only once. An organization can have up to 25 connections.",
    input: { json: NewCarrierConnection },
    responses: { 201: CarrierConnectionWithSecret },
    rebuildReply: async ({ org, json, settings, origin }, marker) => {
      const row = await readCarrierConnection(org, (marker as { id: string }).id);
      const secret = await generatedSecret(settings.masterSecrets, row, json.webhook_secret);
      return created(presentWithSecret(row, origin, secret), `/carrier-connections/${row.id}`);
    },
    handle: async ({ org, json, settings, origin }) => {
      const { row, secret } = await registerCarrier(org, settings, json);
      return created(presentWithSecret(row, origin, secret), `/carrier-connections/${row.id}`);
    },
  }),
  route.get("/carrier-connections", {
    operationId: "listCarrierConnections",
    summary: "List connections to carrier services",
    responses: { 200: CarrierConnections },
    handle: async ({ org, origin }) => {
      const rows = await listCarrierConnections(org);
      return one({ data: rows.map((row) => presentCarrierConnection(row, origin)), has_more: false, next_cursor: null });
    },
  }),
  route.get("/carrier-connections/:id", {
    operationId: "getCarrierConnection",
    summary: "Get a connection to a carrier service",
    input: { param: CarrierPath },
    responses: { 200: CarrierConnection },
    handle: async ({ org, param, origin }) => one(presentCarrierConnection(await readCarrierConnection(org, param.id), origin)),
  }),
  route.patch("/carrier-connections/:id", {
    operationId: "updateCarrierConnection",
    summary: "Pause or resume a connection to a carrier service",
    input: { param: CarrierPath, json: CarrierConnectionChanges },
    responses: { 200: CarrierConnection },
    rebuildReply: async ({ org, param, origin }) => one(presentCarrierConnection(await readCarrierConnection(org, param.id), origin)),
    handle: async ({ org, param, json, origin }) =>
      one(presentCarrierConnection(await updateCarrierConnection(org, param.id, json), origin)),
  }),
  route.post("/carrier-connections/:id/rotate-secret", {
    operationId: "rotateCarrierSecret",
    summary: "Rotate the secret of a connection to a carrier service",
    description:
      "Until the overlap ends, the old secret is accepted too. Another rotation during the overlap gets 409 `rotation_running`, unless `overlap_hours` is 0.",
    input: { param: CarrierPath, json: RotateCarrierSecret },
    responses: { 200: CarrierConnectionWithSecret },
    rebuildReply: async ({ org, param, json, settings, origin }) => {
      const row = await readCarrierConnection(org, param.id);
      return one(presentWithSecret(row, origin, await generatedSecret(settings.masterSecrets, row, json.webhook_secret)));
    },
    handle: async ({ org, param, json, settings, origin }) => {
      const { row, secret } = await rotateCarrier(org, settings, { id: param.id, ...json });
      return one(presentWithSecret(row, origin, secret));
    },
  }),
  route.get("/carrier-connections/:id/reports", {
    operationId: "listCarrierReports",
    summary: "List what a carrier service has reported",
    description: "Returns the reports of the last 30 days, newest first.",
    input: { param: CarrierPath, query: ReportsQuery },
    responses: { 200: CarrierReports },
    handle: async ({ org, param: { id }, query: { filter, limit, cursor }, settings: { masterSecrets } }) => {
      const page = await cursorPage(
        { masterSecrets, cursor, organizationId: org.organization.id, list: "listCarrierReports", query: { id, ...filter } },
        async (after: ReportPosition | null) => {
          const { status } = readFilter(REPORT_FILTERS, org, filter);
          return await readReports(org, id, { status, after, limit });
        },
        ({ received_at, id: reportId }) => [received_at, reportId],
      );
      return listReply(page, presentReport);
    },
  }),
  route.post("/carrier-connections/:id/reports/:report_id/retry", {
    operationId: "retryCarrierReport",
    summary: "Apply a failed report again",
    description:
      "For example after a fulfillment got the tracking number. If it fails again, its status is still `failed`, with the reason.",
    input: { param: ReportPath },
    responses: { 200: CarrierReport },
    rebuildReply: async ({ org, param }) => one(presentReport(await readReport(org, param.id, param.report_id))),
    handle: async ({ org, param }) => one(presentReport(await retryReport(org, param.id, param.report_id))),
  }),
  route.delete("/carrier-connections/:id", {
    operationId: "deleteCarrierConnection",
    summary: "Delete a connection to a carrier service",
    description: "Requires the id again as `confirm`. Its secret is deleted. The fulfillments keep their statuses.",
    input: { param: CarrierPath, query: DeleteCarrierQuery },
    responses: { 200: DeletedCarrierConnection },
    rebuildReply: async ({ param }) => one({ id: param.id, deleted: true }),
    handle: async ({ org, param: { id }, query: { confirm } }) => {
      if (confirm !== id) throw invalid("confirm", "not_confirmed", `Expected confirm=${id}, the id of the connection to delete.`);
      await deleteCarrierConnection(org, id);
      return one({ id, deleted: true });
    },
  }),
];
