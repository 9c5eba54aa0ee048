import type { Context, MiddlewareHandler } from "hono";
import * as z from "zod";
import { Refusal, type RefusalDetail } from "../refusal";
import type { HttpEnv } from "./context";
import type { Endpoint, KeyUse } from "./endpoint";
import { unknownFields } from "./unknown-fields";

/** Bytes of a request body where the endpoint says nothing else (decisions K4). */
export const BODY_LIMIT = 1024 * 1024;

/** Keeps the first refusal that comes before the handler. */
export function defer(c: Context<HttpEnv>, refusal: Refusal): void {
  c.get("state").deferred ??= refusal;
}

/** `["items", 0, "price"]` as `items[0].price`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? String(key) : `${text}.${String(key)}`;
  }, "");
}

/** Faults that one answer names; a body can hold a million. */
const MOST_FAULTS = 100;

/** At most so many faults, and how many more there are. */
export function capped(faults: readonly RefusalDetail[], most = MOST_FAULTS): RefusalDetail[] {
  return withRest(faults.slice(0, most), faults.length);
}

function withRest(named: RefusalDetail[], all: number): RefusalDetail[] {
  const left = all - named.length;
  return left > 0 ? [...named, { code: "too_many_faults", message: `And ${left} more faults.` }] : named;
}

/** Zod's issues as details, and faults of another kind after them; at most so many. */
export function faultsOf(issues: readonly z.core.$ZodIssue[], most = MOST_FAULTS, others: readonly RefusalDetail[] = []): RefusalDetail[] {
  // Of a hundred thousand, only those that are shown are put in words.
  const faults = issues.slice(0, most).map((issue) => {
    // A custom issue may carry the code that clients are to see.
    const code = issue.code === "custom" && typeof issue.params?.["code"] === "string" ? issue.params["code"] : issue.code;
    return { path: pathText(issue.path), code, message: issue.message };
  });
  return withRest([...faults, ...others].slice(0, most), issues.length + others.length);
}

/** Reads the body up to the endpoint's limit and parses it; what is wrong is deferred. */
export function readBody(endpoint: Endpoint): MiddlewareHandler<HttpEnv> {
  const limit = endpoint.bodyLimit ?? BODY_LIMIT;
  return async (c, next) => {
    const state = c.get("state");
    const bytes = await bytesUpTo(c.req.raw, limit).catch(() => undefined);
    if (bytes === undefined) {
      state.unreadable = true;
      state.faults.push({ path: "", code: "incomplete_body", message: "The body broke off before its end." });
    } else if (bytes === null) {
      defer(c, new Refusal("payload_too_large", [{ code: "body_limit", message: `At most ${limit} bytes.`, limit }]));
    } else {
      state.body = bytes;
      if (endpoint.input?.json !== undefined) parseJson(c);
    }
    await next();
  };
}

function parseJson(c: Context<HttpEnv>): void {
  const type = c.req.header("Content-Type") ?? "";
  if (!/^application\/(?:[a-z0-9.-]+\+)?json *(?:;|$)/i.test(type)) {
    defer(c, new Refusal("unsupported_media_type"));
    return;
  }
  const state = c.get("state");
  try {
    // Bytes that are not UTF-8 would become other text without a word.
    state.json = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(state.body));
  } catch {
    state.unreadable = true;
    state.faults.push({ path: "", code: "malformed_json", message: "Expected a body of well-formed JSON in UTF-8." });
  }
}

/** The bytes of a request's body; null where they are more than `limit`. Throws where it breaks off. */
export async function bytesUpTo(request: Request, limit: number): Promise<Uint8Array | null> {
  if (request.body === null) return new Uint8Array();
  const stated = request.headers.get("Content-Length");
  // HTTP holds a body to the length that it states; one that states none is read as far as it may go.
  if (stated !== null) return Number(stated) > limit ? null : new Uint8Array(await request.arrayBuffer());
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

/** Each parameter's text; one that is given more than once is a list, which no schema takes. */
function queryOf(c: Context<HttpEnv>): Record<string, string | string[]> {
  return Object.fromEntries(Object.entries(c.req.queries()).map(([name, texts]) => [name, texts.length === 1 ? (texts[0] ?? "") : texts]));
}

/** Validation of path, query and body from the endpoint's own schemas; every fault is collected, none answers yet. */
export function validators({ input = {} }: Endpoint): MiddlewareHandler<HttpEnv> {
  const { param, json } = input;
  // Where no parameter is known, each is unknown (decisions A12).
  const query = input.query ?? z.object({});
  return async (c, next) => {
    const state = c.get("state");
    const validate = (target: "param" | "query" | "json", schema: z.core.$ZodType, value: unknown): void => {
      if (target !== "param") noteUnknown(c, unknownFields(schema, value));
      const { success, data, error } = z.safeParse(schema, value);
      if (success) c.req.addValidatedData(target, data as object);
      else state.faults.push(...faultsOf(error.issues));
    };
    if (param !== undefined) validate("param", param, c.req.param());
    validate("query", query, queryOf(c));
    // A body that is too large, not JSON or malformed has no fields to validate.
    if (json !== undefined && state.deferred === null && !state.unreadable) validate("json", json, state.json);
    await next();
  };
}

/** Whether the caller wants unknown fields refused: `Prefer: handling=strict` (RFC 7240; decisions A12). */
export function isStrict(headers: Headers): boolean {
  return (headers.get("Prefer") ?? "").split(",").some((preference) => /^\s*handling\s*=\s*"?strict"?\s*$/i.test(preference));
}

/** The fault, under strict handling, or the warning that an unknown field is. */
export function unknownFault(path: string): RefusalDetail {
  return { path, code: "unrecognized_key", message: "This field is not known here (Prefer: handling=strict)." };
}

export function unknownWarning(path: string): string {
  return `${path} is not known here and was ignored.`;
}

function noteUnknown(c: Context<HttpEnv>, paths: string[]): void {
  const state = c.get("state");
  const named = paths.slice(0, MOST_FAULTS);
  if (isStrict(c.req.raw.headers)) state.faults.push(...capped(paths.map(unknownFault)));
  else
    state.warnings.push(...named.map(unknownWarning), ...(paths.length > named.length ? [`and ${paths.length - named.length} more`] : []));
}

/** The Idempotency-Key of a request, trimmed (decisions B3); null where there is none. What is wrong is a fault. */
export function idempotencyKey(c: Context<HttpEnv>, use: KeyUse): string | null {
  if (use === "ignored") return null;
  const given = c.req.header("Idempotency-Key")?.trim();
  if (given === undefined || given === "") {
    if (use === "required" || given === "") {
      const message = "Expected an Idempotency-Key header of 1 to 255 characters.";
      defer(c, new Refusal("validation_error", [{ path: "Idempotency-Key", code: "idempotency_key_required", message }]));
    }
    return null;
  }
  if (!/^[\x20-\x7e]{1,255}$/.test(given)) {
    const message = "Expected 1 to 255 printable ASCII characters.";
    defer(c, new Refusal("validation_error", [{ path: "Idempotency-Key", code: "invalid_idempotency_key", message }]));
    return null;
  }
  return given;
}
