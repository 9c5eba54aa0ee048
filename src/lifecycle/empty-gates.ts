import { credentialsAfter, type OrganizationRow } from "../accounts/control.sql.ts";
import type { ControlDb } from "../platform/db/control-db";
import { callGate, gateOf } from "../platform/http/gate-client";

/** As many connections as an invocation may have at a time. */
const MAX_PARALLEL_GATES = 6;

/** Deletes everything that the gates of an organization's credentials have stored, also of revoked ones. */
export async function emptyGates(env: Env, control: ControlDb, { id, restored_at: restoredAt }: OrganizationRow): Promise<void> {
  for (let after = 0; ;) {
    const credentials = await credentialsAfter(control, { organizationId: id, after, limit: MAX_PARALLEL_GATES });
    await Promise.all(
      credentials.map(async ({ id: credentialId, region }) => {
        await callGate("gate.empty", { credential_id: credentialId }, async () => {
          await gateOf(env, { id: credentialId, region, restoredAt }).empty();
        });
      }),
    );
    const last = credentials.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
