import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Rendered } from "../../platform/http/rendered";
import type { ApiError } from "../../platform/api-error";
import { withoutNulls } from "./json-schema";
import type { Tool } from "./tool";
import { withVisibleTexts } from "./visible-text";
import { parseStored } from "../../platform/reading/json";

function textOnly(value: unknown): Pick<CallToolResult, "content"> {
  return { content: [{ type: "text", text: JSON.stringify(value) }] };
}

/**
 * Maximum length of a response as a tool's result. The result contains the response twice, as text and as data, and an invisible character
 * takes up to nine characters in it (visible-text.ts). So the largest result takes half of an isolate's 128 MB.
 */
const MAX_RESPONSE_LENGTH = 4 * 1024 * 1024;

/** The error in place of a result that is too large. A write has been committed nevertheless. */
function tooLargeError(tool: Tool, requestId: string): CallToolResult {
  const subject = tool.writes ? "The change was made, but its result" : "The result";
  const message = `${subject} is larger than ${MAX_RESPONSE_LENGTH / 1024 / 1024} MiB. Read it from the HTTP API, or ask for less.`;
  return { ...textOnly({ error: { code: "result_too_large", message }, request_id: requestId }), isError: true };
}

/** Converts a success to a tool's result: without nulls, as text and as data. A write also returns `replayed` and its warnings. */
export function toolResult(tool: Tool, { body, headers }: Rendered, requestId: string): CallToolResult {
  // A replayed response is in bytes.
  const text = typeof body === "string" ? body : new TextDecoder().decode(body ?? new Uint8Array());
  if (text.length > MAX_RESPONSE_LENGTH) return tooLargeError(tool, requestId);
  const result = withVisibleTexts(withoutNulls(parseStored(text))) as Record<string, unknown>;
  const warnings: unknown = withVisibleTexts(parseStored(headers["X-Warnings"] ?? "null"));
  const replayed = headers["Idempotent-Replayed"] === "true";
  const structured = tool.writes ? { result, replayed, ...(warnings !== null && { warnings }) } : result;
  return { ...textOnly(structured), structuredContent: structured };
}

/** Converts the path of a violation in the request to the name of the tool's argument. */
function argumentPath(tool: Tool, path: string): string {
  if (path === "Idempotency-Key") return "idempotency_key";
  if (path === "If-Match") return "expected_version";
  const argument = Object.entries(tool.path).find(([, parameter]) => parameter === path)?.[0];
  return argument !== undefined && !tool.fields.includes(path) ? argument : path;
}

/**
 * Converts an error to a tool's result, with the same code, message and details as on every surface, so that a model can correct its call.
 * Paths refer to the tool's arguments.
 */
export function toolError(tool: Tool, { code, message, details, headers }: ApiError, requestId: string): CallToolResult {
  const publicDetails = details.map((detail) => ({
    ...detail,
    ...(detail.path !== undefined && { path: argumentPath(tool, detail.path) }),
  }));
  const error = { code, message, ...(publicDetails.length > 0 && { details: publicDetails }) };
  const retryAfter = headers["Retry-After"];
  const wait = retryAfter === undefined ? {} : { retry_after_seconds: Number(retryAfter) };
  return { ...textOnly(withVisibleTexts({ error, ...wait, request_id: requestId })), isError: true };
}
