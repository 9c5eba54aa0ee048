import { sql } from "drizzle-orm";
import { foreignKey, index, integer, sqliteTable, text, uniqueIndex } from "../../platform/db/schema";
import { createdAndUpdated, encryptedSecret, flag, moment, organizationId } from "../../platform/db/columns";
import { stores } from "../stores/table";

/** Connections to shops. Deleted ones stay without their secrets, until their inbox is purged. */
export const connections = sqliteTable(
  "connections",
  {
    /** `con_…` */
    id: text().primaryKey(),
    organization_id: organizationId(),
    store_id: integer().notNull(),
    platform: text({ enum: ["woocommerce", "shopify"] }).notNull(),
    status: text({ enum: ["active", "paused"] }).notNull(),
    /** The secret that signs the shop's webhooks, encrypted like the secrets of webhook endpoints. */
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
    /** When the next part of a reconciliation is due. */
    reconcile_at: moment(),
    /** Orders that a reconciliation found missing or out of date, and those of them that it stored. */
    gaps_found: integer().notNull().default(0),
    gaps_filled: integer().notNull().default(0),
    backfill_status: text({ enum: ["running", "completed"] }),
    backfill_since: moment(),
    backfill_cursor: text(),
    backfill_orders: integer().notNull().default(0),
    /** Whether fulfillments are sent to the shop. */
    sends_fulfillments: flag().notNull().default(0),
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

/** What shops have delivered. The body is deleted once it is processed. */
export const connectionInbox = sqliteTable(
  "connection_inbox",
  {
    /** `inb_…` */
    id: text().primaryKey(),
    organization_id: organizationId(),
    connection_id: text().notNull(),
    /** The same for every delivery of the same event. */
    event_key: text().notNull(),
    topic: text().notNull(),
    /** The id of the order on the platform. Null if it is not known. */
    source_order_id: text(),
    body: text(),
    status: text({ enum: ["pending", "processed", "ignored", "failed"] }).notNull(),
    /** Why it was ignored or failed, or what was not applied. It contains no values of the body. */
    reason: text(),
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
