import { ApiError, notFound } from "../../platform/api-error";
import { sha256Hex } from "../../platform/crypto/digest";
import { streamOf } from "../../platform/reading/response-body";
import { contentDisposition } from "./file-name";
import { fileTypeNamed } from "./file-type";
import type { FileRow } from "./rows.sql.ts";

/**
 * Nothing in a file runs or loads anything, even if a browser opens it in a page of its own. A page that is not ours can't embed it.
 */
const PROTECTION = {
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** The row exists, but the bucket has no such object: the row was restored without it, or somebody has removed the object. */
function objectMissing(): ApiError {
  const message = "The content of this file is missing in the bucket of this installation.";
  return new ApiError("not_found", [{ code: "file_content_missing", message }]);
}

/** The Range header, and the ETag that the content must have for it to apply. */
interface RequestedRange {
  range: string;
  ifRange: string | null;
}

/** A single range of bytes (RFC 9110, section 14.1.2). Null: everything is sent, as for a range that the content does not have. */
function rangeIn(requested: RequestedRange | null, etag: string, size: number): { offset: number; length: number } | null {
  if (requested === null || (requested.ifRange !== null && requested.ifRange !== etag)) return null;
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(requested.range.trim()) ?? [];
  if (from === "" && to === "") return null;
  const offset = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  return offset > end ? null : { offset, length: end - offset + 1 };
}

/** A file that is sent. The pipeline of the API adds `headers` to those of its own, and `fileResponse` does so for pages. */
export interface OpenedFile {
  response: Response;
  headers: Record<string, string>;
}

/** Opens the content of a file, or a range of it. Throws 404 Not Found if its object is missing. */
export async function openFile(bucket: R2Bucket, file: FileRow, requested: RequestedRange | null = null): Promise<OpenedFile> {
  const etag = `"${file.sha256}"`;
  const range = rangeIn(requested, etag, file.bytes);
  const object = await bucket.get(file.object_key, range === null ? {} : { range });
  if (object === null) throw objectMissing();
  const headers = {
    ...PROTECTION,
    "Cache-Control": "private, no-cache",
    "Content-Disposition": contentDisposition(file.name, file.content_type),
    "Accept-Ranges": "bytes",
    ...(range !== null && { "Content-Range": `bytes ${range.offset}-${range.offset + range.length - 1}/${file.bytes}` }),
  };
  const own = { "Content-Type": file.content_type, ETag: etag };
  return { response: new Response(object.body, { status: range === null ? 200 : 206, headers: own }), headers };
}

/** What a page shows changes only if a preview is set. A page with many pictures must not load them each time. */
const SHOWN_CACHE = "private, max-age=3600";

/** Opens the preview of a file. Throws 404 Not Found if it has none. */
export async function openPreview(bucket: R2Bucket, { preview_key }: FileRow): Promise<OpenedFile> {
  if (preview_key === null) throw notFound();
  const object = await bucket.get(preview_key);
  if (object === null) throw objectMissing();
  const headers = { ...PROTECTION, "Cache-Control": SHOWN_CACHE };
  const etag = `"${sha256Hex(preview_key).slice(0, 32)}"`;
  return { response: new Response(object.body, { headers: { "Content-Type": "image/webp", ETag: etag } }), headers };
}

/** A picture that has no preview is shown itself if it is at most this long. */
const MAX_SHOWN_BYTES = 512 * 1024;

/** Opens what a page shows of a file: its preview, or a small picture itself. Throws 404 Not Found if there is neither. */
export async function openThumbnail(bucket: R2Bucket, file: FileRow): Promise<OpenedFile> {
  const isSmall = fileTypeNamed(file.content_type)?.isShown === true && file.bytes <= MAX_SHOWN_BYTES;
  if (file.preview_key !== null || !isSmall) return await openPreview(bucket, file);
  const { response, headers } = await openFile(bucket, file);
  return { response, headers: { ...headers, "Cache-Control": SHOWN_CACHE } };
}

/** The response of an opened file for a page, of the console or behind a link. The API renders it itself. */
export function fileResponse({ response, headers }: OpenedFile): Response {
  const opened = new Response(streamOf(response), response);
  for (const [name, value] of Object.entries(headers)) opened.headers.set(name, value);
  return opened;
}
