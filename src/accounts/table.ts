import { sql } from "drizzle-orm";
import { index, integer, primaryKey, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { REGION_CODES } from "../platform/values/region";
import { controlTable, createdAndUpdated, flag, moment, organizationId, stringList } from "../platform/db/columns";

/**
 * Why nobody can use an organization: an export is being restored into it, it was deleted (which can be undone for a time), or its data is being
 * removed for ever.
 */
export const CLOSED_FOR = ["restore", "deletion", "removal"] as const;

/** The tenants. `currency` and `timezone` are defaults for requests without them. */
export const organizations = controlTable(
  "organizations",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    name: text().notNull(),
    currency: text().notNull(),
    timezone: text().notNull(),
    /** 1: an order's status follows its items (docs/spec/orders.md#status-from-items). */
    roll_up_status: flag().notNull().default(1),
    /** Number of the database with its rows (platform/db/database.ts). */
    database: integer().notNull().default(0),
    /** When its database was last restored to an earlier time. The gates of its credentials then start again (docs/runbook.md). */
    restored_at: moment(),
    /** Null: the organization is in use (lifecycle/closure.ts). */
    closed_for: text({ enum: CLOSED_FOR }),
    closed_at: moment(),
    /** In `removal`: JSON of how far it has got (lifecycle/removal-position.ts). Null: it starts at its beginning. */
    removal_position: text(),
    ...createdAndUpdated(),
  },
  (t) => [
    index("organizations_closed")
      .on(t.closed_for, t.closed_at)
      .where(sql`${t.closed_for} is not null`),
  ],
);

/** SQL for an organization `o` as JSON: an `Organization` with its name. */
export const ORGANIZATION_JSON = sql`json_object('id', o.id, 'database', o.database, 'name', o.name, 'currency', o.currency, 'timezone', o.timezone,
  'rollUpStatus', json(iif(o.roll_up_status = 1, 'true', 'false')),
  'restoredAt', o.restored_at)`;

export const userId = () =>
  integer()
    .notNull()
    .references(() => users.id);

/**
 * The accounts of people who sign in to the console. An account may belong to several organizations. An address may have several unverified
 * accounts, so that nobody can block an address by registering it before its owner. At most one of its accounts is verified.
 */
export const users = controlTable(
  "users",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    email: text().notNull(),
    name: text(),
    /** Null: nobody can sign in to the account with a password. */
    password_hash: text(),
    /** Who has verified that the address belongs to this person. Null: nobody, the invited person only chose a password. */
    verified_by: text({ enum: ["operator", "provider"] }),
    ...createdAndUpdated(),
  },
  (t) => [
    index("users_address").on(sql`${t.email} collate nocase`),
    uniqueIndex("users_verified_address")
      .on(sql`${t.email} collate nocase`)
      .where(sql`${t.verified_by} is not null`),
    // Sign-in skips the accounts without a password, of which an address may have many.
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
    /** 1: has the permission "money", which the role does not include (members/access.ts). */
    money: flag().notNull().default(0),
    /** When the person hid the first steps on the home page. Null: they are shown until they are done. */
    first_steps_hidden_at: moment(),
    created_at: moment().notNull(),
    /** When they last used the organization's pages, accurate to five minutes. Null: never. */
    last_active_at: moment(),
  },
  (t) => [primaryKey({ columns: [t.organization_id, t.user_id] }), index("memberships_user").on(t.user_id)],
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
    /** The only supplier whose supplier orders it may see and change. Null: it may see those of all. */
    supplier_id: text(),
    allowed_ips: stringList(),
    /** Requests per UTC day. Null: any number. */
    daily_quota: integer(),
    /** Requests per 60 s. Null: the default. */
    rate_limit: integer(),
    /** The database that reads go to: the primary, or the nearest replica (docs/spec/consistency.md#reads). */
    reads: text({ enum: ["primary", "nearest"] })
      .notNull()
      .default("primary"),
    /** Where its gate is created. Null: near the first request. */
    region: text({ enum: REGION_CODES }),
    expires_at: moment(),
    revoked_at: moment(),
    last_used_at: moment(),
    /** Raised by every change. The gate rejects records with an older version (docs/spec/authentication.md#changes-in-force). */
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
    // These are counted before one is created, without reading the revoked ones, which may be many.
    index("credentials_live")
      .on(t.organization_id)
      .where(sql`${t.revoked_at} is null`),
  ],
);
