import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { createdAndUpdated, encryptedSecret, flag, moment, organizationId, stringList } from "../../platform/db/columns";
import { organizations } from "../../accounts/table";

/** Webhook endpoints. Deleted ones stay, so that their deliveries can still be read. */
export const webhookEndpoints = sqliteTable(
  "webhook_endpoints",
  {
    id: text().primaryKey(),
    organization_id: organizationId().references(() => organizations.id),
    url: text().notNull(),
    events: stringList(),
    description: text(),
    /** The supplier whose events it receives, and no others. Null: it is not limited. */
    supplier_id: text(),
    /** 0: paused by its owner, disabled after failures, or deleted. */
    enabled: flag().notNull().default(1),
    /** `disabled_failing`: its attempts have failed for too long. `gone`: it has answered 410 Gone. */
    status: text({ enum: ["active", "paused", "disabled_failing", "gone"] }).notNull(),
    /** Encrypted with AES-GCM under a key that is derived from the master secret (platform/crypto/encryption.ts). */
    secret: encryptedSecret().notNull(),
    secret_hint: text().notNull(),
    previous_secret: encryptedSecret(),
    previous_valid_until: moment(),
    last_success_at: moment(),
    last_failure_at: moment(),
    /** When the current series of failures started. Null after a success. */
    failing_since: moment(),
    consecutive_failures: integer().notNull().default(0),
    /**
     * How many fast successes the endpoint still needs before its deliveries leave the slow queue, so that they do not delay other endpoints.
     * A slow attempt sets it, and a fast success lowers it by 1.
     */
    slow: flag().notNull().default(0),
    /** When the next probe of a failing endpoint may start. Null: attempts are limited only by the number in progress. */
    probe_after: moment(),
    deleted_at: moment(),
    version: integer().notNull().default(1),
    ...createdAndUpdated(),
  },
  (t) => [
    uniqueIndex("webhook_endpoints_organization").on(t.organization_id, t.id),
    index("webhook_endpoints_live")
      .on(t.organization_id, t.created_at, t.id)
      .where(sql`${t.deleted_at} is null`),
  ],
);

/** The events, in commit order (`seq`). `body` is the exact text that is signed and sent. */
export const events = sqliteTable(
  "events",
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull(),
    organization_id: organizationId().references(() => organizations.id),
    type: text().notNull(),
    order_id: integer(),
    body: text().notNull(),
    occurred_at: moment().notNull(),
  },
  (t) => [
    uniqueIndex("events_organization").on(t.organization_id, t.id),
    index("events_feed").on(t.organization_id, t.seq),
    index("events_age").on(t.occurred_at),
  ],
);

/** The last event (a `seq`) that the purge has removed from an organization's feed. Events are missing after a lower cursor. No row: none. */
export const eventFloors = sqliteTable("event_floors", {
  organization_id: integer().primaryKey(),
  purged_to: integer().notNull(),
});

/** The delivery of one event to one endpoint. */
export const deliveries = sqliteTable(
  "deliveries",
  {
    id: text().primaryKey(),
    organization_id: organizationId(),
    endpoint_id: text().notNull(),
    event_id: text().notNull(),
    event_type: text().notNull(),
    /** `held`: its endpoint is paused or disabled. `failed`: there is no further attempt. `cancelled`: its endpoint was deleted. */
    status: text({ enum: ["pending", "succeeded", "failed", "held", "cancelled"] }).notNull(),
    /** `manual`: somebody has redelivered it. `recover`: a recovery has. */
    trigger: text({ enum: ["auto", "test", "manual", "recover"] }).notNull(),
    /** Attempts that were started, including the one in progress. */
    attempts: integer().notNull().default(0),
    /** How many of them do not count for the retry schedule, because they were made before the last redelivery. */
    run_from: integer().notNull().default(0),
    next_attempt_at: moment(),
    /** Set while a consumer makes an attempt. An outcome that is recorded with another token is ignored. */
    lease_token: text(),
    lease_until: moment(),
    created_at: moment().notNull(),
    completed_at: moment(),
  },
  (t) => [
    uniqueIndex("deliveries_organization").on(t.organization_id, t.id),
    // An endpoint gets an event once. The purge, which deletes events without deliveries, uses the index too.
    uniqueIndex("deliveries_once").on(t.organization_id, t.event_id, t.endpoint_id),
    index("deliveries_list").on(t.organization_id, t.endpoint_id, t.created_at, t.id),
    index("deliveries_status")
      .on(t.organization_id, t.endpoint_id, t.status, t.created_at, t.id)
      .where(sql`${t.status} <> 'succeeded'`),
    index("deliveries_type").on(t.organization_id, t.endpoint_id, t.event_type, t.created_at, t.id),
    index("deliveries_due")
      .on(t.endpoint_id, t.next_attempt_at, t.id)
      .where(sql`${t.status} = 'pending' and ${t.lease_token} is null`),
    index("deliveries_leased")
      .on(t.endpoint_id, t.lease_until)
      .where(sql`${t.lease_token} is not null`),
    foreignKey({ columns: [t.organization_id, t.endpoint_id], foreignColumns: [webhookEndpoints.organization_id, webhookEndpoints.id] }),
    foreignKey({ columns: [t.organization_id, t.event_id], foreignColumns: [events.organization_id, events.id] }),
  ],
);

/** One row for each request that was sent, or may have been (error_code outcome_unknown). */
export const attempts = sqliteTable(
  "attempts",
  {
    organization_id: organizationId(),
    delivery_id: text().notNull(),
    number: integer().notNull(),
    url: text().notNull(),
    started_at: moment().notNull(),
    duration_ms: integer().notNull(),
    response_status: integer(),
    response_body: text(),
    error_code: text(),
  },
  (t) => [
    primaryKey({ columns: [t.delivery_id, t.number] }),
    foreignKey({ columns: [t.organization_id, t.delivery_id], foreignColumns: [deliveries.organization_id, deliveries.id] }),
  ],
);

/** A job that redelivers what an endpoint has missed, in batches. */
export const recoveries = sqliteTable(
  "recoveries",
  {
    id: text().primaryKey(),
    organization_id: organizationId(),
    endpoint_id: text().notNull(),
    /** The deliveries were created at or after `since` and before `until`. */
    since: moment().notNull(),
    until: moment().notNull(),
    /** JSON array of `failed` and `held`. */
    statuses: stringList(),
    /** JSON array of event names. Empty: all. */
    events: stringList(),
    status: text({ enum: ["running", "completed", "cancelled"] }).notNull(),
    /** How many deliveries have been made due so far. */
    recovered: integer().notNull().default(0),
    /** The creation time and the id of the last delivery that has been made due. The job continues after it. */
    at_created: moment().notNull(),
    at_id: text().notNull(),
    created_at: moment().notNull(),
    completed_at: moment(),
  },
  (t) => [
    uniqueIndex("recoveries_organization").on(t.organization_id, t.id),
    index("recoveries_status").on(t.status, t.created_at),
    index("recoveries_endpoint").on(t.organization_id, t.endpoint_id, t.created_at),
    foreignKey({ columns: [t.organization_id, t.endpoint_id], foreignColumns: [webhookEndpoints.organization_id, webhookEndpoints.id] }),
  ],
);
