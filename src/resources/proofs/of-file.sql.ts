import { type SQL, sql } from "drizzle-orm";
import type { OrgDb, OrgReader } from "../../platform/db/org-db";
import type { WriteStatement } from "../../platform/db/statement";

/** SQL of the ids of the items whose current proof is a file. */
export const itemsWithProof = (org: OrgReader, fileId: string): SQL => sql`select p.order_item_id as id from proofs p
  where p.organization_id = ${org.key} and p.file_id = ${fileId} and p.state <> 'superseded'`;

/** Removes the superseded proofs that are a file, which is removed with them. */
export function removeProofsOfFile(org: OrgDb, fileId: string): WriteStatement {
  return org.write()`delete from proofs where organization_id = ${org.key} and file_id = ${fileId} and state = 'superseded'`;
}
