import { capped } from "../platform/http/input/input";
import { v2 } from "../platform/http/surface";
import { unknownFields } from "../platform/http/input/unknown-fields";
import { Refusal, type RefusalDetail } from "../platform/refusal";
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
function faultsIn(tool: Tool, args: Arguments): RefusalDetail[] {
  const unknown = unknownFields(tool.known, args).map((path) => ({
    path,
    code: "unrecognized_key",
    message: "This tool has no such argument.",
  }));
  const missing = tool.required
    .filter((name) => !isGiven(args[name]))
    .map((name) => ({ path: name, code: "required", message: "This argument is required." }));
  const malformed: RefusalDetail[] = [];
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

/**
 * The request of v2 that a tool call stands for, with the caller's own credential and address; `requestId` is what its log line
 * calls the caller's id. Throws 400 for arguments that make none.
 */
export function requestOf(tool: Tool, args: Arguments, outer: Request, requestId: string): Request {
  const faults = faultsIn(tool, args);
  if (faults.length > 0) throw new Refusal("validation_error", capped(faults));
  const text = (name: string) => textOf(args[name]) ?? "";
  const path = Object.entries(tool.path).reduce<string>(
    (to, [name, parameter]) => to.replace(`:${parameter}`, text(name)),
    tool.endpoint.path,
  );
  const url = new URL(v2.base + path, outer.url);
  const headers = new Headers({ "X-Request-Id": requestId });
  for (const name of ["Authorization", "CF-Connecting-IP"]) {
    const value = outer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const method = tool.endpoint.method.toUpperCase();
  if (!tool.writes) {
    for (const name of tool.fields) {
      const value = isGiven(args[name]) ? args[name] : tool.usual[name];
      if (isGiven(value)) url.searchParams.set(name, textOf(value) ?? "");
    }
    return new Request(url, { method, headers });
  }
  headers.set("Content-Type", "application/json");
  headers.set("Idempotency-Key", text("idempotency_key"));
  if (isGiven(args["expected_version"])) headers.set("If-Match", `"${text("expected_version")}"`);
  const body = Object.fromEntries(tool.fields.filter((name) => args[name] !== undefined).map((name) => [name, args[name]]));
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  // Stated, so that a short body is read while the gate is asked.
  headers.set("Content-Length", String(bytes.byteLength));
  return new Request(url, { method, headers, body: bytes });
}
