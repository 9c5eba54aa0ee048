/** The texts of a file and of a preview of 1 × 1 pixels. All of their bytes are ASCII, so that a test can send them as it sends other bodies. */
export const FILE_TEXT = "%PDF-1.7 a design";
export const PREVIEW_TEXT = `RIFF\0\0\0\0WEBPVP8X${"\0".repeat(14)}`;

/** The length of the body of an upload, which clients send. Other requests of the tests have none, as if they were sent in chunks. */
export function uploadHeaders(path: string, body: unknown): Record<string, string> {
  const isUpload = /^\/api\/v2\/files(?:\?|$|\/[^/]+\/preview$)/.test(path);
  return isUpload && typeof body === "string" ? { "Content-Length": String(new TextEncoder().encode(body).byteLength) } : {};
}
