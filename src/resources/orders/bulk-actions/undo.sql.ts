import { sql } from "drizzle-orm";
import type { OrgReader } from "../../../platform/db/org-db";
import type { Statement } from "../../../platform/db/statement";
import type { OrderIds } from "../order-set.sql.ts";
import type { OrderToSet } from "./read.sql.ts";

/** The orders whose status a bulk action has set, by the marker of its operation. */
export function statusesToRestore(org: OrgReader, operationId: string): Statement<OrderToSet> {
  return org.rows<OrderToSet>()`select o.id, o.version, o.status
    from write_markers m join json_each(m.result, '$.undo') j cross join orders o on o.id = j.value->>'id'
    where m.operation_id = ${operationId} and m.organization_id = ${org.key} and o.organization_id = m.organization_id
      and j.value->>'status' is not null`;
}

/** The ids of the orders whose texts a bulk action has changed. */
export function ordersToRestore(org: OrgReader, operationId: string): OrderIds {
  return sql`select j.value->>'id' as id from write_markers m join json_each(m.result, '$.undo') j
    where m.operation_id = ${operationId} and m.organization_id = ${org.key} and j.value->'texts' is not null`;
}
