import type { ControlDb } from "../../platform/db/control-db";
import { databaseOf, organizationsDb } from "../../platform/db/database";
import { type Organization, OrgReader } from "../../platform/db/org-db";
import type { Assertion, Meter } from "../../platform/db/statement";
import { logError } from "../../platform/log";
import { assertLinkLive, isUseDue, linkByToken, type LinkRow, saveLinkUse } from "./links.sql.ts";
import { linkHash } from "./links";
import { findOpenOrganization } from "./organization.sql.ts";

/** What a link gives access to. */
export interface FoundLink {
  link: LinkRow;
  organization: Organization & { name: string };
  org: OrgReader;
  /** Fails the batch of a change if the link has ended meanwhile. */
  stillAllowed: Assertion;
}

/** What the path of a page behind a link says. */
export interface LinkAddress {
  organizationId: number;
  token: string;
}

/**
 * Finds the link of a path, which may have ended. Null if its organization has no such link, or is closed. `assertServed` throws if the database of
 * the organization can't be used. Two round trips.
 */
export async function findLink(
  { env, control, meter }: { env: Env; control: ControlDb; meter: Meter },
  { organizationId, token }: LinkAddress,
  assertServed: (database: number) => void,
): Promise<FoundLink | null> {
  const organization = await findOpenOrganization(control, organizationId);
  if (organization === null) return null;
  assertServed(organization.database);
  // Nothing is recorded with this actor, because `org` only reads.
  const actor = { kind: "system", id: null, name: "Link" } as const;
  const org = new OrgReader({ d1: databaseOf(env, organization), organization, actor, now: control.now, meter });
  const [link] = await org.read(linkByToken(org, linkHash(organizationId, token)));
  return link === undefined ? null : { link, organization, org, stillAllowed: assertLinkLive(org, link.id) };
}

/** Records the use of a link, unless that was done within the last minutes. If it fails, the next request does it. */
export async function recordLinkUse(env: Env, { org, link }: FoundLink): Promise<void> {
  if (!isUseDue(link, org.now)) return;
  try {
    await organizationsDb(env, org.organization.database).run(saveLinkUse(link, org.now));
  } catch (error) {
    logError("link.use", error);
  }
}
