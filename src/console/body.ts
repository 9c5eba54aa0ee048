import type { Context } from "hono";
import type { HttpEnv } from "../platform/http/context";
import { BODY_LIMIT, bodyTooLarge, readBytes, encodingError } from "../platform/http/input/body";
import { type JsonShape, shapeViolation } from "../platform/http/input/json-shape";
import { ApiError } from "../platform/api-error";

/** What was sent: a form's fields, one that is given several times as a list; or the fields of a JSON object, from a script. */
export interface Body {
  fields: Record<string, unknown>;
  formToken: string;
  /** What was sent, less the token. */
  text: string;
}

/** Fields of one form: more than any page has. */
const MAX_FIELDS = 1000;

async function bytesIn(c: Context<HttpEnv>, limit: number): Promise<Uint8Array> {
  const encoded = encodingError(c.req.raw);
  if (encoded !== null) throw encoded;
  const bytes = await readBytes(c.req.raw, limit).catch(() => undefined);
  if (bytes === undefined)
    throw new ApiError("validation_error", [{ path: "", code: "incomplete_body", message: "The body is incomplete." }]);
  if (bytes === null) throw bodyTooLarge(limit);
  await c.get("state").bodyMemory?.process(bytes.byteLength);
  return bytes;
}

function typeOf(c: Context<HttpEnv>): string {
  return (c.req.header("Content-Type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/** Reads a form. Throws 413 beyond `limit` bytes or 1,000 fields, 415 for what is none or is compressed, 400 for what broke off. */
export async function formOf(c: Context<HttpEnv>, limit = BODY_LIMIT): Promise<Body> {
  const text = new TextDecoder().decode(await bytesIn(c, limit));
  if (typeOf(c) !== "application/x-www-form-urlencoded" && text !== "") {
    throw new ApiError("unsupported_media_type", [], {}, "Expected a form.");
  }
  const fields = new Map<string, string | string[]>();
  const rest: [string, string][] = [];
  let formToken = "";
  for (const [name, sent] of new URLSearchParams(text)) {
    if (rest.length === MAX_FIELDS) throw new ApiError("payload_too_large", [{ code: "too_many_fields", message: "Too many fields." }]);
    // Browsers end the lines of a text with CR LF, whatever it was shown with (HTML, section 4.10.22.4).
    const value = sent.replaceAll("\r\n", "\n");
    if (name === "form_token") {
      formToken = value;
      continue;
    }
    rest.push([name, value]);
    const before = fields.get(name);
    if (before === undefined) fields.set(name, value);
    else if (typeof before === "string") fields.set(name, [before, value]);
    else before.push(value);
  }
  return { fields: Object.fromEntries(fields), formToken, text: new URLSearchParams(rest).toString() };
}

/** Reads a form, or what a script sends in its place: a JSON object, with the token in a header that no other site can set. */
export async function bodyOf(c: Context<HttpEnv>, limit = BODY_LIMIT, shape?: JsonShape): Promise<Body> {
  if (typeOf(c) !== "application/json") return await formOf(c, limit);
  const bytes = await bytesIn(c, limit);
  const tooMuch = shape === undefined ? null : shapeViolation(bytes, shape);
  if (tooMuch !== null) throw new ApiError("validation_error", [tooMuch]);
  const text = new TextDecoder().decode(bytes);
  return { fields: objectIn(text), formToken: c.req.header("X-Form-Token") ?? "", text };
}

function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Told below.
  }
  throw new ApiError("validation_error", [{ path: "", code: "malformed_json", message: "Expected a JSON object." }]);
}
