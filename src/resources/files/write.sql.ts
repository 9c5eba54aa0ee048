import { eq, sql } from "drizzle-orm";
import { type Change, assertCondition, assertRowsChanged } from "../../platform/db/change";
import type { OrgDb } from "../../platform/db/org-db";
import type { WriteStatement } from "../../platform/db/statement";
import { addHistory } from "../orders/history/records.sql.ts";
import { removeProofsOfFile } from "../proofs/of-file.sql.ts";
import { MAX_ATTACHMENTS, MAX_DESIGN_VERSIONS } from "./file-limits";
import { currentUses, type FileRow } from "./rows.sql.ts";
import { files, itemDesigns } from "./table";

/** Inserts a file, unless the organization then has more than `maxBytes`. */
export function insertFile(org: OrgDb, file: FileRow, maxBytes: number): WriteStatement[] {
  const { organization_id: _own, ...values } = file;
  return [
    org.insert(files, values),
    assertCondition(sql`(select t.bytes from file_totals t where t.organization_id = ${org.organization.id}) <= ${maxBytes}`),
  ];
}

/** Inserts a file that is no version of a design yet. The batch fails if its order then has too many attachments. */
export function insertFileAlone(org: OrgDb, file: FileRow, maxBytes: number): Change {
  const { id, order_id } = file;
  const ofOrder = sql`(select count(*) from files f where f.organization_id = ${org.organization.id} and f.order_id = ${order_id})`;
  const assertions = order_id === null ? [] : [assertCondition(sql`${ofOrder} <= ${MAX_ATTACHMENTS}`)];
  return { writes: [...insertFile(org, file, maxBytes), ...assertions], marker: { file_id: id } };
}

interface NewDesign {
  itemId: number;
  orderId: number;
  file: Pick<FileRow, "id" | "name">;
}

/** Makes a file the next version of the design of an item. The entry in the history comes after the insert, because it reads the new version. */
export function insertDesign(org: OrgDb, { itemId, orderId, file }: NewDesign): WriteStatement[] {
  const { kind, id, name } = org.actor;
  const newest = sql`(select coalesce(max(d.version), 0) from item_designs d where d.organization_id = ${org.key} and d.order_item_id = ${itemId})`;
  return [
    org.write()`insert into item_designs (organization_id, order_item_id, version, file_id, actor_kind, actor_id, actor_name, created_at)
      select ${org.key}, ${itemId}, ${newest} + 1, ${file.id}, ${kind}, ${id}, ${name}, ${org.now} where ${newest} < ${MAX_DESIGN_VERSIONS}`,
    assertRowsChanged(),
    addHistory(org, { change: "design", orderId, itemId, to: sql`cast(${newest} as text)`, reason: file.name }),
  ];
}

/** Replaces the preview of a file, if it is still the one that was read. */
export function updatePreview(org: OrgDb, { id, preview_key }: FileRow, key: string): Change {
  const unchanged = sql`${files.id} = ${id} and ${files.preview_key} is ${preview_key}`;
  return { writes: [org.update(files, { preview_key: key }, unchanged), assertRowsChanged()], marker: { file_id: id } };
}

/** Removes a file with the versions of designs and the superseded proofs that it is. */
export function deleteFile(org: OrgDb, { id }: FileRow): Change {
  return {
    writes: [
      assertCondition(sql`not exists (${currentUses(org, id)})`),
      removeProofsOfFile(org, id),
      org.remove(itemDesigns, eq(itemDesigns.file_id, id)),
      org.remove(files, eq(files.id, id)),
      assertRowsChanged(),
    ],
    marker: { file_id: id },
  };
}
