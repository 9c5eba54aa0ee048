import type { MasterSecrets } from "../crypto/master-key";
import { concatBytes } from "../crypto/encoding";
import { seal, unseal } from "../crypto/seal";
import type { StoredResponse } from "../gate/admission";
import type { Rendered } from "./rendered";

/** Headers that belong to the remembered answer (docs/spec/idempotency.md#stored-responses). */
const KEPT: ReadonlySet<string> = new Set(["Content-Type", "Location", "ETag", "X-Warnings"]);

async function through(bytes: Uint8Array, transform: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(transform)).arrayBuffer());
}

/** Answers from this many bytes on are gzipped: below it, that saves little and costs more than all the rest. */
const WORTH_PACKING = 2048;
/** Stands before what is not gzipped: gzip begins with another byte (RFC 1952, section 2.3.1). */
const PLAIN = 0;

async function pack(plain: Uint8Array): Promise<Uint8Array> {
  if (plain.length >= WORTH_PACKING) return await through(plain, new CompressionStream("gzip"));
  return concatBytes([Uint8Array.of(PLAIN), plain]);
}

async function unpack(packed: Uint8Array): Promise<Uint8Array> {
  return packed[0] === PLAIN ? packed.subarray(1) : await through(packed, new DecompressionStream("gzip"));
}

/** An answer as the gate keeps it: gzipped where it is long, then sealed. `context` binds it to its credential and key. */
export async function encryptResponse(masterSecrets: MasterSecrets, context: string, rendered: Rendered): Promise<StoredResponse> {
  const plain = typeof rendered.body === "string" ? new TextEncoder().encode(rendered.body) : (rendered.body ?? new Uint8Array());
  const packed = await pack(plain);
  const headers = Object.fromEntries(Object.entries(rendered.headers).filter(([name]) => KEPT.has(name)));
  return { status: rendered.status, headers, body: await seal(masterSecrets, { purpose: "remembered-answers", context }, packed) };
}

/** The remembered answer to the byte, marked as a replay. */
export async function decryptResponse(masterSecrets: MasterSecrets, context: string, answer: StoredResponse): Promise<Rendered> {
  const packed = await unseal(masterSecrets, { purpose: "remembered-answers", context }, new Uint8Array(answer.body));
  const body = await unpack(packed);
  return { status: answer.status, body, headers: { ...answer.headers, "Idempotent-Replayed": "true" } };
}
