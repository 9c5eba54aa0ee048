import type { ApiResponse, Call } from "./client";
import { FILE_TEXT, PREVIEW_TEXT } from "./file-texts";

/** Uploads the design of an item with a preview, and returns its id. */
export async function uploadDesign(
  { v2 }: { v2: (path: string, call?: Call) => Promise<ApiResponse> },
  itemId: string | number,
  name = "design.pdf",
): Promise<string> {
  const query = new URLSearchParams({ name, order_item_id: String(itemId) });
  const { status, body, text } = await v2(`/files?${query.toString()}`, { body: FILE_TEXT });
  if (status !== 201) throw new Error(text);
  const preview = await v2(`/files/${body.id}/preview`, { method: "PUT", body: PREVIEW_TEXT + name });
  if (preview.status !== 200) throw new Error(preview.text);
  return body.id;
}
