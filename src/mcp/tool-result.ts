import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Refusal, RefusalDetail } from "../platform/refusal";
import { withoutNulls } from "./json-schema";
import type { Tool } from "./tool";
import { withVisibleTexts } from "./visible-text";

/** The body of every refusal (docs/spec/errors.md#error-body). */
interface RefusedBody {
  error: { code: string; message: string; details?: RefusalDetail[] };
  meta: { request_id: string };
}

function textOnly(value: unknown): Pick<CallToolResult, "content"> {
  return { content: [{ type: "text", text: JSON.stringify(value) }] };
}

/** A success as a tool's result: without nulls, as text and as data; of a write, whether it is a replay, and its warnings. */
async function shown(tool: Tool, response: Response): Promise<CallToolResult> {
  const body = withVisibleTexts(withoutNulls(await response.json())) as Record<string, unknown>;
  const warnings: unknown = withVisibleTexts(JSON.parse(response.headers.get("X-Warnings") ?? "null"));
  const replayed = response.headers.get("Idempotent-Replayed") === "true";
  const answer = tool.writes ? { result: body, replayed, ...(warnings !== null && { warnings }) } : body;
  return { ...textOnly(answer), structuredContent: answer };
}

/** A place in the request, by the name that the tool has for it. */
function renamed(tool: Tool, path: string): string {
  if (path === "Idempotency-Key") return "idempotency_key";
  if (path === "If-Match") return "expected_version";
  const argument = Object.entries(tool.path).find(([, parameter]) => parameter === path)?.[0];
  return argument !== undefined && !tool.fields.includes(path) ? argument : path;
}

/**
 * A refusal as a tool's result: code, message and details as every surface has them, so that a model can correct itself. The places
 * are named as the tool's arguments are.
 */
export function refused(tool: Tool, { error, meta }: RefusedBody, retryAfter: string | null): CallToolResult {
  const details = error.details?.map((detail) => ({ ...detail, ...(detail.path !== undefined && { path: renamed(tool, detail.path) }) }));
  const told = { ...error, ...(details !== undefined && { details }) };
  const wait = retryAfter === null ? {} : { retry_after_seconds: Number(retryAfter) };
  return { ...textOnly(withVisibleTexts({ error: told, ...wait, request_id: meta.request_id })), isError: true };
}

/** What v2 answered, as a tool's result. */
export async function resultOf(tool: Tool, response: Response): Promise<CallToolResult> {
  if (response.ok) return await shown(tool, response);
  return refused(tool, await response.json<RefusedBody>(), response.headers.get("Retry-After"));
}

/** A refusal that was met before there was a request. */
export function refusedBefore(tool: Tool, { code, message, details }: Refusal, requestId: string): CallToolResult {
  return refused(tool, { error: { code, message, details }, meta: { request_id: requestId } }, null);
}
