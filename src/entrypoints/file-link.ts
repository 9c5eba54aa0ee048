import { isFileId } from "../platform/values/file-url";

/** Whether a path can only be that of a file. */
export function isFileLink(path: string): boolean {
  return path.startsWith("/files/");
}

/**
 * Follows the URL of a file (platform/values/file-url.ts): a token gets the content from v2, and a person is led to the page with it, where they may have
 * to sign in. Null: there is no such file.
 */
export function followFileLink(request: Request): Request | Response | null {
  const url = new URL(request.url);
  const [, , organization = "", id = "", ...rest] = url.pathname.split("/");
  if (!/^[1-9]\d{0,15}$/.test(organization) || !isFileId(id) || rest.length > 0) return null;
  if (request.method !== "GET" && request.method !== "HEAD") return null;
  if (request.headers.has("Authorization")) return new Request(new URL(`/api/v2/files/${id}/content`, url), request);
  const headers = { Location: `/console/${organization}/files/${id}/content`, "Cache-Control": "private, no-store" };
  return new Response(null, { status: 303, headers });
}
