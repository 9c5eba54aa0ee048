import type { ApiResponse, Call } from "./client";

/** The texts of a file and of a preview of 1 × 1 pixels. All of their bytes are ASCII, so that a test can send them as it sends other bodies. */
export const FILE_TEXT = "%PDF-1.7 a design";
export const PREVIEW_TEXT = `RIFF\0\0\0\0WEBPVP8X${"\0".repeat(14)}`;

/** Uploads the design of an item with a preview, and returns its id. */
export async function uploadDesign(
  { v2 }: { v2: (path: string, call?: Call) => Promise<ApiResponse> },
  itemId: string | number,
  name = "design.pdf",
): Promise<string> {
  const query = new URLSearchParams({ name, order_item_id: String(itemId) });
  const { status, body, text } = await v2(`/files?${query.toString()}`, { body: FILE_TEXT });
  if (status !== 201) throw new Error(text);
  const preview = await v2(`/files/${body.id}/preview`, { method: "PUT", body: PREVIEW_TEXT });
  if (preview.status !== 200) throw new Error(preview.text);
  return body.id;
}

/** The length of the body of an upload, which clients send. Other requests of the tests have none, as if they were sent in chunks. */
export function uploadHeaders(path: string, body: unknown): Record<string, string> {
  const isUpload = /^\/api\/v2\/files(?:\?|$|\/[^/]+\/preview$)/.test(path);
  return isUpload && typeof body === "string" ? { "Content-Length": String(new TextEncoder().encode(body).byteLength) } : {};
}
