import { sha256Hex } from "../crypto/digest";
import { toBase64Url } from "../crypto/encoding";
import { derivedKey, type MasterSecrets } from "../crypto/master-key";
import { randomBase62 } from "../crypto/random";

async function macOf(masterSecret: string, sessionId: string, nonce: string): Promise<string> {
  const key = await derivedKey(masterSecret, "console-forms", "HMAC");
  const mac = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(`${sessionId}.${nonce}`));
  return toBase64Url(new Uint8Array(mac));
}

/** A token for the forms of one page: nobody but the holder of the session can have it. `nonce.mac`. */
export async function newFormToken([masterSecret]: MasterSecrets, sessionId: string): Promise<string> {
  const nonce = randomBase62(16);
  return `${nonce}.${await macOf(masterSecret, sessionId, nonce)}`;
}

/** Whether a token was made for this session. */
export async function isFormToken(masterSecrets: MasterSecrets, sessionId: string, token: string): Promise<boolean> {
  const [nonce = "", mac = ""] = token.split(".");
  const made = await Promise.all(masterSecrets.map(async (masterSecret) => await macOf(masterSecret, sessionId, nonce)));
  // Compared by their digests: how long it takes tells nothing of them.
  const [given, ...all] = await Promise.all([mac, ...made].map(sha256Hex));
  return all.includes(given ?? "");
}

/** The id of what a form does: the same for the same form, sent to the same path, with the same content, by the same session. */
export async function operationOf(sessionId: string, token: string, path: string, body: string): Promise<string> {
  return `form_${await sha256Hex(JSON.stringify([sessionId, token, path, body]))}`;
}
