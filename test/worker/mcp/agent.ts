import { exports } from "cloudflare:workers";
import type { ApiResponse } from "../../kit/client";

const HOST = "https://api.example.com";

/** The maximum length of the default list of tools, because all of it stays in the context of a model. */
export const MAX_LIST_LENGTH = 50_000;

/** Sends a request to the MCP server, and with POST the unchanged body. Its responses are JSON-RPC, so no endpoint's contract applies. */
export async function post(body: unknown, headers: Record<string, string> = {}, query = "", method = "POST"): Promise<ApiResponse> {
  const response = await exports.default.fetch(`${HOST}/api/v2/mcp${query}`, {
    method,
    headers: { "Content-Type": "application/json", "CF-Connecting-IP": "2001:db8:ffff::1", ...headers },
    ...(method === "POST" && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: text === "" ? undefined : JSON.parse(text) };
}

/** One JSON-RPC request. */
export function message(method: string, params: unknown = {}): Record<string, unknown> {
  return { jsonrpc: "2.0", id: 7, method, params };
}

/** The result of a tool: its data, or the error in its text. */
export interface ToolResult {
  isError: boolean;
  // Tests read responses of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any -- a response's shape is what the test asserts
  data: any;
  response: ApiResponse;
}

/** An agent with a token, and the tools that the query of a URL selects. */
export interface Agent {
  request: (method: string, params?: unknown, headers?: Record<string, string>) => Promise<ApiResponse>;
  tools: () => Promise<ApiResponse["body"][]>;
  call: (name: string, args?: Record<string, unknown>) => Promise<ToolResult>;
}

export function agentOf({ secret }: { secret: string }, query = ""): Agent {
  const request: Agent["request"] = (method, params, headers) =>
    post(message(method, params), { Authorization: `Bearer ${secret}`, ...headers }, query);
  return {
    request,
    tools: async () => (await request("tools/list")).body.result.tools,
    call: async (name, args) => {
      const response = await request("tools/call", { name, arguments: args });
      const result = response.body?.result;
      if (result === undefined) throw new Error(`${name}: ${response.status} ${response.text}`);
      const data: unknown = JSON.parse(result.content[0].text);
      return { isError: result.isError === true, data, response };
    },
  };
}
