/** Compresses and decompresses bytes of ours, whose size is limited where they are made. */

async function pipeBytes(bytes: Uint8Array, transform: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(transform)).arrayBuffer());
}

export async function gzip(bytes: Uint8Array): Promise<Uint8Array> {
  return await pipeBytes(bytes, new CompressionStream("gzip"));
}

export async function gunzip(bytes: Uint8Array): Promise<Uint8Array> {
  return await pipeBytes(bytes, new DecompressionStream("gzip"));
}
