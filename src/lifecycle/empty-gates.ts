import { credentialsAfter, type OrganizationRow } from "../accounts/control.sql.ts";
import type { ControlDb } from "../platform/db/control-db";
import { callGate, gateOf } from "../platform/http/gate-client";

/** As many connections as an invocation may have at a time. */
const MAX_PARALLEL_GATES = 6;

/**
 * Deletes everything that the gates of some credentials of an organization have stored, also of revoked ones. Returns the last credential, or
 * null if there are no more.
 */
export async function emptyGates(
  env: Env,
  control: ControlDb,
  { organization: { id, restored_at: restoredAt }, after }: { organization: OrganizationRow; after: number },
): Promise<number | null> {
  const credentials = await credentialsAfter(control, { organizationId: id, after, limit: MAX_PARALLEL_GATES });
  await Promise.all(
    credentials.map(async ({ id: credentialId, region }) => {
      await callGate("gate.empty", { credential_id: credentialId }, async () => {
        await gateOf(env, { id: credentialId, region, restoredAt }).empty();
      });
    }),
  );
  return credentials.length < MAX_PARALLEL_GATES ? null : (credentials.at(-1)?.id ?? null);
}
