import { type InferSelectModel, type SQL, sql } from "drizzle-orm";
import { fittingRows } from "../../../platform/db/list/page-limit.sql.ts";
import type { Weighed } from "../../../platform/db/list/page-limit";
import type { OrgDb, OrgReader } from "../../../platform/db/org-db";
import type { Statement, WriteStatement } from "../../../platform/db/statement";
import { addHistory, type RowsAfterId } from "../history/records.sql.ts";
import type { refunds } from "./table";

export type RefundRow = InferSelectModel<typeof refunds>;

/** The refunds of an order, oldest first. */
export function refundsOf(org: OrgReader, orderId: number): Statement<RefundRow> {
  return org.rows<RefundRow>()`select r.* from refunds r where r.organization_id = ${org.key} and r.order_id = ${orderId} order by r.id`;
}

export function refundById(org: OrgReader, id: string): Statement<RefundRow> {
  return org.rows<RefundRow>()`select r.* from refunds r where r.organization_id = ${org.key} and r.id = ${id}`;
}

export function orderOfRefund(org: OrgReader, id: string): Statement<{ version: number }> {
  return org.rows<{
    version: number;
  }>()`select o.version from refunds r join orders o on o.organization_id = r.organization_id and o.id = r.order_id
    where r.organization_id = ${org.key} and r.id = ${id}`;
}

/** Up to `limit` refunds of an order after id `after` (empty: from the first), oldest first: as many as fit in a page, and one more. */
export function refundsAfter(org: OrgReader, { orderId, after, limit }: RowsAfterId<string>): Statement<Weighed<RefundRow>> {
  const bytes = sql.raw("octet_length(r.items) + octet_length(coalesce(r.reason, '')) + octet_length(r.actor_name)");
  const rows = sql`select r.id, max(1, json_array_length(r.items)) as page_items, ${bytes} as page_bytes from refunds r
    where r.organization_id = ${org.key} and r.order_id = ${orderId} and r.id > ${after} order by r.id limit ${limit}`;
  return org.rows<Weighed<RefundRow>>()`select r.*, w.page_items, w.page_bytes
    from (${fittingRows(rows, sql`id`, org.pageLimit)}) w cross join refunds r on r.id = w.id
    where r.organization_id = ${org.key} order by r.id`;
}

/** The entries of the history of items that a refund gives another status. `items` is a JSON array of objects with their ids and statuses. */
export function insertItemStatusEntries(org: OrgDb, orderId: number, items: string): WriteStatement {
  const field = (name: string): SQL => sql.raw(`j.value->>'${name}'`);
  const entry = { change: "item_status", orderId, itemId: field("id"), from: field("from"), to: field("to") } as const;
  return addHistory(org, entry, sql`from json_each(${items}) j`);
}

/** A refund to record. `changedFields` are those of the order, as JSON; null if it changes none by itself. */
export type NewRefund = Omit<RefundRow, "organization_id" | "actor_name"> & { changedFields: string | null };

/** Records a refund with its entry in the history. One that is recorded already changes nothing. The entry comes first, while the refund is new. */
export function insertRefund(org: OrgDb, refund: NewRefund): WriteStatement[] {
  const { id, order_id: orderId, amount, tax, shipping, items, reason, source_id, created_at, changedFields } = refund;
  const isNew = sql`where not exists (select 1 from refunds r where r.organization_id = ${org.key} and r.id = ${id})`;
  const entry = { change: "refund", orderId, to: id, reason, ...(changedFields !== null && { changedFields }) } as const;
  return [
    addHistory(org, entry, isNew),
    org.write()`insert into refunds (id, organization_id, order_id, amount, tax, shipping, items, reason, source_id, actor_name, created_at)
      select ${id}, ${org.key}, ${orderId}, ${amount}, ${tax}, ${shipping}, ${items}, ${reason}, ${source_id}, ${org.actor.name}, ${created_at} ${isNew}`,
  ];
}
