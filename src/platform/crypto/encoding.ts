import { Buffer } from "node:buffer";

/** How many bytes a text takes in UTF-8. */
export function utf8Length(text: string): number {
  return Buffer.byteLength(text);
}

/** URL-safe base64 without padding (RFC 4648, section 5). */
export function toBase64Url(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}

export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
