import { type InferSelectModel, type SQL, sql } from "drizzle-orm";
import type { Weighed } from "../../platform/db/list/page-limit";
import type { OrgReader } from "../../platform/db/org-db";
import type { Statement } from "../../platform/db/statement";
import { itemsWithProof } from "../proofs/of-file.sql.ts";
import type { FileRole } from "./file-limits";
import type { files, itemDesigns } from "./table";

export type FileRow = InferSelectModel<typeof files>;

/** A version of the design of an item, with its file. */
export type DesignRow = InferSelectModel<typeof itemDesigns> & { file: string };

export function fileById(org: OrgReader, id: string): Statement<FileRow> {
  return org.rows<FileRow>()`select f.* from files f where f.organization_id = ${org.key} and f.id = ${id}`;
}

/** The files of an organization that are listed: of a role, or the attachments of an order. */
export interface FileFilter {
  role?: FileRole | undefined;
  orderId?: number | undefined;
}

export interface FilesAfter extends FileFilter {
  /** The id of the last file of the page before. Null: the first page. */
  after: string | null;
  limit: number;
}

/** Up to `limit` files, newest first. Each filter has an index in this order. */
export function filesAfter(org: OrgReader, { role, orderId, after, limit }: FilesAfter): Statement<Weighed<FileRow>> {
  const ofRole = role === undefined ? sql`` : sql`and f.role = ${role}`;
  const ofOrder = orderId === undefined ? sql`` : sql`and f.order_id = ${orderId}`;
  const rest = after === null ? sql`` : sql`and f.id < ${after}`;
  const indexOfRole = role === undefined ? "files_organization" : "files_role";
  const index = sql.raw(orderId === undefined ? indexOfRole : "files_order");
  return org.rows<Weighed<FileRow>>()`select f.* from files f indexed by ${index}
    where f.organization_id = ${org.key} ${ofRole} ${ofOrder} ${rest} order by f.id desc limit ${limit}`;
}

const FILE_JSON = sql.raw(
  `json_object(${[
    "id",
    "name",
    "role",
    "content_type",
    "bytes",
    "sha256",
    "width",
    "height",
    "order_id",
    "preview_key",
    "actor_kind",
    "actor_id",
    "actor_name",
    "created_at",
  ]
    .map((name) => `'${name}', f.${name}`)
    .join(", ")})`,
);

/** The versions of the designs of items, the newest of each item first. `ids` are JSON numbers. */
export function designsOfItems(org: OrgReader, ids: readonly number[]): Statement<DesignRow> {
  return org.rows<DesignRow>()`select d.*, ${FILE_JSON} as file
    from json_each(${JSON.stringify(ids)}) j
    cross join item_designs d on d.order_item_id = j.value
    cross join files f on f.organization_id = d.organization_id and f.id = d.file_id
    where d.organization_id = ${org.key} order by d.order_item_id, d.version desc`;
}

/** How many attachments an order has. No row if there is no such order. */
export function attachmentCount(org: OrgReader, orderId: number): Statement<{ count: number }> {
  return org.rows<{
    count: number;
  }>()`select (select count(*) from files f where f.organization_id = ${org.key} and f.order_id = o.id) as count
    from orders o where o.organization_id = ${org.key} and o.id = ${orderId}`;
}

/** How many versions the design of an item has. No row if there is no such item. */
export function versionCount(org: OrgReader, itemId: number): Statement<{ count: number; order_id: number }> {
  return org.rows<{ count: number; order_id: number }>()`select i.order_id,
      (select count(*) from item_designs d where d.organization_id = ${org.key} and d.order_item_id = i.id) as count
    from order_items i where i.organization_id = ${org.key} and i.id = ${itemId}`;
}

/** How many bytes the files of the organization have. No row if it has never had one. */
export function totalBytes(org: OrgReader): Statement<{ bytes: number }> {
  return org.rows<{ bytes: number }>()`select t.bytes from file_totals t where t.organization_id = ${org.key}`;
}

/** SQL of the items whose current design or proof is a file. A file is a design if their `design_url` is the file's. */
export function currentUses(org: OrgReader, fileId: string): SQL {
  return sql`select i.id from item_designs d
    cross join order_items i on i.organization_id = d.organization_id and i.id = d.order_item_id
    where d.organization_id = ${org.key} and d.file_id = ${fileId} and i.design_url like ${`%/${fileId}`} union ${itemsWithProof(org, fileId)}`;
}

/** Up to ten of these items, for an error that names them. The condition is always true: each statement must contain the organization's key. */
export function itemsWithFile(org: OrgReader, fileId: string): Statement<{ id: number }> {
  return org.rows<{ id: number }>()`select distinct id from (${currentUses(org, fileId)}) where ${org.key} is not null limit 10`;
}
