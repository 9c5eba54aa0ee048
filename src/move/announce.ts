import { type CredentialVersion, credentialVersions, findOrganization } from "../accounts/control.sql.ts";
import type { OrgControl } from "../accounts/org-control";

/** As many connections as an invocation may have at a time. */
const MAX_PARALLEL_GATES = 6;

/** Tells all gates of an organization the version that their credentials are about to have. Returns the credentials as they are. */
export async function announceVersions(control: OrgControl): Promise<readonly CredentialVersion[]> {
  const { author, organizationId } = control;
  const restoredAt = (await findOrganization(control, organizationId))?.restored_at ?? null;
  const credentials = await credentialVersions(control);
  for (let from = 0; from < credentials.length; from += MAX_PARALLEL_GATES) {
    await Promise.all(
      credentials
        .slice(from, from + MAX_PARALLEL_GATES)
        .map(async ({ id, region, version }) => await author.announceVersion({ id, region, restoredAt }, version + 1)),
    );
  }
  return credentials;
}
