import type { PageLimit } from "../platform/db/list/page-limit";
import type { Call } from "../platform/http/call";
import { BODY_LIMIT, bodyTooLarge, type CallBody, fingerprintOf, type ReadBody } from "../platform/http/input/body";
import { limitErrors, check, idempotencyKey, mergeResults, unknownFields } from "../platform/http/input/input";
import { v2 } from "../platform/http/surface";
import { ApiError, type ErrorDetail } from "../platform/api-error";
import type { Tool } from "./tool";

export type Arguments = Readonly<Record<string, unknown>>;

/** What an id may be made of: nothing that would be another path. */
const AN_ID = /^[\w-]{1,64}$/;
/** What a key may be made of (docs/spec/idempotency.md#key-format): nothing that a header can't hold. */
const A_KEY = /^[\x20-\x7e]{1,255}$/;
const A_VERSION = /^\d{1,15}$/;

/** An argument as text, as a path, a query or a header has it; null for what is none, and for an integer that was rounded when it was read. */
function textOf(value: unknown): string | null {
  if (typeof value === "number") return Number.isInteger(value) && !Number.isSafeInteger(value) ? null : String(value);
  return typeof value === "string" || typeof value === "boolean" ? String(value) : null;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** What is wrong with the arguments as such; what they say, the endpoint itself judges. */
function violationsIn(tool: Tool, args: Arguments): ErrorDetail[] {
  const unknown = unknownFields(tool.known, args).map((path) => ({
    path,
    code: "unrecognized_key",
    message: "This tool has no such argument.",
  }));
  const missing = tool.required
    .filter((name) => !isGiven(args[name]))
    .map((name) => ({ path: name, code: "required", message: "This argument is required." }));
  const malformed: ErrorDetail[] = [];
  const mustMatch = (name: string, pattern: RegExp, code: string, message: string) => {
    if (isGiven(args[name]) && !pattern.test(textOf(args[name]) ?? "")) malformed.push({ path: name, code, message });
  };
  for (const name of Object.keys(tool.path)) mustMatch(name, AN_ID, "invalid_id", "Expected an id.");
  if (typeof args["idempotency_key"] === "number" || typeof args["idempotency_key"] === "boolean") {
    malformed.push({ path: "idempotency_key", code: "invalid_type", message: "Expected a text." });
  } else mustMatch("idempotency_key", A_KEY, "invalid_idempotency_key", "Expected 1 to 255 printable ASCII characters.");
  mustMatch("expected_version", A_VERSION, "invalid_version", "Expected the `version` of the resource.");
  // A query holds texts; a body holds whatever the endpoint's schema says.
  for (const name of tool.writes ? [] : tool.fields) {
    if (isGiven(args[name]) && textOf(args[name]) === null) {
      malformed.push({ path: name, code: "invalid_type", message: "Expected a text, a number, true or false." });
    }
  }
  return [...unknown, ...missing, ...malformed];
}

/** What a page holds over MCP: all of it is put before a model. A single order may be larger. */
const PAGE_LIMIT: PageLimit = { items: 500, bytes: 512 * 1024 };

/**
 * The call of v2's endpoint that a tool call stands for. Its fingerprint is that of the HTTP request that says the same, so that an
 * idempotency key is good for either. Throws 400 for arguments that make none.
 */
export function callOf(tool: Tool, args: Arguments, outer: Request): Call {
  const argumentViolations = violationsIn(tool, args);
  if (argumentViolations.length > 0) throw new ApiError("validation_error", limitErrors(argumentViolations));
  const { endpoint, fields } = tool;
  const { guard, input = {} } = endpoint;
  const text = (name: string) => textOf(args[name]) ?? "";
  const given = (name: string) => (isGiven(args[name]) ? args[name] : tool.usual[name]);
  const params = Object.fromEntries(Object.entries(tool.path).map(([name, parameter]) => [parameter, text(name)]));
  const query = tool.writes
    ? {}
    : Object.fromEntries(fields.filter((name) => isGiven(given(name))).map((name) => [name, textOf(given(name))]));
  const checked = {
    param: input.param === undefined ? undefined : check(input.param, params),
    query: input.query === undefined ? undefined : check(input.query, query),
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
    ...mergeResults([checked.param, checked.query], false),
    key,
    versions: isGiven(args["expected_version"]) ? [Number(args["expected_version"])] : null,
    pageLimit: PAGE_LIMIT,
    strict: false,
    acceptsHtml: false,
    ifNoneMatch: null,
  };
}

/** The arguments of a write as the body that they are in a request. They are in memory already, which was counted with their message. */
function bodyOf(
  { endpoint, fields }: Tool,
  args: Arguments,
  { params, origin }: { params: Readonly<Record<string, string>>; origin: string },
): CallBody {
  const { method, path, input, bodyLimit = BODY_LIMIT } = endpoint;
  const read = async (): Promise<ReadBody> => {
    const body = Object.fromEntries(fields.filter((name) => args[name] !== undefined).map((name) => [name, args[name]]));
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    if (bytes.byteLength > bodyLimit) throw bodyTooLarge(bodyLimit);
    const filled = Object.entries(params).reduce<string>((to, [name, value]) => to.replace(`:${name}`, value), path);
    const fingerprint = await fingerprintOf({ method: method.toUpperCase(), url: new URL(v2.base + filled, origin).href }, bytes);
    const checked = input?.json === undefined ? undefined : check(input.json, body);
    return { json: checked?.data, ...mergeResults([checked], false), fingerprint };
  };
  return { isEarly: true, maxBytes: null, read };
}
