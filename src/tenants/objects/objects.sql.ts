import { sql } from "drizzle-orm";
import { ControlStatement, Statement } from "../../platform/db/statement";

/** Those of these keys that a row of a database names. */
export function knownKeys(keys: readonly string[]): Statement<{ key: string }> {
  return new Statement(sql`select j.value as "key" from json_each(${JSON.stringify(keys)}) j
    where exists (select 1 from files f where f.object_key = j.value) or exists (select 1 from files f where f.preview_key = j.value)`);
}

/** How many files a database knows. */
export function fileCount(): Statement<{ count: number }> {
  return new Statement(sql`select coalesce(sum(t.files), 0) as count from file_totals t`);
}

/** Whether an organization is being restored, so that rows are still to come. */
export function restoreInProgress(): ControlStatement<{ found: 1 }> {
  return new ControlStatement(sql`select 1 as found from organizations where closed_for = 'restore' limit 1`);
}

export interface FileObjects {
  id: string;
  name: string;
  object_key: string;
  preview_key: string | null;
}

/** Up to `limit` files of an organization after an id, with the keys of their objects. */
export function objectsAfter(organizationId: number, { after, limit }: { after: string; limit: number }): Statement<FileObjects> {
  return new Statement(sql`select f.id, f.name, f.object_key, f.preview_key from files f indexed by files_organization
    where f.organization_id = ${organizationId} and f.id > ${after} order by f.id limit ${limit}`);
}
