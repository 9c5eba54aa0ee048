import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { moment, organizationId } from "../../platform/db/columns";
import { ACTOR_KINDS } from "../../platform/values/actor-kinds";
import { LINK_PURPOSES } from "./purposes";

/** Links to public pages (docs/spec/links.md). Whoever has a link may use its page: only a SHA-256 of its organization and token is stored. */
export const links = sqliteTable(
  "links",
  {
    /** `lnk_…` */
    id: text().primaryKey(),
    organization_id: organizationId(),
    purpose: text({ enum: LINK_PURPOSES }).notNull(),
    /** The id of what the page is about, such as a supplier. */
    subject_id: text().notNull(),
    token_hash: text().notNull(),
    expires_at: moment().notNull(),
    revoked_at: moment(),
    /** Accurate to five minutes. Null: never. */
    last_used_at: moment(),
    /** Who created it. */
    actor_kind: text({ enum: ACTOR_KINDS }).notNull(),
    actor_id: integer(),
    actor_name: text().notNull(),
    created_at: moment().notNull(),
  },
  (t) => [
    uniqueIndex("links_organization").on(t.organization_id, t.id),
    uniqueIndex("links_token").on(t.organization_id, t.token_hash),
    index("links_subject").on(t.organization_id, t.purpose, t.subject_id, t.id),
    index("links_expires").on(t.expires_at),
  ],
);
