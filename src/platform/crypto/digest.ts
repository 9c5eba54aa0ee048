import { createHash } from "node:crypto";

const encoder = new TextEncoder();

/** Lower-case hex SHA-256 of a text (its UTF-8). For short texts, it is several times as fast as WebCrypto. */
export function sha256Hex(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Lower-case hex SHA-256 of bytes. */
export async function sha256HexOfBytes(bytes: Uint8Array): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

/** SHA-256 of chunked bytes, without concatenating them. */
export async function sha256OfPieces(pieces: Iterable<Uint8Array>): Promise<Uint8Array> {
  const digest = new crypto.DigestStream("SHA-256");
  const writer = digest.getWriter();
  for (const piece of pieces) await writer.write(piece);
  await writer.close();
  return new Uint8Array(await digest.digest);
}

/** Whether two texts are equal, in time that does not depend on where they differ. */
export async function equalInConstantTime(a: string, b: string): Promise<boolean> {
  const [left, right] = await Promise.all([a, b].map((text) => crypto.subtle.digest("SHA-256", encoder.encode(text))));
  return left !== undefined && right !== undefined && crypto.subtle.timingSafeEqual(left, right);
}
