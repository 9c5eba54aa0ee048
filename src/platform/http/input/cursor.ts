import { toBase64Url } from "../../crypto/encoding";
import { derivedKey, type MasterSecrets } from "../../crypto/master-key";
import { invalid } from "../../api-error";
import { parseStored } from "../../reading/json";

/** The list that a cursor belongs to. It is rejected for any other. */
export interface CursorScope {
  organizationId: number;
  /** The operation id of its endpoint, or another name that no other list has. */
  list: string;
  /** The filters and the sort, which must stay the same from page to page. Null: the list has none. */
  query: unknown;
}

const MAC_BYTES = 16;

async function mac(masterSecret: string, scope: CursorScope, position: string): Promise<Uint8Array> {
  const key = await derivedKey(masterSecret, "cursors", "HMAC");
  const text = JSON.stringify([scope.organizationId, scope.list, scope.query, position]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text)), 0, MAC_BYTES);
}

/** Creates an opaque, signed cursor at `position`. */
export async function writeCursor(
  [masterSecret]: MasterSecrets,
  scope: CursorScope,
  position: readonly (string | number | null)[],
): Promise<string> {
  const text = JSON.stringify(position);
  const body = toBase64Url(new TextEncoder().encode(text));
  return `${body}.${toBase64Url(await mac(masterSecret, scope, text))}`;
}

/** Reads the position in a cursor. Throws 400 Bad Request if it was tampered with or belongs to another list, query or organization. */
export async function readCursor<Position = readonly (string | number | null)[]>(
  masterSecrets: MasterSecrets,
  scope: CursorScope,
  cursor: string,
): Promise<Position> {
  try {
    const [body = "", signature = ""] = cursor.split(".");
    const text = new TextDecoder().decode(Uint8Array.fromBase64(body, { alphabet: "base64url" }));
    const actual = Uint8Array.fromBase64(signature, { alphabet: "base64url" });
    for (const masterSecret of masterSecrets) {
      const expected = await mac(masterSecret, scope, text);
      if (actual.length === expected.length && crypto.subtle.timingSafeEqual(actual, expected)) {
        // The signature proves that `writeCursor` created it for this list, so its position has this type.
        return parseStored<Position>(text);
      }
    }
  } catch {
    // Malformed base64 or JSON is rejected below.
  }
  throw invalid("cursor", "invalid_cursor", "Expected a next_cursor of this list, with the same filters and sort.");
}
