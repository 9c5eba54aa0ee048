import { conflict, orNotFound } from "../../platform/api-error";
import { sha256Hex } from "../../platform/crypto/digest";
import { toBase64Url } from "../../platform/crypto/encoding";
import { derivedKey, type MasterSecrets } from "../../platform/crypto/master-key";
import { newId } from "../../platform/crypto/random";
import { assertRowsChanged, retryOnConflict, WriteConflict } from "../../platform/db/change";
import type { OrgDb, OrgReader } from "../../platform/db/org-db";
import { first, type WriteStatement } from "../../platform/db/statement";
import { momentText } from "../../platform/values/zone";
import { insertAuditEntry } from "../audit-log/audit-log.sql.ts";
import { setLinkRevoked, insertLink, insertLinks, linkById, type LinkRow, linksOf } from "./links.sql.ts";
import { type LinkSubject, MAX_LINKS } from "./purposes";

export type { LinkRow } from "./links.sql.ts";

/** Whether a text has the form of a token. Other texts are not looked up. */
export const isLinkToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/**
 * The token of a link is a MAC of its id, so that nobody without the master secret can guess it, and a repeated request gets the same address although it is
 * not stored.
 */
async function tokenOf(masterSecret: string, organizationId: number, linkId: string): Promise<string> {
  const key = await derivedKey(masterSecret, "links", "HMAC");
  const mac = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(`${organizationId}.${linkId}`));
  return toBase64Url(new Uint8Array(mac));
}

/** What is stored of a token. It covers the organization, so that a link does not work in a copy of its organization that has another id. */
export const linkHash = (organizationId: number, token: string): string => sha256Hex(`${organizationId}.${token}`);

/** The beginning of the paths of public pages. */
export const LINK_PATH = "/p/";

/** The address of a public page. It names the organization, which leads to its database without a query across organizations. */
export const linkPath = (organizationId: number, token: string): string => `${LINK_PATH}${organizationId}/${token}`;

/** A link, and its path. Null: the path is not known any more, because it is not stored or the master secret was replaced. */
export interface LinkWithPath {
  link: LinkRow;
  path: string | null;
}

export interface NewLinkOptions extends LinkSubject {
  /** What people call the subject, for the audit log. */
  subjectName: string;
  /** ms since 1970. */
  expiresAt: number;
  masterSecrets: MasterSecrets;
}

interface NewLinksOptions extends Pick<NewLinkOptions, "purpose" | "expiresAt" | "masterSecrets"> {
  subjectIds: readonly string[];
}

/** The links that the batch of another change creates, and the paths by their subjects. */
interface NewLinks {
  writes: WriteStatement[];
  ids: string[];
  paths: ReadonlyMap<string, string>;
}

/** The statements that create links in the batch of another change. A subject with MAX_LINKS valid ones loses its oldest. */
export async function prepareLinks(
  org: OrgDb,
  { purpose, subjectIds, expiresAt, masterSecrets: [masterSecret] }: NewLinksOptions,
): Promise<NewLinks> {
  const created = await Promise.all(
    subjectIds.map(async (subjectId) => {
      const id = newId("lnk", org.now);
      return { id, subjectId, token: await tokenOf(masterSecret, org.organization.id, id) };
    }),
  );
  const rows = created.map(({ id, subjectId, token }) => ({
    id,
    purpose,
    subjectId,
    token_hash: linkHash(org.organization.id, token),
    expires_at: expiresAt,
  }));
  return {
    writes: insertLinks(org, rows),
    ids: created.map(({ id }) => id),
    paths: new Map(created.map(({ subjectId, token }) => [subjectId, linkPath(org.organization.id, token)])),
  };
}

/** Creates a link. The caller has checked that the subject exists. Throws 409 Conflict at MAX_LINKS valid links. */
export async function createLink(
  org: OrgDb,
  { purpose, subjectId, subjectName, expiresAt, masterSecrets: [masterSecret] }: NewLinkOptions,
): Promise<LinkWithPath> {
  const id = newId("lnk", org.now);
  const token = await tokenOf(masterSecret, org.organization.id, id);
  const details = { purpose, link: id, expires_at: momentText(expiresAt) };
  try {
    const { link } = await org.commit({
      writes: [
        insertLink(org, { id, purpose, subjectId, token_hash: linkHash(org.organization.id, token), expires_at: expiresAt }),
        assertRowsChanged(),
        insertAuditEntry(org, { action: "link.created", target_id: subjectId, target_name: subjectName, details }),
      ],
      marker: { link_id: id },
      returning: { link: first(linkById(org, id)) },
    });
    return { link: orNotFound(link), path: linkPath(org.organization.id, token) };
  } catch (error) {
    // The limit is the only possible conflict, because the id and the token are new.
    if (!(error instanceof WriteConflict)) throw error;
    throw conflict("link_limit", `At most ${MAX_LINKS} links can be valid at a time. Revoke one first.`, { limit: MAX_LINKS });
  }
}

/** The link that a write marker refers to, with its path. */
export async function linkFromMarker(org: OrgReader, marker: unknown, masterSecrets: MasterSecrets): Promise<LinkWithPath> {
  return await withPath(org, await linkRowFromMarker(org, marker), masterSecrets);
}

/** The link that a write marker refers to, without its path. */
export async function linkRowFromMarker(org: OrgReader, marker: unknown): Promise<LinkRow> {
  const { link_id } = marker as { link_id: string };
  const [found] = await org.read(linkById(org, link_id));
  return orNotFound(found);
}

/** A link with its path, unless the master secret has changed since it was created. */
export async function withPath(org: OrgReader, link: LinkRow, masterSecrets: MasterSecrets): Promise<LinkWithPath> {
  const tokens = await Promise.all(masterSecrets.map(async (secret) => await tokenOf(secret, org.organization.id, link.id)));
  const token = tokens.find((each) => linkHash(org.organization.id, each) === link.token_hash);
  return { link, path: token === undefined ? null : linkPath(org.organization.id, token) };
}

/** Revokes a link of a subject. One that is revoked stays as it is. Throws 404 Not Found. */
export async function revokeLink(
  org: OrgDb,
  id: string,
  { purpose, subjectId, subjectName }: LinkSubject & { subjectName: string },
): Promise<LinkRow> {
  return await retryOnConflict(
    async () => {
      const [found] = await org.read(linkById(org, id));
      const link = orNotFound(found?.purpose === purpose && found.subject_id === subjectId ? found : undefined);
      if (link.revoked_at !== null) return link;
      const entry = { action: "link.revoked", target_id: subjectId, target_name: subjectName, details: { purpose, link: id } } as const;
      const writes = [setLinkRevoked(org, id), assertRowsChanged(), insertAuditEntry(org, entry)];
      const { revoked } = await org.commit({ writes, marker: { link_id: id }, returning: { revoked: first(linkById(org, id)) } });
      return orNotFound(revoked);
    },
    () => conflict("too_much_contention", "This link is being changed at the same time. Try again."),
  );
}

/** How many links of a subject are listed. All that are valid are among them. */
const MAX_LISTED = 50;

/** The links of a subject: the valid ones first, then the newest of those that have ended. One round trip. */
export async function listLinks(org: OrgReader, subject: LinkSubject): Promise<LinkRow[]> {
  return await org.read(linksOf(org, subject, MAX_LISTED));
}

export const isLinkLive = ({ revoked_at, expires_at }: LinkRow, now: number): boolean => revoked_at === null && expires_at > now;
