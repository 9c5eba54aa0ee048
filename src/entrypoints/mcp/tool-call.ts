import { CONSISTENCY_TOKEN } from "../../platform/http/consistency";
import type { Call } from "../../platform/http/call";
import { BODY_LIMIT, bodyTooLarge, type CallBody, fingerprintOf, type ReadBody } from "../../platform/http/input/body";
import { limitErrors, check, checkQuery, idempotencyKey, mergeResults, unknownFields } from "../../platform/http/input/input";
import { v2 } from "../../platform/http/surface";
import { ApiError, type InputViolation } from "../../platform/api-error";
import { Pairs, type Tool } from "./tool";

export type Arguments = Readonly<Record<string, unknown>>;

/** Only characters that can't change the path. */
const ID_PATTERN = /^[\w-]{1,64}$/;
/** Only characters that are valid in a header (docs/spec/idempotency.md#key-format). */
const KEY_PATTERN = /^[\x20-\x7e]{1,255}$/;
const VERSION_PATTERN = /^\d{1,15}$/;

/** An argument as text, for a path, query or header; null for lists, objects, and integers that JSON.parse may have rounded. */
function textOf(value: unknown): string | null {
  if (typeof value === "number") return Number.isInteger(value) && !Number.isSafeInteger(value) ? null : String(value);
  return typeof value === "string" || typeof value === "boolean" ? String(value) : null;
}

/** The keys and values of a list. Null if it is no such list. */
function readPairs(value: unknown): (readonly [key: string, value: string])[] | null {
  const { success, data } = Pairs.safeParse(value);
  return success ? data.map((pair) => [pair.key, pair.value]) : null;
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Violations of the tool's own arguments. The endpoint validates their values. */
function argumentViolationsOf(tool: Tool, args: Arguments): InputViolation[] {
  const unknown = unknownFields(tool.argumentsSchema, args).map((path) => ({
    path,
    code: "unrecognized_key",
    message: "This tool has no such argument.",
  }));
  const missing = tool.required
    .filter((name) => !isSet(args[name]))
    .map((name) => ({ path: name, code: "required", message: "This argument is required." }));
  const malformed: InputViolation[] = [];
  const checkPattern = (path: string, pattern: RegExp, error: { code: string; message: string }) => {
    if (isSet(args[path]) && !pattern.test(textOf(args[path]) ?? "")) malformed.push({ path, ...error });
  };
  for (const name of Object.keys(tool.path)) checkPattern(name, ID_PATTERN, { code: "invalid_id", message: "Expected an id." });
  if (typeof args["idempotency_key"] === "number" || typeof args["idempotency_key"] === "boolean") {
    malformed.push({ path: "idempotency_key", code: "invalid_type", message: "Expected a text." });
  } else
    checkPattern("idempotency_key", KEY_PATTERN, {
      code: "invalid_idempotency_key",
      message: "Expected 1 to 255 printable ASCII characters.",
    });
  checkPattern("expected_version", VERSION_PATTERN, { code: "invalid_version", message: "Expected the `version` of the resource." });
  // A query consists of texts. The types in a body are checked by the endpoint's schema.
  for (const name of tool.writes ? [] : tool.fields) {
    if (isSet(args[name]) && !tool.pairs.includes(name) && textOf(args[name]) === null) {
      malformed.push({ path: name, code: "invalid_type", message: "Expected a text, a number, true or false." });
    }
  }
  for (const name of tool.pairs) {
    if (isSet(args[name]) && readPairs(args[name]) === null) {
      malformed.push({ path: name, code: "invalid_type", message: "Expected a list of objects with the texts `key` and `value`." });
    }
  }
  return [...unknown, ...missing, ...malformed];
}

/**
 * Converts a tool call to a call of its v2 endpoint. Its fingerprint equals that of the equivalent HTTP request, so that an idempotency key
 * works for both. Throws 400 Bad Request for invalid arguments.
 */
export function callOf(tool: Tool, args: Arguments, outer: Request): Call {
  const argumentViolations = argumentViolationsOf(tool, args);
  if (argumentViolations.length > 0) throw new ApiError("validation_error", limitErrors(argumentViolations));
  const { endpoint, fields } = tool;
  const { guard, input = {} } = endpoint;
  const text = (name: string) => textOf(args[name]) ?? "";
  const valueOf = (name: string) => (isSet(args[name]) ? args[name] : tool.defaults[name]);
  const params = Object.fromEntries(Object.entries(tool.path).map(([name, parameter]) => [parameter, text(name)]));
  const query = tool.writes
    ? {}
    : Object.fromEntries(fields.filter((name) => isSet(valueOf(name))).flatMap((name) => parametersOf(tool, name, valueOf(name))));
  const checked = {
    param: input.param === undefined ? undefined : check(input.param, params),
    query: input.query === undefined ? undefined : checkQuery(input.query, query),
  };
  const { key, rejection } = idempotencyKey(text("idempotency_key"), guard.kind === "write" ? guard.idempotencyKey : "ignored");
  return {
    surface: v2,
    endpoint,
    origin: new URL(outer.url).origin,
    param: checked.param?.data,
    query: checked.query?.data,
    body: tool.writes ? bodyOf(tool, args, { params, origin: outer.url }) : null,
    rejection,
    ...mergeResults([checked.param, checked.query], { strict: false }),
    key,
    consistencyToken: outer.headers.get(CONSISTENCY_TOKEN),
    versions: isSet(args["expected_version"]) ? [Number(args["expected_version"])] : null,
    // A model reads all of a page.
    pages: "small",
    strict: false,
    acceptsHtml: false,
    ifNoneMatch: null,
    range: null,
  };
}

/** The parameters of a query for an argument: `metadata[key]` for each key of a list. */
function parametersOf({ pairs }: Tool, name: string, value: unknown): (readonly [name: string, text: string | null])[] {
  if (!pairs.includes(name)) return [[name, textOf(value)]];
  return (readPairs(value) ?? []).map(([key, text]) => [`${name}[${key}]`, text]);
}

/** The value of an argument in a body. */
function fieldOf({ pairs }: Tool, name: string, value: unknown): unknown {
  const list = pairs.includes(name) ? readPairs(value) : null;
  return list === null ? value : Object.fromEntries(list);
}

/** Converts the arguments of a write to a body. Their memory is not counted a second time, since it was counted with the message. */
function bodyOf(tool: Tool, args: Arguments, { params, origin }: { params: Readonly<Record<string, string>>; origin: string }): CallBody {
  const { endpoint, fields } = tool;
  const { method, path, input, bodyLimit = BODY_LIMIT } = endpoint;
  const read = async (): Promise<ReadBody> => {
    const body = Object.fromEntries(
      fields.filter((name) => args[name] !== undefined).map((name) => [name, fieldOf(tool, name, args[name])]),
    );
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    if (bytes.byteLength > bodyLimit) throw bodyTooLarge(bodyLimit);
    const actualPath = Object.entries(params).reduce<string>((to, [name, value]) => to.replace(`:${name}`, value), path);
    const fingerprint = await fingerprintOf({ method: method.toUpperCase(), url: new URL(v2.base + actualPath, origin).href }, bytes);
    const checked = input?.json === undefined ? undefined : check(input.json, body);
    return { json: checked?.data, ...mergeResults([checked], { strict: false }), fingerprint };
  };
  return { tryReserveEarly: () => true, maxBytes: null, read };
}
