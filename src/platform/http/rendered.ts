/** A rendered response, without the headers that every response has. */
export interface Rendered {
  status: number;
  body: string | Uint8Array | null;
  headers: Record<string, string>;
  stream?: ReadableStream | null;
}
