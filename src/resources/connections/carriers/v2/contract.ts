import * as z from "zod";
import { FULFILLMENT_STATUSES } from "../../../orders/fulfillments/fulfillment-status";
import { cursorListQuery, listSchema } from "../../../../platform/http/input/lists";
import { patchBody } from "../../../../platform/http/input/text";
import { ConnectionChanges, DeleteConnectionQuery, RotateConnectionSecret, WebhookSecret } from "../../v2/contract";
import { REPORT_FILTERS, REPORT_STATUSES } from "../filters";
import { CARRIER_SERVICES } from "../services/names";

const Moment = z.iso.datetime();

/** POST /carrier-connections. */
export const NewCarrierConnection = z
  .object({
    service: z.enum(CARRIER_SERVICES).describe("`17track` is experimental."),
    webhook_secret: WebhookSecret.optional().describe(
      "The secret that verifies the reports. AfterShip and 17TRACK: required, as they show it. EasyPost and Shippo: generated if omitted.",
    ),
  })
  .meta({ id: "NewCarrierConnection" });

/** PATCH /carrier-connections/{id}. */
export const CarrierConnectionChanges = patchBody(
  z.object({ enabled: ConnectionChanges.shape.enabled.describe("`false` pauses the connection: reports are accepted and ignored.") }),
  "CarrierConnectionChanges",
);

/** POST /carrier-connections/{id}/rotate-secret. */
export const RotateCarrierSecret = z
  .object({
    webhook_secret: WebhookSecret.optional().describe(
      "The new secret. AfterShip and 17TRACK: required. EasyPost and Shippo: generated if omitted.",
    ),
    overlap_hours: RotateConnectionSecret.shape.overlap_hours.describe("How long the current secret is accepted too."),
  })
  .meta({ id: "RotateCarrierSecret" });

export const CarrierPath = z.object({ id: z.string().meta({ description: "Id of a connection to a carrier service, car_…" }) });
export const ReportPath = z.object({
  id: CarrierPath.shape.id,
  report_id: z.string().meta({ description: "Id of a report, rep_…" }),
});

/** DELETE /carrier-connections/{id}?confirm={id}. */
export const DeleteCarrierQuery = DeleteConnectionQuery;
export const DeletedCarrierConnection = z
  .strictObject({ id: z.string(), deleted: z.literal(true) })
  .meta({ id: "DeletedCarrierConnection" });

const connection = {
  id: z.string(),
  service: z.enum(CARRIER_SERVICES),
  status: z.enum(["active", "paused"]),
  delivery_url: z.string().describe("The address for the service's webhook. For Shippo, add `?token=` and the secret."),
  secret_hint: z.string().describe("The last characters of the secret."),
  previous_secret_valid_until: Moment.nullable(),
  last_report_at: Moment.nullable().describe("The last report on a parcel."),
  created_at: Moment,
  updated_at: Moment,
};

export const CarrierConnection = z.strictObject(connection).meta({ id: "CarrierConnection" });
export const CarrierConnections = listSchema(CarrierConnection);

/** A connection with its new secret. */
export const CarrierConnectionWithSecret = z
  .strictObject({
    ...connection,
    webhook_secret: z.string().nullable().describe("The generated secret. Only this response contains it. null if you sent the secret."),
  })
  .meta({ id: "CarrierConnectionWithSecret" });

export const CarrierReport = z
  .strictObject({
    id: z.string(),
    tracking_number: z.string().nullable().describe("null if it could not be read."),
    carrier: z.string().nullable(),
    service_status: z.string().nullable().describe("The service's own words for the status, for example `TRANSIT/out_for_delivery`."),
    fulfillment_status: z.enum(FULFILLMENT_STATUSES).nullable().describe("What they mean here."),
    occurred_at: Moment.nullable().describe("When the carrier had the status."),
    status: z
      .enum(REPORT_STATUSES)
      .describe(
        "`unchanged`: the fulfillments had this status. `outdated`: they have a newer one. `ignored`: it says nothing of the parcel.",
      ),
    reason: z.string().nullable().describe("Why it was ignored or failed."),
    order_id: z.int().nullable().describe("The first order with the tracking number."),
    received_at: Moment,
    processed_at: Moment,
  })
  .meta({ id: "CarrierReport" });

export const CarrierReports = listSchema(CarrierReport);

const REPORT_LIST = { filters: REPORT_FILTERS, defaultSort: { field: "received_at", direction: "desc" } } as const;

/** GET /carrier-connections/{id}/reports. */
export const ReportsQuery = cursorListQuery(REPORT_LIST);

/** The same list as a page of the console. */
export const ReportPageQuery = cursorListQuery(REPORT_LIST, "after");
