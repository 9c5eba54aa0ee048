import { MAX_PICTURE_BYTES } from "../files/file-limits";
import { fileTypeNamed } from "../files/file-type";
import type { PictureRow } from "./rows.sql.ts";

/** What of a file a buyer sees: the whole picture or its preview. Null: a browser can show neither. */
export function pictureOf({ content_type, bytes, preview_key }: Omit<PictureRow, "id" | "role">): "content" | "preview" | null {
  if (fileTypeNamed(content_type)?.isShown === true && bytes <= MAX_PICTURE_BYTES) return "content";
  return preview_key === null ? null : "preview";
}
