import type { InferSelectModel } from "drizzle-orm";
import type { OrgDb, OrgReader } from "../../../platform/db/org-db";
import type { Statement, WriteStatement } from "../../../platform/db/statement";
import type { refunds } from "./table";

export type RefundRow = InferSelectModel<typeof refunds>;

/** The refunds of an order, oldest first. */
export function refundsOf(org: OrgReader, orderId: number): Statement<RefundRow> {
  return org.rows<RefundRow>()`select r.* from refunds r where r.organization_id = ${org.key} and r.order_id = ${orderId} order by r.id`;
}

export type NewRefund = Omit<RefundRow, "organization_id" | "actor_name" | "created_at">;

export function insertRefund(org: OrgDb, { id, order_id, amount, tax, shipping, items, reason }: NewRefund): WriteStatement {
  return org.write()`insert into refunds (id, organization_id, order_id, amount, tax, shipping, items, reason, actor_name, created_at)
    values (${id}, ${org.key}, ${order_id}, ${amount}, ${tax}, ${shipping}, ${items}, ${reason}, ${org.actor.name}, ${org.now})`;
}
