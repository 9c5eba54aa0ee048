import { sha256Hex } from "../platform/crypto/digest";
import { toBase64Url } from "../platform/crypto/encoding";
import { derivedKey, type MasterSecrets } from "../platform/crypto/master-key";
import { randomBase62 } from "../platform/crypto/random";

async function macOf(masterSecret: string, sessionId: string, nonce: string): Promise<string> {
  const key = await derivedKey(masterSecret, "console-forms", "HMAC");
  const mac = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(`${sessionId}.${nonce}`));
  return toBase64Url(new Uint8Array(mac));
}

/** How long a form may lie open: what it does must still be known when it is sent again (markers are kept for 48 h). */
const FORM_MS = 24 * 3_600_000;

/** A token for the forms of one page: nobody but the holder of the session can have it. `time-nonce.mac`. */
export async function newFormToken([masterSecret]: MasterSecrets, sessionId: string, now: number): Promise<string> {
  const nonce = `${now.toString(36)}-${randomBase62(16)}`;
  return `${nonce}.${await macOf(masterSecret, sessionId, nonce)}`;
}

/** Whether a token was made for this session, less than a day before `now`. */
export async function isFormToken(masterSecrets: MasterSecrets, sessionId: string, token: string, now: number): Promise<boolean> {
  const [nonce = "", mac = "", ...more] = token.split(".");
  if (more.length > 0 || now - Number.parseInt(nonce, 36) > FORM_MS) return false;
  const made = await Promise.all(masterSecrets.map(async (masterSecret) => await macOf(masterSecret, sessionId, nonce)));
  // Compared by their digests: how long it takes tells nothing of them.
  const [given, ...all] = await Promise.all([mac, ...made].map(sha256Hex));
  return all.includes(given ?? "");
}

/** The id of what a form does: the same for the same form, sent to the same path, with the same content, by the same session. */
export async function operationOf(sessionId: string, token: string, path: string, body: string): Promise<string> {
  return `form_${await sha256Hex(JSON.stringify([sessionId, token, path, body]))}`;
}
