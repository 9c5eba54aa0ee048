import { foreignKey, index, integer, sqliteTable, text, uniqueIndex } from "../../../platform/db/schema";
import { FULFILLMENT_STATUSES } from "../../orders/fulfillments/fulfillment-status";
import { createdAndUpdated, encryptedSecret, moment, organizationId } from "../../../platform/db/columns";
import { CARRIER_SERVICES } from "./services/names";

/** Connections to services that report the status of parcels. Deleted ones stay without their secrets, because their reports name them. */
export const carrierConnections = sqliteTable(
  "carrier_connections",
  {
    /** `car_…` */
    id: text().primaryKey(),
    organization_id: organizationId(),
    service: text({ enum: CARRIER_SERVICES }).notNull(),
    status: text({ enum: ["active", "paused"] }).notNull(),
    /** The secret that signs the reports, encrypted like those of connections to shops. */
    secret: encryptedSecret().notNull(),
    secret_hint: text().notNull(),
    previous_secret: encryptedSecret(),
    previous_valid_until: moment(),
    last_report_at: moment(),
    deleted_at: moment(),
    version: integer().notNull().default(1),
    ...createdAndUpdated(),
  },
  (t) => [uniqueIndex("carrier_connections_organization").on(t.organization_id, t.id)],
);

/** What carrier services have reported, and what became of it. */
export const carrierReports = sqliteTable(
  "carrier_reports",
  {
    /** `rep_…` */
    id: text().primaryKey(),
    organization_id: organizationId(),
    connection_id: text().notNull(),
    /** The same for every delivery of the same report. */
    event_key: text().notNull(),
    /** Null if it could not be read. */
    tracking_number: text(),
    carrier: text(),
    /** The service's own words for the status. */
    service_status: text(),
    fulfillment_status: text({ enum: FULFILLMENT_STATUSES }),
    /** When the carrier had the status. */
    occurred_at: moment(),
    status: text({ enum: ["applied", "unchanged", "outdated", "ignored", "failed"] }).notNull(),
    /** Why it was ignored or failed. */
    reason: text(),
    /** The order of the first fulfillment with the tracking number. */
    order_id: integer(),
    /** Counts the reports of the connection. */
    seq: integer().notNull(),
    received_at: moment().notNull(),
    processed_at: moment().notNull(),
  },
  (t) => [
    uniqueIndex("carrier_reports_organization").on(t.organization_id, t.id),
    uniqueIndex("carrier_reports_event").on(t.organization_id, t.connection_id, t.event_key),
    index("carrier_reports_list").on(t.organization_id, t.connection_id, t.received_at, t.id),
    index("carrier_reports_status").on(t.organization_id, t.connection_id, t.status, t.received_at, t.id),
    index("carrier_reports_seq").on(t.organization_id, t.connection_id, t.seq),
    index("carrier_reports_age").on(t.received_at),
    foreignKey({
      columns: [t.organization_id, t.connection_id],
      foreignColumns: [carrierConnections.organization_id, carrierConnections.id],
    }),
  ],
);
