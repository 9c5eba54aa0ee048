import type { ControlDb } from "../../platform/db/control-db";
import { callGate, gateOf } from "../../platform/http/gate-client";
import { credentialsAfter, type OrganizationRow } from "../control.sql.ts";
import { MAX_PARALLEL_GATES } from "./announce-versions";

/** What is done to the gate of a credential. If the gate can't be reached, `event` is logged. */
export interface GateAction {
  event: string;
  act: (gate: ReturnType<typeof gateOf>) => Promise<unknown>;
}

/**
 * Runs `act` on the gates of the next MAX_PARALLEL_GATES credentials of an organization after the one with the id `after`, also of revoked ones. Returns
 * the id of the last one, or null if there are no more. Throws 503 Service Unavailable if a gate can't be reached.
 */
export async function actOnNextGates(
  env: Env,
  control: ControlDb,
  { organization, after }: { organization: OrganizationRow; after: number },
  { event, act }: GateAction,
): Promise<number | null> {
  const credentials = await credentialsAfter(control, { organizationId: organization.id, after, limit: MAX_PARALLEL_GATES });
  await Promise.all(
    credentials.map(async ({ id, region }) => {
      await callGate(event, { credential_id: id }, async () => {
        await act(gateOf(env, { id, region, restoredAt: organization.restored_at }));
      });
    }),
  );
  return credentials.length < MAX_PARALLEL_GATES ? null : (credentials.at(-1)?.id ?? null);
}
