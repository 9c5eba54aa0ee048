import { hex, sha256Hex } from "../../crypto/digest";

/** Bodies of at most so many bytes are copied to be put behind the head. */
const MAX_COPIED_BYTES = 64 * 1024;

/** SHA-256 of method, path, sorted query and the raw bytes of the body (docs/spec/idempotency.md#fingerprint). */
export async function fingerprintOf({ method, url }: { method: string; url: string }, body: Uint8Array): Promise<string> {
  const { pathname, searchParams } = new URL(url);
  searchParams.sort();
  const head = new TextEncoder().encode(`${method}\n${pathname}\n${searchParams.toString()}\n`);
  if (body.length <= MAX_COPIED_BYTES) {
    const bytes = new Uint8Array(head.length + body.length);
    bytes.set(head);
    bytes.set(body, head.length);
    return await sha256Hex(bytes);
  }
  // As a stream: a large body is not copied to be put behind the head.
  const digest = new crypto.DigestStream("SHA-256");
  const writer = digest.getWriter();
  await writer.write(head);
  await writer.write(body);
  await writer.close();
  return hex(await digest.digest);
}
