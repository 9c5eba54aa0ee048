import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import { missingScope } from "../platform/http/admission";
import type { Call } from "../platform/http/call";
import type { RequestState } from "../platform/http/context";
import type { Rendered } from "../platform/http/rendered";
import type { Principal } from "../platform/http/principal";
import { apiErrorFor } from "../platform/http/respond";
import { v2 } from "../platform/http/surface";
import { ApiError } from "../platform/api-error";
import { INSTRUCTIONS } from "./instructions";
import type { Tool } from "./tool";
import { type Arguments, callOf } from "./tool-call";
import { refusalResult, shown } from "./tool-result";
import { listed } from "./tools";

/** One POST, as the server sees it. */
export interface Exchange {
  /** The tools that the URL offers. */
  offered: readonly Tool[];
  principal: Principal;
  outer: Request;
  state: RequestState;
  /** Has the endpoint of a tool serve a call. */
  serve: (call: Call) => Promise<Rendered>;
  /** What a tool call broke on, if it did: no answer of the protocol, but of HTTP. */
  failure: unknown;
}

/** Runs a tool. Throws 401 where the credential has ended meanwhile. */
async function callTool({ principal, outer, state, serve }: Exchange, tool: Tool, args: Arguments): Promise<CallToolResult> {
  state.route = `${v2.base}/mcp#${tool.name}`;
  const rejected = (refusal: ApiError) => {
    state.errorCode = refusal.code;
    return refusalResult(tool, refusal, state.requestId);
  };
  let call: Call;
  try {
    call = callOf(tool, args, outer);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // What the token may not do comes before what is wrong with the arguments (docs/spec/mcp.md#order-of-errors).
    return rejected(tool.scope !== null && !principal.can(tool.scope) ? missingScope(tool.scope) : error);
  }
  try {
    return shown(tool, await serve(call), state.requestId);
  } catch (error) {
    const refusal = apiErrorFor(error, state);
    if (refusal.code === "unauthorized") throw refusal;
    return rejected(refusal);
  }
}

/** The MCP server of one exchange: no state outlives it. */
export function serverFor(exchange: Exchange): Server {
  const { offered, principal } = exchange;
  const info = { name: "order-operations", title: "Order Operations", version: v2.version };
  const server = new Server(info, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  server.setRequestHandler("tools/list", () => ({
    tools: offered.filter(({ scope }) => scope === null || principal.can(scope)).map(listed),
  }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    const tool = offered.find(({ name }) => name === params.name);
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no such tool here.");
    try {
      return await callTool(exchange, tool, params.arguments ?? {});
    } catch (error) {
      exchange.failure = error;
      throw new ProtocolError(ProtocolErrorCode.InternalError, "Internal server error.");
    }
  });
  return server;
}
