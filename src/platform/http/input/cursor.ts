import { toBase64Url } from "../../crypto/encoding";
import { derivedKey, type MasterSecrets } from "../../crypto/master-key";
import { invalid } from "../../api-error";

/** What a cursor is good for: it opens nothing else. */
export interface CursorUse {
  organizationId: number;
  /** Operation id of the list. */
  list: string;
  /** The filters and the sort of the list. */
  query: unknown;
}

const MAC_BYTES = 16;

async function mac(masterSecret: string, use: CursorUse, position: string): Promise<Uint8Array> {
  const key = await derivedKey(masterSecret, "cursors", "HMAC");
  const text = JSON.stringify([use.organizationId, use.list, use.query, position]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text)), 0, MAC_BYTES);
}

/** An opaque, signed cursor at `position` (JSON values). */
export async function writeCursor(
  [masterSecret]: MasterSecrets,
  use: CursorUse,
  position: readonly (string | number | null)[],
): Promise<string> {
  const text = JSON.stringify(position);
  const body = toBase64Url(new TextEncoder().encode(text));
  return `${body}.${toBase64Url(await mac(masterSecret, use, text))}`;
}

/** The position in a cursor; 400 for one that is tampered with, or of another list, query or organization. */
export async function readCursor<Position = readonly (string | number | null)[]>(
  masterSecrets: MasterSecrets,
  use: CursorUse,
  cursor: string,
): Promise<Position> {
  try {
    const [body = "", signature = ""] = cursor.split(".");
    const text = new TextDecoder().decode(Uint8Array.fromBase64(body, { alphabet: "base64url" }));
    const given = Uint8Array.fromBase64(signature, { alphabet: "base64url" });
    for (const masterSecret of masterSecrets) {
      const expected = await mac(masterSecret, use, text);
      if (given.length === expected.length && crypto.subtle.timingSafeEqual(given, expected)) {
        // It is signed: it holds what `writeCursor` was given for this list.
        return JSON.parse(text) as Position;
      }
    }
  } catch {
    // Not base64, not JSON: refused below like any other forgery.
  }
  throw invalid("cursor", "invalid_cursor", "Expected a next_cursor of this list, asked with the same filters and sort.");
}
