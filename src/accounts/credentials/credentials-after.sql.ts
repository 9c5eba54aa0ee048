import { sql } from "drizzle-orm";
import type { ControlDb } from "../../platform/db/control-db";
import type { Region } from "../../platform/values/region";

/** What the gate of a credential is found by. */
export interface GateCredential {
  id: number;
  region: Region | null;
}

/** The next credentials of an organization, also revoked ones. */
export async function credentialsAfter(
  control: ControlDb,
  { organizationId, after, limit }: { organizationId: number; after: number; limit: number },
): Promise<GateCredential[]> {
  return await control.rows<GateCredential>(
    sql`select id, region from credentials where organization_id = ${organizationId} and id > ${after} order by id limit ${limit}`,
  );
}
