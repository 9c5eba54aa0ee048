import { type InferSelectModel, type SQL, sql } from "drizzle-orm";
import { assertAccess } from "../../platform/db/change";
import type { OrgDb, OrgReader } from "../../platform/db/org-db";
import { jsonChunks } from "../../platform/db/sql-values";
import { type Assertion, type Statement, WriteStatement } from "../../platform/db/statement";
import { type LinkPurpose, type LinkSubject, MAX_LINKS } from "./purposes";
import { links } from "./table";

export type LinkRow = InferSelectModel<typeof links>;

/** SQL condition: a link `l` is valid. */
const isLive = (now: number): SQL => sql`l.revoked_at is null and l.expires_at > ${now}`;

/** SQL condition: a subject has a valid link. */
export const hasLiveLink = (org: OrgReader, purpose: LinkPurpose, subjectId: SQL): SQL => sql`exists (select 1 from links l
  where l.organization_id = ${org.key} and l.purpose = ${purpose} and l.subject_id = ${subjectId} and ${isLive(org.now)})`;

export function linkById(org: OrgReader, id: string): Statement<LinkRow> {
  return org.rows<LinkRow>()`select l.* from links l where l.organization_id = ${org.key} and l.id = ${id}`;
}

export function linksByIds(org: OrgReader, ids: readonly string[]): Statement<LinkRow> {
  return org.rows<LinkRow>()`select l.* from links l where l.organization_id = ${org.key}
    and l.id in (select value from json_each(${JSON.stringify(ids)}))`;
}

/** The link with this hash of its token, which may have ended. */
export function linkByToken(org: OrgReader, tokenHash: string): Statement<LinkRow> {
  return org.rows<LinkRow>()`select l.* from links l where l.organization_id = ${org.key} and l.token_hash = ${tokenHash}`;
}

/** Up to `limit` links of a subject: the valid ones first, then the newest. */
export function linksOf(org: OrgReader, { purpose, subjectId }: LinkSubject, limit: number): Statement<LinkRow> {
  return org.rows<LinkRow>()`select l.* from links l where l.organization_id = ${org.key} and l.purpose = ${purpose}
    and l.subject_id = ${subjectId} order by ${isLive(org.now)} desc, l.id desc limit ${limit}`;
}

export type NewLink = Pick<LinkRow, "id" | "token_hash" | "expires_at"> & LinkSubject;

/** Inserts a link if its subject has fewer than MAX_LINKS. Otherwise it changes no row. */
export function insertLink(org: OrgDb, { id, purpose, subjectId, token_hash, expires_at }: NewLink): WriteStatement {
  const { kind, id: actorId, name } = org.actor;
  return org.write()`insert into links (id, organization_id, purpose, subject_id, token_hash, expires_at, actor_kind, actor_id, actor_name, created_at)
    select ${id}, ${org.key}, ${purpose}, ${subjectId}, ${token_hash}, ${expires_at}, ${kind}, ${actorId}, ${name}, ${org.now}
    where (select count(*) from links l where l.organization_id = ${org.key} and l.purpose = ${purpose} and l.subject_id = ${subjectId}
      and ${isLive(org.now)}) < ${MAX_LINKS}`;
}

/** SQL: a field of a new link in the list `j`. */
const field = (name: string): SQL => sql.raw(`j.value->>'${name}'`);

/** Inserts links of different subjects. A subject with MAX_LINKS valid ones loses its oldest. The cross join reads only the subjects' links. */
export function insertLinks(org: OrgDb, created: readonly NewLink[]): WriteStatement[] {
  const { kind, id: actorId, name } = org.actor;
  return jsonChunks(created, (link) => link).flatMap((chunk) => [
    org.write()`update links set revoked_at = ${org.now} where organization_id = ${org.key} and id in (select id from
      (select l.id, row_number() over (partition by l.purpose, l.subject_id order by l.id desc) as position
        from json_each(${chunk}) j cross join links l on l.organization_id = ${org.key} and l.purpose = ${field("purpose")}
          and l.subject_id = ${field("subjectId")} where ${isLive(org.now)})
      where position >= ${MAX_LINKS})`,
    org.write()`insert into links (id, organization_id, purpose, subject_id, token_hash, expires_at, actor_kind, actor_id, actor_name, created_at)
      select ${field("id")}, ${org.key}, ${field("purpose")}, ${field("subjectId")}, ${field("token_hash")}, ${field("expires_at")},
        ${kind}, ${actorId}, ${name}, ${org.now} from json_each(${chunk}) j`,
  ]);
}

/** Revokes a link that is not revoked yet. */
export function setLinkRevoked(org: OrgDb, id: string): WriteStatement {
  return org.update(links, { revoked_at: org.now }, sql`${links.id} = ${id} and ${links.revoked_at} is null`);
}

/** Fails the batch of a change with AccessEnded if the link with which it is made has ended meanwhile. */
export function assertLinkLive(org: OrgReader, id: string): Assertion {
  const found = sql`select 1 from links l where l.organization_id = ${org.organization.id} and l.id = ${id}`;
  return assertAccess(sql`exists (${found} and ${isLive(org.now)})`);
}

const USE_INTERVAL_MS = 5 * 60_000;

/** Whether the use of a link is to be recorded: it is not within the last minutes, or in the future because the clock was set back. */
export const isUseDue = ({ last_used_at }: LinkRow, now: number): boolean =>
  last_used_at === null || last_used_at < now - USE_INTERVAL_MS || last_used_at > now;

/** Records that a link is used. It is not a change of the organization's data, so it has no marker. */
export function saveLinkUse({ organization_id, id }: LinkRow, now: number): WriteStatement {
  return new WriteStatement(sql`update links set last_used_at = ${now} where organization_id = ${organization_id} and id = ${id}`);
}
