import { env, exports } from "cloudflare:workers";
import { type ApiResponse, rows, type Shop } from "../../kit/client";
import { ORIGIN, tokenIn, type Visitor } from "../console/kit";

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.byteLength;
  }
  return all;
}

/** The header of a PNG with this size, and then any bytes. */
export function png(width: number, height: number, rest: string | Uint8Array = "rest"): Uint8Array {
  const head = new Uint8Array(24);
  head.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const view = new DataView(head.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return concat(head, typeof rest === "string" ? bytesOf(rest) : rest);
}

/** A WebP of the extended format with this size. */
export function webp(width: number, height: number, rest = "pixels"): Uint8Array {
  const head = new Uint8Array(30);
  head.set(bytesOf("RIFF"), 0);
  head.set(bytesOf("WEBPVP8X"), 8);
  const lengths = [width - 1, height - 1].flatMap((length) => [length & 0xff, (length >> 8) & 0xff, (length >> 16) & 0xff]);
  head.set(lengths, 24);
  return concat(head, bytesOf(rest));
}

export async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** The Content-Digest of bytes. */
export async function digestOf(bytes: Uint8Array): Promise<Record<string, string>> {
  return { "Content-Digest": `sha-256=:${(await sha256(bytes)).toBase64()}:` };
}

interface Upload {
  method?: "POST" | "PUT";
  headers?: Record<string, string>;
}

/** Sends bytes to a path of v2. */
export async function send(
  { token }: Pick<Shop, "token">,
  path: string,
  body: Uint8Array | ReadableStream,
  { method = "POST", headers = {} }: Upload = {},
): Promise<ApiResponse> {
  const response = await exports.default.fetch(`${ORIGIN}/api/v2${path}`, {
    method,
    headers: { Authorization: `Bearer ${token.secret}`, "Content-Type": "application/octet-stream", ...headers },
    body,
  });
  const responseText = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text: responseText,
    body: responseText === "" ? undefined : JSON.parse(responseText),
  };
}

/** Uploads a file through v2. */
export async function upload(
  shop: Pick<Shop, "token">,
  name: string,
  bytes: Uint8Array,
  { query = {}, ...options }: Upload & { query?: Record<string, string> } = {},
): Promise<ApiResponse> {
  return await send(shop, `/files?${new URLSearchParams({ name, ...query }).toString()}`, bytes, options);
}

/** Downloads the content of a file through v2. */
export async function download(shop: Pick<Shop, "token">, path: string, headers: Record<string, string> = {}): Promise<Response> {
  return await exports.default.fetch(`${ORIGIN}/api/v2${path}`, { headers: { Authorization: `Bearer ${shop.token.secret}`, ...headers } });
}

/** Sends bytes as the console's script does. */
export async function sendAs({ open, cookie }: Visitor, organizationId: number, path: string, body: Uint8Array, token?: string) {
  const formToken = token ?? tokenIn(await open("/files"));
  const response = await exports.default.fetch(`${ORIGIN}/console/${organizationId}${path}`, {
    method: "POST",
    headers: {
      Cookie: cookie,
      Origin: ORIGIN,
      "X-Form-Token": formToken,
      Accept: "application/json",
      "Content-Type": "application/octet-stream",
    },
    body,
  });
  return { status: response.status, text: await response.text() };
}

export function bucket(): R2Bucket {
  if (env.FILES === undefined) throw new Error("There is no bucket.");
  return env.FILES;
}

/** The keys of all objects in the bucket. */
export async function keys(): Promise<string[]> {
  const { objects } = await bucket().list();
  return objects.map(({ key }) => key);
}

/** The keys of the objects that an organization's files have. */
export async function keysOf(organizationId: number): Promise<string[]> {
  const files = await rows<{ object_key: string; preview_key: string | null }>(
    "select object_key, preview_key from files where organization_id = ? order by id",
    organizationId,
  );
  return files.flatMap(({ object_key, preview_key }) => [object_key, ...(preview_key === null ? [] : [preview_key])]);
}
