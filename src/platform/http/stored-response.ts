import type { MasterSecrets } from "../crypto/master-key";
import { concatBytes } from "../crypto/encoding";
import { decrypt, encrypt } from "../crypto/encryption";
import { CONSISTENCY_TOKEN } from "../db/consistency-token";
import type { StoredResponse } from "../gate/admission";
import { gunzip, gzip } from "../reading/gzip";
import type { Rendered } from "./rendered";

/** The headers that are stored with a response (docs/spec/idempotency.md#stored-responses). */
const STORED_HEADERS: ReadonlySet<string> = new Set(["Content-Type", "Location", "ETag", "X-Warnings", CONSISTENCY_TOKEN]);

/** Shorter responses are not gzipped: that saves little and takes longer than all other steps. */
const MIN_GZIP_BYTES = 2048;
/** The first byte of a response that is not gzipped. Gzip starts with another byte (RFC 1952, section 2.3.1). */
const PLAIN = 0;

const scopeOf = (context: string) => ({ purpose: "stored-responses", context }) as const;

async function pack(plain: Uint8Array): Promise<Uint8Array> {
  if (plain.length >= MIN_GZIP_BYTES) return await gzip(plain);
  return concatBytes([Uint8Array.of(PLAIN), plain]);
}

async function unpack(packed: Uint8Array): Promise<Uint8Array> {
  return packed[0] === PLAIN ? packed.subarray(1) : await gunzip(packed);
}

/** Prepares a response for storage in the gate: gzips it if it is long, then encrypts it. `context` binds it to its credential and key. */
export async function encryptResponse(masterSecrets: MasterSecrets, context: string, rendered: Rendered): Promise<StoredResponse> {
  const plain = typeof rendered.body === "string" ? new TextEncoder().encode(rendered.body) : (rendered.body ?? new Uint8Array());
  const packed = await pack(plain);
  const headers = Object.fromEntries(Object.entries(rendered.headers).filter(([name]) => STORED_HEADERS.has(name)));
  return { status: rendered.status, headers, body: await encrypt(masterSecrets, scopeOf(context), packed) };
}

/** Restores the exact stored response, and marks it as a replay. */
export async function decryptResponse(masterSecrets: MasterSecrets, context: string, stored: StoredResponse): Promise<Rendered> {
  const packed = await decrypt(masterSecrets, scopeOf(context), new Uint8Array(stored.body));
  const body = await unpack(packed);
  return { status: stored.status, body, headers: { ...stored.headers, "Idempotent-Replayed": "true" } };
}
