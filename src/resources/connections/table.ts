import { sql } from "drizzle-orm";
import { foreignKey, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { createdAndUpdated, encryptedSecret, flag, moment, organizationId } from "../../platform/db/columns";
import { FULFILLMENT_STATUSES } from "../orders/fulfillments/fulfillment-status";
import { stores } from "../stores/table";

/**
 * Connections to shops and to services that report on parcels. Deleted ones stay without their secrets, because their inbox names them. What is
 * about the API of a shop is null for a service.
 */
export const connections = sqliteTable(
  "connections",
  {
    /** `con_…` */
    id: text().primaryKey(),
    organization_id: organizationId(),
    /** The store whose orders these are. Null for a service, which reports on parcels of all stores. */
    store_id: integer(),
    /** A `Platform` (platforms/platforms.ts). */
    platform: text().notNull(),
    status: text({ enum: ["active", "paused"] }).notNull(),
    /** The secret that signs the webhooks, encrypted like the secrets of webhook endpoints. */
    secret: encryptedSecret().notNull(),
    secret_hint: text().notNull(),
    previous_secret: encryptedSecret(),
    previous_valid_until: moment(),
    /** The origin of the shop. Null without access to its API. */
    shop_url: text(),
    /** JSON of the API's key and secret, encrypted. */
    api_credentials: encryptedSecret(),
    api_hint: text(),
    last_event_at: moment(),
    last_error: text(),
    last_error_at: moment(),
    /** When the changed orders were last read completely. */
    last_reconciled_at: moment(),
    /** All changes up to this time of the shop have been read. */
    reconciled_to: moment(),
    /** The continuation of an unfinished reconciliation. */
    reconcile_cursor: text(),
    /** When the next part of a reconciliation, or the removal of a deleted connection, is due. Null: none is, as without access to the API. */
    reconcile_at: moment(),
    /** Orders that a reconciliation found missing or out of date, and those of them that it stored. */
    gaps_found: integer().notNull().default(0),
    gaps_filled: integer().notNull().default(0),
    backfill_status: text({ enum: ["running", "completed"] }),
    /** A backfill reads the orders that the shop has changed since then. */
    backfill_since: moment(),
    backfill_cursor: text(),
    backfill_orders: integer().notNull().default(0),
    /** The address for which webhooks are registered by the shop's API. Null: people create them. */
    webhooks_url: text(),
    /** When they were last found complete there. */
    webhooks_registered_at: moment(),
    /** Whether fulfillments are sent to the shop. */
    sends_fulfillments: flag().notNull().default(0),
    /** JSON: the connection's own map of properties (stored-property-map.ts). Null: only the defaults apply. */
    property_map: text(),
    /** Until its webhooks are removed from the shop, a deleted connection keeps its access to the API. */
    deleted_at: moment(),
    version: integer().notNull().default(1),
    ...createdAndUpdated(),
  },
  (t) => [
    uniqueIndex("connections_organization").on(t.organization_id, t.id),
    // Two connections of a store would write the same external ids.
    uniqueIndex("connections_store")
      .on(t.organization_id, t.store_id)
      .where(sql`${t.deleted_at} is null`),
    index("connections_due")
      .on(t.reconcile_at)
      .where(sql`${t.reconcile_at} is not null`),
    foreignKey({ columns: [t.organization_id, t.store_id], foreignColumns: [stores.organization_id, stores.id] }),
  ],
);

/** What shops and carrier services have delivered. The body is deleted once it is processed. That of a report is not stored. */
export const connectionInbox = sqliteTable(
  "connection_inbox",
  {
    /** `inb_…` */
    id: text().primaryKey(),
    organization_id: organizationId(),
    connection_id: text().notNull(),
    /** The same for every delivery of the same event. */
    event_key: text().notNull(),
    /** The platform's name of the event, or the words of a service for the status of a parcel. */
    topic: text().notNull(),
    /** The id of the order on the platform. Null if it is not known. */
    source_order_id: text(),
    body: text(),
    /** What a report says. Null for a message of a shop, and for a report that can't be read. */
    tracking_number: text(),
    carrier: text(),
    fulfillment_status: text({ enum: FULFILLMENT_STATUSES }),
    /** When the carrier had the status. */
    occurred_at: moment(),
    status: text({ enum: ["pending", "processed", "ignored", "failed"] }).notNull(),
    /** Why it was ignored or failed, or what was not applied. It contains no values of the body. */
    reason: text(),
    /** The order here; of a report, the first one with the tracking number. Null if it is not known. */
    order_id: integer(),
    /** Counts the messages of the connection. */
    seq: integer().notNull(),
    attempts: integer().notNull().default(0),
    next_attempt_at: moment(),
    received_at: moment().notNull(),
    processed_at: moment(),
  },
  (t) => [
    uniqueIndex("connection_inbox_organization").on(t.organization_id, t.id),
    uniqueIndex("connection_inbox_event").on(t.organization_id, t.connection_id, t.event_key),
    index("connection_inbox_list").on(t.organization_id, t.connection_id, t.received_at, t.id),
    index("connection_inbox_status").on(t.organization_id, t.connection_id, t.status, t.received_at, t.id),
    index("connection_inbox_seq").on(t.organization_id, t.connection_id, t.seq),
    index("connection_inbox_order")
      .on(t.organization_id, t.order_id, t.id)
      .where(sql`${t.order_id} is not null`),
    index("connection_inbox_due")
      .on(t.next_attempt_at)
      .where(sql`${t.status} = 'pending'`),
    index("connection_inbox_age").on(t.received_at),
    foreignKey({ columns: [t.organization_id, t.connection_id], foreignColumns: [connections.organization_id, connections.id] }),
  ],
);
