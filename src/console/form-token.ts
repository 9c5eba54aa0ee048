import type { Context } from "hono";
import { settingsOf } from "../env";
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

/** How long a form may lie open: what it does must still be known when it is sent again (markers are kept for 48 h). */
const FORM_MS = 24 * 3_600_000;

/** A token for the forms of one page: nobody but the holder of the session can have it. `time-nonce.mac`. */
export async function newFormToken(c: Context<HttpEnv>, sessionId: string): Promise<string> {
  const [masterSecret] = settingsOf(c.env).masterSecrets;
  const nonce = `${c.get("state").now.toString(36)}-${randomBase62(16)}`;
  return `${nonce}.${await macOf(masterSecret, sessionId, nonce)}`;
}

/** Throws 403 unless a token was made for this session, less than a day ago. */
export async function assertFormToken(c: Context<HttpEnv>, sessionId: string, token: string): Promise<void> {
  const refusal = new ApiError("forbidden", [], {}, "This form is not of your present session: load the page again.");
  const [nonce = "", mac = "", ...more] = token.split(".");
  if (more.length > 0 || c.get("state").now - Number.parseInt(nonce, 36) > FORM_MS) throw refusal;
  const { masterSecrets } = settingsOf(c.env);
  const made = await Promise.all(masterSecrets.map(async (masterSecret) => await macOf(masterSecret, sessionId, nonce)));
  // Compared by their digests: how long it takes tells nothing of them.
  const [given, ...all] = await Promise.all([mac, ...made].map(sha256Hex));
  if (!all.includes(given ?? "")) throw refusal;
}

/** The id of what a form does: the same for the same form, sent to the same path, with the same content, by the same session. */
export async function operationOf(sessionId: string, token: string, path: string, body: string): Promise<string> {
  return `form_${await sha256Hex(JSON.stringify([sessionId, token, path, body]))}`;
}
