import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { controlTable, moment, organizationId } from "../../platform/db/columns";
import { organizations, userId, users } from "../table";

/** Who is signed in to the console, in which browser. A session's token names its row: without it, or past its end, it opens nothing. */
export const sessions = controlTable(
  "sessions",
  {
    /** `ses_…` */
    id: text().primaryKey(),
    user_id: userId(),
    method: text({ enum: ["password", "openid"] }).notNull(),
    /** The browser's own words for itself, cut to 255 characters: for people to tell one session from another. */
    user_agent: text().notNull(),
    created_at: moment().notNull(),
    expires_at: moment().notNull(),
    revoked_at: moment(),
  },
  (t) => [index("sessions_user").on(t.user_id, t.created_at), index("sessions_end").on(t.expires_at)],
);

/** Accounts of an OpenID Connect provider, by what never changes in them (OpenID Connect Core 1.0, section 2). */
export const identities = controlTable(
  "identities",
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    user_id: userId(),
    created_at: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.issuer, t.subject] }), index("identities_user").on(t.user_id)],
);

/** Wrong passwords in a row, by SHA-256 of the e-mail address in lower case, whether it has an account or not. */
export const signInFailures = controlTable(
  "sign_in_failures",
  {
    address_hash: text().primaryKey(),
    failures: integer().notNull(),
    last_at: moment().notNull(),
  },
  (t) => [index("sign_in_failures_age").on(t.last_at)],
);

/** Links by which a person chooses a password; of the link only a SHA-256 is kept. Each opens once. */
export const invitations = controlTable(
  "invitations",
  {
    token_hash: text().primaryKey(),
    user_id: userId(),
    created_at: moment().notNull(),
    expires_at: moment().notNull(),
    used_at: moment(),
  },
  (t) => [index("invitations_user").on(t.user_id), index("invitations_end").on(t.expires_at)],
);

/**
 * Invitations to organizations, to an e-mail address: whether it has an account does not matter, and nobody is told. Whoever has the link
 * joins, with an account of the address that they are signed in to, or with a new one. Of the link only a SHA-256 is kept.
 */
export const memberInvitations = controlTable(
  "member_invitations",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    token_hash: text().notNull(),
    organization_id: organizationId().references(() => organizations.id),
    email: text().notNull(),
    role: text({ enum: ["owner", "admin", "member", "viewer"] }).notNull(),
    /** The member whose account the one that joins replaces: they can't sign in any more. Null: somebody new is invited. */
    replaces_user_id: integer().references(() => users.id),
    /** Who invites: the invitation holds as long as they may give the role. */
    invited_by: userId(),
    created_at: moment().notNull(),
    expires_at: moment().notNull(),
    used_at: moment(),
  },
  (t) => [
    uniqueIndex("member_invitations_token").on(t.token_hash),
    index("member_invitations_address").on(t.organization_id, sql`${t.email} collate nocase`),
    index("member_invitations_end").on(t.expires_at),
    check("member_invitations_role", sql`${t.role} in ('owner','admin','member','viewer')`),
  ],
);

/** Before migration 0012: invitations to accounts. They were copied to `member_invitations`; the table can't be dropped. */
export const membershipOffers = controlTable(
  "membership_offers",
  {
    token_hash: text().primaryKey(),
    organization_id: organizationId().references(() => organizations.id),
    user_id: userId(),
    role: text({ enum: ["owner", "admin", "member", "viewer"] }).notNull(),
    /** Who offers it: it stands as long as they may give the role. */
    offered_by: userId(),
    created_at: moment().notNull(),
    expires_at: moment().notNull(),
    used_at: moment(),
  },
  (t) => [
    index("membership_offers_user").on(t.organization_id, t.user_id),
    index("membership_offers_end").on(t.expires_at),
    check("membership_offers_role", sql`${t.role} in ('owner','admin','member','viewer')`),
  ],
);
