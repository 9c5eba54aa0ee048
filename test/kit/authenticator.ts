/** The alphabet of base32 (RFC 4648). */
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Decodes base32: five bits for each letter. */
function decodeBase32(key: string): Uint8Array<ArrayBuffer> {
  const bits = Array.from(key, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Uint8Array.from({ length: Math.floor(bits.length / 8) }, (_, at) => Number.parseInt(bits.slice(8 * at, 8 * at + 8), 2));
}

/** The code that an authenticator app with this key shows at a time (RFC 6238). It shares no code with the service. */
export async function appCode(key: string, at: number): Promise<string> {
  const hmac = await crypto.subtle.importKey("raw", decodeBase32(key), { name: "HMAC", hash: "SHA-1" }, false, ["sign"]);
  const counter = Uint8Array.from(
    Math.floor(at / 30_000)
      .toString(16)
      .padStart(16, "0")
      .match(/../g) ?? [],
    (pair) => Number.parseInt(pair, 16),
  );
  // The last four bits of the MAC say where the 31 bits of the code begin (RFC 4226, section 5.3).
  const mac = [...new Uint8Array(await crypto.subtle.sign("HMAC", hmac, counter))];
  const start = (mac.at(-1) ?? 0) % 16;
  const number = mac.slice(start, start + 4).reduce((sum, byte, index) => sum * 256 + (index === 0 ? byte % 128 : byte), 0);
  return String(number).padStart(6, "0").slice(-6);
}

/** A code that is certainly wrong at this time, and in the steps around it. */
export async function wrongCode(key: string, at: number): Promise<string> {
  const right = await Promise.all([-1, 0, 1].map((steps) => appCode(key, at + steps * 30_000)));
  return ["000000", "000001", "000002", "000003"].find((code) => !right.includes(code)) ?? "";
}
