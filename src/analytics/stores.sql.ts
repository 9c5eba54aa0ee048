import { STORE_NAME } from "../stores/lookup.sql.ts";
import type { OrgReader } from "../platform/db/org-db";
import type { Statement } from "../platform/db/statement";

/** Every store's id and name, by name. */
export function storeNames(org: OrgReader): Statement<{ id: number; name: string }> {
  return org.rows<{ id: number; name: string }>()`select s.id, s.name from stores s where s.organization_id = ${org.key}
    order by ${STORE_NAME}, s.id`;
}
