import type { Context } from "hono";
import type { HttpEnv } from "../platform/http/context";
import { BODY_LIMIT, bodyTooLarge, readBytes, encodingError } from "../platform/http/input/body";
import { type JsonShape, shapeViolation } from "../platform/http/input/json-shape";
import { ApiError } from "../platform/api-error";

/** The parsed body of a form, or of a JSON object that a script sends. A form field that occurs several times is a list. */
export interface Body {
  fields: Record<string, unknown>;
  formToken: string;
  /** The body without the token. */
  text: string;
}

/** The maximum number of fields in one form. No page has as many. */
const MAX_FIELDS = 1000;

async function readLimited(c: Context<HttpEnv>, limit: number): Promise<Uint8Array> {
  const unsupported = encodingError(c.req.raw);
  if (unsupported !== null) throw unsupported;
  const bytes = await readBytes(c.req.raw, limit).catch(() => undefined);
  if (bytes === undefined)
    throw new ApiError("validation_error", [{ path: "", code: "incomplete_body", message: "The body is incomplete." }]);
  if (bytes === null) throw bodyTooLarge(limit);
  await c.get("state").bodyMemory?.process(bytes.byteLength);
  return bytes;
}

function mediaTypeOf(c: Context<HttpEnv>): string {
  return (c.req.header("Content-Type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/**
 * Reads a form. Throws 413 Content Too Large over `limit` bytes or 1,000 fields, 415 Unsupported Media Type if the body is compressed or
 * not a form, and 400 Bad Request if it is incomplete.
 */
export async function formOf(c: Context<HttpEnv>, limit = BODY_LIMIT): Promise<Body> {
  const text = new TextDecoder().decode(await readLimited(c, limit));
  if (mediaTypeOf(c) !== "application/x-www-form-urlencoded" && text !== "") {
    throw new ApiError("unsupported_media_type", [], { message: "Expected a form." });
  }
  const fields = new Map<string, string | string[]>();
  const rest: [string, string][] = [];
  let formToken = "";
  for (const [name, sent] of new URLSearchParams(text)) {
    if (rest.length === MAX_FIELDS) throw new ApiError("payload_too_large", [{ code: "too_many_fields", message: "Too many fields." }]);
    // Browsers send every line break as CR LF, even if the page contained LF (HTML, section 4.10.22.4).
    const value = sent.replaceAll("\r\n", "\n");
    if (name === "form_token") {
      formToken = value;
      continue;
    }
    rest.push([name, value]);
    const previous = fields.get(name);
    if (previous === undefined) fields.set(name, value);
    else if (typeof previous === "string") fields.set(name, [previous, value]);
    else previous.push(value);
  }
  return { fields: Object.fromEntries(fields), formToken, text: new URLSearchParams(rest).toString() };
}

/** Returns a field of a form that is sent once; otherwise an empty text. */
export function textField(fields: Body["fields"], name: string): string {
  const value = fields[name];
  return typeof value === "string" ? value : "";
}

/** Reads a form, or the JSON object that a script sends. A script sends the token in a header, which no other site can set. */
export async function bodyOf(c: Context<HttpEnv>, limit = BODY_LIMIT, shape?: JsonShape): Promise<Body> {
  if (mediaTypeOf(c) !== "application/json") return await formOf(c, limit);
  const bytes = await readLimited(c, limit);
  const violation = shape === undefined ? null : shapeViolation(bytes, shape);
  if (violation !== null) throw new ApiError("validation_error", [violation]);
  const text = new TextDecoder().decode(bytes);
  return { fields: parseObject(text), formToken: c.req.header("X-Form-Token") ?? "", text };
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // The error is thrown below.
  }
  throw new ApiError("validation_error", [{ path: "", code: "malformed_json", message: "Expected a JSON object." }]);
}
