import type { z } from "zod";
import { pickValues } from "../../../../platform/values/record";
import { momentText } from "../../../../platform/values/zone";
import { deliveryUrl } from "../../token";
import type { CarrierConnectionRow } from "../carrier-connections.sql.ts";
import type { ReportRow } from "../reports.sql.ts";
import type { CarrierConnection, CarrierConnectionWithSecret, CarrierReport } from "./contract";

const momentOrNull = (moment: number | null): string | null => (moment === null ? null : momentText(moment));

/** A connection to a carrier service in v2, without its secret. `origin` is that of this service. */
export function presentCarrierConnection(row: CarrierConnectionRow, origin: string): z.output<typeof CarrierConnection> {
  return {
    id: row.id,
    service: row.service,
    status: row.status,
    delivery_url: deliveryUrl(origin, { organizationId: row.organization_id, connectionId: row.id }),
    secret_hint: row.secret_hint,
    previous_secret_valid_until: momentOrNull(row.previous_valid_until),
    last_report_at: momentOrNull(row.last_report_at),
    created_at: momentText(row.created_at),
    updated_at: momentText(row.updated_at),
  };
}

/** A connection with its generated secret, which is shown only once; null if the caller sent it. */
export function presentWithSecret(
  row: CarrierConnectionRow,
  origin: string,
  secret: string | null,
): z.output<typeof CarrierConnectionWithSecret> {
  return { ...presentCarrierConnection(row, origin), webhook_secret: secret };
}

/** A report of a carrier service. */
export function presentReport(row: ReportRow): z.output<typeof CarrierReport> {
  const names = {
    id: null,
    tracking_number: null,
    carrier: null,
    service_status: null,
    fulfillment_status: null,
    status: null,
    reason: null,
    order_id: null,
  };
  return {
    ...pickValues(row, names),
    occurred_at: momentOrNull(row.occurred_at),
    received_at: momentText(row.received_at),
    processed_at: momentText(row.processed_at),
  };
}
