/** A response in bytes, before the headers that every response has. */
export interface Rendered {
  status: number;
  body: string | Uint8Array | null;
  headers: Record<string, string>;
  /** A file as it comes, in place of `body`. */
  stream?: ReadableStream | null;
}
