import type { Context } from "hono";
import { settingsOf } from "../platform/env";
import type { HttpEnv } from "../platform/http/context";
import { ApiError } from "../platform/api-error";
import { sha256Hex } from "../platform/crypto/digest";
import { toBase64Url } from "../platform/crypto/encoding";
import { derivedKey } from "../platform/crypto/master-key";
import { randomBase62 } from "../platform/crypto/random";

async function macOf(masterSecret: string, sessionId: string, nonce: string): Promise<string> {
  const key = await derivedKey(masterSecret, "console-forms", "HMAC");
  const mac = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(`${sessionId}.${nonce}`));
  return toBase64Url(new Uint8Array(mac));
}

/** How long a form is valid. It must be shorter than the retention of write markers (48 h), which detect a form that is sent twice. */
const FORM_MS = 24 * 3_600_000;

/** Creates the token of a page's forms, `time-nonce.mac`. Its MAC covers the session's id, so it is valid only for this session. */
export async function newFormToken(c: Context<HttpEnv>, sessionId: string): Promise<string> {
  const [masterSecret] = settingsOf(c.env).masterSecrets;
  const nonce = `${c.get("state").now.toString(36)}-${randomBase62(16)}`;
  return `${nonce}.${await macOf(masterSecret, sessionId, nonce)}`;
}

/** Throws 403 Forbidden unless the token was created for this session in the last 24 hours. */
export async function assertFormToken(c: Context<HttpEnv>, sessionId: string, token: string): Promise<void> {
  const rejection = new ApiError("forbidden", [], { message: "This form does not belong to your current session. Load the page again." });
  const [nonce = "", mac = "", ...rest] = token.split(".");
  if (rest.length > 0 || c.get("state").now - Number.parseInt(nonce, 36) > FORM_MS) throw rejection;
  const { masterSecrets } = settingsOf(c.env);
  const expectedMacs = await Promise.all(masterSecrets.map(async (masterSecret) => await macOf(masterSecret, sessionId, nonce)));
  // We compare digests, so that the time that the comparison takes reveals nothing about the MACs.
  const [digest, ...expectedDigests] = [mac, ...expectedMacs].map((text) => sha256Hex(text));
  if (!expectedDigests.includes(digest ?? "")) throw rejection;
}

interface SentForm {
  sessionId: string;
  token: string;
  path: string;
  /** The content as it was sent. */
  body: string;
}

/** The operation id of a form. It is the same if the same session sends the same form with the same content to the same path. */
export async function operationOf({ sessionId, token, path, body }: SentForm): Promise<string> {
  return `form_${sha256Hex(JSON.stringify([sessionId, token, path, body]))}`;
}
