import { orNotFound } from "../../platform/api-error";
import { takePage } from "../../platform/db/list/page-fit";
import type { OrgReader } from "../../platform/db/org-db";
import { first } from "../../platform/db/statement";
import { parseStored } from "../../platform/reading/json";
import { fileUrl } from "../../platform/values/file-url";
import { momentText } from "../../platform/values/zone";
import { designsOfItems, fileById, type FileRow, filesAfter, type FilesAfter, versionCount } from "./rows.sql.ts";

/** The columns of a file that people see. */
export type ShownFile = Omit<FileRow, "organization_id" | "object_key">;

/** A version of the design of an item. */
export interface Design {
  itemId: number;
  version: number;
  file: ShownFile;
  actorKind: FileRow["actor_kind"];
  actorId: number | null;
  actorName: string;
  createdAt: number;
}

/** Reads a file. Throws 404 Not Found if this organization has none with that id. One round trip. */
export async function readFile(org: OrgReader, id: string): Promise<FileRow> {
  const [file] = await org.read(fileById(org, id));
  return orNotFound(file);
}

/** Reads the file that a write marker refers to, in its current state. */
export async function fileFromMarker(org: OrgReader, marker: unknown): Promise<FileRow> {
  return await readFile(org, (marker as { file_id: string }).file_id);
}

/** Lists up to `limit` files after an id, newest first, and whether there are more. One round trip. */
export async function listFiles(org: OrgReader, { limit, ...list }: FilesAfter) {
  const rows = await org.read(filesAfter(org, { ...list, limit: limit + 1 }));
  return takePage(rows, limit, org.pageLimit);
}

/** Reads the versions of the design of an item, newest first. Throws 404 Not Found for an unknown item. One round trip. */
export async function listDesigns(org: OrgReader, itemId: number): Promise<Design[]> {
  const { item, rows } = await org.read({ item: first(versionCount(org, itemId)), rows: designsOfItems(org, [itemId]) });
  orNotFound(item);
  return rows.map(({ order_item_id, version, file, actor_kind, actor_id, actor_name, created_at }) => ({
    itemId: order_item_id,
    version,
    file: parseStored<ShownFile>(file),
    actorKind: actor_kind,
    actorId: actor_id,
    actorName: actor_name,
    createdAt: created_at,
  }));
}

/** A file as the API returns it. */
export function presentFile(file: ShownFile, { organization }: OrgReader, origin: string) {
  const { id, name, role, content_type, bytes, sha256, width, height, order_id, actor_kind, actor_id, actor_name } = file;
  return {
    id,
    name,
    role,
    content_type,
    bytes,
    sha256,
    width,
    height,
    order_id,
    has_preview: file.preview_key !== null,
    url: fileUrl(origin, organization.id, id),
    actor_type: actor_kind,
    actor_id,
    actor_name,
    created_at: momentText(file.created_at),
  };
}
