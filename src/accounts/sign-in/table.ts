import { sql } from "drizzle-orm";
import { index, integer, primaryKey, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { controlTable, encryptedSecret, flag, moment, organizationId } from "../../platform/db/columns";
import { organizations, userId, users } from "../table";

/** Sessions of the console. A session's token contains the id of its row and is valid only while the row is. */
export const sessions = controlTable(
  "sessions",
  {
    /** `ses_…` */
    id: text().primaryKey(),
    user_id: userId(),
    method: text({ enum: ["password", "openid"] }).notNull(),
    /** The browser's User-Agent, cut to 255 characters, so that people recognize the session. */
    user_agent: text().notNull(),
    created_at: moment().notNull(),
    /** Its latest possible end. It ends earlier if it is not used (session-lifetime.ts). */
    expires_at: moment().notNull(),
    /** Its last use, accurate to five minutes. */
    used_at: moment().notNull(),
    revoked_at: moment(),
  },
  (t) => [index("sessions_user").on(t.user_id, t.created_at), index("sessions_end").on(t.expires_at)],
);

/** Accounts of an OpenID Connect provider, by issuer and subject, which never change (OpenID Connect Core 1.0, section 2). */
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

/**
 * Numbers of wrong passwords or codes in a row. `address_hash` is the SHA-256 of the throttle's key, such as the address, with or without an
 * account.
 */
export const signInFailures = controlTable(
  "sign_in_failures",
  {
    address_hash: text().primaryKey(),
    failures: integer().notNull(),
    last_at: moment().notNull(),
  },
  (t) => [index("sign_in_failures_age").on(t.last_at)],
);

/** The second factors of accounts: time-based one-time passwords (RFC 6238), which a sign-in with the password needs, too. */
export const secondFactors = controlTable("second_factors", {
  user_id: integer()
    .primaryKey()
    .references(() => users.id),
  /** Encrypted (second-factor.ts). */
  secret: encryptedSecret().notNull(),
  /** The time step of the last code that was accepted. Only codes of later steps are, so each is accepted once. */
  last_step: integer().notNull(),
  created_at: moment().notNull(),
});

/** Codes that each replace one code of a second factor. Only their SHA-256 is stored, and a code that was used is deleted. */
export const recoveryCodes = controlTable(
  "recovery_codes",
  {
    user_id: userId(),
    code_hash: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.code_hash] })],
);

/** Single-use links to choose a password. Only a SHA-256 of the token is stored. */
export const invitations = controlTable(
  "invitations",
  {
    token_hash: text().primaryKey(),
    user_id: userId(),
    created_at: moment().notNull(),
    expires_at: moment().notNull(),
    /** When it was used, or ended otherwise, for example by a newer link. Null: it can be used until it expires. */
    used_at: moment(),
  },
  (t) => [index("invitations_user").on(t.user_id), index("invitations_end").on(t.expires_at)],
);

/**
 * Invitations of email addresses to organizations. Whether an address has an account does not matter and is not revealed. The person with
 * the link joins with an account of the address that they are signed in to, or with a new one. Only a SHA-256 of the token is stored.
 */
export const memberInvitations = controlTable(
  "member_invitations",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    token_hash: text().notNull(),
    organization_id: organizationId().references(() => organizations.id),
    email: text().notNull(),
    role: text({ enum: ["owner", "admin", "member", "viewer"] }).notNull(),
    /** As in the membership. */
    money: flag().notNull().default(0),
    /** The member whose account the joining account replaces. Null for a new member. */
    replaces_user_id: integer().references(() => users.id),
    /** The inviter. The invitation is valid as long as they may grant the role. */
    invited_by: userId(),
    created_at: moment().notNull(),
    expires_at: moment().notNull(),
    /** When it was used, or ended otherwise, for example withdrawn. Null: it can be used until it expires. */
    used_at: moment(),
  },
  (t) => [
    uniqueIndex("member_invitations_token").on(t.token_hash),
    index("member_invitations_address").on(t.organization_id, sql`${t.email} collate nocase`),
    index("member_invitations_end").on(t.expires_at),
  ],
);
