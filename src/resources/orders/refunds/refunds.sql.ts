import { type InferSelectModel, sql } from "drizzle-orm";
import type { OrgDb, OrgReader } from "../../../platform/db/org-db";
import type { Statement, WriteStatement } from "../../../platform/db/statement";
import { addHistory } from "../history/records.sql.ts";
import type { refunds } from "./table";

export type RefundRow = InferSelectModel<typeof refunds>;

/** The refunds of an order, oldest first. */
export function refundsOf(org: OrgReader, orderId: number): Statement<RefundRow> {
  return org.rows<RefundRow>()`select r.* from refunds r where r.organization_id = ${org.key} and r.order_id = ${orderId} order by r.id`;
}

/** A refund to record. `changedFields` are those of the order, as JSON; null if it changes none by itself. */
export type NewRefund = Omit<RefundRow, "organization_id" | "actor_name"> & { changedFields: string | null };

/** Records a refund with its entry in the history. One that is recorded already changes nothing. */
export function recordRefund(org: OrgDb, refund: NewRefund): WriteStatement[] {
  const { id, order_id: orderId, amount, tax, shipping, items, reason, source_id, created_at, changedFields } = refund;
  const isNew = sql`where not exists (select 1 from refunds r where r.organization_id = ${org.key} and r.id = ${id})`;
  const entry = { change: "refund", orderId, to: id, reason, ...(changedFields !== null && { changedFields }) } as const;
  return [
    addHistory(org, entry, isNew),
    org.write()`insert into refunds (id, organization_id, order_id, amount, tax, shipping, items, reason, source_id, actor_name, created_at)
      select ${id}, ${org.key}, ${orderId}, ${amount}, ${tax}, ${shipping}, ${items}, ${reason}, ${source_id}, ${org.actor.name}, ${created_at} ${isNew}`,
  ];
}
