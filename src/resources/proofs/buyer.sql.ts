import { sql } from "drizzle-orm";
import { assertCondition } from "../../platform/db/change";
import { fittingRows } from "../../platform/db/list/page-limit.sql.ts";
import type { Weight } from "../../platform/db/list/page-limit";
import type { OrgReader } from "../../platform/db/org-db";
import type { Assertion, Statement } from "../../platform/db/statement";
import type { FileRow } from "../files/rows.sql.ts";
import type { ItemRow, OrderRow } from "../orders/rows.sql.ts";
import type { proofs } from "./table";

type StoredProof = typeof proofs.$inferSelect;

/** What of an order its buyer sees. */
export interface BuyerOrderRow {
  number: string | null;
  status: OrderRow["status"];
  store_name: string;
}

export function buyerOrder(org: OrgReader, id: number): Statement<BuyerOrderRow> {
  return org.rows<BuyerOrderRow>()`select o.number, o.status, s.name as store_name from orders o
    cross join stores s on s.organization_id = o.organization_id and s.id = o.store_id
    where o.organization_id = ${org.key} and o.id = ${id}`;
}

/** The texts that the buyer of an order reads of an item. */
const ITEM_TEXTS = ["name", "personalization", "variations", "size", "color", "properties"] as const satisfies readonly (keyof ItemRow)[];

/** What of a proof its buyer sees, with what was asked for. */
export type BuyerProofRow = Pick<StoredProof, "id" | "version" | "state" | "comment" | "order_item_id"> &
  Pick<ItemRow, (typeof ITEM_TEXTS)[number] | "status"> & {
    /** Of the picture, in pixels. Null: unknown. */
    width: number | null;
    height: number | null;
    /** What the buyer last wanted to be changed in an earlier version. Null: nothing. */
    earlier_comment: string | null;
  };

/** SQL condition: the buyer of a proof `p` of an item `i` has nothing more to decide about it. */
const IS_DECIDED = sql.raw(`(p.state <> 'sent' or i.status in ('Cancelled', 'Refunded'))`);

const ITEM_COLUMNS = sql.raw(ITEM_TEXTS.map((name) => `i.${name}`).join(", "));
const EARLIER_COMMENT =
  sql.raw(`(select e.comment from proofs e where e.organization_id = p.organization_id and e.order_item_id = p.order_item_id
  and e.version < p.version and e.comment is not null order by e.version desc limit 1)`);
const BYTES = sql.raw(`octet_length(concat(p.comment, ${ITEM_TEXTS.map((name) => `i.${name}`).join(", ")}))`);

/**
 * The current proofs of an order that were sent or decided: those that wait for a decision first. As many as fit in a page of up to `limit`, and one
 * more. Drafts are the team's own.
 */
export function buyerProofs(org: OrgReader, orderId: number, limit: number): Statement<BuyerProofRow & Weight> {
  const rows = sql`select p.id, p.order_item_id, ${IS_DECIDED} as is_decided,
      1 as page_items, ${BYTES} as page_bytes
    from proofs p cross join order_items i on i.organization_id = p.organization_id and i.id = p.order_item_id
    where p.organization_id = ${org.key} and p.order_id = ${orderId} and p.state in ('sent', 'approved', 'changes_requested')
    order by is_decided, p.order_item_id limit ${limit + 1}`;
  return org.rows<BuyerProofRow & Weight>()`select p.id, p.version, p.state, p.comment, p.order_item_id, ${ITEM_COLUMNS}, i.status,
      ${EARLIER_COMMENT} as earlier_comment, f.width, f.height, w.page_items, w.page_bytes
    from (${fittingRows(rows, sql`is_decided, order_item_id`, org.pageLimit)}) w
    cross join proofs p on p.organization_id = ${org.key} and p.id = w.id
    cross join order_items i on i.organization_id = p.organization_id and i.id = p.order_item_id
    cross join files f on f.organization_id = p.organization_id and f.id = p.file_id
    order by ${IS_DECIDED}, p.order_item_id`;
}

/** The file whose picture the buyer of an order may see: that of a current proof that was sent. No row for any other. */
export function pictureFile(org: OrgReader, { orderId, id }: { orderId: number; id: string }): Statement<FileRow> {
  return org.rows<FileRow>()`select f.* from proofs p cross join files f on f.organization_id = p.organization_id and f.id = p.file_id
    where p.organization_id = ${org.key} and p.order_id = ${orderId} and p.id = ${id} and p.state in ('sent', 'approved', 'changes_requested')`;
}

/** Which of these proofs of an order have items that were cancelled. Has no row for a draft, and for a proof of another order. */
export function proofsOfBuyer(
  org: OrgReader,
  { orderId, ids }: { orderId: number; ids: readonly string[] },
): Statement<{ id: string; is_cancelled: number }> {
  return org.rows<{
    id: string;
    is_cancelled: number;
  }>()`select p.id, i.status in ('Cancelled', 'Refunded') or o.status = 'Cancelled' as is_cancelled
    from proofs p cross join order_items i on i.organization_id = p.organization_id and i.id = p.order_item_id
    cross join orders o on o.organization_id = i.organization_id and o.id = i.order_id
    where p.organization_id = ${org.key} and p.order_id = ${orderId} and p.state <> 'draft'
      and p.id in (select value from json_each(${JSON.stringify(ids)}))`;
}

/** The batch fails if one of these items was cancelled meanwhile. */
export function assertNoneCancelled(org: OrgReader, itemIds: readonly number[]): Assertion {
  return assertCondition(sql`not exists (select 1 from json_each(${JSON.stringify(itemIds)}) j
    cross join order_items i on i.organization_id = ${org.organization.id} and i.id = j.value
    cross join orders o on o.organization_id = i.organization_id and o.id = i.order_id
    where i.status in ('Cancelled', 'Refunded') or o.status = 'Cancelled')`);
}
