import type { Context } from "hono";
import type { HttpEnv } from "../platform/http/context";
import { BODY_LIMIT, readBytes, encodingError } from "../platform/http/input/body";
import { withUnverifiedMemory } from "../platform/http/isolate-memory";
import { ApiError } from "../platform/api-error";
import { sha256HexOfBytes } from "../platform/crypto/digest";
import { decodeUtf8, parseJson } from "../platform/reading/json";
import type { JsonShape } from "../platform/reading/json-shape";
import { parseMultipart } from "../platform/reading/multipart";
import { MAX_UNVERIFIED_SENDING_MS, maxBodyBytes } from "../platform/reading/request-body";
import { isInvisible, toStorableText } from "../platform/values/storable-text";

/** The parsed body of a form, or of a JSON object that a script sends. A form field that occurs several times is a list. */
export interface Body {
  fields: Record<string, unknown>;
  formToken: string;
  /** The body without the token. A form that is sent again is recognized by it (form-token.ts). */
  text: string;
  /** Whether a script has sent it as JSON. */
  isJson: boolean;
}

/** The maximum number of fields in one form. No page has as many. */
const MAX_FIELDS = 1000;

/** The maximum size of a form that is sent outside any organization. It is more than enough for an email address and passwords. */
export const PUBLIC_LIMIT = 8192;

async function readLimited(c: Context<HttpEnv>, limit: number, ms?: number): Promise<Uint8Array> {
  const unsupported = encodingError(c.req.raw);
  if (unsupported !== null) throw unsupported;
  const bytesOrViolation = await readBytes(c, limit, ms);
  if (!(bytesOrViolation instanceof Uint8Array)) throw new ApiError("validation_error", [bytesOrViolation]);
  return bytesOrViolation;
}

function mediaTypeOf(c: Context<HttpEnv>): string {
  return (c.req.header("Content-Type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/**
 * Reads a form that is sent outside any organization, perhaps by somebody who is not signed in. Throws 413 Content Too Large over `limit`, by
 * default 8 KiB, and what `parseFields` throws.
 */
export async function publicFormOf(c: Context<HttpEnv>, limit = PUBLIC_LIMIT, options: FormOptions = {}): Promise<Body> {
  const bytes = maxBodyBytes(c.req.raw, limit);
  const read = async () => await readLimited(c, limit, MAX_UNVERIFIED_SENDING_MS);
  return await parseFields(c, await withUnverifiedMemory(c, { bytes, to: "console" }, read), options);
}

interface FormOptions {
  /** Whether it may have files, whose fields are their bytes. */
  acceptsFiles?: true | undefined;
}

type Field = readonly [name: string, value: string | Uint8Array];

/** The fields of a form as they were sent. Throws 400 Bad Request and 415 Unsupported Media Type. */
async function sentFields(c: Context<HttpEnv>, bytes: Uint8Array, { acceptsFiles }: FormOptions): Promise<Iterable<Field>> {
  const mediaType = mediaTypeOf(c);
  if (acceptsFiles === true && mediaType === "multipart/form-data") {
    const fields = await parseMultipart(new Uint8Array(bytes), c.req.header("Content-Type") ?? "");
    if (fields === null) throw malformedForm();
    return fields;
  }
  const text = decodeUtf8(bytes);
  if (text === null) throw malformedForm();
  if (mediaType !== "application/x-www-form-urlencoded" && text !== "") {
    throw new ApiError("unsupported_media_type", [], { message: "Expected a form." });
  }
  return new URLSearchParams(text);
}

function malformedForm(): ApiError {
  return new ApiError("validation_error", [{ path: "", code: "malformed_form", message: "Expected a form in UTF-8." }]);
}

/** A text as a person means it: without characters that can't be stored, and empty if nobody can see anything of it. */
function typedText(sent: string): string {
  const text = toStorableText(sent);
  return isInvisible(text) ? "" : text;
}

/**
 * Parses a form. Characters that can't be stored are removed from its texts. Throws 413 Content Too Large over MAX_FIELDS, 415 Unsupported Media Type if
 * it is not a form, and 400 Bad Request if it is not UTF-8.
 */
async function parseFields(c: Context<HttpEnv>, bytes: Uint8Array, options: FormOptions): Promise<Body> {
  const fields = new Map<string, unknown>();
  const rest: [string, string][] = [];
  let formToken = "";
  for (const [name, sent] of await sentFields(c, bytes, options)) {
    if (rest.length === MAX_FIELDS) throw new ApiError("payload_too_large", [{ code: "too_many_fields", message: "Too many fields." }]);
    // Browsers send every line break as CR LF, even if the page contained LF (HTML, section 4.10.22.4).
    const value = typeof sent === "string" ? typedText(sent.replaceAll("\r\n", "\n")) : sent;
    if (name === "form_token") {
      formToken = typeof value === "string" ? value : "";
      continue;
    }
    // The checksum of a file stands for its bytes.
    rest.push([name, typeof value === "string" ? value : await sha256HexOfBytes(value)]);
    const previous = fields.get(name);
    if (previous === undefined) fields.set(name, value);
    else if (Array.isArray(previous)) previous.push(value);
    else fields.set(name, [previous, value]);
  }
  return { fields: Object.fromEntries(fields), formToken, text: new URLSearchParams(rest).toString(), isJson: false };
}

/** Returns a field of a form that is sent once; otherwise an empty text. */
export function textField(fields: Body["fields"], name: string): string {
  const value = fields[name];
  return typeof value === "string" ? value : "";
}

/**
 * Reads a form, or the JSON object that a script sends. A script sends the token in a header, which no other site can set. Throws 413 Content Too
 * Large over `limit` bytes, 415 Unsupported Media Type if the body is compressed, and 400 Bad Request if it is incomplete or malformed.
 */
export async function bodyOf(
  c: Context<HttpEnv>,
  limit = BODY_LIMIT,
  { shape, ...options }: FormOptions & { shape?: JsonShape | undefined } = {},
): Promise<Body> {
  const bytes = await readLimited(c, limit);
  if (mediaTypeOf(c) !== "application/json") return await parseFields(c, bytes, options);
  const { value, violation, text } = parseJson(bytes, shape);
  if (violation !== null) throw new ApiError("validation_error", [violation]);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new ApiError("validation_error", [{ path: "", code: "malformed_json", message: "Expected a JSON object." }]);
  return { fields: value as Record<string, unknown>, formToken: c.req.header("X-Form-Token") ?? "", text, isJson: true };
}
