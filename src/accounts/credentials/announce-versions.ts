import { type CredentialVersion, credentialVersions, findOrganization } from "../control.sql.ts";
import type { OrgControl } from "../org-control";

/** The gates that are called at the same time: Cloudflare opens at most six connections for an invocation. */
export const MAX_PARALLEL_GATES = 6;

/** Tells the gates of an organization's credentials the version that they are about to have. Returns the credentials as they are. */
export async function announceVersions(control: OrgControl): Promise<readonly CredentialVersion[]> {
  const [organization, credentials] = await Promise.all([findOrganization(control, control.organizationId), credentialVersions(control)]);
  const restoredAt = organization?.restored_at ?? null;
  for (let from = 0; from < credentials.length; from += MAX_PARALLEL_GATES) {
    await Promise.all(
      credentials
        .slice(from, from + MAX_PARALLEL_GATES)
        .map(async ({ id, region, version }) => await control.author.announceVersion({ id, region, restoredAt }, version + 1)),
    );
  }
  return credentials;
}
