import type { Context, MiddlewareHandler } from "hono";
import * as z from "zod";
import { Refusal, type RefusalDetail } from "../../refusal";
import type { HttpEnv } from "../context";
import type { Endpoint } from "../endpoint";
import { shapeFault } from "./json-shape";
import { defer, faultsOf, noteUnknown } from "./input";

/** Bytes of a request body where the endpoint says nothing else (docs/spec/requests.md#body-limits). */
export const BODY_LIMIT = 1024 * 1024;

/** A body of at most this many bytes is read while the gate is asked; any other one only after the gate has admitted the request. */
export const MAX_EARLY_BODY_BYTES = 64 * 1024;

/** The Content-Length of a request; null where it states none. */
function statedLength({ headers }: Request): number | null {
  const stated = headers.get("Content-Length");
  return stated !== null && /^\d+$/.test(stated) ? Number(stated) : null;
}

/** The most bytes that the body of a request may turn out to have. */
export function maxBodyBytes(request: Request, limit: number): number {
  return Math.min(statedLength(request) ?? limit, limit);
}

/** Whether a body may be read before the gate has answered: it is short, and says so. */
export function mayReadEarly(request: Request): boolean {
  if (request.body === null) return true;
  const length = statedLength(request);
  return length !== null && length <= MAX_EARLY_BODY_BYTES;
}

/** 413 for a body of more than `limit` bytes. */
export function bodyTooLarge(limit: number): Refusal {
  return new Refusal("payload_too_large", [{ code: "body_limit", message: `At most ${limit} bytes.`, limit }]);
}

/** Throws 413 where a request states a body of more than `limit` bytes; nothing is read of it. */
export function assertStatedLength(request: Request, limit: number): void {
  if ((statedLength(request) ?? 0) > limit) throw bodyTooLarge(limit);
}

/** 415 for a body that is compressed: it would be measured and parsed as something else than it is. */
export function encodingRefusal({ headers }: Request): Refusal | null {
  const encoding = headers.get("Content-Encoding")?.trim().toLowerCase() ?? "";
  if (encoding === "" || encoding === "identity") return null;
  const message = "Send the body without Content-Encoding.";
  const detail = { path: "Content-Encoding", code: "unsupported_content_encoding", message };
  return new Refusal("unsupported_media_type", [detail], { "Accept-Encoding": "identity" }, "The request body must not be compressed.");
}

/** Looks at what the headers say of the body, and reads nothing of it: 413 and 415 are deferred. */
export function checkBodyHeaders({ bodyLimit = BODY_LIMIT, input }: Endpoint): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    if ((statedLength(c.req.raw) ?? 0) > bodyLimit) defer(c, bodyTooLarge(bodyLimit));
    const type = c.req.header("Content-Type") ?? "";
    const isJson = /^application\/(?:[a-z0-9.-]+\+)?json *(?:;|$)/i.test(type);
    const encoded = encodingRefusal(c.req.raw);
    if (encoded !== null) defer(c, encoded);
    if (input?.json !== undefined && !isJson) defer(c, new Refusal("unsupported_media_type"));
    await next();
  };
}

/** Reads the body and validates its JSON, once for each request. Throws 413 for a body of unstated length that is too long. */
export async function readBody(c: Context<HttpEnv>, { bodyLimit = BODY_LIMIT, bodyShape, input }: Endpoint): Promise<void> {
  const state = c.get("state");
  if (state.body !== null) return;
  const bytes = await bytesUpTo(c.req.raw, bodyLimit).catch(() => undefined);
  if (bytes === null) throw bodyTooLarge(bodyLimit);
  if (bytes === undefined) {
    const message = "The body is incomplete.";
    state.body = { bytes: new Uint8Array(), faults: [{ path: "", code: "incomplete_body", message }] };
    return;
  }
  await state.bodyMemory?.process(bytes.byteLength);
  const tooMuch = bodyShape === undefined ? null : shapeFault(bytes, bodyShape);
  if (tooMuch !== null) state.body = { bytes, faults: [tooMuch] };
  else state.body = { bytes, faults: input?.json === undefined ? [] : faultsInJson(c, input.json, bytes) };
}

/** Parses and validates a body; answers what is wrong with it. */
function faultsInJson(c: Context<HttpEnv>, schema: z.ZodType, bytes: Uint8Array): RefusalDetail[] {
  let value: unknown;
  try {
    // Bytes that are not UTF-8 would become other text without a word.
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes));
  } catch {
    return [{ path: "", code: "malformed_json", message: "Expected a body of well-formed JSON in UTF-8." }];
  }
  const unknown = noteUnknown(c, schema, value);
  const { success, data, error } = z.safeParse(schema, value);
  if (!success) return [...unknown, ...faultsOf(error.issues)];
  c.req.addValidatedData("json", data as object);
  return unknown;
}

/** The bytes of a request's body; null where they are more than `limit`. Throws where it breaks off. */
export async function bytesUpTo(request: Request, limit: number): Promise<Uint8Array | null> {
  if (request.body === null) return new Uint8Array();
  const stated = statedLength(request);
  // HTTP holds a body to the length that it states; one that states none is read as far as it may go.
  if (stated !== null) return stated > limit ? null : new Uint8Array(await request.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.byteLength;
    if (length > limit) return null;
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
