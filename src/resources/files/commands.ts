import { conflict, conflictError, type InputViolation, notFound, orNotFound } from "../../platform/api-error";
import { newId } from "../../platform/crypto/random";
import { retryOnConflict } from "../../platform/db/change";
import type { OrgDb } from "../../platform/db/org-db";
import { first } from "../../platform/db/statement";
import type { StoredObject } from "../../platform/reading/store-body";
import { fileUrl } from "../../platform/values/file-url";
import { updateItem } from "../orders/update-order";
import { type FileRole, GIGABYTE, MAX_ATTACHMENTS, MAX_DESIGN_VERSIONS, MAX_PREVIEW_PIXELS } from "./file-limits";
import { ACCEPTED_TYPES, fileTypeOf } from "./file-type";
import { attachmentCount, fileById, type FileRow, itemsWithFile, totalBytes, versionCount } from "./rows.sql.ts";
import { deleteFile, insertDesign, insertFile, insertFileAlone, updatePreview } from "./write.sql.ts";

/** What is wrong with an uploaded file: it is of no type that is accepted. */
export function fileViolation({ head }: StoredObject): InputViolation | null {
  if (fileTypeOf(head) !== null) return null;
  const message = `The content is that of no file type that is accepted: ${ACCEPTED_TYPES}. Put other files into a ZIP file.`;
  return { path: "", code: "unknown_file_type", message };
}

/** What is wrong with an uploaded preview. */
export function previewViolation({ head }: StoredObject): InputViolation | null {
  const type = fileTypeOf(head);
  const size = type?.contentType === "image/webp" ? (type.size?.(head) ?? null) : null;
  if (size !== null && Math.max(size.width, size.height) <= MAX_PREVIEW_PIXELS) return null;
  return {
    path: "",
    code: "invalid_preview",
    message: `Expected a WebP image of at most ${MAX_PREVIEW_PIXELS} × ${MAX_PREVIEW_PIXELS} pixels.`,
  };
}

/** A file whose bytes are stored, and what it is for: an item's design, an attachment of an order, or a design or proof without an item yet. */
export interface NewFile {
  stored: StoredObject;
  name: string;
  role: FileRole;
  orderId: number | null;
  itemId: number | null;
  /** Of the URL that the item gets. */
  origin: string;
  /** How many gigabytes of files the organization may have. */
  maxGigabytes: number;
}

function rowOf(org: OrgDb, { stored, name, role, orderId }: NewFile): FileRow {
  const type = fileTypeOf(stored.head);
  const size = type?.size?.(stored.head) ?? null;
  return {
    id: newId("fil", org.now),
    organization_id: org.organization.id,
    object_key: stored.key,
    preview_key: null,
    name,
    role,
    content_type: type?.contentType ?? "application/octet-stream",
    bytes: stored.bytes,
    sha256: stored.sha256,
    width: size?.width ?? null,
    height: size?.height ?? null,
    order_id: orderId,
    actor_kind: org.actor.kind,
    actor_id: org.actor.id,
    actor_name: org.actor.name,
    created_at: org.now,
  };
}

function assertRoom(used: { bytes: number } | undefined, bytes: number, maxGigabytes: number): void {
  if ((used?.bytes ?? 0) + bytes <= maxGigabytes * GIGABYTE) return;
  throw conflict(
    "file_space_used_up",
    `The files of this organization may have ${maxGigabytes} GB. Delete files that are no longer needed.`,
  );
}

function assertFewer(count: number, max: number, what: string): void {
  if (count >= max) throw conflict("too_many_files", `${what} may have at most ${max} files.`);
}

/**
 * Records a file whose bytes are stored. As the design of an item, it is the next version and the item's `design_url`, and order.updated is sent.
 * Throws 404 Not Found for an unknown order or item, and 409 Conflict if the organization, the order or the item has too many files.
 */
export async function createFile(org: OrgDb, file: NewFile): Promise<FileRow> {
  const row = rowOf(org, file);
  const { itemId, orderId, maxGigabytes, stored } = file;
  const maxBytes = maxGigabytes * GIGABYTE;
  return await retryOnConflict(
    async () => {
      const { used, attachments, versions } = await org.read({
        used: first(totalBytes(org)),
        attachments: orderId === null ? null : attachmentCount(org, orderId),
        versions: itemId === null ? null : versionCount(org, itemId),
      });
      assertRoom(used, stored.bytes, maxGigabytes);
      if (orderId !== null) {
        const [order] = attachments;
        if (order === undefined) throw notFound("order_id", "No such order in this organization.");
        assertFewer(order.count, MAX_ATTACHMENTS, "An order");
      }
      if (itemId === null) await org.commit(insertFileAlone(org, row, maxBytes));
      else {
        const design = insertDesign(org, { itemId, orderId: assertItem(versions[0], "order_item_id"), file: row });
        await setDesign(org, { itemId, fileId: row.id, origin: file.origin }, [...insertFile(org, row, maxBytes), ...design]);
      }
      return row;
    },
    () => conflictError("these files"),
  );
}

/**
 * The order of an item that may get another version of its design. `path`: the field that names the item; absent if the address of the request does.
 * Throws 404 Not Found and 409 Conflict.
 */
function assertItem(found: { count: number; order_id: number } | undefined, path?: string): number {
  if (found === undefined) throw path === undefined ? notFound() : notFound(path, "No such order item in this organization.");
  assertFewer(found.count, MAX_DESIGN_VERSIONS, "The design of an item");
  return found.order_id;
}

interface DesignOfItem {
  itemId: number;
  fileId: string;
  /** Of the URL that the item gets. */
  origin: string;
}

async function setDesign(org: OrgDb, { itemId, fileId, origin }: DesignOfItem, writes: ReturnType<typeof insertDesign>): Promise<void> {
  const patch = { design_url: fileUrl(origin, org.organization.id, fileId) };
  await updateItem(org, itemId, { patch, alsoWrite: { writes, marker: { file_id: fileId } } });
}

/**
 * Makes a file that exists the next version of the design of an item, and sends order.updated. Nothing changes if it is the current one. Throws
 * 404 Not Found for an unknown item or file, and 409 Conflict for an attachment, and for too many versions.
 */
export async function addDesign(org: OrgDb, { itemId, fileId, origin }: DesignOfItem): Promise<void> {
  await retryOnConflict(
    async () => {
      const { file, versions } = await org.read({ file: first(fileById(org, fileId)), versions: first(versionCount(org, itemId)) });
      if (file === undefined) throw notFound("file_id", "No such file in this organization.");
      if (file.role !== "design")
        throw conflict("not_a_design", "Only a file with the role design can be the design of an item. Upload it as a design.");
      await setDesign(org, { itemId, fileId, origin }, insertDesign(org, { itemId, orderId: assertItem(versions), file }));
    },
    () => conflictError("this item"),
  );
}

/**
 * Replaces the preview of a file. Returns the file, and the key of the preview that it had. Throws 404 Not Found for an unknown file. Two round
 * trips.
 */
export async function setPreview(org: OrgDb, id: string, { key }: StoredObject): Promise<{ file: FileRow; replacedKey: string | null }> {
  return await retryOnConflict(
    async () => {
      const [row] = await org.read(fileById(org, id));
      const file = orNotFound(row);
      await org.commit(updatePreview(org, file, key));
      return { file: { ...file, preview_key: key }, replacedKey: file.preview_key };
    },
    () => conflictError("this file"),
  );
}

/**
 * Removes a file. Returns the keys of its objects, which are to be removed after that. Throws 404 Not Found for an unknown file, and 409 Conflict for
 * the current design or proof of an item. Two round trips.
 */
export async function removeFile(org: OrgDb, id: string): Promise<(string | null)[]> {
  return await retryOnConflict(
    async () => {
      const { file, items } = await org.read({ file: first(fileById(org, id)), items: itemsWithFile(org, id) });
      const found = orNotFound(file);
      if (items.length > 0) {
        const ids = items.map((item) => String(item.id));
        throw conflict("file_in_use", "The file is the current design or proof of an item. Give the item another one first.", {
          order_item_ids: ids,
        });
      }
      await org.commit(deleteFile(org, found));
      return [found.object_key, found.preview_key];
    },
    () => conflictError("this file"),
  );
}
