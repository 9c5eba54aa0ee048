import type { OrgReader } from "../../../platform/db/org-db";
import type { Statement } from "../../../platform/db/statement";
import type { StoredOrder } from "../rows.sql.ts";
import { MAX_REPRINTS, reprintId } from "./reprint-id";

/** A reprint of an order, as its page lists it. */
export type ReprintRow = Pick<StoredOrder, "id" | "number" | "external_id" | "status" | "fulfillment_state" | "source_hash">;

export function reprintsOf(org: OrgReader, orderId: number): Statement<ReprintRow> {
  const names = Array.from({ length: MAX_REPRINTS }, (_, index) => reprintId(orderId, index + 1));
  return org.rows<ReprintRow>()`select r.id, r.number, r.external_id, r.status, r.fulfillment_state, r.source_hash
    from json_each(${JSON.stringify(names)}) j
    cross join orders o on o.organization_id = ${org.key} and o.id = ${orderId}
    cross join orders r on r.organization_id = ${org.key} and r.external_id = j.value and r.store_id = o.store_id
    order by j.key`;
}
