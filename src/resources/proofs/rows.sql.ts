import { type InferSelectModel, type SQL, sql } from "drizzle-orm";
import { type FilterStatements, whereOf } from "../../platform/db/list/filter-sql";
import { allOrNone } from "../../platform/db/list/page-limit.sql.ts";
import type { Weight } from "../../platform/db/list/page-limit";
import type { OrgReader } from "../../platform/db/org-db";
import type { Statement } from "../../platform/db/statement";
import { FILE_ID_LENGTH } from "../../platform/values/file-url";
import type { FileRow } from "../files/rows.sql.ts";
import { isUnfinished } from "../orders/items/match.sql.ts";
import type { UndesignedItem } from "../orders/items/needed-designs.sql.ts";
import { weightOf, withWeight } from "../orders/list/weight.sql.ts";
import { rowsOfIds } from "../orders/order-set.sql.ts";
import { WANTS_PROOFS } from "../orders/readiness/blockers.sql.ts";
import type { ItemRow, OrderRow } from "../orders/rows.sql.ts";
import type { ProofFilter } from "./filters";
import { MAX_COUNTED_PROOFS, MAX_PRINTED_COMMENT, type ProofState } from "./states";
import type { proofs } from "./table";

/** A proof, with what people call its item and its order, and with its file. */
export type ProofRow = Omit<InferSelectModel<typeof proofs>, "organization_id"> & {
  item_name: string;
  order_number: string | null;
  ship_name: string | null;
  file_name: string;
};

const FROM = sql`proofs p cross join order_items i on i.organization_id = p.organization_id and i.id = p.order_item_id
  cross join orders o on o.organization_id = p.organization_id and o.id = p.order_id
  cross join files f on f.organization_id = p.organization_id and f.id = p.file_id`;
const COLUMNS = sql`p.*, i.name as item_name, o.number as order_number, o.ship_name, f.name as file_name`;

const FILTER_SQL: FilterStatements<ProofFilter, OrgReader> = {
  state: { where: (state) => sql`p.state = ${state}` },
  orderId: { where: (id) => sql`p.order_id = ${id}` },
  itemId: { where: (id) => sql`p.order_item_id = ${id}` },
};

export function proofById(org: OrgReader, id: string): Statement<ProofRow> {
  return org.rows<ProofRow>()`select ${COLUMNS} from ${FROM} where p.organization_id = ${org.key} and p.id = ${id}`;
}

/** Proofs by their ids, by order and item. */
export function proofsByIds(org: OrgReader, ids: readonly string[]): Statement<ProofRow> {
  return org.rows<ProofRow>()`select ${COLUMNS} from ${FROM} where p.organization_id = ${org.key}
    and p.id in (select value from json_each(${JSON.stringify(ids)})) order by p.order_id, p.order_item_id, p.version`;
}

/** Up to `limit` proofs before an id, newest first. */
export function proofsBefore(
  org: OrgReader,
  filter: ProofFilter,
  { before, limit }: { before: string | null; limit: number },
): Statement<ProofRow> {
  const keyset = before === null ? sql`` : sql`and p.id < ${before}`;
  return org.rows<ProofRow>()`select ${COLUMNS} from ${FROM}
    where p.organization_id = ${org.key} ${whereOf(FILTER_SQL, filter, org)} ${keyset} order by p.id desc limit ${limit}`;
}

/** The newest proof of an item, with the beginning of its comment, and whether the store of the item wants one. Without a proof, it is null. */
export type NewestProof = { order_item_id: number; is_wanted: 0 | 1 } & (
  | Pick<ProofRow, "version" | "state" | "comment" | "file_id">
  | { version: null; state: null; comment: null; file_id: null }
);

/** The newest proofs of the items of orders, superseded ones included, and the items that have none although their store wants one. */
export function newestProofs(org: OrgReader, orderIds: readonly number[]): Statement<NewestProof> {
  return org.rows<NewestProof>()`select i.id as order_item_id, ${WANTS_PROOFS} as is_wanted,
      p.version, p.state, substr(p.comment, 1, ${MAX_PRINTED_COMMENT}) as comment, p.file_id
    from orders o cross join stores s on s.organization_id = o.organization_id and s.id = o.store_id
    cross join order_items i on i.organization_id = o.organization_id and i.order_id = o.id
    left join proofs p on p.organization_id = i.organization_id and p.order_item_id = i.id and p.version = (
      select max(v.version) from proofs v where v.organization_id = i.organization_id and v.order_item_id = i.id)
    where o.organization_id = ${org.key} and o.id in (select value from json_each(${JSON.stringify(orderIds)}))
      and (p.id is not null or ${WANTS_PROOFS})`;
}

export interface WaitingCounts {
  sent: number;
  changes_requested: number;
}

/** How many proofs wait for their buyers, and how many need a change. */
export function waitingCounts(org: OrgReader): Statement<WaitingCounts> {
  const count = (state: ProofState): SQL =>
    sql`(select count(*) from (select 1 from proofs where organization_id = ${org.key} and state = ${state} limit ${MAX_COUNTED_PROOFS}))`;
  return org.rows<WaitingCounts>()`select ${count("sent")} as sent,
    ${count("changes_requested")} as changes_requested where ${org.key} is not null`;
}

/** Items whose buyers want another design than the one that is their proof, the newest proof first. */
export function redesignedItems(org: OrgReader, limit: number): Statement<UndesignedItem> {
  return org.rows<UndesignedItem>()`select i.id, i.order_id, i.name, i.sku, i.custom_sku, o.number, o.external_id
    from proofs p cross join order_items i on i.organization_id = p.organization_id and i.id = p.order_item_id
    cross join orders o on o.organization_id = i.organization_id and o.id = i.order_id
    where p.organization_id = ${org.key} and p.state = 'changes_requested' and ${isUnfinished("i")}
      and exists (select 1 from item_designs d where d.organization_id = p.organization_id and d.order_item_id = i.id and d.file_id = p.file_id)
    order by p.id desc limit ${limit}`;
}

/** An item that may get a proof, with its current one. */
export interface ProvableRow {
  id: number;
  order_id: number;
  order_number: string | null;
  name: string;
  status: ItemRow["status"];
  is_goods: number;
  design_url: string | null;
  order_status: OrderRow["status"];
  /** The version of its newest proof. 0: it has none. */
  last_version: number;
  proof_id: string | null;
  proof_state: ProofState | null;
  proof_file_id: string | null;
  /** 1: its current proof is a version of its design, and not a picture of its own. */
  proof_is_design: number;
}

/** Items with their current proofs. `ids` is SQL of their ids. */
export function provableItems(org: OrgReader, ids: SQL): Statement<ProvableRow> {
  return org.rows<ProvableRow>()`select i.id, i.order_id, o.number as order_number, i.name, i.status, i.is_goods, i.design_url,
      o.status as order_status, p.id as proof_id, p.state as proof_state, p.file_id as proof_file_id,
      exists (select 1 from item_designs d where d.organization_id = i.organization_id and d.order_item_id = i.id
        and d.file_id = p.file_id) as proof_is_design,
      (select coalesce(max(v.version), 0) from proofs v where v.organization_id = i.organization_id and v.order_item_id = i.id) as last_version
    from (${ids}) n cross join order_items i on i.organization_id = ${org.key} and i.id = n.id
    cross join orders o on o.organization_id = i.organization_id and o.id = i.order_id
    left join proofs p on p.organization_id = i.organization_id and p.order_item_id = i.id and p.state <> 'superseded'
    where i.organization_id = ${org.key} order by i.order_id, i.id`;
}

/** SQL of a column `id` of these ids of items. */
export const idsOfItems = (ids: readonly number[]): SQL => sql`select value as id from json_each(${JSON.stringify(ids)})`;

/** SQL of the ids and the sizes of orders. */
const orderSizes = (org: OrgReader, ids: readonly number[]): SQL => withWeight(org, rowsOfIds([...new Set(ids)]), weightOf({}));

/** The sizes of orders. */
export function sizesOfOrders(org: OrgReader, ids: readonly number[]): Statement<Weight & { id: number }> {
  return org.rows<Weight & { id: number }>()`select * from (${orderSizes(org, ids)}) where ${org.key} is not null`;
}

/** SQL of the ids of the items of orders, or of none if the orders do not fit in a page together. */
export const itemIdsOfOrders = (org: OrgReader, orderIds: readonly number[]): SQL =>
  sql`select x.id from (${allOrNone(orderSizes(org, orderIds), org.pageLimit)}) j
    cross join order_items x on x.organization_id = ${org.key} and x.order_id = j.id`;

/** What decides whether a file can be a proof. */
export type PictureRow = Pick<FileRow, "id" | "role" | "content_type" | "bytes" | "preview_key">;

/** The files that are the designs of items by their `design_url`, which ends with the id of a file. `ids` is SQL of the ids of the items. */
export function designFiles(org: OrgReader, ids: SQL): Statement<PictureRow> {
  return org.rows<PictureRow>()`select distinct f.id, f.role, f.content_type, f.bytes, f.preview_key
    from (${ids}) n cross join order_items i on i.organization_id = ${org.key} and i.id = n.id
    cross join files f on f.organization_id = i.organization_id and f.id = substr(i.design_url, ${-FILE_ID_LENGTH})
    where i.organization_id = ${org.key}`;
}
