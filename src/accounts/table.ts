import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { controlTable, createdAndUpdated, flag, moment, organizationId, stringList } from "../platform/db/columns";

/** The tenants. `currency` and `timezone` are defaults for what a caller leaves out. */
export const organizations = controlTable("organizations", {
  id: integer().primaryKey({ autoIncrement: true }),
  name: text().notNull(),
  currency: text().notNull(),
  timezone: text().notNull(),
  /** 1: an order's status follows its items (docs/spec/orders.md#item-roll-up). */
  roll_up_status: flag().notNull().default(1),
  /** Before migration 0015: see `event_floors`, which triggers keep equal for the release before. The column can't be dropped. */
  events_purged_to: integer().notNull().default(0),
  ...createdAndUpdated(),
});

/** SQL of an organization `o` as JSON: an `Organization`, and its name. */
export const ORGANIZATION_JSON = sql`json_object('id', o.id, 'name', o.name, 'currency', o.currency, 'timezone', o.timezone,
  'rollUpStatus', json(iif(o.roll_up_status = 1, 'true', 'false')))`;

/** An account of the console. */
export const userId = () =>
  integer()
    .notNull()
    .references(() => users.id);

/**
 * People who sign in to the console. One account may belong to several organizations. An address may have several accounts as long as nobody
 * has verified that they are one person's: so nobody keeps an address from its owner by registering it first.
 */
export const users = controlTable(
  "users",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    email: text().notNull(),
    name: text(),
    password_hash: text(),
    /** Who has vouched that the address is this person's; null: nobody, who was invited has chosen a password. */
    verified_by: text({ enum: ["operator", "provider"] }),
    ...createdAndUpdated(),
  },
  (t) => [
    index("users_address").on(sql`${t.email} collate nocase`),
    uniqueIndex("users_verified_address")
      .on(sql`${t.email} collate nocase`)
      .where(sql`${t.verified_by} is not null`),
    // Accounts without a password pile up at an address: signing in passes over them.
    index("users_password")
      .on(sql`${t.email} collate nocase`)
      .where(sql`${t.password_hash} is not null`),
  ],
);

export const memberships = controlTable(
  "memberships",
  {
    organization_id: organizationId().references(() => organizations.id),
    user_id: userId(),
    role: text({ enum: ["owner", "admin", "member", "viewer"] }).notNull(),
    created_at: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.user_id] }),
    index("memberships_user").on(t.user_id),
    check("memberships_role", sql`${t.role} in ('owner','admin','member','viewer')`),
  ],
);

/** API keys (Public V1) and API tokens (v2). The secret itself is never stored (docs/spec/authentication.md#secrets). */
export const credentials = controlTable(
  "credentials",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    organization_id: organizationId().references(() => organizations.id),
    kind: text({ enum: ["api_key", "api_token"] }).notNull(),
    name: text().notNull(),
    /** Hex SHA-256 of the whole secret. */
    secret_hash: text().notNull(),
    /** The secret before the last rotation, valid until `previous_valid_until`. */
    previous_hash: text(),
    previous_valid_until: moment(),
    /** The last four characters, to tell one credential from another. */
    hint: text().notNull(),
    scopes: stringList(),
    allowed_ips: stringList(),
    daily_quota: integer(),
    /** Requests per 60 s; null: the default. */
    rate_limit: integer(),
    expires_at: moment(),
    revoked_at: moment(),
    last_used_at: moment(),
    /** Raised by every change; the gate refuses a guard that knows an older one (docs/spec/authentication.md#changes-in-force). */
    version: integer().notNull().default(1),
    ...createdAndUpdated(),
  },
  (t) => [
    uniqueIndex("credentials_secret").on(t.secret_hash),
    uniqueIndex("credentials_previous")
      .on(t.previous_hash)
      .where(sql`${t.previous_hash} is not null`),
    uniqueIndex("credentials_organization").on(t.organization_id, t.id),
    index("credentials_kind_id").on(t.organization_id, t.kind, t.id),
    // Counted before the console creates one: revoked ones may be many.
    index("credentials_live")
      .on(t.organization_id)
      .where(sql`${t.revoked_at} is null`),
    check("credentials_kind", sql`${t.kind} in ('api_key','api_token')`),
  ],
);
